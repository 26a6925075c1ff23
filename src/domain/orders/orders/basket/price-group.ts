import { and, eq, ne, type SQL } from 'drizzle-orm'
import { once } from '#db/once.ts'
import type { QuotedGroup } from '#db/schema/orders/carts.ts'
import { sellerProfiles } from '#db/schema/shops/profiles.ts'
import { shops } from '#db/schema/shops/shops.ts'
import { type Ctx, personOf } from '#domain/core/context.ts'
import { type RatesInForce, rateBetween } from '#domain/money/rates/between.ts'
import { feeIn } from '#domain/orders/delivery/fee.ts'
import { deliveryColumns, type Place, requireReach } from '#domain/orders/delivery/reach.ts'
import { refuseInClosure } from '#domain/shops/shops/closed.ts'
import { fail } from '#kernel/failure.ts'
import { type LineWish, priceLines, type Variant } from './price.ts'
import { requireMethod, requireMinimum } from './shop-terms.ts'
import type { PurchaseTerms } from './terms.ts'

/** The shops that a condition finds, each with its owner and its delivery zones. */
export const selectShopsToBuyFrom = ({ db }: Pick<Ctx, 'db'>, condition: SQL | undefined) =>
  db
    .select({ shop: shops, ownerId: sellerProfiles.userId, ...deliveryColumns() })
    .from(shops)
    .innerJoin(sellerProfiles, eq(sellerProfiles.id, shops.sellerProfileId))
    .where(condition)

/** The shop with this id, unless it was closed for good. */
export const selectShopToBuyFrom = (ctx: Ctx, id: string) => shopById(ctx.db, id)

const shopById = once((db, id: string) =>
  selectShopsToBuyFrom({ db }, and(eq(shops.id, id), ne(shops.status, 'CLOSED'))),
)

export type ShopToBuyFrom = Awaited<ReturnType<typeof selectShopsToBuyFrom>>[number]

/** Refuses to buy from the buyer's own shop. @throws 403 OWN_SHOP */
export function refuseOwnShop(ctx: Ctx, found: ShopToBuyFrom[]): void {
  if (found.some(({ ownerId }) => ownerId === personOf(ctx)?.id)) fail('FORBIDDEN', 'OWN_SHOP')
}

/** The terms of a purchase: `to` is the place of delivery, `currency` the currency that all amounts are converted to. */
export type Terms = Pick<PurchaseTerms, 'fulfillmentMethod' | 'currency'> & { to: Place | 'own city' }

/** Lines to buy from one shop, and the variants that they name. */
export type Goods = { wanted: LineWish[]; variants: Variant[] }

/**
 * Prices the order of one shop: its lines and its delivery, in the requested currency, else in that of its products, or the shop's own if
 * these differ (docs/states.md, Quote). Orders, quotes and checkouts all price here.
 * @throws in this order: 400 for a method that the shop does not offer; 409 SHOP_CLOSED; 404 and 409 INSUFFICIENT_STOCK for lines, and 400
 *   without a rate; 400 below the shop's minimum; 409 OUT_OF_REACH
 */
export function priceGroup(
  ctx: Ctx,
  { wanted, variants }: Goods,
  found: ShopToBuyFrom,
  rates: RatesInForce,
  terms: Terms,
): QuotedGroup {
  const { shop } = found
  requireMethod(shop, terms.fulfillmentMethod)
  refuseInClosure(ctx, [shop])
  const [own, ...others] = new Set(variants.map(({ currency }) => currency))
  const currency = terms.currency ?? (own && others.length === 0 ? own : shop.currency)
  const { lines, subtotalMinor, inShopMinor } = priceLines(wanted, variants, shop, currency, rates)
  requireMinimum(shop, inShopMinor)
  const way = terms.fulfillmentMethod === 'DELIVERY' ? requireReach(found, terms.to, currency) : undefined
  return {
    shopId: shop.id,
    currency,
    subtotalMinor,
    deliveryFeeMinor: way ? feeIn(currency, way, (from, to) => rateBetween(rates, from, to)) : 0,
    zoneId: way?.zoneId ?? null,
    ...(way && { feeCurrency: way.feeCurrency }),
    lines,
  }
}

/** The price of a group with its delivery, in minor units of its currency. */
export const totalOfGroup = ({ subtotalMinor, deliveryFeeMinor }: QuotedGroup) => subtotalMinor + deliveryFeeMinor
