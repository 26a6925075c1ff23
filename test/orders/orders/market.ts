import { env } from 'cloudflare:workers'
import { expect } from 'vitest'
import { type Answer, type Caller, call, freshPhone, signUp } from '../../api.ts'
import { newPlace, newSeller, published, type Seller, variant } from '../../catalogue/products/market.ts'
import { approve, until } from '../../sandbox.ts'

type Person = NonNullable<Caller>
export type Market = { seller: Seller; buyer: Person; productId: string; variantId: string }

/** A seller whose shop sells one product at 12.50 USD, ten in stock, and somebody who wants to buy it. */
export async function newMarket(
  more: Record<string, unknown> = {},
  fields: Record<string, string> = {},
): Promise<Market> {
  const [seller, place, buyer] = [await newSeller(), await newPlace(), await signUp()]
  await env.DB.prepare(`UPDATE shops SET delivery_methods = '["DELIVERY","PICKUP"]' WHERE id = ?`)
    .bind(seller.shopId)
    .run()
  const product = await published(seller, place, { variants: JSON.stringify([variant(more)]), ...fields })
  return { seller, buyer, productId: product.id, variantId: product.variants[0].id }
}

export const orderBody = ({ seller, variantId }: Market, more: Record<string, unknown> = {}) => ({
  shopId: seller.shopId,
  items: [{ variantId, quantity: 2 }],
  fulfillmentMethod: 'DELIVERY',
  paymentMethod: 'MOBILE_MONEY',
  currency: 'USD',
  deliveryAddress: '12, avenue de la Paix, Bukavu',
  payerPhoneNumber: freshPhone(),
  network: 'vodacom',
  countryCode: 'CD',
  ...more,
})

export const order = (market: Market, more?: Record<string, unknown>): Promise<Answer> =>
  call(market.buyer, 'POST', '/orders', orderBody(market, more))

/** An order that was paid and waits for its seller. */
export async function paidOrder(market: Market, more: Record<string, unknown> = {}) {
  const payerPhoneNumber = freshPhone()
  const placed = await order(market, { payerPhoneNumber, ...more })
  expect(placed.status, JSON.stringify(placed.error)).toBe(201)
  await approve(String(more.payerPhoneNumber ?? payerPhoneNumber))
  const paid = await call(market.buyer, 'GET', `/orders/${placed.data.id}`)
  expect(paid.data).toMatchObject({ status: 'PENDING_SELLER_REVIEW', paymentStatus: 'PAID' })
  return { ...paid.data, payerPhoneNumber: more.payerPhoneNumber ?? payerPhoneNumber }
}

export const act = (who: Caller, id: string, action: string, body?: unknown) =>
  call(who, 'POST', `/orders/${id}/${action}`, body)

/** An accepted order, its seller's step done. */
export async function readyOrder(market: Market, more?: Record<string, unknown>) {
  const paid = await paidOrder(market, more)
  expect((await act(market.seller, paid.id, 'accept')).status).toBe(200)
  expect((await act(market.seller, paid.id, 'prepare')).status).toBe(200)
  const ready = await act(market.seller, paid.id, 'ready')
  expect(ready.status).toBe(200)
  return { ...paid, ...ready.data }
}

/** A rider who may take jobs anywhere. */
export async function newRider(): Promise<Person> {
  const rider = await signUp('RIDER')
  await env.DB.prepare('UPDATE users SET phone = ?, phone_verified_at = 1 WHERE id = ?')
    .bind(freshPhone('555'), rider.id)
    .run()
  const applied = await call(rider, 'POST', '/riders/apply', { vehicleType: 'MOTO', vehiclePlate: 'BKV 12' })
  expect(applied.status, JSON.stringify(applied.error)).toBe(201)
  expect((await call(await signUp('SUPPORT'), 'POST', `/riders/${applied.data.id}/approve`)).status).toBe(200)
  expect((await call(rider, 'POST', '/riders/me/availability', { availability: 'ONLINE' })).status).toBe(200)
  return rider
}

/** An order that the rider has put into the buyer's hands. */
export async function deliveredOrder(market: Market, rider?: Person, more?: Record<string, unknown>) {
  const who = rider ?? (await newRider())
  const ready = await readyOrder(market, more)
  expect((await call(who, 'POST', `/deliveries/${ready.delivery.id}/accept`)).status).toBe(200)
  expect((await call(who, 'POST', `/deliveries/${ready.delivery.id}/pickup`, { code: ready.pickupCode })).status).toBe(
    200,
  )
  const { data: tracking } = await call(market.buyer, 'GET', `/orders/${ready.id}/tracking`)
  const delivered = await call(who, 'POST', `/deliveries/${ready.delivery.id}/deliver`, { code: tracking.dropoffCode })
  expect(delivered.status, JSON.stringify(delivered.error)).toBe(200)
  return { ...ready, rider: who }
}

/** The balance of a ledger account, in minor units. */
export const balance = async (code: string, currency = 'USD') =>
  (
    await env.DB.prepare('SELECT balance_minor AS b FROM accounts WHERE code = ? AND currency = ?')
      .bind(code, currency)
      .first<{ b: number }>()
  )?.b ?? 0

export const stockOf = async (variantId: string) =>
  env.DB.prepare('SELECT stock, held FROM variants WHERE id = ?')
    .bind(variantId)
    .first<{ stock: number; held: number }>()

export const refundOf = async (orderId: string) =>
  env.DB.prepare('SELECT id, status, amount_minor AS amountMinor, currency FROM refunds WHERE order_id = ?')
    .bind(orderId)
    .first<{ id: string; status: string; amountMinor: number; currency: string }>()

/** The refund of an order once it has been sent and waits on the buyer's phone. */
export const sentRefund = (orderId: string) =>
  until(
    async () =>
      env.DB.prepare(
        `SELECT g.external_id AS id FROM gateway_transactions g JOIN refunds r ON r.id = g.subject_id
         WHERE r.order_id = ? AND g.external_id IS NOT NULL AND g.status = 'pending'`,
      )
        .bind(orderId)
        .first<{ id: string }>(),
    'the refund was sent',
  )
