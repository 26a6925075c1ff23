import { desc, eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import { readPage } from '#db/read-page.ts'
import { deliveries } from '#db/schema/orders/deliveries.ts'
import { riders } from '#db/schema/orders/riders.ts'
import { type Ctx, riderOf } from '#domain/core/context.ts'
import { fail, invalid } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import type { Point } from '../distance.ts'
import { placeQuery } from '../fields.ts'
import { selectDeliveries, toDeliveryFile } from '../queries.ts'
import { viewDelivery } from '../view.ts'
import { waitingFor } from '../waiting.ts'

export const ListAvailable = z.strictObject({
  ...f.pageQuery,
  lat: placeQuery.lat.optional(),
  lng: placeQuery.lng.optional(),
})
type ListAvailable = z.output<typeof ListAvailable>

/**
 * Lists the jobs that wait for a rider (`waitingFor`), nearest first from `lat`, `lng` or from the rider's last place, those without a
 * place last, and then the newest (docs/states.md, Delivery). A rider who is OFFLINE, or BUSY with three jobs, sees none.
 * @throws 403 RIDER_NOT_ACTIVE
 */
export async function listAvailableDeliveries(ctx: Ctx, { lat, lng, ...page }: ListAvailable) {
  const { riderId } = riderOf(ctx)
  const from = pointOf(lat, lng)
  const waiting = waitingFor(riderId, from)
  const {
    rows,
    pagination,
    others: [[rider]],
  } = await readPage(
    ctx.db,
    page,
    // The page is cut first, so that the shown fields of a job are read for its rows alone.
    (cut) =>
      selectDeliveries(ctx, from)
        .where(
          sql`deliveries.id IN (
            SELECT w.id FROM (${waiting}) w ORDER BY w.km IS NULL, w.km, w.created_at DESC, w.id DESC ${cut})`,
        )
        .orderBy(sql`distance_km IS NULL, distance_km`, desc(deliveries.createdAt), desc(deliveries.id)),
    ctx.db.all<{ total: number }>(sql`SELECT count(*) AS total FROM (${waiting})`),
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
