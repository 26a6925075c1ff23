import { asc, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { once } from '#db/once.ts'
import { ATTEMPT_STATES, type GatewayTransaction } from '#db/schema/money/gateways.ts'
import type { deliveries } from '#db/schema/orders/deliveries.ts'
import { type orderItems, orders } from '#db/schema/orders/orders.ts'
import type { Actor, Ctx } from '#domain/core/context.ts'
import type { NamedShop } from '#domain/shops/shops/card.ts'
import { isStaff } from '#kernel/roles.ts'
import { isInDoubt } from '../refunds/in-doubt.ts'
import type { RefundRow } from '../refunds/refund.ts'
import { type RiderCard, riderCardOf } from '../riders/card.ts'
import { refuseSealed } from '../sealing/require-unsealed.ts'

export type OrderRow = typeof orders.$inferSelect
type Item = Pick<
  typeof orderItems.$inferSelect,
  'id' | 'productId' | 'variantId' | 'name' | 'quantity' | 'unitPriceMinor' | 'lineTotalMinor'
> & { imageKey: string | null }
type DeliveryCard = Pick<typeof deliveries.$inferSelect, 'id' | 'status' | 'riderId' | 'version'> & {
  rider: RiderCard | null
}
/**
 * The payin that pays the order, and not one that goes back beside it: a refund goes to its number. Its amount is the order's share, if it
 * pays several.
 */
export type PaidBy = Pick<
  GatewayTransaction,
  'id' | 'gateway' | 'phone' | 'network' | 'country' | 'amountMinor' | 'currency'
> & {
  /** Whether its operator took it back since: the buyer has the money. */
  isTakenBack?: boolean
  /** Whether people decided that it came, and its operator has not confirmed it: no part of it goes back by itself. */
  isUnconfirmed?: boolean
}

/** An order with the facts that its views show. */
export type OrderCard = OrderRow & {
  items: Item[]
  delivery: DeliveryCard | null
  shop: NamedShop
  buyer: { name: string; email: string; phone: string | null }
}
/** A refund of the order's payment, with the facts that operations on the order need. */
export type OwnRefund = Pick<
  RefundRow,
  | 'id'
  | 'status'
  | 'version'
  | 'amountMinor'
  | 'commissionMinor'
  | 'currency'
  | 'kind'
  | 'gateway'
  | 'phone'
  | 'network'
  | 'country'
  | 'attempt'
  | 'restBy'
  | 'reason'
>
/** An order with all facts that its operations need, from one statement. Its refunds are those that nobody rejected, oldest first. */
export type OrderFile = OrderCard & {
  paidBy: PaidBy | null
  refunds: OwnRefund[]
  sellerUserId: string
  isFeeReleased: boolean
  /** Whether people decided that a refund of its payment failed, and the gateway has not confirmed it: no other refund goes out before. */
  isRefundInDoubt: boolean
}

const itemsJson = sql<string>`(
  SELECT json_group_array(json_object('id', i.id, 'productId', i.product_id, 'variantId', i.variant_id, 'name', i.name,
    'quantity', i.quantity, 'unitPriceMinor', i.unit_price_minor, 'lineTotalMinor', i.line_total_minor, 'imageKey',
    (SELECT g.key FROM product_images g WHERE g.product_id = i.product_id ORDER BY g.position LIMIT 1)))
  FROM order_items i WHERE i.order_id = orders.id)`
const deliveryJson = sql<string | null>`(
  SELECT json_object('id', d.id, 'status', d.status, 'riderId', d.rider_id, 'version', d.version, 'rider',
    ${riderCardOf('d')})
  FROM deliveries d WHERE d.order_id = orders.id)`
/** The payin `g` that pays an order, with its share `w`: not one that goes back beside it, and a standing one before one taken back. */
export const fromPaying = (orderId: string) =>
  sql.raw(`
  FROM payin_shares w CROSS JOIN gateway_transactions g ON g.id = w.payin_id
  WHERE w.order_id = ${orderId} AND ${ATTEMPT_STATES.arrived.inText('g.status')}
    AND NOT EXISTS (SELECT 1 FROM refunds r WHERE r.payin_id = g.id AND r.order_id = ${orderId} AND r.status <> 'REJECTED')
  ORDER BY g.status = 'reversed', g.final_at LIMIT 1`)
const paidByJson = sql<string | null>`(
  SELECT json_object('id', g.id, 'gateway', g.gateway, 'phone', g.phone, 'network', g.network, 'country', g.country,
    'amountMinor', w.amount_minor, 'currency', g.currency, 'isTakenBack', json(iif(g.status = 'reversed', 'true', 'false')),
    'isUnconfirmed', json(iif(g.decided_at IS NOT NULL AND g.agreed_at IS NULL, 'true', 'false')))
  ${fromPaying('orders.id')})`
const refundsJson = sql<string>`(
  SELECT json_group_array(json_object('id', r.id, 'status', r.status, 'version', r.version, 'amountMinor', coalesce(q.amount_minor, r.amount_minor),
    'commissionMinor', r.commission_minor, 'currency', r.currency, 'kind', coalesce(q.kind, r.kind), 'gateway', r.gateway,
    'phone', coalesce(q.phone, r.phone), 'network', coalesce(q.network, r.network), 'country', coalesce(q.country, r.country), 'attempt',
    (SELECT count(*) FROM refund_attempts a WHERE a.refund_id = r.id),
    'restBy', r.rest_by, 'reason', r.reason) ORDER BY r.created_at, r.id)
  FROM refunds r LEFT JOIN refund_requests q ON q.refund_id = r.id AND q.ended_at IS NULL
  WHERE r.order_id = orders.id AND r.payin_id IS NULL AND r.status <> 'REJECTED')`
/** Whether the fee of an order that did not complete was released, to the rider who made the way and to us. */
const isFeeReleased = sql<boolean>`(orders.cancelled_by IN ('RETURN', 'STAFF') AND EXISTS (
  SELECT 1 FROM transfers t WHERE t.from_account = 'order:' || orders.id || ':held' AND t.kind IN ('order:rider', 'order:delivery')))`
const shopJson = sql<string>`(
  SELECT json_object('id', s.id, 'name', s.name, 'slug', s.slug, 'logoKey', s.logo_key) FROM shops s WHERE s.id = orders.shop_id)`
const buyerJson = sql<string>`(
  SELECT json_object('name', b.name, 'email', b.email, 'phone', iif(b.phone_verified_at IS NULL, NULL, b.phone)) FROM users b WHERE b.id = orders.buyer_id)`
const sellerUserId = sql<string>`(SELECT sp.user_id FROM seller_profiles sp WHERE sp.id = orders.seller_profile_id)`

const shown = {
  order: orders,
  items: itemsJson,
  delivery: deliveryJson,
  shop: shopJson.as('shop'),
  buyer: buyerJson.as('buyer'),
}
const needed = {
  paidBy: paidByJson,
  refunds: refundsJson,
  sellerUserId: sellerUserId.as('seller_user_id'),
  isFeeReleased: isFeeReleased.mapWith(Boolean).as('is_fee_released'),
  isRefundInDoubt: sql<boolean>`${isInDoubt(sql`orders.id`, null)}`.mapWith(Boolean).as('is_refund_in_doubt'),
}

/** Orders with the facts that their views show: for lists. */
export const selectOrderCards = (db: Db) => db.select(shown).from(orders).$dynamic()

/** Orders with all facts that their operations need. */
const selectOrders = (db: Db) => db.select({ ...shown, ...needed }).from(orders)

export type Card = Awaited<ReturnType<typeof selectOrderCards>>[number]
type File = Awaited<ReturnType<typeof selectOrders>>[number]

/** Reads a row of `selectOrderCards`: lines, delivery, shop and buyer come as JSON. */
export const toOrderCard = ({ order, items, delivery, shop, buyer }: Card): OrderCard => ({
  ...order,
  items: JSON.parse(items),
  delivery: delivery && JSON.parse(delivery),
  shop: JSON.parse(shop),
  buyer: JSON.parse(buyer),
})

/** Reads a row of `selectOrder` and its like. @throws SealedOrder, so that the order is unsealed and read again */
export function toOrderFile({ paidBy, refunds, ...row }: File): OrderFile {
  const { order, sellerUserId, isFeeReleased, isRefundInDoubt } = row
  refuseSealed(order)
  return {
    ...toOrderCard(row),
    ...{ sellerUserId, isFeeReleased, isRefundInDoubt },
    paidBy: paidBy && JSON.parse(paidBy),
    refunds: JSON.parse(refunds),
  }
}

/** The statement of one order: for `readTogether`, or behind the writes of a commit. */
export const selectOrder = once((db, id: string) => selectOrders(db).where(eq(orders.id, id)))

/** The order with the id that a statement finds. */
export const selectOrderOf = (ctx: Ctx, id: SQL) => selectOrders(ctx.db).where(eq(orders.id, id))

/** The orders that a payin pays. */
export const selectOrdersOfPayin = once((db, payinId: string) =>
  selectOrders(db)
    .where(sql`orders.id IN (SELECT w.order_id FROM payin_shares w WHERE w.payin_id = ${payinId})`)
    .orderBy(asc(orders.id)),
)

/** The orders of a checkout, as they were placed. */
export const selectOrdersOfCheckout = once((db, checkoutId: string) =>
  selectOrders(db).where(eq(orders.checkoutId, checkoutId)).orderBy(asc(orders.id)),
)

/** The order with this id, whoever it belongs to. */
export async function findOrder(ctx: Ctx, id: string): Promise<OrderFile | undefined> {
  const [row] = await selectOrder(ctx.db, id)
  return row && toOrderFile(row)
}

/** Whether an order was ever paid: before that, only its buyer and the team hear of it. */
export const wasPaid = ({ paidCurrency }: Pick<OrderRow, 'paidCurrency'>): boolean => paidCurrency !== null

/** Whether this person may read the buyer's words on an order: seller and rider may after it is paid. */
export function readsWords(actor: Actor, order: OrderCard): boolean {
  const part = partOf(actor, order)
  return part === 'buyer' || part === 'staff' || wasPaid(order)
}

/** The part of a person in an order; undefined for a stranger, for whom it does not exist. */
export function partOf(actor: Actor, order: OrderCard): 'buyer' | 'seller' | 'rider' | 'staff' | undefined {
  if (order.buyerId === actor.id) return 'buyer'
  if (actor.sellerProfileId !== null && order.sellerProfileId === actor.sellerProfileId) return 'seller'
  if (actor.riderId !== null && order.delivery?.riderId === actor.riderId) return 'rider'
  return isStaff(actor.role) ? 'staff' : undefined
}
