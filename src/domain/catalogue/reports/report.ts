import { and, eq, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { readTogether } from '#db/client.ts'
import { abortWhen, guard, NOT_FOUND } from '#db/guard.ts'
import { REPORT_REASONS, type REPORT_TYPES, reports } from '#db/schema/catalogue/reports.ts'
import { isPublicShop } from '#db/schema/shops/shops.ts'
import { requireWithin, selectTries, withinQuota } from '#domain/core/codes/attempts.ts'
import { commit } from '#domain/core/commit.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { requireActiveActor } from '#domain/core/guards.ts'
import { recordCreation } from '#domain/core/machine.ts'
import { fail } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { REPORTS_A_DAY } from '#kernel/limits.ts'
import { onSale } from '../products/search/on-sale.ts'
import { type ReportView, viewReport } from './view.ts'

const TOO_MANY_REPORTS = guard('TOO_MANY_REPORTS', 'TOO_MANY_REQUESTS', {
  message: 'Vous avez fait beaucoup de signalements. Réessayez demain.',
  retryAfter: 3600,
})

export const SendReport = z.strictObject({ reasonCode: z.enum(REPORT_REASONS), comment: f.prose(1, 1000).optional() })
type SendReport = z.output<typeof SendReport>

/**
 * Tells staff about a product on sale (docs/states.md, Reports). A repeat, and a report over the quota of a day, is refused after the read,
 * without a write.
 * @throws 404 for a product that guests do not see; 403 OWN_SHOP for the caller's own; 409 ALREADY_EXISTS while the caller's report of it
 *   is open; 429
 */
export const reportProduct = (ctx: Ctx, id: string, input: SendReport): Promise<ReportView> =>
  report(
    ctx,
    'PRODUCT',
    id,
    sql`SELECT p.seller_profile_id AS sellerProfileId FROM products p WHERE p.id = ${id} AND ${onSale(ctx, 'p')}`,
    input,
  )

/** Tells staff about a public shop. @throws as reportProduct */
export const reportShop = (ctx: Ctx, id: string, input: SendReport): Promise<ReportView> =>
  report(
    ctx,
    'SHOP',
    id,
    sql`SELECT s.seller_profile_id AS sellerProfileId FROM shops s WHERE s.id = ${id} AND ${isPublicShop('s')}`,
    input,
  )

async function report(
  ctx: Ctx,
  type: (typeof REPORT_TYPES)[number],
  targetId: string,
  target: SQL,
  { reasonCode, comment }: SendReport,
): Promise<ReportView> {
  const { id: reporterId, sellerProfileId } = actorOf(ctx)
  const quota = { key: `reports:${reporterId}`, ...REPORTS_A_DAY }
  const [seen, [open], [made]] = await readTogether(
    ctx.db,
    ctx.db.all<{ sellerProfileId: string }>(target),
    ctx.db
      .select({ id: reports.id })
      .from(reports)
      .where(and(eq(reports.reporterId, reporterId), eq(reports.targetId, targetId), sql`status = 'OPEN'`)),
    selectTries(ctx, quota),
  )
  if (seen.length === 0) fail('NOT_FOUND')
  if (seen[0]?.sellerProfileId === sellerProfileId)
    fail('FORBIDDEN', { reason: 'OWN_SHOP', message: 'Vous ne pouvez pas signaler votre propre boutique.' })
  if (open)
    fail('CONFLICT', {
      reason: 'ALREADY_EXISTS',
      message: 'Vous avez déjà signalé ceci : votre signalement est ouvert.',
    })
  // This report is not counted yet.
  requireWithin(ctx, { ...quota, max: quota.max - 1 }, made, TOO_MANY_REPORTS.message)
  const id = ctx.ids.v7()
  const times = { createdAt: ctx.now, updatedAt: ctx.now }
  const [rows] = await commit(
    ctx,
    [
      requireActiveActor(ctx),
      abortWhen(ctx.db, NOT_FOUND, sql`NOT EXISTS (${target})`),
      ...withinQuota(ctx, quota, TOO_MANY_REPORTS),
      ctx.db.insert(reports).values({ id, type, targetId, reporterId, reasonCode, comment: comment ?? null, ...times }),
      recordCreation(ctx, 'report', id, 'OPEN'),
    ],
    ctx.db.select().from(reports).where(eq(reports.id, id)),
  )
  return viewReport(rows[0] ?? fail('NOT_FOUND'))
}
