import { beforeAll, describe, expect, it } from 'vitest'
import { call, type Person } from '#testing/api.ts'
import { hourCronAfter, minuteCronAfter } from '#testing/clock.ts'
import { all, count, first, run } from '#testing/fixtures/database.ts'
import { newRider } from '#testing/fixtures/deliveries.ts'
import { mailsTo, writtenTo } from '#testing/fixtures/mails.ts'
import { actOnOrder, deliveredOrder, newMarket, orderRow, paidOrder, readyOrder } from '#testing/fixtures/orders.ts'
import { changeUser, signUp } from '#testing/fixtures/people.ts'
import { until } from '#testing/sandbox.ts'

const WORDS = { type: 'ORDER', title: 'Colis abîmé', description: 'Le carton était ouvert.' } as const
const open = (as: Person, more: object = {}) => call(as, 'POST', '/incidents', { ...WORDS, ...more })
const opened = async (as: Person, more: object = {}) => {
  const { status, data } = await open(as, more)
  expect(status).toBe(201)
  return data
}
const act = (as: Person, id: string, action: string, body: object) =>
  call(as, 'POST', `/incidents/${id}/${action}`, body)
const mine = async (as: Person, query = '') => (await call(as, 'GET', `/incidents/me?${query}`)).data

let support: Person
beforeAll(async () => {
  support = await signUp('SUPPORT')
})

describe('who takes part', () => {
  it('the rider of an order opens one that its buyer and seller read; another rider does not see it', async () => {
    const market = await newMarket()
    const rider = await newRider()
    const order = await readyOrder(market)
    await call(rider, 'POST', `/deliveries/${order.delivery.id}/accept`)
    const { id } = await opened(rider, { orderId: order.id })
    for (const party of [rider, market.buyer, market.seller])
      expect((await mine(party)).incidents.map((one: { id: string }) => one.id)).toEqual([id])
    expect((await call(await newRider(), 'GET', `/incidents/${id}`)).status).toBe(404)
    expect((await act(market.seller, id, 'updates', { body: 'Je suis au courant.' })).data.updates).toMatchObject([
      { authorRole: 'SELLER' },
    ])
  })

  it('staff who bought the order are its buyer: they write to it and decide nothing of it', async () => {
    const market = await newMarket()
    const order = await paidOrder(market)
    await changeUser(market.buyer.id, 'role = ?', 'SUPPORT')
    const buyer = { ...market.buyer, role: 'SUPPORT' } as const
    const { id } = await opened(buyer, { orderId: order.id })
    expect((await act(buyer, id, 'updates', { body: 'Merci de regarder.' })).data).toMatchObject({
      status: 'OPEN',
      updates: [{ authorRole: 'BUYER' }],
    })
    for (const [action, body] of [
      ['resolve', { outcome: 'BUYER', note: 'Oui' }],
      ['dismiss', {}],
    ] as const)
      expect((await act(buyer, id, action, body)).status, action).toBe(403)
    expect((await call(buyer, 'PUT', `/incidents/${id}`, { severity: 'LOW' })).status).toBe(403)
    expect(await count('refunds WHERE order_id = ?', order.id)).toBe(0)
    expect((await act(support, id, 'dismiss', {})).status).toBe(200)
  })

  it('nobody of the order reads what the service found out by itself', async () => {
    const market = await newMarket()
    const order = await paidOrder(market)
    await run(
      `INSERT INTO incidents (id, type, severity, title, description, order_id, ref, created_at)
       VALUES (?1, 'PAYMENT', 'HIGH', 'Mouvement sans verdict', 'Passerelle B', ?2, ?1, ?3)`,
      ...[`silent-${order.id}`, order.id, Date.now()],
    )
    await run(
      `INSERT INTO history (thing_id, version, thing, event, to_status, caller, at) VALUES (?, 1, 'incident', 'open', 'OPEN', 'cron', 1)`,
      `silent-${order.id}`,
    )
    for (const party of [market.buyer, market.seller]) {
      expect((await mine(party)).incidents).toEqual([])
      expect((await call(party, 'GET', `/incidents/silent-${order.id}`)).status).toBe(404)
      expect((await act(party, `silent-${order.id}`, 'updates', { body: 'Quoi ?' })).status).toBe(404)
    }
    // The incident is not the one that people have open.
    await opened(market.buyer, { orderId: order.id })
    const { data } = await call(support, 'GET', `/incidents?orderId=${order.id}`)
    expect(data.pagination.total).toBe(2)
    const own = data.incidents.find((one: { openedBy: string | null }) => one.openedBy === null)
    expect(own.number).toMatch(/^INC-\d{4}-\d{6}$/)
    const decided = await act(support, own.id, 'resolve', { outcome: 'SELLER', note: 'Vu avec l’opérateur' })
    expect(decided.data).toMatchObject({ status: 'RESOLVED', resolution: { outcome: 'SELLER', refundAmount: null } })
  })
})

describe('numbers', () => {
  it('follow each other without a gap, whoever opens', async () => {
    const numberOf = async () => Number((await opened(await signUp())).number.slice(-6))
    const before = await numberOf()
    expect(await numberOf()).toBe(before + 1)
    const { value } = (await first<{ value: number }>(
      'SELECT value FROM counters WHERE name = ?',
      `series:incidents:${new Date().getUTCFullYear()}`,
    )) ?? { value: 0 }
    expect(value).toBe(before + 1)
  })
})

describe('lists of staff', () => {
  it('are filtered by state and severity, with their totals', async () => {
    const person = await signUp()
    const { id } = await opened(person)
    await call(support, 'PUT', `/incidents/${id}`, { severity: 'CRITICAL' })
    for (const query of ['status=OPEN&severity=CRITICAL', 'severity=CRITICAL', 'status=OPEN']) {
      const { data } = await call(support, 'GET', `/incidents?${query}&limit=100`)
      expect(data.incidents.map((one: { id: string }) => one.id)).toContain(id)
      expect(data.pagination.total).toBe(data.incidents.length)
    }
    await act(support, id, 'dismiss', {})
    const { data } = await call(support, 'GET', '/incidents?status=DISMISSED&severity=CRITICAL')
    expect(data.incidents.map((one: { id: string }) => one.id)).toContain(id)
    expect((await call(support, 'GET', '/incidents?status=GONE')).status).toBe(400)
  })
})

describe('limits', () => {
  it('thirty incidents a day of one person, and one more is 429; the words of staff have no such limit', async () => {
    const person = await signUp()
    await run(
      'INSERT INTO attempts (key, count, window_ends_at) VALUES (?, 29, ?)',
      `incidents:${person.id}`,
      Date.now() + 3_600_000,
    )
    await opened(person)
    const refused = await open(person)
    expect([refused.status, refused.headers.get('retry-after') !== null]).toEqual([429, true])
    expect((await mine(person)).pagination.total).toBe(1)
    const { id } = (await mine(person)).incidents[0]
    await run(
      'INSERT INTO attempts (key, count, window_ends_at) VALUES (?, 200, ?)',
      `incident-words:${person.id}`,
      Date.now() + 3_600_000,
    )
    expect((await act(person, id, 'updates', { body: 'Encore' })).status).toBe(429)
    expect((await act(support, id, 'updates', { body: 'Nous lisons.' })).status).toBe(201)
  })
})

describe('what people are told', () => {
  it('the seller that one was opened, both sides each word of staff and the decision; no mail quotes the report', async () => {
    const market = await newMarket()
    const order = await paidOrder(market)
    const { id, number } = await opened(market.buyer, { orderId: order.id })
    await mailsTo(market.seller.email, `Incident sur ${order.number}`)
    expect(await writtenTo(market.buyer.email, 'incident.of-order')).toBe(0)
    await act(market.seller, id, 'updates', { body: 'Il était intact.' })
    expect(await writtenTo(market.buyer.email, 'incident.answered')).toBe(0)
    await act(support, id, 'updates', { body: 'Envoyez une photo.' })
    for (const { email } of [market.buyer, market.seller]) await mailsTo(email, `Réponse à l'incident ${number}`)
    await act(support, id, 'resolve', { outcome: 'SELLER', note: 'Colis intact à la remise' })
    for (const { email } of [market.buyer, market.seller]) {
      const [mail] = await mailsTo(email, `${number} résolu`)
      expect(mail?.text).toContain('en faveur du vendeur')
      expect(mail?.text).not.toContain(WORDS.description)
    }
  })
})

describe('what stops a completion', () => {
  const twoDays = async () => {
    await minuteCronAfter(48 * 3_600_000 + 60_000)
    await minuteCronAfter(60_000)
  }

  it('is whatever a party opened, until staff have ended it', async () => {
    const [silent, joined] = [await newMarket(), await newMarket()]
    const orders = [await deliveredOrder(silent), await deliveredOrder(joined)] as const
    await opened(silent.seller, { orderId: orders[0].id })
    const { id } = await opened(joined.seller, { orderId: orders[1].id })
    expect((await open(joined.buyer, { orderId: orders[1].id })).error?.reason).toBe('ALREADY_EXISTS')
    await act(joined.buyer, id, 'updates', { body: 'Il manque un article.' })
    await twoDays()
    const states = async () => Promise.all(orders.map(async ({ id }) => (await orderRow(id))?.status))
    expect(await states()).toEqual(['DELIVERED', 'DELIVERED'])
    await act(await signUp('SUPPORT'), id, 'dismiss', { note: 'Retrouvé' })
    await minuteCronAfter(60_000)
    expect(await states()).toEqual(['DELIVERED', 'COMPLETED'])
  })
})

describe('an erased account', () => {
  it('leaves its incidents without its words', async () => {
    const person = await signUp()
    const { id } = await opened(person)
    await act(person, id, 'updates', { body: 'Je m’appelle Aline.' })
    await act(support, id, 'updates', { body: 'Nous regardons.' })
    await changeUser(person.id, 'deleted_at = ?, erasure_due_at = ?', Date.now(), Date.now())
    await hourCronAfter(1000)
    await until(
      async () => (await first('SELECT 1 FROM users WHERE id = ? AND erased_at IS NOT NULL', person.id)) !== null,
      'the erasure',
    )
    const admin = await signUp('SUPPORT')
    const { data } = await call(admin, 'GET', `/incidents/${id}`)
    expect(data).toMatchObject({ title: 'Message effacé', description: 'Message effacé', openedBy: person.id })
    expect(data.updates.map(({ body }: { body: string }) => body)).toEqual(['Message effacé', 'Nous regardons.'])
  })
})

describe('the record', () => {
  it('has each step of an incident, and each act of staff', async () => {
    const person = await signUp()
    const { id } = await opened(person)
    await act(support, id, 'updates', { body: 'Vu' })
    await act(support, id, 'dismiss', { note: 'Doublon' })
    expect(
      await all(
        'SELECT event, from_status AS was, to_status AS now, caller FROM history WHERE thing_id = ? ORDER BY version',
        id,
      ),
    ).toEqual([
      { event: 'open', was: null, now: 'OPEN', caller: 'person' },
      { event: 'investigate', was: 'OPEN', now: 'INVESTIGATING', caller: 'person' },
      { event: 'dismiss', was: 'INVESTIGATING', now: 'DISMISSED', caller: 'person' },
    ])
    const acts = await all<{ action: string }>('SELECT action FROM audit WHERE target_id = ? ORDER BY at, id', id)
    expect(acts.map(({ action }) => action)).toEqual(['incident.answer', 'incident.dismiss'])
    expect((await actOnOrder(person, id, 'confirm-receipt')).status).toBe(404)
  })
})
