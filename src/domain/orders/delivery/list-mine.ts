import { and, desc, eq } from 'drizzle-orm'
import * as z from 'zod'
import { readTogether } from '../../../db/client.ts'
import { counterName, totalOf } from '../../../db/counters.ts'
import { DELIVERY_STATUSES, deliveries } from '../../../db/schema/orders/deliveries.ts'
import * as f from '../../../kernel/fields.ts'
import { offsetOf, pagination } from '../../../kernel/page.ts'
import { type Ctx, riderOf } from '../../core/context.ts'
import { selectDeliveries, toDeliveryFile } from './queries.ts'
import { viewDelivery } from './view.ts'

export const ListMyDeliveries = z.strictObject({ ...f.pageQuery, status: z.enum(DELIVERY_STATUSES).optional() })

/** The rider's jobs, newest first (contract.md 5.5). */
export async function listMyDeliveries(ctx: Ctx, { status, ...page }: z.output<typeof ListMyDeliveries>) {
  const { riderId } = riderOf(ctx)
  const mine = eq(deliveries.riderId, riderId)
  const [rows, [counted]] = await readTogether(
    ctx.db,
    selectDeliveries(ctx)
      .where(status ? and(mine, eq(deliveries.status, status)) : mine)
      .orderBy(desc(deliveries.createdAt), desc(deliveries.id))
      .limit(page.limit)
      .offset(offsetOf(page)),
    totalOf(ctx.db, counterName('deliveriesOfRider', { riderId, status })),
  )
  return {
    deliveries: rows.map((row) => viewDelivery(toDeliveryFile(row))),
    pagination: pagination(page, counted?.total ?? 0),
  }
}
