import { and, eq } from 'drizzle-orm'
import * as z from 'zod'
import { isPublicShop, shops } from '#db/schema/shops/shops.ts'
import type { Ctx } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { formatAmount } from '#kernel/money.ts'
import { roundKm } from '../distance.ts'
import { placeQuery } from '../fields.ts'
import { deliveryColumns, reach } from '../reach.ts'

export const QuoteDelivery = z.strictObject({ shopId: f.idIn, lat: placeQuery.lat, lng: placeQuery.lng })

export const DeliveryQuoteView = z
  .object({
    fee: f.decimal,
    currency: f.priceCurrency,
    zoneId: f.id.nullable(),
    distanceKm: z.number(),
  })
  .meta({ id: 'DeliveryQuote' })

/**
 * Quotes the delivery from a shop to a place: the fee in the zone's currency, else in the shop's, and the distance, from the zone's centre
 * if the shop's place is unknown (docs/money.md, Delivery fee).
 * @throws 404 out of the shop's reach, and for a shop that does not deliver or is not open to buyers
 */
export async function quoteDelivery(ctx: Ctx, { shopId, lat, lng }: z.output<typeof QuoteDelivery>) {
  const [found] = await ctx.db
    .select({ shop: shops, ...deliveryColumns() })
    .from(shops)
    .where(and(eq(shops.id, shopId), isPublicShop('shops')))
  const way = found?.shop.deliveryMethods.includes('DELIVERY') && reach(found, { lat, lng }, found.shop.currency)
  if (!way) fail('NOT_FOUND', { message: 'La boutique ne livre pas à cet endroit.' })
  return {
    fee: formatAmount(way.feeMinor, way.feeCurrency),
    currency: way.feeCurrency,
    zoneId: way.zoneId,
    distanceKm: roundKm(way.km ?? 0),
  }
}
