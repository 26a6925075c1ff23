import { eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import { readTogether } from '#db/client.ts'
import { retryOnStale } from '#db/commit.ts'
import { REPORT_STATUSES, reports } from '#db/schema/catalogue/reports.ts'
import { recordAct } from '#domain/core/audit.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { transition } from '#domain/core/machine.ts'
import { refuseOwnThing } from '#domain/core/own-thing.ts'
import { fail } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { reportMachine } from './machine.ts'
import { type StaffReportView, viewStaffReport } from './view.ts'

export const ResolveReport = z.strictObject({
  decision: z.enum(REPORT_STATUSES).exclude(['OPEN']),
  note: f.reason.optional(),
})

const EVENTS = { ACTIONED: 'action', DISMISSED: 'dismiss' } as const

/**
 * Decides a report (docs/states.md, Reports). An act on the product or shop is another operation. If two decide at once, the first counts.
 * @throws 404, 409 INVALID_TRANSITION
 */
export const resolveReport = (
  ctx: Ctx,
  id: string,
  { decision, note }: z.output<typeof ResolveReport>,
): Promise<StaffReportView> =>
  retryOnStale(async () => {
    const [[report], [reported]] = await readTogether(
      ctx.db,
      ctx.db.select().from(reports).where(eq(reports.id, id)),
      selectOwner(ctx, id),
    )
    if (!report) fail('NOT_FOUND')
    refuseOwnThing(ctx, report.reporterId, reported?.owner)
    const set = { note: note ?? null, resolvedAt: ctx.now }
    const [rows] = await commit(
      ctx,
      [
        ...transition(ctx, reportMachine, report, EVENTS[decision], { reason: note, set }),
        recordAct(ctx, 'report.resolve', id, { decision, note }),
      ],
      ctx.db.select().from(reports).where(eq(reports.id, id)),
    )
    return viewStaffReport(rows[0] ?? fail('NOT_FOUND'))
  })

/** The seller of the product or shop that a report is about. */
const selectOwner = (ctx: Ctx, id: string) =>
  ctx.db.all<{ owner: string }>(sql`
    SELECT s.seller_profile_id AS owner FROM reports r CROSS JOIN shops s
    ON s.id = coalesce((SELECT p.shop_id FROM products p WHERE p.id = r.target_id), r.target_id) WHERE r.id = ${id}`)
