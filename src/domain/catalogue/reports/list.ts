import { and, desc, eq } from 'drizzle-orm'
import * as z from 'zod'
import { counterName, totalOf } from '#db/counters.ts'
import { readPage } from '#db/read-page.ts'
import { REPORT_STATUSES, REPORT_TYPES, reports } from '#db/schema/catalogue/reports.ts'
import type { Ctx } from '#domain/core/context.ts'
import * as f from '#kernel/fields.ts'
import { viewStaffReport } from './view.ts'

export const ListReports = z.strictObject({
  ...f.pageQuery,
  type: z.enum(REPORT_TYPES).optional(),
  status: z.enum(REPORT_STATUSES).optional(),
})

/** Lists reports of products and shops for staff, the newest first: those OPEN wait for a decision (docs/states.md, Reports). */
export async function listReports(ctx: Ctx, { type, status, ...page }: z.output<typeof ListReports>) {
  const { rows, pagination } = await readPage(
    ctx.db,
    page,
    ctx.db
      .select()
      .from(reports)
      .where(and(type && eq(reports.type, type), status && eq(reports.status, status)))
      .orderBy(desc(reports.createdAt), desc(reports.id)),
    totalOf(ctx.db, counterName('reports', { type, status })),
  )
  return { reports: rows.map(viewStaffReport), pagination }
}
