import * as z from 'zod'
import { readTogether } from '#db/client.ts'
import { NOT_FOUND } from '#db/guard.ts'
import type { Ctx } from '#domain/core/context.ts'
import { payerFields } from '#domain/money/payins/payer.ts'
import { viewPayin } from '#domain/money/payins/view.ts'
import { selectRatesInForce } from '#domain/money/rates/between.ts'
import { linesUpTo } from '#domain/orders/cart/fields.ts'
import { naming } from '#domain/shops/shops/closed.ts'
import { fail } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { commitBasket } from '../basket/commit-basket.ts'
import { NOT_SOLD, selectVariants } from '../basket/price.ts'
import { priceGroup, refuseOwnShop, selectShopToBuyFrom } from '../basket/price-group.ts'
import { destinationOf, purchaseTerms, requireAddress } from '../basket/terms.ts'
import { payerOf, sendCharges } from '../payins/charge.ts'
import { findOrder, selectOrder, toOrderFile } from '../queries.ts'
import { viewOrder } from '../view.ts'

export const PlaceOrder = z.strictObject({
  shopId: f.idIn,
  items: linesUpTo(50).min(1),
  ...purchaseTerms,
  currency: f.priceCurrency,
  note: f.prose(1, 500).optional(),
  ...payerFields,
})

/**
 * A buyer orders from one shop: the stock is reserved for 15 minutes and the payin is sent to the payer's phone (docs/states.md,
 * Order). The order stays payable when the operator refuses the charge.
 * @throws 400 when the operator refused; 403 OWN_SHOP; 404; 409 SHOP_CLOSED, OUT_OF_REACH, INSUFFICIENT_STOCK with the lines, PRICE_CHANGED by a seller who was
 *   quicker, TOO_MANY_UNPAID, and PAYMENT_IN_PROGRESS or 429 if the phone was asked too often, or its buyer asked too often
 */
export async function placeOrder(ctx: Ctx, input: z.output<typeof PlaceOrder>) {
  const payer = payerOf(input)
  requireAddress(input)

  const [[found], variants, rates] = await readTogether(
    ctx.db,
    selectShopToBuyFrom(ctx, input.shopId),
    selectVariants(ctx, input.items),
    selectRatesInForce(ctx),
  )
  if (!found) fail('NOT_FOUND')
  const { shop } = found
  refuseOwnShop(ctx, [found])
  if (shop.status !== 'PUBLISHED') fail('NOT_FOUND')
  const wanted = input.items.map((item, place) => ({ ...item, place }))
  const group = priceGroup(ctx, { wanted, variants }, found, rates, { ...input, to: 'own city' })
  const { fulfillmentMethod, paymentMethod, note = null } = input
  const basket = { groups: [group], shops: [shop], rates, fulfillmentMethod, ...destinationOf(input) }

  const id = ctx.ids.v7()
  const subject = { purpose: 'ORDER', id } as const
  const purchase = { subject, payer, paymentMethod, note, gone: { shop: NOT_FOUND, line: NOT_SOLD } }
  const { charges, answers } = await naming(ctx, [shop.id], () =>
    commitBasket(ctx, basket, purchase, selectOrder(ctx.db, id)),
  )
  const [payin] = await sendCharges(ctx, charges)
  if (!payin) fail('NOT_FOUND')
  const [[row]] = answers
  const fresh = payin.status === 'succeeded' ? await findOrder(ctx, id) : row && toOrderFile(row)
  return { ...viewOrder(ctx, fresh ?? fail('NOT_FOUND')), payin: viewPayin(payin) }
}
