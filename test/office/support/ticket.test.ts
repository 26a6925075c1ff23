import { describe, expect, it } from 'vitest'
import { call, together } from '#testing/api.ts'
import { newMarket, paidOrder } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { newSeller, newShopkeeper } from '#testing/fixtures/shops.ts'
import { monthly, newPlan, subscribeAndPay } from '#testing/fixtures/subscriptions.ts'
import {
  type Data,
  expectOnly,
  expectUnknownIs404,
  faults,
  GONE,
  newTicket,
  ok,
  refusal,
  STAFF,
  ticket,
  ticketBody,
  UNKNOWN,
} from '#testing/stories/office.ts'

// Rule: create `subject 3-120, category, body 1-5000`, `orderId?` one's own (else 404); priority by staff. Ticket {id, number,
// subject, category, priority, orderId, status, assigneeId, messages [{id, senderRole, body, isInternal, createdAt}]}. The
// owner and staff read it, others 404; staff list all, sellers whose plan has prioritySupport first. PUT by staff: category,
// priority, subject.
//
// Silent: the priority at first; how a number is written; whether rows of a list hold the messages; whether a seller's own
// order is the order of a customer (a buyer's is asked); filters of the staff's list.

const CATEGORIES = ['ORDER', 'PAYMENT', 'ACCOUNT', 'DELIVERY', 'SELLER', 'OTHER']
const PRIORITIES = ['LOW', 'NORMAL', 'HIGH', 'URGENT']
const post = (as: Parameters<typeof call>[0], more: object = {}) =>
  call(as, 'POST', '/support/tickets', ticketBody(more))

describe('a ticket', () => {
  it('is OPEN, nobody’s yet, and begins with what its person wrote', async () => {
    const buyer = await signUp()
    const made = await newTicket(buyer)
    expect(made).toMatchObject({
      subject: 'Colis en retard',
      category: 'DELIVERY',
      orderId: null,
      status: 'OPEN',
      assigneeId: null,
    })
    expect(PRIORITIES).toContain(made.priority)
    expect(made.messages).toHaveLength(1)
    expect(made.messages[0]).toMatchObject({
      body: 'Mon colis devait arriver hier.',
      senderRole: 'BUYER',
      isInternal: false,
      createdAt: expect.stringMatching(/Z$/),
    })
    expect(await ticket(buyer, made.id)).toEqual(made)
  })

  it('has a number of its own, also when many are written at once', async () => {
    const buyer = await signUp()
    const numbers = (await together(10, () => newTicket(buyer))).map(({ number }) => number)
    expect(new Set(numbers).size).toBe(10)
  })

  it('sent again with the same key is one ticket', async () => {
    const buyer = await signUp()
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const ask = () => call(buyer, 'POST', '/support/tickets', ticketBody(), headers)
    for (const { status } of await together(50, ask)) expect([201, 409]).toContain(status)
    expect((await ask()).status).toBe(201)
    expect(ok(await call(buyer, 'GET', '/support/tickets/me')).pagination.total).toBe(1)
  })

  it('is of every category, and about one’s own order', async () => {
    const market = await newMarket()
    const paid = await paidOrder(market)
    for (const category of CATEGORIES) expect((await newTicket(market.buyer, { category })).category).toBe(category)
    expect((await newTicket(market.buyer, { orderId: paid.id })).orderId).toBe(paid.id)
    const stranger = await signUp()
    for (const orderId of [paid.id, UNKNOWN, 'pas-un-id'])
      expect(refusal(await post(stranger, { orderId })), orderId).toEqual(GONE)
    expect(ok(await call(stranger, 'GET', '/support/tickets/me')).tickets).toEqual([])
  })

  it('says what is wrong with it', async () => {
    const buyer = await signUp()
    for (const [more, field] of [
      [{ subject: 'ab' }, 'subject'],
      [{ subject: 'x'.repeat(121) }, 'subject'],
      [{ subject: undefined }, 'subject'],
      [{ category: 'MOOD' }, 'category'],
      [{ body: '' }, 'body'],
      [{ body: 'x'.repeat(5001) }, 'body'],
    ] as const)
      expect(faults(await post(buyer, more)), JSON.stringify(more).slice(0, 40)).toEqual([field])
    for (const more of [{ status: 'CLOSED' }, { assigneeId: buyer.id }, { number: 'T-1' }])
      expect((await post(buyer, more)).status, JSON.stringify(more)).toBe(400)
    expect((await post(buyer, { subject: 'x'.repeat(120), body: 'x'.repeat(5000) })).status).toBe(201)
    expect((await post(null)).status).toBe(401)
  })

  it('gets no priority from its person', async () => {
    expect([400, 403]).toContain((await post(await signUp(), { priority: 'URGENT' })).status)
  })
})

describe('who reads a ticket', () => {
  it('is its owner and staff; for anybody else it does not exist', async () => {
    const [buyer, { id }] = await signUp().then(async (person) => [person, await newTicket(person)] as const)
    for (const as of [buyer, await signUp('SUPPORT'), await signUp('ADMIN')]) expect((await ticket(as, id)).id).toBe(id)
    for (const as of [await signUp(), await newShopkeeper(), await signUp('RIDER'), await signUp('ACCOUNTANT')]) {
      expect(refusal(await call(as, 'GET', `/support/tickets/${id}`))).toEqual(GONE)
      for (const action of ['messages', 'close', 'reopen'])
        expect(
          refusal(
            await call(as, 'POST', `/support/tickets/${id}/${action}`, action === 'messages' ? { body: 'a' } : {}),
          ),
        ).toEqual(GONE)
    }
    expect((await call(null, 'GET', `/support/tickets/${id}`)).status).toBe(401)
    expect((await ticket(buyer, id)).messages).toHaveLength(1)
    await expectUnknownIs404(buyer, 'GET', (one) => `/support/tickets/${one}`)
  })

  it('has each person’s own in a list, newest first, in pages', async () => {
    const [buyer, other] = [await signUp(), await signUp()]
    const ids: string[] = []
    for (let i = 0; i < 3; i++) ids.unshift((await newTicket(buyer, { subject: `Question ${i}` })).id)
    await newTicket(other)
    const list = async (query = '') => ok(await call(buyer, 'GET', `/support/tickets/me?${query}`))
    expect((await list()).tickets.map(({ id }: Data) => id)).toEqual(ids)
    const second = await list('limit=2&page=2')
    expect(second.tickets.map(({ id }: Data) => id)).toEqual(ids.slice(2))
    expect(second.pagination).toEqual({ page: 2, limit: 2, total: 3, totalPages: 2 })
    expect(faults(await call(buyer, 'GET', '/support/tickets/me?limit=101'))).toEqual(['limit'])
  })

  it('has all of them in the list of staff only', async () => {
    const [buyer, staff] = [await signUp(), await signUp('SUPPORT')]
    const { id } = await newTicket(buyer)
    const { tickets, pagination } = ok(await call(staff, 'GET', '/support/tickets?limit=100'))
    expect(tickets.map((one: Data) => one.id)).toContain(id)
    expect(pagination).toMatchObject({ page: 1, limit: 100 })
    await expectOnly(
      STAFF,
      ['GET', '/support/tickets'],
      ['PUT', `/support/tickets/${id}`, { priority: 'HIGH' }],
      ['POST', `/support/tickets/${id}/assign`, {}],
      ['POST', `/support/tickets/${id}/resolve`, {}],
    )
  })

  it('finds first those of sellers whose plan has priority', async () => {
    const first = await newSeller()
    await subscribeAndPay(first, (await newPlan(monthly('9.00'), { prioritySupport: true })).id)
    const second = await newSeller()
    await subscribeAndPay(second, (await newPlan(monthly('3.00'), { prioritySupport: false })).id)
    const urgent = await newTicket(first)
    const plain = await newTicket(second)
    const late = await newTicket(await signUp())
    const { tickets } = ok(await call(await signUp('SUPPORT'), 'GET', '/support/tickets?limit=100'))
    const places = [urgent, plain, late].map(({ id }) => tickets.findIndex((one: Data) => one.id === id))
    expect(places.every((place) => place >= 0)).toBe(true)
    expect(places[0]).toBeLessThan(places[1] ?? -1)
    expect(places[0]).toBeLessThan(places[2] ?? -1)
  })
})

describe('staff edit', () => {
  it('category, priority and subject of a ticket, and nothing else', async () => {
    const [buyer, staff] = [await signUp(), await signUp('SUPPORT')]
    const made = await newTicket(buyer)
    const put = (body: object) => call(staff, 'PUT', `/support/tickets/${made.id}`, body)
    for (const priority of PRIORITIES) expect(ok(await put({ priority })).priority).toBe(priority)
    expect(ok(await put({ category: 'PAYMENT', subject: 'Paiement en double' }))).toMatchObject({
      category: 'PAYMENT',
      subject: 'Paiement en double',
      priority: 'URGENT',
      status: 'OPEN',
    })
    for (const wrong of [
      { priority: 'TOP' },
      { category: 'MOOD' },
      { subject: 'ab' },
      { status: 'CLOSED' },
      { assigneeId: staff.id },
    ])
      expect((await put(wrong)).status, JSON.stringify(wrong)).toBe(400)
    expect(await ticket(buyer, made.id)).toMatchObject({
      subject: 'Paiement en double',
      status: 'OPEN',
      assigneeId: null,
    })
    await expectUnknownIs404(staff, 'PUT', (id) => `/support/tickets/${id}`, { priority: 'LOW' })
  })
})
