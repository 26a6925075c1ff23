import { sql } from 'drizzle-orm'

export const MOST_RADIUS_KM = 200

/** The id of the open zone of a shop's city, inside another statement; the oldest if there are several. */
export const zoneIdOfShop = (shopId: string) => sql<string | null>`(
  SELECT z.id FROM shops s JOIN delivery_zones z ON z.folded_city = s.folded_city
  WHERE s.id = ${shopId} AND s.folded_city <> '' AND z.country = s.address ->> 'country'
    AND z.is_open = 1 AND z.deleted_at IS NULL
  ORDER BY z.created_at, z.id LIMIT 1)`
