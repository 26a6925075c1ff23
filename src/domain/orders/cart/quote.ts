import { and, eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Write } from '#db/client.ts'
import { type QuotedGroup, quotes } from '#db/schema/orders/carts.ts'
import { dayQuota, withinDay } from '#domain/core/codes/day-quota.ts'
import { commit } from '#domain/core/commit.ts'
import { actorOf, type Ctx, personOf } from '#domain/core/context.ts'
import { requireActiveActor } from '#domain/core/guards.ts'
import { naming, requireNoneInClosure } from '#domain/shops/shops/closed.ts'
import { fail, invalid } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { QUOTES_A_DAY } from '#kernel/limits.ts'
import { requireVersion } from './change.ts'
import { type CartTerms, cartTerms, priceCart } from './price-cart.ts'
import { guestTerms, quoteAsGuest } from './quote-as-guest.ts'
import { QUOTE_MS, viewQuote } from './view.ts'

/** Quotes that are kept of one person; the oldest go first. */
const MOST_QUOTES = 20

export const QuoteCart = z
  .strictObject({ ...cartTerms, fulfillmentMethod: cartTerms.fulfillmentMethod.optional(), ...guestTerms })
  .meta(f.atMostOneOf('addressId', 'deliveryAddress'))
type QuoteCart = z.output<typeof QuoteCart>

/** A quote of the cart of who is signed in, or of what a guest brings. 400 for what is the other's */
export async function quoteCart(ctx: Ctx, { items, place, ...terms }: QuoteCart) {
  if (!personOf(ctx)) return quoteAsGuest(ctx, { items, place, ...terms })
  if (items !== undefined) invalid('items', 'Vous êtes connecté : le panier est celui de votre compte.')
  if (place !== undefined) invalid('place', 'Vous êtes connecté : donnez une adresse enregistrée ou son texte.')
  const { fulfillmentMethod } = terms
  if (fulfillmentMethod === undefined) invalid('fulfillmentMethod', 'Choisissez la livraison ou le retrait sur place.')
  return quoteOwn(ctx, { ...terms, fulfillmentMethod })
}

/**
 * Says what the whole cart costs, shop by shop, and keeps that for 15 minutes; changed prices are seen by it
 * (docs/states.md, Quote). Nothing is reserved in the shops.
 * @throws 403 OWN_SHOP; 404 for an address; 409 for an empty cart, for lines that cannot be bought, each named, SHOP_CLOSED,
 *   OUT_OF_REACH, and VERSION_MISMATCH for a cart that changed, or was ordered, meanwhile; 400 without an address to deliver to, and by a shop's minimum or ways
 */
async function quoteOwn(ctx: Ctx, input: CartTerms) {
  const { version, groups, place, rates } = await priceCart(ctx, input)
  const row = {
    id: ctx.ids.v7(),
    userId: actorOf(ctx).id,
    cartVersion: version,
    fulfillmentMethod: input.fulfillmentMethod,
    ...place,
    groups,
    rates: rates.filter(({ id }) => id !== null),
    expiresAt: ctx.now + QUOTE_MS,
    createdAt: ctx.now,
  }
  const shopIds = groups.map(({ shopId }) => shopId)
  const writes = [
    requireActiveActor(ctx),
    requireNoneInClosure(ctx, shopIds),
    ...requireVersion(ctx, version),
    ...withinDay(ctx, dayQuota(ctx, 'quotes', QUOTES_A_DAY)),
    ctx.db.insert(quotes).values(row),
    ctx.db.run(sql`
      DELETE FROM quotes WHERE id IN (
        SELECT q.id FROM quotes q WHERE q.user_id = ${row.userId}
        ORDER BY q.created_at DESC, q.id DESC LIMIT -1 OFFSET ${MOST_QUOTES})`),
    seePrices(ctx, groups),
  ]
  await naming(ctx, shopIds, () => commit(ctx, writes))
  return viewQuote(row)
}

/** Shows a quote of the person who asks as it was made, as long as it is kept. @throws 404 */
export async function readQuote(ctx: Ctx, id: string) {
  const isOwn = and(eq(quotes.id, id), eq(quotes.userId, actorOf(ctx).id))
  const [quote] = await ctx.db.select().from(quotes).where(isOwn)
  return viewQuote(quote ?? fail('NOT_FOUND'))
}

/** Marks quoted prices as seen by the buyer. */
const seePrices = (ctx: Ctx, groups: QuotedGroup[]): Write => {
  const lines = groups.flatMap((group) => group.lines)
  const seen = lines.map(({ variantId, priceMinor, priceCurrency }) => ({ variantId, priceMinor, priceCurrency }))
  return ctx.db.run(sql`
    UPDATE cart_items SET seen_price_minor = l.value ->> 'priceMinor', seen_currency = l.value ->> 'priceCurrency'
    FROM json_each(${JSON.stringify(seen)}) l
    WHERE cart_items.user_id = ${actorOf(ctx).id} AND cart_items.variant_id = l.value ->> 'variantId'
      AND (seen_price_minor, seen_currency) IS NOT (l.value ->> 'priceMinor', l.value ->> 'priceCurrency')`)
}
