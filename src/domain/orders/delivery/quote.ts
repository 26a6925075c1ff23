import { and, eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import { deliveryZones } from '../../../db/schema/orders/zones.ts'
import { shops } from '../../../db/schema/shops/shops.ts'
import { fail } from '../../../kernel/failure.ts'
import * as f from '../../../kernel/fields.ts'
import { formatAmount } from '../../../kernel/money.ts'
import type { Ctx } from '../../core/context.ts'
import { kmBetween, roundKm } from './distance.ts'
import { placeQuery } from './fields.ts'
import { zoneIdAt } from './zones.ts'

export const QuoteDelivery = z.strictObject({ shopId: f.idIn, lat: placeQuery.lat, lng: placeQuery.lng })

export const DeliveryQuoteView = z
  .object({ fee: f.decimal, currency: f.priceCurrency, zoneId: f.id, distanceKm: z.number() })
  .meta({ id: 'DeliveryQuote' })

/**
 * What bringing something from a shop to a place costs: the fee of the zone the place is in, in its own currency, and how far
 * it is, from the zone's centre where the shop's place is unknown (docs/money.md, Commission and shares).
 * @throws 404 outside every zone, and for a shop that is not open to buyers
 */
export async function quoteDelivery(ctx: Ctx, { shopId, lat, lng }: z.output<typeof QuoteDelivery>) {
  const place = { lat, lng }
  const fromShop = kmBetween({ lat: sql`shops.address ->> 'lat'`, lng: sql`shops.address ->> 'lng'` }, place)
  const fromCentre = kmBetween({ lat: sql`delivery_zones.lat`, lng: sql`delivery_zones.lng` }, place)
  const [found] = await ctx.db
    .select({ zone: deliveryZones, km: sql<number>`coalesce(${fromShop}, ${fromCentre})`.as('km') })
    .from(shops)
    .innerJoin(deliveryZones, sql`delivery_zones.id = ${zoneIdAt(place, shopId)}`)
    .where(and(eq(shops.id, shopId), eq(shops.status, 'PUBLISHED'), eq(shops.ownerBlocked, false)))
  const { zone, km } = found ?? fail('NOT_FOUND', { message: 'Aucune zone de livraison ne couvre cet endroit.' })
  return {
    fee: formatAmount(zone.feeMinor, zone.feeCurrency),
    currency: zone.feeCurrency,
    zoneId: zone.id,
    distanceKm: roundKm(km),
  }
}
