import { type SQL, sql } from 'drizzle-orm'
import { deliveryZones } from '../../../db/schema/orders/zones.ts'
import type { Ctx } from '../../core/context.ts'
import { type Coordinates, KM_PER_DEGREE, kmBetween } from './distance.ts'

export const MOST_RADIUS_KM = 200

type ShopId = string | SQL

/** The id of the open zone of the city that a shop is in, inside another statement; the oldest where there are several. */
export const zoneIdOfShop = (shopId: ShopId) => sql<string | null>`(
  SELECT z.id FROM shops s JOIN delivery_zones z ON z.folded_city = s.folded_city
  WHERE s.id = ${shopId} AND s.folded_city <> '' AND z.is_open = 1 AND z.deleted_at IS NULL
  ORDER BY z.created_at, z.id LIMIT 1)`

/**
 * The id of the open zone whose radius a place is in, inside another statement: of several one of the shop's city first, then
 * the one whose centre is nearest, then the oldest. Null outside every radius, and where the place is unknown.
 */
export function zoneIdAt(place: Coordinates, shopId: ShopId): SQL<string | null> {
  const km = kmBetween({ lat: sql`z.lat`, lng: sql`z.lng` }, place)
  const reach = MOST_RADIUS_KM / KM_PER_DEGREE
  return sql<string | null>`(
    SELECT z.id FROM delivery_zones z
    WHERE z.is_open = 1 AND z.deleted_at IS NULL AND z.lat BETWEEN ${place.lat} - ${reach} AND ${place.lat} + ${reach}
      AND ${km} <= z.radius_km
    ORDER BY z.folded_city <> (SELECT s.folded_city FROM shops s WHERE s.id = ${shopId}), ${km}, z.created_at, z.id LIMIT 1)`
}

/**
 * The id of the zone that prices the way from a shop to a place: where that is in none, or unknown, of the shop's city. A
 * place further from the shop than a zone can reach is not heeded: nobody chooses a fee by a pin in another town.
 */
export function zoneIdFor(shopId: ShopId, place: Coordinates): SQL<string | null> {
  const km = kmBetween({ lat: sql`n.address ->> 'lat'`, lng: sql`n.address ->> 'lng'` }, place)
  return sql<string | null>`coalesce(
    (SELECT ${zoneIdAt(place, shopId)} FROM shops n WHERE n.id = ${shopId} AND coalesce(${km} <= ${MOST_RADIUS_KM}, 1)),
    ${zoneIdOfShop(shopId)})`
}

/** The statement of the zone of a shop's city, which sets the fee of a way to an unknown place: for `readTogether`. */
export const selectZoneOfShop = (ctx: Ctx, shopId: string) =>
  ctx.db
    .select()
    .from(deliveryZones)
    .where(sql`delivery_zones.id = ${zoneIdOfShop(shopId)}`)
