import { eq, type SQL, sql } from 'drizzle-orm'
import { kmBetween } from '#db/km-between.ts'
import { deliveries } from '#db/schema/orders/deliveries.ts'
import { orders } from '#db/schema/orders/orders.ts'
import { type Ctx, personOf } from '#domain/core/context.ts'
import { readPapers } from '#domain/core/files/documents.ts'
import { type RiderCard, riderCardOf } from '../riders/card.ts'
import type { Point } from './distance.ts'
import { proofsOf } from './proofs.ts'

/** The last place of a rider, inside another statement. */
const lastPlace = (riderId: string | null, column: 'lat' | 'lng') =>
  sql`(SELECT s.${sql.raw(column)} FROM riders s WHERE s.id = ${riderId})`

/** Great-circle kilometres to the pick-up place from a point, or else from the last place of the rider who asks. */
export function distanceKm(ctx: Ctx, from?: Point): SQL<number | null> {
  const riderId = personOf(ctx)?.riderId ?? null
  const lat = from ? sql`${from.lat}` : lastPlace(riderId, 'lat')
  const lng = from ? sql`${from.lng}` : lastPlace(riderId, 'lng')
  return kmBetween({ lat: sql`deliveries.lat`, lng: sql`deliveries.lng` }, { lat, lng })
}

/** Deliveries with their riders and proofs, and their distance from the rider who asks. */
export const selectDeliveries = (ctx: Ctx, from?: Point) =>
  ctx.db
    .select({
      delivery: deliveries,
      rider: riderCardOf('deliveries').as('rider'),
      distanceKm: distanceKm(ctx, from).as('distance_km'),
      proofs: proofsOf(sql`deliveries.id`).mapWith(readPapers).as('proofs'),
    })
    .from(deliveries)
    .$dynamic()

type DeliverySelection = Awaited<ReturnType<typeof selectDeliveries>>[number]
export type DeliveryFile = Omit<DeliverySelection, 'rider'> & { rider: RiderCard | null }

/** Reads a row of `selectDeliveries`: the rider comes as JSON. */
export const toDeliveryFile = ({ rider, ...row }: DeliverySelection): DeliveryFile => ({
  ...row,
  rider: rider && JSON.parse(rider),
})

/** The statement of one delivery: for a read, or behind the writes of a commit. */
export const selectDelivery = (ctx: Ctx, id: string) => selectDeliveries(ctx).where(eq(deliveries.id, id))

/** A delivery and its order, for operations that move both. */
export async function findJob(ctx: Ctx, id: string) {
  const [row] = await ctx.db
    .select({ job: deliveries, order: orders })
    .from(deliveries)
    .innerJoin(orders, eq(orders.id, deliveries.orderId))
    .where(eq(deliveries.id, id))
  return row
}
