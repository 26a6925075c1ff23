import { eq, sql } from 'drizzle-orm'
import { failureOf, guard } from '../../../db/guard.ts'
import type { QuotedGroup } from '../../../db/schema/orders/carts.ts'
import { sellerProfiles } from '../../../db/schema/shops/profiles.ts'
import { shops } from '../../../db/schema/shops/shops.ts'
import { Defect } from '../../../kernel/defect.ts'
import { fail } from '../../../kernel/failure.ts'
import type { PriceCurrency } from '../../../kernel/money.ts'
import { type Ctx, personOf } from '../../core/context.ts'
import { type RatesInForce, rateBetween } from '../../money/rates/between.ts'
import { refuseInClosure } from '../../shops/shops/closed.ts'
import { feeIn } from '../delivery/fee.ts'
import { deliveryColumns, type Place, requireReach } from '../delivery/reach.ts'
import { priceLines } from '../orders/price.ts'
import { requireMethod, requireMinimum } from '../orders/shop-terms.ts'
import { type CartItemRow, ownLines } from './queries.ts'
import { type CartIssue, issueOf } from './view.ts'

/** The shops that a cart buys from, that of the person asking unless told, each with its owner and what says where it delivers. */
export const selectShopsOfCart = (ctx: Ctx, lines = ownLines(ctx)) =>
  ctx.db
    .select({
      shop: shops,
      ownerId: sellerProfiles.userId,
      ...deliveryColumns(),
    })
    .from(shops)
    .innerJoin(sellerProfiles, eq(sellerProfiles.id, shops.sellerProfileId))
    .where(
      sql`shops.id IN (
        SELECT p.shop_id FROM ${lines} i JOIN variants v ON v.id = i.variant_id JOIN products p ON p.id = v.product_id)`,
    )

export const CART_EMPTY = guard('CART_EMPTY', 'CONFLICT', { message: 'Votre panier est vide.' })

/** Shops that are ordered from at once: all their orders are paid in one commit (docs/limits.md, Sizes). */
const MOST_SHOPS = 20

type ShopOfCart = Awaited<ReturnType<typeof selectShopsOfCart>>[number]

/** How it is bought: `to` where it is brought, `currency` where everything is converted to one. */
export type Terms = {
  fulfillmentMethod: 'DELIVERY' | 'PICKUP'
  to: Place | 'own city'
  currency?: PriceCurrency | undefined
}

/**
 * What each shop of a cart would get: its lines and its delivery, in the currency that is asked for, else in that of its
 * products, and where these differ in the shop's own (docs/states.md, Quote).
 * @throws 403 OWN_SHOP; 409 for an empty cart, for lines that cannot be bought, each named, and OUT_OF_REACH; 400 by a
 *   shop's terms and without a rate
 */
export function priceGroups(ctx: Ctx, items: CartItemRow[], found: ShopOfCart[], rates: RatesInForce, terms: Terms) {
  if (items.length === 0) throw failureOf(CART_EMPTY)
  if (found.some(({ ownerId }) => ownerId === personOf(ctx)?.id)) fail('FORBIDDEN', 'OWN_SHOP')
  requireBuyable(ctx, items, found)
  const shopIds = new Set(items.map(({ shopId }) => shopId))
  if (shopIds.size > MOST_SHOPS)
    fail('CONFLICT', { message: `On commande dans ${MOST_SHOPS} boutiques au plus à la fois. Retirez-en du panier.` })
  const placed = items.map((item, place) => ({ ...item, place }))
  return [...shopIds].map((shopId) => {
    const shop = found.find(({ shop: { id } }) => id === shopId) ?? fail('NOT_FOUND')
    return priceGroup(
      placed.filter((item) => item.shopId === shopId),
      shop,
      rates,
      terms,
    )
  })
}

type PlacedItem = CartItemRow & { place: number }

function priceGroup(items: PlacedItem[], found: ShopOfCart, rates: RatesInForce, terms: Terms): QuotedGroup {
  const { shop } = found
  requireMethod(shop, terms.fulfillmentMethod)
  const [own, ...others] = new Set(items.map(({ currency }) => currency))
  const currency = terms.currency ?? (own && others.length === 0 ? own : shop.currency)
  const variants = items.map((item) => ({ ...item, id: item.variantId }))
  // `requireBuyable` has refused what this would refuse as not sold or out of stock, and said which lines.
  const { lines, subtotalMinor, inShopMinor } = priceLines(items, variants, shop, currency, rates)
  requireMinimum(shop, inShopMinor)
  const way = terms.fulfillmentMethod === 'DELIVERY' ? requireReach(found, terms.to, currency) : undefined
  return {
    shopId: shop.id,
    currency,
    subtotalMinor,
    deliveryFeeMinor: way ? feeIn(currency, way, (from, to) => rateBetween(rates, from, to)) : 0,
    zoneId: way?.zoneId ?? null,
    ...(way && { feeCurrency: way.feeCurrency }),
    lines: items.map((item, i) => ({
      ...(lines[i] ?? missing(item)),
      priceMinor: item.priceMinor,
      priceCurrency: item.currency,
      place: item.place,
    })),
  }
}

/** Nobody orders a line that was not priced. */
const missing = ({ variantId }: CartItemRow): never => {
  throw new Defect(`no price for ${variantId}`)
}

const SAID: Partial<Record<CartIssue, (item: CartItemRow) => { field: string; message: string }>> = {
  UNAVAILABLE: ({ name }) => ({ field: 'variantId', message: `${name} n'est plus en vente.` }),
  SHOP_CLOSED: ({ name, shopName }) => ({ field: 'variantId', message: `${shopName} est fermée : ${name}.` }),
  OUT_OF_STOCK: ({ name }) => ({ field: 'quantity', message: `${name} est épuisé.` }),
  LOW_STOCK: ({ name, available }) => ({ field: 'quantity', message: `Il en reste ${available} : ${name}.` }),
}

/** Refuses lines that cannot be bought as they are, each named by its place in the cart. A new price is no hindrance. */
function requireBuyable(ctx: Ctx, items: CartItemRow[], found: ShopOfCart[]): void {
  const issues = items.map(issueOf)
  const details = items.flatMap((item, i) => {
    const said = SAID[issues[i] ?? 'PRICE_CHANGED']?.(item)
    return said ? [{ ...said, field: `items.${i}.${said.field}` }] : []
  })
  if (details.length === 0) return
  if (!issues.includes('UNAVAILABLE')) {
    refuseInClosure(
      ctx,
      found.map(({ shop }) => shop),
      details,
    )
    fail('CONFLICT', { reason: 'INSUFFICIENT_STOCK', details })
  }
  fail('CONFLICT', { message: 'Des articles du panier ne peuvent pas être commandés.', details })
}
