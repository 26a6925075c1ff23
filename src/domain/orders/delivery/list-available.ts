import { and, desc, eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import { countOf, readPage } from '../../../db/read-page.ts'
import { deliveries } from '../../../db/schema/orders/deliveries.ts'
import { riders } from '../../../db/schema/orders/riders.ts'
import { fail, invalid } from '../../../kernel/failure.ts'
import * as f from '../../../kernel/fields.ts'
import { type Ctx, riderOf } from '../../core/context.ts'
import { MAX_ACTIVE_JOBS } from '../riders/view.ts'
import { placeQuery } from './fields.ts'
import { distanceKm, type Point, selectDeliveries, toDeliveryFile } from './queries.ts'
import { viewDelivery } from './view.ts'

export const ListAvailable = z.strictObject({
  ...f.pageQuery,
  lat: placeQuery.lat.optional(),
  lng: placeQuery.lng.optional(),
})
type ListAvailable = z.output<typeof ListAvailable>

/** How far a rider without zones is shown jobs. */
const NEAR_KM = 15

/**
 * The jobs that wait for a rider, newest first: those of the zones that the rider chose; without zones those within 15 km
 * of `lat`, `lng` or of where the rider was last seen, and those whose place is unknown (docs/states.md, Delivery). A rider
 * who is OFFLINE, or BUSY with three jobs, is shown none.
 * @throws 403 RIDER_NOT_ACTIVE
 */
export async function listAvailableDeliveries(ctx: Ctx, { lat, lng, ...page }: ListAvailable) {
  const { riderId } = riderOf(ctx)
  const from = pointOf(lat, lng)
  const distance = distanceKm(ctx, from)
  const mayTake = sql`EXISTS (
    SELECT 1 FROM riders r WHERE r.id = ${riderId} AND r.availability = 'ONLINE' AND r.active_jobs < ${MAX_ACTIVE_JOBS} AND CASE
      WHEN json_array_length(r.zones) > 0 THEN deliveries.zone_id IN (SELECT j.value FROM json_each(r.zones) j)
      -- Null where either place is unknown: then nothing can be ruled out.
      ELSE coalesce(${distance} <= ${NEAR_KM}, 1) END)`
  // Written out, not bound: only so is the index of the jobs that wait sure to be used.
  const shown = and(sql`deliveries.status = 'UNASSIGNED'`, mayTake)
  const {
    rows,
    pagination,
    others: [[rider]],
  } = await readPage(
    ctx.db,
    page,
    selectDeliveries(ctx, from).where(shown).orderBy(desc(deliveries.createdAt), desc(deliveries.id)),
    // Only jobs that wait are in the index it walks, so there are few however old the service is.
    countOf(ctx.db, deliveries, shown),
    ctx.db.select({ status: riders.status }).from(riders).where(eq(riders.id, riderId)),
  )
  if (rider?.status !== 'ACTIVE') fail('FORBIDDEN', 'RIDER_NOT_ACTIVE')
  return {
    deliveries: await Promise.all(rows.map((row) => viewDelivery(ctx, toDeliveryFile(row), true))),
    pagination,
  }
}

function pointOf(lat: number | undefined, lng: number | undefined): Point | undefined {
  if ((lat === undefined) !== (lng === undefined))
    invalid(lat === undefined ? 'lat' : 'lng', 'Envoyez lat et lng ensemble.')
  return lat === undefined || lng === undefined ? undefined : { lat, lng }
}
