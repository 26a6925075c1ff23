import { describe, expect, it } from 'vitest'
import { type Caller, call, type Person, tally, together } from '#testing/api.ts'
import { hourCronAfter } from '#testing/clock.ts'
import { newMarket, paidOrder, sentRefund } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { newShopkeeper } from '#testing/fixtures/shops.ts'
import { inbox, pause, settleMovement, until } from '#testing/sandbox.ts'
import { addUpdate, newDispute } from '#testing/stories/disputes.ts'
import {
  type Data,
  expectOnly,
  expectUnknownIs404,
  faults,
  GONE,
  incident,
  newIncident,
  ok,
  onIncident,
  openIncident,
  refusal,
  rejectOrder,
  STAFF,
  TAKEN,
  UNKNOWN,
} from '#testing/stories/office.ts'

// Rule: whoever is signed in opens one: type, title, description (required), orderId of one's own; severity by staff; a second
// open one of an order 409 ALREADY_EXISTS. `/incidents/me` = mine and those of my orders. Both parties of an order read its
// incident and may add updates {body}; the first staff update: INVESTIGATING. PUT by staff, with version. Each one mails the
// ADMINs and is in `/incidents`.
//
// Silent: the severity at first; whether the answer to an update is the update or the incident; whether a rider is a party;
// what PUT takes beside severity and title; whether an edit alone is a word of staff; filters of the staff's list; whether an
// incident that the service opened counts as the open one of its order, and who of the parties reads that one.

const mine = async (as: Caller): Promise<string[]> =>
  ok(await call(as, 'GET', '/incidents/me?limit=100')).incidents.map(({ id }: Data) => id)

describe('an incident', () => {
  it('is OPEN, and shows what was said of it', async () => {
    const { buyer, order, made } = await newDispute()
    expect(made).toMatchObject({
      type: 'ORDER',
      title: 'Article abîmé',
      description: 'Le sac est déchiré et la moitié manque.',
      orderId: order.id,
      status: 'OPEN',
      updates: [],
      resolution: null,
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
      version: expect.any(Number),
    })
    expect(String(made.number).length).toBeGreaterThan(0)
    expect(['LOW', 'MEDIUM', 'HIGH', 'CRITICAL']).toContain(made.severity)
    expect(await incident(buyer, made.id)).toEqual(made)
  })

  it('is about anything, by anybody: also without an order', async () => {
    for (const [role, type] of [
      ['BUYER', 'PAYMENT'],
      ['SELLER', 'PLATFORM'],
      ['RIDER', 'SECURITY'],
      ['SUPPORT', 'OTHER'],
      ['ACCOUNTANT', 'DELIVERY'],
    ] as const) {
      const person = await signUp(role)
      const { id, orderId } = await newIncident(person, { type })
      expect([orderId, await mine(person)]).toEqual([null, [id]])
    }
  })

  it('says what is wrong with it, and takes a severity of staff only', async () => {
    const [buyer, support] = [await signUp(), await signUp('SUPPORT')]
    for (const [more, field] of [
      [{ type: 'MOOD' }, 'type'],
      [{ title: '' }, 'title'],
      [{ description: undefined }, 'description'],
      [{ description: '' }, 'description'],
    ] as const)
      expect(faults(await openIncident(buyer, more)), JSON.stringify(more)).toEqual([field])
    expect([400, 403]).toContain((await openIncident(buyer, { severity: 'CRITICAL' })).status)
    expect((await openIncident(buyer, { status: 'RESOLVED' })).status).toBe(400)
    expect((await newIncident(support, { severity: 'CRITICAL' })).severity).toBe('CRITICAL')
    expect((await openIncident(null)).status).toBe(401)
    expect(await mine(buyer)).toEqual([])
  })

  it('of an order is opened by its buyer, its seller or staff; somebody else’s order is 404', async () => {
    const market = await newMarket()
    for (const as of [market.buyer, market.seller, await signUp('SUPPORT')]) {
      const order = await paidOrder(market)
      expect((await newIncident(as, { orderId: order.id })).orderId).toBe(order.id)
    }
    const order = await paidOrder(market)
    for (const as of [await signUp(), await newShopkeeper()])
      expect(refusal(await openIncident(as, { orderId: order.id }))).toEqual(GONE)
    for (const orderId of [UNKNOWN, 'pas-un-id'])
      expect(refusal(await openIncident(market.buyer, { orderId }))).toEqual(GONE)
  })

  it('of an order is one at a time, of fifty who open it too', async () => {
    const market = await newMarket()
    const order = await paidOrder(market)
    const both = [market.buyer, market.seller]
    const answers = await together(50, (i) => openIncident(both[i % 2] as Person, { orderId: order.id }))
    expect(tally(answers)).toEqual({ 201: 1, 409: 49 })
    expect(refusal(await openIncident(market.seller, { orderId: order.id }))).toEqual(TAKEN)
    const [id = ''] = await mine(market.buyer)
    ok(await onIncident(await signUp('SUPPORT'), id, 'dismiss', { note: 'Sans suite' }))
    expect((await openIncident(market.buyer, { orderId: order.id })).status).toBe(201)
  })

  it('is mailed to every ADMIN with the others of its hour, once', async () => {
    const admins = [await signUp('ADMIN'), await signUp('ADMIN')]
    const mails = async () => {
      const all = await Promise.all(admins.map(({ email }) => inbox(email)))
      return all.map((found) => found.filter(({ subject }) => /incident/i.test(subject ?? '')))
    }
    await hourCronAfter(0)
    const before = (await mails()).map(({ length }) => length)
    const [first, second] = [await newDispute(paidOrder, { title: 'Sac déchiré au dépôt' }), await newDispute()]
    const numbers = await Promise.all(
      [first, second].map(async ({ id }) => (await incident(admins[0] as Person, id)).number),
    )
    await pause(300)
    expect((await mails()).map(({ length }) => length)).toEqual(before)
    for (let i = 0; i < 2; i++) await hourCronAfter(60 * 60_000)
    for (const [i, found] of (await mails()).entries()) {
      expect(found).toHaveLength((before[i] ?? 0) + 1)
      expect(found[0]?.subject).toBe('2 incidents signalés')
      expect(found[0]?.text).toContain('Sac déchiré au dépôt')
      for (const number of numbers) expect(found[0]?.text).toContain(number)
    }
  })
})

describe('who reads an incident', () => {
  it('is who opened it, the other party of the order, and staff', async () => {
    const { buyer, seller, id } = await newDispute()
    for (const as of [buyer, seller, await signUp('SUPPORT'), await signUp('ADMIN')])
      expect((await incident(as, id)).id).toBe(id)
    expect([await mine(buyer), await mine(seller)]).toEqual([[id], [id]])
    for (const as of [await signUp(), await newShopkeeper(), await signUp('ACCOUNTANT')]) {
      expect(refusal(await call(as, 'GET', `/incidents/${id}`))).toEqual(GONE)
      expect(refusal(await addUpdate(as, id))).toEqual(GONE)
      expect(await mine(as)).toEqual([])
    }
    expect((await call(null, 'GET', `/incidents/${id}`)).status).toBe(401)
    await expectUnknownIs404(buyer, 'GET', (one) => `/incidents/${one}`)
  })

  it('in the list of all is staff; the list is newest first and holds what the service opened too', async () => {
    const { market, id } = await newDispute()
    const support = await signUp('SUPPORT')
    const list = async (query = 'limit=100') => ok(await call(support, 'GET', `/incidents?${query}`))
    const before = await list()
    expect(before.incidents[0].id).toBe(id)
    const failed = await paidOrder(market)
    await rejectOrder(market.seller, failed.id)
    await settleMovement((await sentRefund(failed.id)).id, 'refuse')
    await until(
      async () => (await list()).pagination.total > before.pagination.total,
      'the incident of the failed refund',
    )
    expect((await list('limit=1')).incidents).toHaveLength(1)
    await expectOnly(
      STAFF,
      ['GET', '/incidents'],
      ['PUT', `/incidents/${id}`, { severity: 'HIGH' }],
      ['POST', `/incidents/${id}/resolve`, { outcome: 'SELLER', note: 'a' }],
      ['POST', `/incidents/${id}/dismiss`, {}],
    )
  })
})
