import { and, eq, ne, sql } from 'drizzle-orm'
import * as z from 'zod'
import { readTogether, type Write } from '../../../db/client.ts'
import { abortWhen, NOT_FOUND } from '../../../db/guard.ts'
import { counters } from '../../../db/schema/core/counters.ts'
import { orderItems, orders } from '../../../db/schema/orders/orders.ts'
import { sellerProfiles } from '../../../db/schema/shops/profiles.ts'
import { shops } from '../../../db/schema/shops/shops.ts'
import { fail, invalid } from '../../../kernel/failure.ts'
import * as f from '../../../kernel/fields.ts'
import type { Currency } from '../../../kernel/money.ts'
import { onSale } from '../../catalogue/products/on-sale.ts'
import { commit } from '../../core/commit.ts'
import { actorOf, type Ctx } from '../../core/context.ts'
import { requireActiveActor } from '../../core/guards.ts'
import { recordCreation } from '../../core/machine.ts'
import { requireFewPrompts } from '../../money/gateways/prompts.ts'
import { send } from '../../money/gateways/send.ts'
import { Payer } from '../../money/payins/payer.ts'
import { viewPayin } from '../../money/payins/view.ts'
import { rateBetween, selectRatesInForce } from '../../money/rates/between.ts'
import { freezeRates } from '../../money/rates/freeze.ts'
import { deliveryFee } from '../delivery/fee.ts'
import { selectZoneOfShop } from '../delivery/zones.ts'
import { payerOf, payinFor, REFUSED } from './charge.ts'
import { HOLD_MS } from './due.ts'
import { NOT_SOLD, priceLines, selectVariants } from './price.ts'
import { findOrder, selectOrder, toOrderFile } from './queries.ts'
import { requireMethod, requireMinimum } from './shop-terms.ts'
import { holdStock } from './stock.ts'
import { requireFewPromptsOf, requireFewUnpaid } from './unpaid.ts'
import { viewOrder } from './view.ts'

export const PlaceOrder = z.strictObject({
  shopId: f.idIn,
  items: z
    .array(z.strictObject({ variantId: f.idIn, quantity: z.int().min(1).max(999) }))
    .min(1)
    .max(50)
    .refine((items) => new Set(items.map(({ variantId }) => variantId)).size === items.length, {
      error: "Chaque variante ne peut figurer qu'une fois.",
    }),
  fulfillmentMethod: z.enum(['DELIVERY', 'PICKUP']),
  paymentMethod: z.enum(['MOBILE_MONEY']),
  currency: f.priceCurrency,
  deliveryAddress: f.prose(5, 300).optional(),
  note: f.prose(1, 500).optional(),
  ...Payer,
})

/**
 * A buyer orders from one shop: the stock is held for 15 minutes and the payin is sent to the payer's phone (docs/states.md,
 * Order). The order stays payable when the operator refuses the charge.
 * @throws 400 MBIYOPAY_PAYIN_FAILED; 403 OWN_SHOP; 404; 409 INSUFFICIENT_STOCK with the lines, TOO_MANY_UNPAID, and
 *   PAYMENT_IN_PROGRESS or 429 where the phone was asked too often, or its buyer asked too often
 */
export async function placeOrder(ctx: Ctx, input: z.output<typeof PlaceOrder>) {
  const buyer = actorOf(ctx)
  const payer = payerOf(input)
  const isDelivered = input.fulfillmentMethod === 'DELIVERY'
  if (isDelivered && input.deliveryAddress === undefined)
    invalid('deliveryAddress', "L'adresse de livraison est obligatoire.")

  const [shopRows, found, rates, zones] = await readTogether(
    ctx.db,
    ctx.db
      .select({ shop: shops, ownerId: sellerProfiles.userId })
      .from(shops)
      .innerJoin(sellerProfiles, eq(sellerProfiles.id, shops.sellerProfileId))
      .where(and(eq(shops.id, input.shopId), ne(shops.status, 'CLOSED'))),
    selectVariants(ctx, input.items),
    selectRatesInForce(ctx),
    selectZoneOfShop(ctx, input.shopId),
  )
  const { shop, ownerId } = shopRows[0] ?? fail('NOT_FOUND')
  if (ownerId === buyer.id) fail('FORBIDDEN', 'OWN_SHOP')
  if (shop.status !== 'PUBLISHED') fail('NOT_FOUND')
  requireMethod(shop, input.fulfillmentMethod)
  const { lines, subtotalMinor, inShopMinor } = priceLines(input.items, found, shop, input.currency, rates)
  requireMinimum(shop, inShopMinor)
  const deliveryFeeMinor = isDelivered
    ? deliveryFee(zones[0], input.currency, (from, to) => rateBetween(rates, from, to))
    : 0
  const id = ctx.ids.v7()
  const totalMinor = subtotalMinor + deliveryFeeMinor
  const payable = { id, currency: input.currency, totalMinor, rateScaled: null, rateOver: null, rateCurrency: null }
  const { intent, freeze } = payinFor(ctx, payable, payer, rates, 0)
  const row = {
    id,
    number: numberOf(ctx),
    buyerId: buyer.id,
    shopId: shop.id,
    sellerProfileId: shop.sellerProfileId,
    status: 'PENDING_PAYMENT',
    paymentStatus: 'PENDING',
    fulfillmentMethod: input.fulfillmentMethod,
    paymentMethod: input.paymentMethod,
    currency: input.currency,
    deliveryAddress: isDelivered ? (input.deliveryAddress ?? null) : null,
    note: input.note ?? null,
    subtotalMinor,
    deliveryFeeMinor,
    zoneId: isDelivered ? (zones[0]?.id ?? null) : null,
    totalMinor,
    ...freeze,
    holdEndsAt: ctx.now + HOLD_MS,
    dueAt: ctx.now + HOLD_MS,
    createdAt: ctx.now,
    updatedAt: ctx.now,
  } as const
  const [orderRows] = await commit(
    ctx,
    [
      requireActiveActor(ctx),
      abortWhen(ctx.db, NOT_FOUND, isOutOfTrade(shop.id)),
      abortWhen(ctx.db, NOT_SOLD, isGone(ctx, lines)),
      requireFewUnpaid(ctx, buyer.id),
      requireFewPromptsOf(ctx, buyer.id),
      ...requireFewPrompts(ctx, intent.row),
      countOrder(ctx),
      ctx.db.insert(orders).values(row),
      ...lines.map((line) => ctx.db.insert(orderItems).values({ id: ctx.ids.v7(), orderId: id, ...line })),
      ...holdStock(ctx, { id, items: lines }),
      recordCreation(ctx, 'order', id, row.status, 'checkout'),
      ...freezeRates(ctx, rates, [
        ...found.map((variant): Way => [variant.currency, input.currency]),
        ...(isDelivered && zones[0] ? [[zones[0].feeCurrency, input.currency] as Way] : []),
        [input.currency, intent.row.currency],
      ]),
      ...intent.writes,
    ],
    selectOrder(ctx, id),
  )
  const payin = await send(ctx, intent.row)
  if (payin.status === 'failed') fail('MBIYOPAY_PAYIN_FAILED', { message: REFUSED })
  const fresh = payin.status === 'succeeded' ? await findOrder(ctx, id) : orderRows[0] && toOrderFile(orderRows[0])
  return { ...viewOrder(ctx, fresh ?? fail('NOT_FOUND')), payin: viewPayin(payin) }
}

/** A shop that was closed, or whose seller was deleted, blocked or given another role, since it was read. */
const isOutOfTrade = (shopId: string) => sql`NOT EXISTS (
  SELECT 1 FROM shops s JOIN seller_profiles sp ON sp.id = s.seller_profile_id JOIN users u ON u.id = sp.user_id
  WHERE s.id = ${shopId} AND s.status = 'PUBLISHED' AND u.role = 'SELLER' AND u.deleted_at IS NULL AND u.blocked_at IS NULL)`

/** A line that is on sale no more: deleted, taken back or taken down, hidden by a plan, or run out, since it was read. */
const isGone = (ctx: Ctx, lines: { variantId: string }[]) => sql`EXISTS (
  SELECT 1 FROM json_each(${JSON.stringify(lines.map(({ variantId }) => variantId))}) l CROSS JOIN variants v ON v.id = l.value
  CROSS JOIN products p ON p.id = v.product_id WHERE v.deleted_at IS NOT NULL OR NOT (${onSale(ctx, 'p')}))`

type Way = [from: Currency, to: Currency]

const seriesOf = (ctx: Ctx) => `series:orders:${new Date(ctx.now).getUTCFullYear()}`

/** Takes the next number of the year, in the commit that uses it. */
const countOrder = (ctx: Ctx): Write =>
  ctx.db
    .insert(counters)
    .values({ name: seriesOf(ctx), value: 1 })
    .onConflictDoUpdate({ target: counters.name, set: { value: sql`counters.value + 1` } })

const numberOf = (ctx: Ctx) =>
  sql<string>`(SELECT format('CMD-%d-%06d', ${new Date(ctx.now).getUTCFullYear()}, c.value) FROM counters c WHERE c.name = ${seriesOf(ctx)})`
