import { and, eq, ne } from 'drizzle-orm'
import * as z from 'zod'
import { readTogether } from '../../../db/client.ts'
import { abortWhen, NOT_FOUND } from '../../../db/guard.ts'
import { sellerProfiles } from '../../../db/schema/shops/profiles.ts'
import { shops } from '../../../db/schema/shops/shops.ts'
import { fail, invalid } from '../../../kernel/failure.ts'
import * as f from '../../../kernel/fields.ts'
import type { Currency } from '../../../kernel/money.ts'
import { commit } from '../../core/commit.ts'
import { actorOf, type Ctx } from '../../core/context.ts'
import { requireActiveActor } from '../../core/guards.ts'
import { requireFewPrompts } from '../../money/gateways/prompts.ts'
import { payerFields } from '../../money/payins/payer.ts'
import { viewPayin } from '../../money/payins/view.ts'
import { rateBetween, selectRatesInForce } from '../../money/rates/between.ts'
import { freezeRates } from '../../money/rates/freeze.ts'
import { naming, refuseInClosure, requireNoneInClosure } from '../../shops/shops/closed.ts'
import { feeIn } from '../delivery/fee.ts'
import { deliveryColumns, requireReach } from '../delivery/reach.ts'
import { chargesFor, payerOf, sendCharges } from './charge.ts'
import { insertOrders, PRICE_MOVED, payableOf, someGone, someOutOfTrade, someRepriced } from './new-orders.ts'
import { NOT_SOLD, priceLines, selectVariants, type Variant } from './price.ts'
import { findOrder, selectOrder, toOrderFile } from './queries.ts'
import { requireMethod, requireMinimum } from './shop-terms.ts'
import { requireFewPromptsOf, requireFewUnpaid, requireModestHolds } from './unpaid.ts'
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
  ...payerFields,
})

/**
 * A buyer orders from one shop: the stock is held for 15 minutes and the payin is sent to the payer's phone (docs/states.md,
 * Order). The order stays payable when the operator refuses the charge.
 * @throws 400 when the operator refused; 403 OWN_SHOP; 404; 409 SHOP_CLOSED, OUT_OF_REACH, INSUFFICIENT_STOCK with the lines, PRICE_CHANGED by a seller who was
 *   quicker, TOO_MANY_UNPAID, and PAYMENT_IN_PROGRESS or 429 where the phone was asked too often, or its buyer asked too often
 */
export async function placeOrder(ctx: Ctx, input: z.output<typeof PlaceOrder>) {
  const buyer = actorOf(ctx)
  const payer = payerOf(input)
  const isDelivered = input.fulfillmentMethod === 'DELIVERY'
  if (isDelivered && input.deliveryAddress === undefined)
    invalid('deliveryAddress', "L'adresse de livraison est obligatoire.")

  const [shopRows, found, rates] = await readTogether(
    ctx.db,
    ctx.db
      .select({ shop: shops, ownerId: sellerProfiles.userId, ...deliveryColumns() })
      .from(shops)
      .innerJoin(sellerProfiles, eq(sellerProfiles.id, shops.sellerProfileId))
      .where(and(eq(shops.id, input.shopId), ne(shops.status, 'CLOSED'))),
    selectVariants(ctx, input.items),
    selectRatesInForce(ctx),
  )
  const shopRow = shopRows[0] ?? fail('NOT_FOUND')
  const { shop, ownerId } = shopRow
  if (ownerId === buyer.id) fail('FORBIDDEN', 'OWN_SHOP')
  if (shop.status !== 'PUBLISHED') fail('NOT_FOUND')
  requireMethod(shop, input.fulfillmentMethod)
  refuseInClosure(ctx, [shop])
  const { lines, subtotalMinor, inShopMinor } = priceLines(input.items, found, shop, input.currency, rates)
  requireMinimum(shop, inShopMinor)
  const way = isDelivered ? requireReach(shopRow, 'own city', input.currency) : undefined
  const deliveryFeeMinor = way ? feeIn(input.currency, way, (from, to) => rateBetween(rates, from, to)) : 0
  const zoneId = way?.zoneId ?? null
  const draft = { id: ctx.ids.v7(), shop, currency: input.currency, subtotalMinor, deliveryFeeMinor, zoneId, lines }
  const { id } = draft
  const charges = chargesFor(ctx, { purpose: 'ORDER', id }, [payableOf(draft)], payer, rates, 0)
  const writes = [
    requireActiveActor(ctx),
    abortWhen(ctx.db, NOT_FOUND, someOutOfTrade([shop.id])),
    requireNoneInClosure(ctx, [shop.id]),
    abortWhen(ctx.db, NOT_SOLD, someGone(ctx, lines)),
    abortWhen(ctx.db, PRICE_MOVED, someRepriced(found.map(asRead))),
    requireFewUnpaid(ctx, buyer.id),
    requireFewPromptsOf(ctx, buyer.id),
    ...insertOrders(ctx, [draft], charges, {
      fulfillmentMethod: input.fulfillmentMethod,
      paymentMethod: input.paymentMethod,
      deliveryAddress: isDelivered ? (input.deliveryAddress ?? null) : null,
      recipient: null,
      note: input.note ?? null,
      checkoutId: null,
    }),
    requireModestHolds(ctx, buyer.id, payer),
    ...freezeRates(ctx, rates, [
      ...found.map((variant): Way => [variant.currency, input.currency]),
      ...(way ? [[way.feeCurrency, input.currency] as Way] : []),
      ...charges.map(({ row }): Way => [input.currency, row.currency]),
    ]),
    ...charges.flatMap(({ row, writes }) => [...requireFewPrompts(ctx, row), ...writes]),
  ]
  const [orderRows] = await naming(ctx, [shop.id], () => commit(ctx, writes, selectOrder(ctx, id)))
  const [payin] = await sendCharges(ctx, charges)
  if (!payin) fail('NOT_FOUND')
  const fresh = payin.status === 'succeeded' ? await findOrder(ctx, id) : orderRows[0] && toOrderFile(orderRows[0])
  return { ...viewOrder(ctx, fresh ?? fail('NOT_FOUND')), payin: viewPayin(payin) }
}

const asRead = ({ id, priceMinor, currency }: Variant) => ({ variantId: id, priceMinor, priceCurrency: currency })

type Way = [from: Currency, to: Currency]
