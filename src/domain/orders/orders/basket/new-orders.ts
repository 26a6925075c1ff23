import { sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { abortOnce, type Guard, guard } from '#db/guard.ts'
import type { QuotedGroup, QuotedLine } from '#db/schema/orders/carts.ts'
import { orders } from '#db/schema/orders/orders.ts'
import { isPublicShop } from '#db/schema/shops/shops.ts'
import { onSale } from '#domain/catalogue/products/search/on-sale.ts'
import { dayQuota, withinDayByRows } from '#domain/core/codes/day-quota.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { recordCreation } from '#domain/core/machine.ts'
import { lastNumber, takeNumbers } from '#domain/core/series.ts'
import { ORDER_LINES_A_DAY } from '#kernel/limits.ts'
import { HOLD_MS } from '../clock/due.ts'
import { type Charge, freezeOn, type Payable } from '../payins/charge.ts'
import { reserveStock } from '../stock.ts'
import { totalOfGroup } from './price-group.ts'

const ORDERS = { name: 'orders', prefix: 'CMD' }

/** An order that is about to be placed in one shop. */
export type Draft = QuotedGroup & { id: string; sellerProfileId: string }

/** Columns that all orders of a checkout share. */
export type SharedColumns = Pick<
  typeof orders.$inferSelect,
  'fulfillmentMethod' | 'paymentMethod' | 'deliveryAddress' | 'recipient' | 'note' | 'checkoutId'
>

/** A draft for its charge: no rate is frozen on it yet. */
export const payableOf = (draft: Draft): Payable => ({
  id: draft.id,
  currency: draft.currency,
  totalMinor: totalOfGroup(draft),
  rateScaled: null,
  rateOver: null,
  rateCurrency: null,
})

/**
 * Places orders of the person who asks, each with the next number of the year and its lines, and reserves their stock for 15 minutes. The
 * CHECK on reserved stock refuses more than there is.
 * @throws 429 above the lines of a day
 */
export function insertOrders(ctx: Ctx, drafts: Draft[], charges: Charge[], together: SharedColumns): Write[] {
  const lines = JSON.stringify(
    drafts.flatMap(({ id: orderId, lines }) => lines.map((line) => ({ id: ctx.ids.v7(), orderId, ...line }))),
  )
  return [
    takeNumbers(ctx, ORDERS, drafts.length),
    ...drafts.flatMap((draft, i) => [
      ctx.db.insert(orders).values({
        ...rowOf(ctx, draft, together),
        ...freezeOn(charges, draft.id),
        number: lastNumber(ctx, ORDERS, drafts.length - 1 - i),
      }),
      recordCreation(ctx, 'order', draft.id, 'PENDING_PAYMENT', 'checkout'),
    ]),
    insertItems(ctx, lines),
    ...withinDayByRows(ctx, dayQuota(ctx, 'order lines', ORDER_LINES_A_DAY)),
    ...reserveStock(ctx, ...drafts.map(({ id, lines: items }) => ({ id, items }))),
  ]
}

const rowOf = (ctx: Ctx, draft: Draft, together: SharedColumns) => ({
  ...together,
  id: draft.id,
  buyerId: actorOf(ctx).id,
  shopId: draft.shopId,
  sellerProfileId: draft.sellerProfileId,
  status: 'PENDING_PAYMENT' as const,
  paymentStatus: 'PENDING' as const,
  currency: draft.currency,
  subtotalMinor: draft.subtotalMinor,
  deliveryFeeMinor: draft.deliveryFeeMinor,
  zoneId: draft.zoneId ?? null,
  totalMinor: totalOfGroup(draft),
  holdEndsAt: ctx.now + HOLD_MS,
  dueAt: ctx.now + HOLD_MS,
  createdAt: ctx.now,
  updatedAt: ctx.now,
})

const insertItems = (ctx: Ctx, lines: string): Write =>
  ctx.db.run(sql`
    INSERT INTO order_items (id, order_id, product_id, variant_id, name, quantity, unit_price_minor, line_total_minor)
    SELECT l.value ->> 'id', l.value ->> 'orderId', l.value ->> 'productId', l.value ->> 'variantId', l.value ->> 'name',
      l.value ->> 'quantity', l.value ->> 'unitPriceMinor', l.value ->> 'lineTotalMinor'
    FROM json_each(${lines}) l`)

/**
 * Refuses shops that are no longer public, or whose seller was deleted, blocked or given another role, since they were read. Only a public shop
 * takes new orders; a shop at rest keeps those that it has, so late money has a weaker rule (settle-payin.ts).
 */
export const requireInTrade = (ctx: Ctx, gone: Guard, shopIds: string[]): Write =>
  abortOutOfTrade(ctx.db, gone, JSON.stringify(shopIds))

const abortOutOfTrade = abortOnce(
  (shopIds: string) => sql`EXISTS (
  SELECT 1 FROM json_each(${shopIds}) l WHERE NOT EXISTS (
    SELECT 1 FROM shops s JOIN seller_profiles sp ON sp.id = s.seller_profile_id JOIN users u ON u.id = sp.user_id
    WHERE s.id = l.value AND ${isPublicShop('s')} AND u.role = 'SELLER' AND u.deleted_at IS NULL AND u.blocked_at IS NULL))`,
)

const PRICE_MOVED = guard('PRICE_MOVED', 'CONFLICT', { reason: 'PRICE_CHANGED' })

/** Refuses lines whose price, in amount or currency, has changed since it was read: nobody pays a price that they have not seen. */
export function requireSamePrices(
  ctx: Ctx,
  lines: Pick<QuotedLine, 'variantId' | 'priceMinor' | 'priceCurrency'>[],
): Write {
  const read = lines.map(({ variantId, priceMinor, priceCurrency }) => ({ variantId, priceMinor, priceCurrency }))
  return abortRepriced(ctx.db, PRICE_MOVED, JSON.stringify(read))
}

const abortRepriced = abortOnce(
  (lines: string) => sql`EXISTS (
    SELECT 1 FROM json_each(${lines}) l CROSS JOIN variants v ON v.id = l.value ->> 'variantId'
    CROSS JOIN products p ON p.id = v.product_id
    WHERE v.price_minor <> l.value ->> 'priceMinor' OR p.currency <> l.value ->> 'priceCurrency')`,
)

/** Refuses lines that are no longer on sale, since they were read: deleted, taken back or down, hidden by a plan, or sold out. */
export const requireOnSale = (ctx: Ctx, gone: Guard, lines: { variantId: string }[]): Write =>
  abortOffSale(ctx.db, gone, JSON.stringify(lines.map(({ variantId }) => variantId)), ctx.now)

const abortOffSale = abortOnce(
  (variantIds: string, now: number) => sql`EXISTS (
  SELECT 1 FROM json_each(${variantIds}) l CROSS JOIN variants v ON v.id = l.value
  CROSS JOIN products p ON p.id = v.product_id WHERE v.deleted_at IS NOT NULL OR NOT (${onSale({ now }, 'p')}))`,
)
