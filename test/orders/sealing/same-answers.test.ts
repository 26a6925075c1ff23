import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Answer, type Caller, call } from '#testing/api.ts'
import { fromNoon, sealingCronAfter } from '#testing/clock.ts'
import { count, first, run } from '#testing/fixtures/database.ts'
import { newRider, type Rider } from '#testing/fixtures/deliveries.ts'
import { actOnOrder, deliveredOrder, type Market, newMarket } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { again, clockAt, DAY, rows } from '#testing/stories/money.ts'
import { message } from '#testing/stories/orders.ts'

fromNoon()

let later: number
let market: Market
let rider: Rider
let staff: Caller
let finance: Caller
let id: string
let payer: string
let day: string

const sealedIn = async () =>
  (await first<{ n: number | null }>('SELECT sealed_in AS n FROM orders WHERE id = ?', id))?.n
const seal = async () => {
  await run('UPDATE orders SET unsealed_at = NULL WHERE sealed_in IS NULL')
  await sealingCronAfter(0)
  expect(await sealedIn()).not.toBeNull()
}

/** All rows of the tables whose rows are sealed, as they lie. */
const TABLES = [
  ...['order_items', 'deliveries', 'payin_shares', 'gateway_transactions', 'messages', 'conversations', 'read_marks'],
  ...['order_notes', 'stock_movements', 'transfers', 'accounts', 'history'],
]
const all = async () => {
  const found: Record<string, unknown[]> = {}
  for (const table of TABLES)
    found[table] = await rows(
      `SELECT ${['accounts', 'history'].includes(table) ? '' : 'rowid, '}* FROM ${table} ORDER BY 1, 2, 3`,
    )
  found.orders = await rows('SELECT *, NULL AS unsealed_at FROM orders')
  found.variants = await rows('SELECT id, stock, held, sealed_stock FROM variants')
  found.counters = await rows(
    `SELECT name, value FROM counters WHERE name <> 'series:sealed' AND name NOT GLOB 'keys:*'`,
  )
  return found
}

beforeAll(async () => {
  market = await newMarket()
  rider = await newRider()
  const order = await deliveredOrder(market, rider)
  id = order.id
  payer = order.payerPhoneNumber
  day = order.createdAt.slice(0, 10)
  for (const [as, words] of [
    [market.buyer, 'Est-ce bien la noire ?'],
    [market.seller, 'Oui, la noire.'],
  ] as const)
    expect((await message(as, id, words)).status).toBe(201)
  expect((await actOnOrder(market.buyer, id, 'confirm-receipt')).status).toBe(200)
  staff = await signUp('SUPPORT')
  expect((await call(staff, 'POST', `/orders/admin/${id}/notes`, { body: 'Tout va bien.' })).status).toBe(201)
  later = Date.now() + 95 * DAY
  clockAt(later)
  market = { ...market, buyer: await again(market.buyer), seller: await again(market.seller) }
  rider = await again(rider)
  staff = await signUp('SUPPORT')
  finance = await signUp('ACCOUNTANT')
})

beforeEach(() => void clockAt(later))

const same = ({ status, body }: Answer) => ({ status, body })

describe('a sealed order', () => {
  it('leaves only its own row, and comes back as it was', async () => {
    const before = await all()
    await seal()
    expect(await count('messages')).toBe(0)
    expect(await count(`history WHERE thing_id = '${id}'`)).toBe(0)
    expect(await count(`transfers WHERE kind <> 'sealed:carried' AND kind GLOB 'order:*'`)).toBe(0)
    expect((await call(market.buyer, 'GET', `/orders/${id}`)).status).toBe(200)
    expect(await sealedIn()).toBeNull()
    expect(await all()).toEqual(before)
  })

  const reads = (): [string, Caller, string][] => [
    ['its buyer', market.buyer, `/orders/${id}`],
    ['its seller', market.seller, `/orders/${id}`],
    ['its rider', rider, `/orders/${id}`],
    ['staff', staff, `/orders/${id}`],
    ['staff, whole', staff, `/orders/admin/${id}`],
    ['tracking', market.buyer, `/orders/${id}/tracking`],
    ['timeline', market.buyer, `/orders/${id}/timeline`],
    ['messages for its buyer', market.buyer, `/orders/${id}/messages`],
    ['messages for its seller', market.seller, `/orders/${id}/messages`],
    ['messages for staff', staff, `/orders/${id}/messages`],
    ["the buyer's list", market.buyer, '/orders/me'],
    ["the buyer's refunds", market.buyer, `/orders/${id}/refunds`],
    ["the seller's list", market.seller, '/orders/seller'],
    ['the list of staff', staff, '/orders/admin'],
    ['a search by the payer', staff, `/orders/admin?search=${payer}`],
    ['the file of staff', staff, '/orders/admin/export/csv'],
    ['a payin', finance, `/gatewayB/payin/${id}`],
    ["the seller's statement", market.seller, '/wallet/statement'],
    ["the seller's wallet", market.seller, '/wallet'],
    ["the seller's dashboard", market.seller, '/dashboard/seller'],
    ["the rider's wallet", rider, '/wallet'],
    ["the rider's dashboard", rider, '/dashboard/rider'],
    ["the team's dashboard", finance, '/dashboard/admin'],
    ...['orders', 'products', 'sales', 'sellers', 'deliveries'].map((about): [string, Caller, string] => [
      `the report on ${about}`,
      finance,
      `/reports/${about}?from=${day}&to=${day}`,
    ]),
    ['accounts', finance, '/ledger/trial-balance'],
    ['a stranger', rider, `/orders/${crypto.randomUUID()}`],
  ]
  it('is answered as before to everybody', async () => {
    for (const [i] of reads().entries()) {
      const [who, as, path] = reads()[i] as [string, Caller, string]
      // A read of the order itself brings its rows back, if the read before left it sealed.
      await call(market.buyer, 'GET', `/orders/${id}`)
      expect(await sealedIn(), who).toBeNull()
      const before = same(await call(as, 'GET', path))
      expect(before.status, who).toBe(who === 'a stranger' ? 404 : 200)
      await seal()
      expect(same(await call(as, 'GET', path)), who).toEqual(before)
    }
  })
})
