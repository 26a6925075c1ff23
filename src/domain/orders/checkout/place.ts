import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Write } from '#db/client.ts'
import { refusedFor } from '#db/commit.ts'
import { abortWhen, guard } from '#db/guard.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { payerFields } from '#domain/money/payins/payer.ts'
import { invalid } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { raiseVersion, requireVersion } from '../cart/change.ts'
import { cartTerms } from '../cart/price-cart.ts'
import { commitBasket } from '../orders/basket/commit-basket.ts'
import { purchaseTerms } from '../orders/basket/terms.ts'
import { payerOf } from '../orders/payins/charge.ts'
import { type CartBasket, cartBasket, QUOTE_ORDERED, quotedBasket } from './basket.ts'
import { chargeCheckout } from './charge.ts'
import { selectCheckout, toCheckoutFile } from './queries.ts'
import type { CheckoutView } from './view.ts'

export const PlaceCheckout = z
  .strictObject({
    quoteId: f.idIn.optional(),
    ...cartTerms,
    fulfillmentMethod: cartTerms.fulfillmentMethod.optional(),
    paymentMethod: purchaseTerms.paymentMethod,
    ...payerFields,
  })
  .meta(f.oneOf('quoteId', 'fulfillmentMethod'))
type PlaceCheckout = z.output<typeof PlaceCheckout>

/**
 * Orders a quote, or the cart: one order for each shop and one payin for each currency, all or nothing. The stock is reserved for 15 minutes,
 * and the ordered lines leave the cart (docs/states.md, Checkout).
 * @throws 400 if every payin was refused, and by a shop's terms; 403 OWN_SHOP; 404 for a quote or an address; 409 INSUFFICIENT_STOCK and
 *   PRICE_CHANGED with the lines, SHOP_CLOSED, OUT_OF_REACH, for an empty cart, one that was ordered or changed meanwhile, and
 *   TOO_MANY_UNPAID; 410 for an old quote; 409 or 429 if the phone or its buyer was asked too often
 */
export async function placeCheckout(ctx: Ctx, input: PlaceCheckout): Promise<CheckoutView> {
  const payer = payerOf(input)
  const basket = await readBasket(ctx, input)
  const checkoutId = ctx.ids.v7()
  const purchase = {
    subject: { purpose: 'CHECKOUT' as const, id: checkoutId },
    payer,
    paymentMethod: input.paymentMethod,
    note: null,
    gone: { shop: BASKET_GONE, line: BASKET_GONE },
    source: { guards: requireUnchanged(ctx, basket), writes: takeFromCart(ctx, basket) },
  }
  try {
    const { charges, answers } = await commitBasket(ctx, basket, purchase, ...selectCheckout(ctx, checkoutId))
    return await chargeCheckout(ctx, checkoutId, charges, toCheckoutFile(ctx, ...answers))
  } catch (error) {
    // The second read names the lines that changed, and the shops that closed, since the first.
    const isNamed = (['INSUFFICIENT_STOCK', 'PRICE_CHANGED', 'SHOP_CLOSED'] as const).some((why) =>
      refusedFor(error, why),
    )
    if (isNamed) await readBasket(ctx, input)
    throw error
  }
}

function readBasket(ctx: Ctx, { quoteId, ...input }: PlaceCheckout): Promise<CartBasket> {
  const { fulfillmentMethod } = input
  if (quoteId === undefined) {
    return fulfillmentMethod === undefined
      ? invalid('fulfillmentMethod', 'Donnez quoteId, ou comment le panier est livré.')
      : cartBasket(ctx, { ...input, fulfillmentMethod })
  }
  if (namesOfTerms.some((name) => input[name] !== undefined))
    invalid('quoteId', 'Donnez quoteId, ou ce que demande un devis, pas les deux.')
  return quotedBasket(ctx, quoteId)
}

const namesOfTerms = Object.keys(cartTerms) as (keyof typeof cartTerms)[]

const QUOTE_USED = guard('QUOTE_USED', 'CONFLICT', QUOTE_ORDERED)
const BASKET_GONE = guard('BASKET_GONE', 'CONFLICT', {
  message: 'Des articles du panier ne peuvent plus être commandés. Relisez votre panier.',
})

/** Refuses the commit if the quote, or the cart, changed since it was read. */
function requireUnchanged(ctx: Ctx, { quoteId, cartVersion }: CartBasket): Write[] {
  if (quoteId === null) return requireVersion(ctx, cartVersion)
  const isUsed = sql`NOT EXISTS (SELECT 1 FROM quotes q WHERE q.id = ${quoteId} AND q.used_at IS NULL)`
  return [abortWhen(ctx.db, QUOTE_USED, isUsed)]
}

/**
 * Takes the ordered lines from the cart; lines and quantities that came since stay. It uses up every quote of the person: another quote
 * could order the same goods twice.
 */
function takeFromCart(ctx: Ctx, { groups }: CartBasket): Write[] {
  const { id } = actorOf(ctx)
  const lines = JSON.stringify(
    groups.flatMap((group) => group.lines.map(({ variantId, quantity }) => ({ variantId, quantity }))),
  )
  return [
    ctx.db.run(sql`
      UPDATE quotes SET used_at = ${ctx.now} WHERE user_id = ${id} AND used_at IS NULL`),
    ctx.db.run(sql`
      DELETE FROM cart_items WHERE user_id = ${id} AND EXISTS (
        SELECT 1 FROM json_each(${lines}) l
        WHERE l.value ->> 'variantId' = cart_items.variant_id AND l.value ->> 'quantity' >= cart_items.quantity)`),
    ctx.db.run(sql`
      UPDATE cart_items SET quantity = cart_items.quantity - (l.value ->> 'quantity'), updated_at = ${ctx.now}
      FROM json_each(${lines}) l
      WHERE cart_items.user_id = ${id} AND cart_items.variant_id = l.value ->> 'variantId'`),
    raiseVersion(ctx),
  ]
}
