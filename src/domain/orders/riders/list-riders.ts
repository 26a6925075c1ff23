import { desc, eq } from 'drizzle-orm'
import * as z from 'zod'
import { readTogether } from '../../../db/client.ts'
import { counterName, totalOf } from '../../../db/counters.ts'
import { RIDER_STATUSES, riders } from '../../../db/schema/orders/riders.ts'
import * as f from '../../../kernel/fields.ts'
import { offsetOf, pagination } from '../../../kernel/page.ts'
import type { Ctx } from '../../core/context.ts'
import { selectRiders } from './queries.ts'
import { viewRider } from './view.ts'

export const ListRiders = z.strictObject({ ...f.pageQuery, status: z.enum(RIDER_STATUSES).optional() })

/** Riders, newest first, for staff: those PENDING wait for a decision (contract.md 5.5). */
export async function listRiders(ctx: Ctx, { status, ...page }: z.output<typeof ListRiders>) {
  const [rows, [counted]] = await readTogether(
    ctx.db,
    selectRiders(ctx)
      .where(status && eq(riders.status, status))
      .orderBy(desc(riders.createdAt), desc(riders.id))
      .limit(page.limit)
      .offset(offsetOf(page)),
    totalOf(ctx.db, counterName('riders', { status })),
  )
  return { riders: rows.map(viewRider), pagination: pagination(page, counted?.total ?? 0) }
}
