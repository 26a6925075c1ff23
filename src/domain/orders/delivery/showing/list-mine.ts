import { and, desc, eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import { counterName, totalOf } from '#db/counters.ts'
import { readPage } from '#db/read-page.ts'
import { DELIVERY_STATUSES, deliveries } from '#db/schema/orders/deliveries.ts'
import { type Ctx, riderOf } from '#domain/core/context.ts'
import * as f from '#kernel/fields.ts'
import { selectDeliveries, toDeliveryFile } from '../queries.ts'
import { viewDelivery } from '../view.ts'

export const ListMyDeliveries = z.strictObject({ ...f.pageQuery, status: z.enum(DELIVERY_STATUSES).optional() })

/** The rider's jobs, newest first (docs/states.md, Delivery). */
export async function listMyDeliveries(ctx: Ctx, { status, ...page }: z.output<typeof ListMyDeliveries>) {
  const { riderId } = riderOf(ctx)
  const mine = eq(deliveries.riderId, riderId)
  const { rows, pagination } = await readPage(
    ctx.db,
    page,
    selectDeliveries(ctx)
      .where(status ? and(mine, eq(deliveries.status, status)) : mine)
      .orderBy(desc(deliveries.createdAt), sql`deliveries.rowid DESC`),
    totalOf(ctx.db, counterName('deliveriesOfRider', { riderId, status })),
  )
  return {
    deliveries: await Promise.all(rows.map((row) => viewDelivery(ctx, toDeliveryFile(row)))),
    pagination,
  }
}
