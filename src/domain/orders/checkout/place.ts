import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Write } from '../../../db/client.ts'
import { refusedFor } from '../../../db/commit.ts'
import { abortWhen, guard } from '../../../db/guard.ts'
import type { QuotedLine } from '../../../db/schema/orders/carts.ts'
import { fail, invalid } from '../../../kernel/failure.ts'
import * as f from '../../../kernel/fields.ts'
import type { Currency } from '../../../kernel/money.ts'
import { commit } from '../../core/commit.ts'
import { actorOf, type Ctx } from '../../core/context.ts'
import { requireActiveActor } from '../../core/guards.ts'
import { requireFewPrompts } from '../../money/gateways/prompts.ts'
import { payerFields } from '../../money/payins/payer.ts'
import { freezeRates } from '../../money/rates/freeze.ts'
import { requireNoneInClosure } from '../../shops/shops/closed.ts'
import { raiseVersion, requireVersion } from '../cart/change.ts'
import { cartTerms } from '../cart/price-cart.ts'
import { type Charge, chargesFor, payerOf } from '../orders/charge.ts'
import {
  type Draft,
  insertOrders,
  PRICE_MOVED,
  payableOf,
  someGone,
  someOutOfTrade,
  someRepriced,
} from '../orders/new-orders.ts'
import { requireFewPromptsOf, requireFewUnpaid, requireModestHolds } from '../orders/unpaid.ts'
import { type Basket, cartBasket, QUOTE_ORDERED, quotedBasket } from './basket.ts'
import { chargeCheckout } from './charge.ts'
import { selectCheckout, toCheckoutFile } from './queries.ts'
import type { CheckoutView } from './view.ts'

export const PlaceCheckout = z
  .strictObject({
    quoteId: f.idIn.optional(),
    ...cartTerms,
    fulfillmentMethod: cartTerms.fulfillmentMethod.optional(),
    paymentMethod: z.enum(['MOBILE_MONEY']),
    ...payerFields,
  })
  .meta(f.oneOf('quoteId', 'fulfillmentMethod'))
type PlaceCheckout = z.output<typeof PlaceCheckout>

/**
 * Orders what was quoted, or what is in the cart: one order for each shop and one payin for each currency, all or nothing.
 * The stock is held for 15 minutes and what was ordered leaves the cart (docs/states.md, Checkout).
 * @throws 400 when every payin was refused, and by a shop's terms; 403 OWN_SHOP; 404 for a quote or an
 *   address; 409 INSUFFICIENT_STOCK and PRICE_CHANGED with the lines, SHOP_CLOSED, OUT_OF_REACH, for an empty cart, one that was ordered or changed
 *   meanwhile, and TOO_MANY_UNPAID; 410 for an old quote; 409 or 429 where the phone or its buyer was asked too often
 */
export async function placeCheckout(ctx: Ctx, input: PlaceCheckout): Promise<CheckoutView> {
  const payer = payerOf(input)
  const basket = await readBasket(ctx, input)
  const checkoutId = ctx.ids.v7()
  const drafts = draftsOf(ctx, basket)
  const subject = { purpose: 'CHECKOUT', id: checkoutId } as const
  const charges = chargesFor(ctx, subject, drafts.map(payableOf), payer, basket.rates, 0)
  const together = {
    fulfillmentMethod: basket.fulfillmentMethod,
    paymentMethod: input.paymentMethod,
    deliveryAddress: basket.deliveryAddress,
    recipient: basket.recipient,
    note: null,
    checkoutId,
  }
  try {
    const written = await commit(
      ctx,
      [
        ...requireUnchanged(ctx, basket),
        requireFewUnpaid(ctx, actorOf(ctx).id),
        requireFewPromptsOf(ctx, actorOf(ctx).id),
        ...insertOrders(ctx, drafts, charges, together),
        requireModestHolds(ctx, actorOf(ctx).id, payer),
        ...takeFromCart(ctx, basket),
        ...freezeRates(ctx, basket.rates, waysOf(basket, drafts, charges)),
        ...charges.flatMap(({ row, writes }) => [...requireFewPrompts(ctx, row), ...writes]),
      ],
      ...selectCheckout(ctx, checkoutId),
    )
    return await chargeCheckout(ctx, checkoutId, charges, toCheckoutFile(ctx, ...written))
  } catch (error) {
    // Whatever went, moved or closed since it was read is named.
    const isNamed = (['INSUFFICIENT_STOCK', 'PRICE_CHANGED', 'SHOP_CLOSED'] as const).some((why) =>
      refusedFor(error, why),
    )
    if (isNamed) await readBasket(ctx, input)
    throw error
  }
}

function readBasket(ctx: Ctx, { quoteId, fulfillmentMethod, ...terms }: PlaceCheckout): Promise<Basket> {
  const { addressId, deliveryAddress, currency } = terms
  if (quoteId === undefined) {
    return fulfillmentMethod === undefined
      ? invalid('fulfillmentMethod', 'Donnez quoteId, ou comment le panier est livré.')
      : cartBasket(ctx, { fulfillmentMethod, addressId, deliveryAddress, currency })
  }
  if ([fulfillmentMethod, addressId, deliveryAddress, currency].some((given) => given !== undefined))
    invalid('quoteId', 'Donnez quoteId, ou ce que demande un devis, pas les deux.')
  return quotedBasket(ctx, quoteId)
}

/** The orders, in the order of the cart: ids of one moment sort at random. */
function draftsOf(ctx: Ctx, { groups, shops }: Basket): Draft[] {
  const ids = groups.map(() => ctx.ids.v7()).sort()
  return groups.map((group, i) => ({
    ...group,
    id: ids[i] ?? ctx.ids.v7(),
    zoneId: group.zoneId ?? null,
    shop: shops.find(({ id }) => id === group.shopId) ?? fail('NOT_FOUND'),
  }))
}

const QUOTE_USED = guard('QUOTE_USED', 'CONFLICT', QUOTE_ORDERED)
const BASKET_GONE = guard('BASKET_GONE', 'CONFLICT', {
  message: 'Des articles du panier ne peuvent plus être commandés. Relisez votre panier.',
})

const linesOf = ({ groups }: Basket): QuotedLine[] => groups.flatMap(({ lines }) => lines)
const asParameter = (basket: Basket) =>
  JSON.stringify(linesOf(basket).map(({ variantId, quantity }) => ({ variantId, quantity })))

/**
 * Everything is as it was when it was read: the quote, or the cart, what is on sale, and every price. A shop's minimum and
 * methods and a zone's fee are those of the moment they were read, as a quote promises them for 15 minutes: not held here.
 */
function requireUnchanged(ctx: Ctx, basket: Basket): Write[] {
  const { quoteId, cartVersion } = basket
  const isUsed = sql`NOT EXISTS (SELECT 1 FROM quotes q WHERE q.id = ${quoteId} AND q.used_at IS NULL)`
  return [
    requireActiveActor(ctx),
    ...(quoteId === null ? requireVersion(ctx, cartVersion) : [abortWhen(ctx.db, QUOTE_USED, isUsed)]),
    abortWhen(ctx.db, BASKET_GONE, someOutOfTrade(basket.shops.map(({ id }) => id))),
    requireNoneInClosure(
      ctx,
      basket.shops.map(({ id }) => id),
    ),
    abortWhen(ctx.db, BASKET_GONE, someGone(ctx, linesOf(basket))),
    abortWhen(ctx.db, PRICE_MOVED, someRepriced(linesOf(basket))),
  ]
}

/**
 * What was ordered leaves the cart, and what came to it since stays. Every quote of that person is used with it: one of
 * another version would have the same pieces paid twice.
 */
function takeFromCart(ctx: Ctx, basket: Basket): Write[] {
  const { id } = actorOf(ctx)
  const lines = asParameter(basket)
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

type Way = [from: Currency, to: Currency]

/** What is counted with rates: the goods, the fees, and what a phone is asked for. */
const waysOf = ({ groups }: Basket, drafts: Draft[], charges: Charge[]): Way[] => [
  ...groups.flatMap(({ lines, currency, feeCurrency, deliveryFeeMinor }) => [
    ...lines.map(({ priceCurrency }): Way => [priceCurrency, currency]),
    ...(feeCurrency && deliveryFeeMinor > 0 ? [[feeCurrency, currency] as Way] : []),
  ]),
  ...charges.flatMap(({ row, freezes }) =>
    drafts.filter(({ id }) => freezes.has(id)).map(({ currency }): Way => [currency, row.currency]),
  ),
]
