import { beforeAll, describe, expect, it } from 'vitest'
import { call, type Person } from '#testing/api.ts'
import { hourCronAfter } from '#testing/clock.ts'
import { all, count, first, run } from '#testing/fixtures/database.ts'
import { mailsTo, writtenTo } from '#testing/fixtures/mails.ts'
import { newMarket, paidOrder } from '#testing/fixtures/orders.ts'
import { changeUser, signUp } from '#testing/fixtures/people.ts'
import { newSeller } from '#testing/fixtures/shops.ts'
import { monthly, newPlan, subscribeAndPay } from '#testing/fixtures/subscriptions.ts'
import { until } from '#testing/sandbox.ts'

const QUESTION = { subject: 'Colis en retard', category: 'DELIVERY', body: 'Il devait arriver hier.' } as const
const post = (as: Person, more: object = {}) => call(as, 'POST', '/support/tickets', { ...QUESTION, ...more })
const asked = async (as: Person, more: object = {}) => {
  const { status, data } = await post(as, more)
  expect(status).toBe(201)
  return data
}
const act = (as: Person, id: string, action: string, body: object = {}) =>
  call(as, 'POST', `/support/tickets/${id}/${action}`, body)
const shown = async (as: Person, id: string) => (await call(as, 'GET', `/support/tickets/${id}`)).data
const goesFirst = async (id: string) =>
  (await first<{ first: number }>('SELECT goes_first AS first FROM tickets WHERE id = ?', id))?.first === 1

let agent: Person
let admin: Person
beforeAll(async () => {
  ;[agent, admin] = [await signUp('SUPPORT'), await signUp('ADMIN')]
})

describe('a ticket', () => {
  it('is about an order that its person bought or sold', async () => {
    const market = await newMarket()
    const { id: orderId } = await paidOrder(market)
    for (const party of [market.buyer, market.seller]) expect((await asked(party, { orderId })).orderId).toBe(orderId)
  })

  it('has the numbers of its year, one after the other', async () => {
    const person = await signUp()
    const numbers = [await asked(person), await asked(person)].map(({ number }) => number)
    for (const number of numbers) expect(number).toMatch(/^TIC-\d{4}-\d{6}$/)
    expect(Number(numbers[1].slice(-6))).toBe(Number(numbers[0].slice(-6)) + 1)
  })

  it('of a member of the team is asked by them and handled by another', async () => {
    const { id } = await asked(agent)
    for (const [action, body] of [
      ['assign', {}],
      ['resolve', {}],
      ['messages', { body: 'Note', isInternal: true }],
    ] as const)
      expect((await act(agent, id, action, body)).status, action).toBe(403)
    expect((await call(agent, 'PUT', `/support/tickets/${id}`, { priority: 'URGENT' })).status).toBe(403)
    expect((await act(admin, id, 'assign', { assigneeId: agent.id })).status).toBe(400)
    await act(admin, id, 'messages', { body: 'Entre nous', isInternal: true })
    expect((await shown(agent, id)).messages.map(({ body }: { body: string }) => body)).toEqual([QUESTION.body])
    expect((await act(agent, id, 'close')).status).toBe(200)
  })
})

describe('who has it', () => {
  it('is the first who took it; a colleague takes it over by name, and is told when it is given', async () => {
    const { id, number } = await asked(await signUp())
    expect((await act(agent, id, 'assign')).data.assigneeId).toBe(agent.id)
    expect((await act(agent, id, 'assign')).status).toBe(200)
    expect((await act(admin, id, 'assign')).error?.reason).toBe('ALREADY_TAKEN')
    expect((await act(admin, id, 'assign', { assigneeId: admin.id })).data.assigneeId).toBe(admin.id)
    expect(await writtenTo(admin.email, 'ticket.assigned')).toBe(0)
    await act(admin, id, 'assign', { assigneeId: agent.id })
    await mailsTo(agent.email, `${number} pour vous`)
    const { data } = await call(agent, 'GET', `/support/tickets?assigneeId=${agent.id}&status=IN_PROGRESS`)
    expect(data.tickets.map((one: { id: string }) => one.id)).toContain(id)
    expect(data.pagination.total).toBe(data.tickets.length)
  })
})

describe('an internal note', () => {
  it('moves nothing that its owner sees, not even the time of the last change', async () => {
    const person = await signUp()
    const { id } = await asked(person)
    await act(agent, id, 'messages', { body: 'Quel numéro ?' })
    const before = await shown(person, id)
    const version = async () => first('SELECT version, updated_at FROM tickets WHERE id = ?', id)
    const kept = await version()
    await act(agent, id, 'messages', { body: 'Déjà remboursé.', isInternal: true })
    expect(await shown(person, id)).toEqual(before)
    expect(await version()).toEqual(kept)
    expect(await writtenTo(person.email, 'ticket.answered')).toBe(1)
    expect(await count('history WHERE thing_id = ?', id)).toBe(2)
  })

  it('stands in no answer that was kept to be given again', async () => {
    const person = await signUp()
    const { id } = await asked(person)
    await act(agent, id, 'messages', { body: 'Secret de bureau', isInternal: true })
    const headers = { 'idempotency-key': crypto.randomUUID() }
    for (const _ of [1, 2]) {
      const { body } = await call(person, 'POST', `/support/tickets/${id}/close`, { note: 'Merci' }, headers)
      expect(JSON.stringify(body)).toContain('Merci')
      expect(JSON.stringify(body)).not.toContain('Secret')
    }
  })
})

describe('priority', () => {
  it('follows the subscription and the plan, as long as the ticket is not closed', async () => {
    const seller = await newSeller()
    const { id } = await asked(seller)
    const { id: closed } = await asked(seller)
    await act(seller, closed, 'close')
    expect(await goesFirst(id)).toBe(false)
    const plan = await newPlan(monthly('9.00'), { prioritySupport: true })
    await subscribeAndPay(seller, plan.id)
    expect([await goesFirst(id), await goesFirst(closed)]).toEqual([true, false])
    await call(admin, 'PUT', `/plans/${plan.id}`, { prioritySupport: false })
    expect(await goesFirst(id)).toBe(false)
    await call(admin, 'PUT', `/plans/${plan.id}`, { prioritySupport: true })
    expect(await goesFirst(id)).toBe(true)
    const { data } = await call(admin, 'GET', '/support/tickets?limit=100')
    const places = data.tickets.map((one: { goesFirst: boolean }) => one.goesFirst)
    expect(places).toEqual([...places].sort((a: boolean, b: boolean) => Number(b) - Number(a)))
    await run(`UPDATE subscriptions SET status = 'EXPIRED' WHERE plan_id = ?`, plan.id)
    expect(await goesFirst(id)).toBe(false)
  })
})

describe('what people are told', () => {
  it('once that an answer waits, that it is resolved, and that staff closed it', async () => {
    const person = await signUp()
    const { id, number } = await asked(person)
    for (const body of ['Bonjour.', 'Quel numéro ?']) await act(agent, id, 'messages', { body })
    await mailsTo(person.email, `Réponse à votre ticket ${number}`)
    expect(await writtenTo(person.email, 'ticket.answered')).toBe(1)
    await act(person, id, 'messages', { body: 'Le 12.' })
    await act(agent, id, 'messages', { body: 'Retrouvé !' })
    // Within ten minutes of the first mail; it stands in the app.
    expect(await writtenTo(person.email, 'ticket.answered')).toBe(1)
    expect(await count(`notifications WHERE user_id = ? AND type = 'ticket.answered'`, person.id)).toBe(2)
    const { data } = await act(agent, id, 'resolve', { note: 'Bonne journée' })
    expect(data.messages.at(-1)).toMatchObject({ body: 'Bonne journée', senderRole: 'SUPPORT', isInternal: false })
    await mailsTo(person.email, `${number} résolu`)
    await act(agent, id, 'close')
    const [mail] = await mailsTo(person.email, `${number} fermé`)
    expect(mail?.text).not.toContain('retard')
  })
})

describe('a resolved ticket', () => {
  it('is taken up again by a word of its owner, and its week begins anew', async () => {
    const person = await signUp()
    const { id } = await asked(person)
    const closesAt = async () =>
      (await first<{ at: number | null }>('SELECT closes_at AS at FROM tickets WHERE id = ?', id))?.at
    await act(agent, id, 'resolve')
    expect((await closesAt()) ?? 0).toBeGreaterThan(Date.now() + 6 * 86_400_000)
    await act(person, id, 'messages', { body: 'Toujours rien.' })
    expect([(await shown(person, id)).status, await closesAt()]).toEqual(['IN_PROGRESS', null])
  })

  it('closes once, by two jobs at the same time, as the service’s own act', async () => {
    const { id } = await asked(await signUp())
    await act(agent, id, 'resolve')
    await run('UPDATE tickets SET closes_at = ? WHERE id = ?', Date.now() - 1, id)
    await hourCronAfter(1000, 2)
    expect(
      await all('SELECT event, to_status AS now, caller FROM history WHERE thing_id = ? AND version > 2', id),
    ).toEqual([{ event: 'close', now: 'CLOSED', caller: 'cron' }])
  })
})

describe('limits', () => {
  it('thirty tickets a day of one person, and so many words in them; staff have none in what they answer', async () => {
    const person = await signUp()
    const later = Date.now() + 3_600_000
    await run('INSERT INTO attempts (key, count, window_ends_at) VALUES (?, 29, ?)', `tickets:${person.id}`, later)
    const { id } = await asked(person)
    expect((await post(person)).status).toBe(429)
    await run(
      'INSERT INTO attempts (key, count, window_ends_at) VALUES (?, 200, ?)',
      `ticket-words:${person.id}`,
      later,
    )
    expect((await act(person, id, 'messages', { body: 'Encore' })).status).toBe(429)
    expect((await act(agent, id, 'messages', { body: 'Oui ?' })).status).toBe(201)
    expect((await act(person, id, 'close')).status).toBe(200)
  })
})

describe('an erased account', () => {
  it('leaves its tickets without its words', async () => {
    const person = await signUp()
    const { id } = await asked(person)
    await act(agent, id, 'messages', { body: 'Nous cherchons.' })
    await changeUser(person.id, 'deleted_at = ?, erasure_due_at = ?', Date.now(), Date.now())
    await hourCronAfter(1000)
    await until(
      async () => (await first('SELECT 1 FROM users WHERE id = ? AND erased_at IS NOT NULL', person.id)) !== null,
      'the erasure',
    )
    const data = await shown(await signUp('SUPPORT'), id)
    expect(data.subject).toBe('Message effacé')
    expect(data.messages.map(({ body }: { body: string }) => body)).toEqual(['Message effacé', 'Nous cherchons.'])
  })
})
