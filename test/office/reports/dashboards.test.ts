import { beforeAll, describe, expect, it } from 'vitest'
import { call, guest, type Person } from '#testing/api.ts'
import { newRider } from '#testing/fixtures/deliveries.ts'
import { decideKyc, sellerWhoSubmitted } from '#testing/fixtures/kyc.ts'
import { actOnOrder, deliveredOrder, newMarket, paidOrder, readyOrder } from '#testing/fixtures/orders.ts'
import { signUp, withPhone } from '#testing/fixtures/people.ts'
import { newCategory, publishedProduct } from '#testing/fixtures/products.ts'
import { newSeller, newShopkeeper } from '#testing/fixtures/shops.ts'
import { completedOrder } from '#testing/stories/books.ts'
import { newExpense, rejectExpense } from '#testing/stories/expenses.ts'
import { rate } from '#testing/stories/money.ts'
import {
  amountOf,
  type Data,
  expectOnly,
  FINANCE_AND_STAFF,
  newIncident,
  newTicket,
  ok,
  onIncident,
  onTicket,
  sumOf,
} from '#testing/stories/office.ts'

// Rule: dashboard/admin {orders.byStatus, sales [{currency, amount}], waiting {riders, refunds, expenses, kyc, products, shops,
// tickets, incidents}}, money hidden from SUPPORT; seller {orders, sales, lowStock [{variantId, stock, threshold}]}; rider
// {delivered, activeJobs, earnings}.
//
// Silent: how money is hidden (no key, null or an empty list); whether a ticket that waits for its user or an incident that is
// looked into still counts as waiting (asked new and at the end); how the seller's orders are counted (something counts one
// more); the keys of a seller's sales and a rider's earnings beside currency; whether a status nobody has is 0 or missing.

let admin: Person
beforeAll(async () => {
  admin = await signUp('ADMIN')
})
const board = async (as: Person = admin, query = ''): Promise<Data> =>
  ok(await call(as, 'GET', `/dashboard/admin?${query}`))
const waiting = async (what: string): Promise<number> => (await board()).waiting[what]
/** Counts how many more wait while this runs. */
async function more(what: string, act: () => Promise<unknown>) {
  const before = await waiting(what)
  await act()
  return (await waiting(what)) - before
}

describe('the administrator’s dashboard', () => {
  it('says what waits, in these words', async () => {
    const { orders, sales, waiting } = await board()
    expect(orders.byStatus).toEqual(expect.any(Object))
    expect(Array.isArray(sales)).toBe(true)
    expect(Object.keys(waiting).sort()).toEqual(
      ['riders', 'refunds', 'expenses', 'kyc', 'products', 'shops', 'tickets', 'incidents', 'reviews'].sort(),
    )
  })

  it('counts orders where they are, and moves them with each step', async () => {
    const market = await newMarket()
    const at = async (status: string) => (await board()).orders.byStatus[status] ?? 0
    const before = [await at('PENDING_SELLER_REVIEW'), await at('ACCEPTED')] as const
    const { id } = await paidOrder(market)
    expect([await at('PENDING_SELLER_REVIEW'), await at('ACCEPTED')]).toEqual([before[0] + 1, before[1]])
    ok(await actOnOrder(market.seller, id, 'accept'))
    expect([await at('PENDING_SELLER_REVIEW'), await at('ACCEPTED')]).toEqual([before[0], before[1] + 1])
  })

  it('counts sales by currency, never mixed', async () => {
    await rate('USD', 'CDF', 280_000_000_000)
    const sold = async (currency: string) => sumOf((await board()).sales, currency, amountOf)
    const before = [await sold('USD'), await sold('CDF')] as const
    await paidOrder(await newMarket())
    const francs = await newMarket({ price: '2800.00' }, { currency: 'CDF' })
    await paidOrder(francs, { currency: 'CDF', network: 'airtel' })
    expect([(await sold('USD')) - before[0], (await sold('CDF')) - before[1]]).toEqual([2700, 1_120_000])
    const { sales } = await board(admin, 'currency=CDF')
    expect(sales.map(({ currency }: Data) => currency)).toEqual(['CDF'])
    expect((await board(admin, 'from=2020-01-01&to=2020-01-31')).sales.every((row: Data) => amountOf(row) === 0)).toBe(
      true,
    )
    for (const wrong of ['from=2024-01-01&to=2025-06-01', 'from=hier', 'currency=EUR', 'wrong=1'])
      expect((await call(admin, 'GET', `/dashboard/admin?${wrong}`)).status, wrong).toBe(400)
  })

  it('counts riders who applied, until they are approved', async () => {
    const person = await withPhone()
    let id = ''
    const apply = async () =>
      (id = ok(await call(person, 'POST', '/riders/apply', { vehicleType: 'MOTO', vehiclePlate: 'A 1', zones: [] })).id)
    expect(await more('riders', apply)).toBe(1)
    expect(await more('riders', async () => ok(await call(admin, 'POST', `/riders/${id}/approve`)))).toBe(-1)
  })

  it('counts refunds that wait for an ADMIN, until they are decided', async () => {
    const { id } = await paidOrder(await newMarket())
    const cancel = async () => ok(await call(admin, 'POST', `/orders/admin/${id}/cancel`, { reason: 'Doublon' }))
    expect(await more('refunds', cancel)).toBe(1)
    expect(await more('refunds', async () => ok(await call(admin, 'POST', `/orders/admin/${id}/refund`)))).toBe(-1)
  })

  it('counts expenses until they are decided', async () => {
    let id = ''
    expect(await more('expenses', async () => (id = (await newExpense(admin)).id))).toBe(1)
    expect(await more('expenses', async () => ok(await rejectExpense(await signUp('ADMIN'), id)))).toBe(-1)
  })

  it('counts identities that were handed in, until they are decided', async () => {
    let kycId = ''
    expect(await more('kyc', async () => ({ kycId } = await sellerWhoSubmitted()))).toBe(1)
    expect(await more('kyc', async () => ok(await decideKyc(admin, kycId, 'approve')))).toBe(-1)
  })

  it('counts products and shops that wait for moderation', async () => {
    const [seller, category] = [await newShopkeeper(), await newCategory()]
    let id = ''
    expect(await more('products', async () => ({ id } = await publishedProduct(seller, category)))).toBe(1)
    expect(
      await more('products', async () => ok(await call(admin, 'POST', `/moderation/products/${id}/approve`))),
    ).toBe(-1)
    const shopkeeper = await newShopkeeper({ shop: 'DRAFT' })
    const publish = async () => ok(await call(shopkeeper, 'POST', `/seller/shop/${shopkeeper.shopId}/publish`))
    expect(await more('shops', publish)).toBe(1)
    const approve = async () => ok(await call(admin, 'POST', `/seller/shop/moderation/${shopkeeper.shopId}/approve`))
    expect(await more('shops', approve)).toBe(-1)
  })

  it('counts tickets and incidents until they end', async () => {
    const user = await signUp()
    let [ticketId, incidentId] = ['', '']
    expect(await more('tickets', async () => (ticketId = (await newTicket(user)).id))).toBe(1)
    expect(await more('tickets', async () => ok(await onTicket(user, ticketId, 'close')))).toBe(-1)
    expect(await more('incidents', async () => (incidentId = (await newIncident(user, { type: 'OTHER' })).id))).toBe(1)
    expect(await more('incidents', async () => ok(await onIncident(admin, incidentId, 'dismiss')))).toBe(-1)
  })

  it('hides money from SUPPORT, and from nobody else who may look', async () => {
    await paidOrder(await newMarket())
    const seen = await board(await signUp('SUPPORT'))
    expect(seen.sales ?? []).toEqual([])
    expect(JSON.stringify(seen)).not.toMatch(/"\d+\.\d\d"/)
    expect(seen.orders.byStatus.PENDING_SELLER_REVIEW).toBeGreaterThan(0)
    expect(seen.waiting.products).toEqual(expect.any(Number))
    expect((await board(await signUp('ACCOUNTANT'))).sales).toEqual((await board()).sales)
    await expectOnly(FINANCE_AND_STAFF, ['GET', '/dashboard/admin'])
  })
})

describe('the seller’s dashboard', () => {
  const mine = async (as: Person): Promise<Data> => ok(await call(as, 'GET', '/dashboard/seller'))
  it('shows their own sales and orders, and nobody else’s', async () => {
    const [market, other] = [await newMarket(), await newMarket()]
    const before = await mine(market.seller)
    await completedOrder(market)
    const after = await mine(market.seller)
    expect(JSON.stringify(after.orders)).not.toBe(JSON.stringify(before.orders))
    expect(sumOf(before.sales, 'USD', amountOf)).toBe(0)
    expect([2500, 2700]).toContain(sumOf(after.sales, 'USD', amountOf))
    expect(sumOf((await mine(other.seller)).sales, 'USD', amountOf)).toBe(0)
  })

  it('names what runs low: at or below its own threshold', async () => {
    const [market, other] = [await newMarket(), await newMarket()]
    expect((await mine(market.seller)).lowStock).toEqual([])
    const threshold = (lowStockThreshold: number) =>
      call(market.seller, 'PUT', `/products/variants/${market.variantId}/stock/threshold`, { lowStockThreshold })
    ok(await threshold(9))
    expect((await mine(market.seller)).lowStock).toEqual([])
    ok(await threshold(10))
    expect((await mine(market.seller)).lowStock).toMatchObject([
      { variantId: market.variantId, stock: 10, threshold: 10 },
    ])
    await paidOrder(market)
    expect((await mine(market.seller)).lowStock).toMatchObject([
      { variantId: market.variantId, stock: 8, threshold: 10 },
    ])
    const variants = JSON.stringify([{ name: 'Petit', price: '5.00', stock: 3 }])
    const { variants: made } = await publishedProduct(market.seller, await newCategory(), { variants })
    const variantId = made[0].id
    ok(await call(market.seller, 'PUT', `/products/variants/${variantId}/stock/threshold`, { lowStockThreshold: 4 }))
    expect((await mine(market.seller)).lowStock).toMatchObject([
      { variantId, stock: 3, threshold: 4 },
      { variantId: market.variantId, stock: 8 },
    ])
    expect((await mine(other.seller)).lowStock).toEqual([])
  })

  it('is for sellers', async () => {
    ok(await call(await newSeller(), 'GET', '/dashboard/seller'))
    await expectOnly(['SELLER'], ['GET', '/dashboard/seller'])
    expect((await call(guest, 'GET', '/dashboard/seller')).status).toBe(401)
  })
})

describe('the rider’s dashboard', () => {
  const mine = async (as: Person): Promise<Data> => ok(await call(as, 'GET', '/dashboard/rider'))
  it('counts jobs in hand, parcels that arrived and what was earned', async () => {
    const [market, rider, other] = [await newMarket(), await newRider(), await newRider()]
    expect(await mine(rider)).toMatchObject({ delivered: 0, activeJobs: 0 })
    const { delivery } = await readyOrder(market)
    ok(await call(rider, 'POST', `/deliveries/${delivery.id}/accept`))
    expect(await mine(rider)).toMatchObject({ delivered: 0, activeJobs: 1 })
    const order = await deliveredOrder(market, rider)
    expect(await mine(rider)).toMatchObject({ delivered: 1, activeJobs: 1 })
    ok(await actOnOrder(market.buyer, order.id, 'confirm-receipt'))
    expect(sumOf((await mine(rider)).earnings, 'USD', amountOf)).toBe(160)
    const of2020: Data = ok(await call(rider, 'GET', '/dashboard/rider?from=2020-01-01&to=2020-01-31'))
    expect(of2020).toEqual({ delivered: 0, activeJobs: 1, earnings: [] })
    expect(await mine(other)).toMatchObject({ delivered: 0, activeJobs: 0 })
    await expectOnly(['RIDER'], ['GET', '/dashboard/rider'])
  })
})
