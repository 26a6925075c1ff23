import { desc, eq } from 'drizzle-orm'
import * as z from 'zod'
import { counterName, totalOf } from '#db/counters.ts'
import { readPage } from '#db/read-page.ts'
import { RIDER_STATUSES, riders } from '#db/schema/orders/riders.ts'
import type { Ctx } from '#domain/core/context.ts'
import * as f from '#kernel/fields.ts'
import { selectRiders } from './queries.ts'
import { viewRider } from './view.ts'

export const ListRiders = z.strictObject({ ...f.pageQuery, status: z.enum(RIDER_STATUSES).optional() })

/** Riders, newest first, for staff: those PENDING wait for a decision (docs/states.md, Rider). */
export async function listRiders(ctx: Ctx, { status, ...page }: z.output<typeof ListRiders>) {
  const { rows, pagination } = await readPage(
    ctx.db,
    page,
    selectRiders(ctx)
      .where(status && eq(riders.status, status))
      .orderBy(desc(riders.createdAt), desc(riders.id)),
    totalOf(ctx.db, counterName('riders', { status })),
  )
  const seen = { withAddresses: false }
  return { riders: await Promise.all(rows.map((row) => viewRider(ctx, row, seen))), pagination }
}
