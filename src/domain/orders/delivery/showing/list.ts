import { and, desc, eq, gte, lt, sql } from 'drizzle-orm'
import * as z from 'zod'
import { countUpTo1000, readPage } from '#db/read-page.ts'
import { DELIVERY_STATUSES, deliveries } from '#db/schema/orders/deliveries.ts'
import type { Ctx } from '#domain/core/context.ts'
import * as f from '#kernel/fields.ts'
import { periodOf, periodQuery } from '#kernel/period.ts'
import { selectDeliveries, toDeliveryFile } from '../queries.ts'
import { viewDelivery } from '../view.ts'

export const ListDeliveries = z.strictObject({
  ...f.pageQuery,
  status: z.enum(DELIVERY_STATUSES).optional(),
  riderId: f.idIn.optional(),
  zoneId: f.idIn.optional(),
  ...periodQuery,
})

/** Deliveries for staff, newest first, by status, rider, zone and when they opened (docs/states.md, Delivery); `total` stops at 1000. */
export async function listDeliveries(ctx: Ctx, query: z.output<typeof ListDeliveries>) {
  const { status, riderId, zoneId } = query
  const { since, before } = periodOf(query)
  const where = and(
    status && eq(deliveries.status, status),
    riderId === undefined ? undefined : eq(deliveries.riderId, riderId),
    // A rider's own are few, a zone's are not: the plus keeps its index out of it.
    zoneId === undefined
      ? undefined
      : riderId === undefined
        ? eq(deliveries.zoneId, zoneId)
        : sql`+deliveries.zone_id = ${zoneId}`,
    since === undefined ? undefined : gte(deliveries.createdAt, since),
    before === undefined ? undefined : lt(deliveries.createdAt, before),
  )
  const { rows, pagination } = await readPage(
    ctx.db,
    query,
    selectDeliveries(ctx).where(where).orderBy(desc(deliveries.createdAt), sql`deliveries.rowid DESC`),
    countUpTo1000(ctx.db, sql`SELECT 1 FROM deliveries WHERE ${where ?? sql`1`}`),
  )
  return { deliveries: await Promise.all(rows.map((row) => viewDelivery(ctx, toDeliveryFile(row)))), pagination }
}
