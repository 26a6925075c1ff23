import { beforeAll, describe, expect, it } from 'vitest'
import { type Answer, call, type Person, tally, together } from '#testing/api.ts'
import { newRider } from '#testing/fixtures/deliveries.ts'
import { sellerWhoSubmitted } from '#testing/fixtures/kyc.ts'
import { newMarket, paidOrder } from '#testing/fixtures/orders.ts'
import { signUp, withPhone } from '#testing/fixtures/people.ts'
import { newCategory, publishedProduct } from '#testing/fixtures/products.ts'
import { newShopkeeper } from '#testing/fixtures/shops.ts'
import { newExpense } from '#testing/stories/expenses.ts'
import { DAY } from '#testing/stories/money.ts'
import {
  actsRecordedBy,
  audit,
  broadcast,
  dayOf,
  decide,
  expectOnly,
  newIncident,
  newPost,
  newTicket,
  ok,
  onIncident,
  onTicket,
  say,
} from '#testing/stories/office.ts'

// Rule: GET /audit (ADMIN): actorId, action, targetId, from, to; {entries [{id, actorId, action, targetId, details, at}],
// pagination}, newest first: every staff act, and every staff read of private files or messages. targetId is the id in the path.
//
// Silent: what actions are called; the shape of details; the target of an act without an id in its path (only that there is
// one more entry of that person); whether plain reads of staff (lists, a user) are there; whether two reads within a moment are
// two entries.

let admin: Person
let staff: Person
beforeAll(async () => {
  admin = await signUp('ADMIN')
  staff = await signUp('SUPPORT')
})
const post = (path: string, body: object = {}) => call(staff, 'POST', path, body)
const entriesOf = (actor: Person) => audit(admin, `actorId=${actor.id}`)

type Act = [what: string, prepare: () => Promise<[target: string, act: () => Promise<Answer>]>]
const onNew = async <T extends { id: string }>(made: Promise<T>, act: (id: string) => Promise<Answer>) => {
  const { id } = await made
  return [id, () => act(id)] as [string, () => Promise<Answer>]
}
const REASON = { reason: 'Plainte reçue' }
const acts: Act[] = [
  ['blocking somebody', () => onNew(signUp(), (id) => post(`/users/${id}/block`, REASON))],
  ['signing somebody out', () => onNew(signUp(), (id) => post(`/users/${id}/force-logout`, REASON))],
  ['approving a rider', () => onNew(applied(), (id) => post(`/riders/${id}/approve`))],
  ['suspending a shop', () => onNew(shop(), (id) => post(`/seller/shop/${id}/suspend`, REASON))],
  ['approving a product', () => onNew(product(), (id) => post(`/moderation/products/${id}/approve`))],
  ['approving an identity', () => onNew(kyc(), (id) => post(`/seller/kyc/admin/${id}/approve`))],
  ['cancelling an order', () => onNew(order(), (id) => post(`/orders/admin/${id}/cancel`, REASON))],
  ['taking a ticket', () => onNew(aTicket(), (id) => onTicket(staff, id, 'assign'))],
  ['answering a ticket', () => onNew(aTicket(), (id) => say(staff, id, 'Bonjour'))],
  ['writing an internal note', () => onNew(aTicket(), (id) => say(staff, id, 'À vérifier', { isInternal: true }))],
  ['closing a ticket', () => onNew(aTicket(), (id) => onTicket(staff, id, 'close'))],
  [
    'editing a ticket',
    () => onNew(aTicket(), (id) => call(staff, 'PUT', `/support/tickets/${id}`, { priority: 'LOW' })),
  ],
  ['deciding an incident', () => onNew(anIncident(), (id) => decide(staff, id, 'SELLER'))],
  ['dismissing an incident', () => onNew(anIncident(), (id) => onIncident(staff, id, 'dismiss'))],
  [
    'saying something about an incident',
    () => onNew(anIncident(), (id) => onIncident(staff, id, 'updates', { body: 'Vu' })),
  ],
  [
    'editing an incident',
    () => onNew(anIncident(), (id) => call(staff, 'PUT', `/incidents/${id}`, { severity: 'LOW' })),
  ],
  ['publishing a post', () => onNew(newPost(staff), (id) => post(`/blog/${id}/publish`))],
  ['editing a post', () => onNew(newPost(staff), (id) => call(staff, 'PUT', `/blog/${id}`, { title: 'Autre' }))],
  ['throwing a post away', () => onNew(newPost(staff), (id) => call(staff, 'DELETE', `/blog/${id}`))],
  [
    'reading the messages of an order',
    () => onNew(order(), (id) => call(staff, 'GET', `/orders/${id}/messages?channel=BUYER_SELLER`)),
  ],
]
const aTicket = async () => newTicket(await signUp())
const anIncident = async () => newIncident(await signUp(), { type: 'OTHER' })
const shop = async () => ({ id: (await newShopkeeper()).shopId })
const kyc = async () => ({ id: (await sellerWhoSubmitted()).kycId })
const order = async () => paidOrder(await newMarket())
const product = async () => publishedProduct(await newShopkeeper(), await newCategory())
const applied = async () =>
  ok(await call(await withPhone(), 'POST', '/riders/apply', { vehicleType: 'MOTO', vehiclePlate: 'B 2', zones: [] }))

describe('the record of acts', () => {
  it.each(acts)('holds %s, once, by whoever did it to what', async (_what, prepare) => {
    const [target, act] = await prepare()
    const entries = await actsRecordedBy(admin, staff, target, async () => ok(await act()))
    expect(entries).toHaveLength(1)
    expect(Object.keys(entries[0]).sort()).toEqual(['action', 'actorId', 'at', 'details', 'id', 'targetId'])
    expect(entries[0]).toMatchObject({ actorId: staff.id, targetId: target, at: expect.stringMatching(/Z$/) })
    expect(entries[0].action.length).toBeGreaterThan(2)
  })

  it('holds what staff write anew: a post, a broadcast', async () => {
    const author = await signUp('SUPPORT')
    await newPost(author)
    expect(await entriesOf(author)).toHaveLength(1)
    ok(await broadcast(author, { userIds: [(await signUp()).id] }))
    expect(await entriesOf(author)).toHaveLength(2)
  })

  it('holds every look at the papers of a seller or a rider', async () => {
    const { kycId } = await sellerWhoSubmitted()
    const { documents } = ok(await call(staff, 'GET', `/seller/kyc/admin/${kycId}`))
    const before = (await entriesOf(staff)).length
    const read = await call(staff, 'GET', `/seller/kyc/admin/${kycId}/documents/${documents[0].id}`)
    expect(read.status).toBe(200)
    const after = await entriesOf(staff)
    expect(after.length).toBe(before + 1)
    expect([kycId, documents[0].id]).toContain(after[0].targetId)
  })

  it('holds nothing that was refused', async () => {
    const { riderId } = await newRider()
    const entries = await actsRecordedBy(admin, staff, riderId, async () => {
      expect((await post(`/riders/${riderId}/approve`)).status).toBe(409)
      expect((await post(`/riders/${riderId}/suspend`, { reason: '' })).status).toBe(400)
    })
    expect(entries).toEqual([])
  })

  it('holds one act of fifty tries', async () => {
    const { id } = await anIncident()
    const entries = await actsRecordedBy(admin, staff, id, async () => {
      expect(tally(await together(50, () => decide(staff, id, 'SELLER')))).toEqual({ 200: 1, 409: 49 })
    })
    expect(entries).toHaveLength(1)
  })

  it('holds nothing of what people do with their own things', async () => {
    const user = await signUp()
    const { id } = await newTicket(user)
    ok(await say(user, id, 'Encore'))
    ok(await onTicket(user, id, 'close'))
    await newIncident(user, { type: 'OTHER' })
    expect(await entriesOf(user)).toEqual([])
  })
})

describe('what it says', () => {
  const last = async (as: Person) => (await entriesOf(as))[0]
  it('of money is decimal text with its currency, and of a refund what was sent', async () => {
    const boss = await signUp('ADMIN')
    const { id } = await newExpense(boss, { amount: '1.00', currency: 'USD' })
    expect(await last(boss)).toMatchObject({ targetId: id, details: { amount: '1.00', currency: 'USD' } })
    ok(await call(boss, 'PUT', `/expenses/${id}`, { amount: '1.10' }))
    expect((await last(boss)).details).toEqual({ amount: '1.10', currency: 'USD' })
    const order = await paidOrder(await newMarket())
    ok(await call(boss, 'POST', `/orders/admin/${order.id}/refund`))
    expect((await last(boss)).details).toEqual({
      from: 'PENDING_SELLER_REVIEW',
      amount: order.totalAmount ?? order.total,
      currency: order.currency,
    })
    const plan = ok(
      await call(boss, 'POST', '/plans', {
        ...{ name: 'Registre', maxProducts: 1, maxPhotosPerProduct: 1, maxShops: 1, prioritySupport: false },
        prices: [{ billingCycle: 'MONTHLY', currency: 'USD', amount: '5' }],
      }),
    )
    expect(await last(boss)).toMatchObject({
      targetId: plan.id,
      details: { prices: [{ amount: '5.00', currency: 'USD' }] },
    })
  })

  it('holds the checks of the ledger, and a rate that was set by its id', async () => {
    const boss = await signUp('ADMIN')
    ok(await call(boss, 'POST', '/ledger/checks/run'))
    expect(await entriesOf(boss)).toMatchObject([{ action: 'ledger.check' }])
    for (const rate of ['2800', '2801']) {
      const set = ok(
        await call(boss, 'PUT', '/products/exchange-rates', {
          ...{ baseCurrency: 'RWF', quoteCurrency: 'CDF', rate, effectiveAt: '2026-01-02T03:04:05.000Z' },
        }),
      )
      expect(await last(boss)).toMatchObject({ action: 'rate.set', targetId: set.id })
    }
  })
})

describe('its list', () => {
  it('is newest first, in pages, by person, action and thing', async () => {
    const agent = await signUp('SUPPORT')
    const ids: string[] = []
    for (let i = 0; i < 3; i++) {
      const { id } = await aTicket()
      ok(await onTicket(agent, id, 'assign'))
      ids.unshift(id)
    }
    ok(await onTicket(agent, ids[0] ?? '', 'close'))
    const all = await entriesOf(agent)
    expect(all.map(({ targetId }) => targetId)).toEqual([ids[0], ...ids])
    const second = ok(await call(admin, 'GET', `/audit?actorId=${agent.id}&limit=1&page=2`))
    expect(second.entries).toEqual([all[1]])
    expect(second.pagination).toEqual({ page: 2, limit: 1, total: 4, totalPages: 4 })
    const assigned = await audit(admin, `actorId=${agent.id}&action=${all[1]?.action}`)
    expect(assigned.map(({ targetId }) => targetId)).toEqual(ids)
    const ofOne = await audit(admin, `targetId=${ids[0]}`)
    expect(ofOne).toEqual(all.slice(0, 2))
    expect(await audit(admin, `actorId=${(await signUp()).id}`)).toEqual([])
  })

  it('is of a time: from counts, a plain day of `to` counts whole, an instant does not', async () => {
    const agent = await signUp('SUPPORT')
    const { id } = await aTicket()
    ok(await onTicket(agent, id, 'assign'))
    const [entry] = await entriesOf(agent)
    const found = async (query: string) => (await audit(admin, `actorId=${agent.id}&${query}`)).length
    const today = dayOf(Date.parse(entry.at))
    expect(await found(`from=${today}&to=${today}`)).toBe(1)
    expect(await found(`from=${dayOf(Date.parse(entry.at) + DAY)}`)).toBe(0)
    expect(await found(`to=${dayOf(Date.parse(entry.at) - DAY)}`)).toBe(0)
    expect(await found(`from=${entry.at}`)).toBe(1)
    expect(await found(`to=${entry.at}`)).toBe(0)
  })

  it('refuses what it does not know', async () => {
    for (const wrong of ['from=hier', 'limit=101', 'page=0', 'wrong=1'])
      expect((await call(admin, 'GET', `/audit?${wrong}`)).status, wrong).toBe(400)
  })

  it('is read by an ADMIN only, and by nobody changed', async () => {
    await expectOnly(['ADMIN'], ['GET', '/audit'])
    for (const method of ['POST', 'PUT', 'DELETE']) expect((await call(admin, method, '/audit')).status).toBe(405)
  })

  it('says no secret: neither what people wrote as a password nor a whole telephone number', async () => {
    const person = await withPhone()
    ok(await post(`/users/${person.id}/block`, REASON))
    const entries = await audit(admin, `targetId=${person.id}`)
    expect(JSON.stringify(entries)).not.toContain(person.phone)
    expect(entries).toHaveLength(1)
  })
})
