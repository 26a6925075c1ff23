import { type SQL, sql } from 'drizzle-orm'
import { deliveryZones } from '../../../db/schema/orders/zones.ts'
import type { Ctx } from '../../core/context.ts'

/** The id of the open zone of the city that a shop is in, inside another statement; the oldest where there are several. */
export const zoneIdOfShop = (shopId: string | SQL) => sql<string | null>`(
  SELECT z.id FROM shops s JOIN delivery_zones z ON z.folded_city = s.folded_city
  WHERE s.id = ${shopId} AND s.folded_city <> '' AND z.is_open = 1 ORDER BY z.created_at, z.id LIMIT 1)`

/** The statement of that zone, which sets the delivery fee: for `readTogether`. */
export const selectZoneOfShop = (ctx: Ctx, shopId: string) =>
  ctx.db
    .select()
    .from(deliveryZones)
    .where(sql`delivery_zones.id = ${zoneIdOfShop(shopId)}`)
