import { type SQL, sql } from 'drizzle-orm'
import { abortWhen, guard } from '#db/guard.ts'
import { DELIVERY_STATES } from '#db/schema/orders/deliveries.ts'
import type { Ctx } from '#domain/core/context.ts'

const ZONE_IN_USE = guard('ZONE_IN_USE', 'CONFLICT', {
  reason: 'IN_USE',
  message: 'Des livreurs ou des courses en dépendent : fermez-la plutôt.',
})

const ZONE_GONE = guard('ZONE_GONE', 'VALIDATION_ERROR', {
  details: [{ field: 'zones', message: "Une de ces zones de livraison n'existe pas." }],
})

/** A rider who works there or may come to, or a delivery that has not ended. A refused applicant keeps no zone. */
const isInUse = (zoneId: string): SQL => sql`EXISTS (
    SELECT 1 FROM rider_zones x CROSS JOIN riders r ON r.id = x.rider_id CROSS JOIN users u ON u.id = r.user_id
    WHERE x.zone_id = ${zoneId} AND r.status <> 'REJECTED' AND u.deleted_at IS NULL)
  OR EXISTS (
    SELECT 1 FROM deliveries d WHERE d.zone_id = ${zoneId}
      AND ${DELIVERY_STATES.open.in('d.status')})`

/** Ends the commit that takes away a zone that somebody needs. 409 IN_USE */
export const requireUnused = (ctx: Ctx, zoneId: string) => abortWhen(ctx.db, ZONE_IN_USE, isInUse(zoneId))

/** Ends the commit of a rider's zones when one was taken away since they were read. 400 */
export const requireStanding = (ctx: Ctx, zones: string[]) =>
  abortWhen(
    ctx.db,
    ZONE_GONE,
    sql`EXISTS (
      SELECT 1 FROM json_each(${JSON.stringify(zones)}) j
      WHERE NOT EXISTS (SELECT 1 FROM delivery_zones z WHERE z.id = j.value AND z.deleted_at IS NULL))`,
  )
