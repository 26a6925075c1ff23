import { and, eq, gt, gte, isNotNull, sql } from 'drizzle-orm'
import { readTogether } from '#db/client.ts'
import { isBroken } from '#db/guard.ts'
import { carts, type QuotedGroup, quotes } from '#db/schema/orders/carts.ts'
import { orders } from '#db/schema/orders/orders.ts'
import { shops } from '#db/schema/shops/shops.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { selectRatesInForce } from '#domain/money/rates/between.ts'
import { refuseInClosure } from '#domain/shops/shops/closed.ts'
import { type FieldError, fail } from '#kernel/failure.ts'
import { MINUTE_MS } from '#kernel/time.ts'
import { type CartTerms, priceCart } from '../cart/price-cart.ts'
import { CART_EMPTY } from '../cart/price-groups.ts'
import type { Basket } from '../orders/basket/commit-basket.ts'
import { selectVariantsIn, type Variant } from '../orders/basket/price.ts'

/** The cart of the person who asks, or a quote of it, as it is ordered. */
export type CartBasket = Basket & {
  /** The version of the cart that was read or quoted. */
  cartVersion: number
  /** The quote; null for a cart that is ordered as it is. */
  quoteId: string | null
}

/** Reads the cart of the person who asks, at the prices that they have seen. @throws 400, 403, 404, 409 */
export async function cartBasket(ctx: Ctx, terms: CartTerms): Promise<CartBasket> {
  const {
    version,
    items,
    shops: found,
    rates,
    groups,
    place,
  } = await priceCart(ctx, terms).catch(async (error) => {
    if (isBroken(error, CART_EMPTY)) await refuseOrdered(ctx)
    throw error
  })
  refuseMoved(items.map(({ isRepriced, name }) => isRepriced === 1 && name))
  return {
    groups,
    shops: found.map(({ shop }) => shop),
    rates,
    fulfillmentMethod: terms.fulfillmentMethod,
    deliveryAddress: place.deliveryAddress,
    recipient: place.recipient,
    cartVersion: version,
    quoteId: null,
  }
}

/** Time in which a person who repeats a checkout, because its answer was lost, is told that the cart was ordered, in ms. */
const LOST_ANSWER_MS = 15 * MINUTE_MS

/** Refuses as ordered an empty cart that was ordered just now and not touched since: the answer may have been lost. */
async function refuseOrdered(ctx: Ctx): Promise<void> {
  const { id } = actorOf(ctx)
  const [ordered] = await ctx.db
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(carts, eq(carts.userId, orders.buyerId))
    .where(
      and(
        eq(orders.buyerId, id),
        isNotNull(orders.checkoutId),
        gt(orders.createdAt, ctx.now - LOST_ANSWER_MS),
        gte(orders.createdAt, carts.updatedAt),
      ),
    )
    .limit(1)
  if (ordered) fail('CONFLICT', QUOTE_ORDERED)
}

const LINES = (id: string) =>
  sql`FROM quotes q, json_each(q.groups) g, json_each(g.value, '$.lines') l WHERE q.id = ${id}`

/**
 * Reads a quote of the person who asks, in one trip.
 * @throws 404; 409 if it was ordered, SHOP_CLOSED, if lines cannot be bought any more, and PRICE_CHANGED, with each line; 410
 */
export async function quotedBasket(ctx: Ctx, quoteId: string): Promise<CartBasket> {
  const [[quote], variants, found, rates] = await readTogether(
    ctx.db,
    ctx.db
      .select()
      .from(quotes)
      .where(and(eq(quotes.id, quoteId), eq(quotes.userId, actorOf(ctx).id))),
    selectVariantsIn(ctx, sql`SELECT l.value ->> 'variantId' ${LINES(quoteId)}`),
    ctx.db
      .select({
        id: shops.id,
        sellerProfileId: shops.sellerProfileId,
        name: shops.name,
        closedFrom: shops.closedFrom,
        closedTo: shops.closedTo,
      })
      .from(shops)
      .where(
        sql`shops.id IN (SELECT g.value ->> 'shopId' FROM quotes q, json_each(q.groups) g WHERE q.id = ${quoteId})`,
      ),
    selectRatesInForce(ctx),
  )
  if (!quote) fail('NOT_FOUND')
  if (quote.usedAt !== null) fail('CONFLICT', QUOTE_ORDERED)
  if (quote.expiresAt <= ctx.now)
    fail('GONE', { message: 'Ce devis a plus de 15 minutes. Chiffrez à nouveau votre panier.' })
  refuseInClosure(ctx, found)
  requireAsQuoted(quote.groups, variants)
  return {
    groups: quote.groups,
    shops: found,
    rates: quote.rates ?? rates,
    fulfillmentMethod: quote.fulfillmentMethod,
    deliveryAddress: quote.deliveryAddress,
    recipient: quote.recipient,
    cartVersion: quote.cartVersion,
    quoteId,
  }
}

export const QUOTE_ORDERED = {
  reason: 'ALREADY_EXISTS',
  message: 'Ce panier a déjà été commandé. Retrouvez-le dans vos commandes.',
} as const

/** Refuses quoted lines that cannot be bought now, or cost another price; each is named by its place in the cart. */
function requireAsQuoted(groups: QuotedGroup[], variants: Variant[]): void {
  const lines = groups.flatMap((group) => group.lines).sort((a, b) => (a.place ?? 0) - (b.place ?? 0))
  const now = lines.map(({ variantId }) => variants.find(({ id }) => id === variantId))
  const gone = lines.flatMap(({ name }, i) =>
    now[i]?.isSold ? [] : [{ field: `items.${i}.variantId`, message: `${name} n'est plus en vente.` }],
  )
  if (gone.length > 0)
    fail('CONFLICT', { message: 'Des articles du panier ne peuvent pas être commandés.', details: gone })
  const short = lines.flatMap(({ name, quantity }, i): FieldError[] => {
    const available = Math.max(now[i]?.available ?? 0, 0)
    if (available >= quantity) return []
    const message = available === 0 ? `${name} est épuisé.` : `Il en reste ${available} : ${name}.`
    return [{ field: `items.${i}.quantity`, message }]
  })
  if (short.length > 0) fail('CONFLICT', { reason: 'INSUFFICIENT_STOCK', details: short })
  refuseMoved(
    lines.map(({ name, priceMinor, priceCurrency }, i) => {
      const variant = now[i]
      return (variant?.priceMinor !== priceMinor || variant.currency !== priceCurrency) && name
    }),
  )
}

/** Refuses lines whose price is not the one that the buyer has seen: nobody pays a price unseen. @throws 409 PRICE_CHANGED */
function refuseMoved(moved: (string | false)[]): void {
  const details = moved.flatMap((name, i) =>
    name === false ? [] : [{ field: `items.${i}.unitPrice`, message: `Le prix a changé : ${name}.` }],
  )
  if (details.length > 0) fail('CONFLICT', { reason: 'PRICE_CHANGED', details })
}
