import { type SQL, sql } from 'drizzle-orm'
import { MISSES_KEPT_MS } from '#domain/catalogue/products/search/search-misses.ts'
import type { Ctx } from '#domain/core/context.ts'
import { forgetUnusedAttachments } from '#domain/orders/messages/forget-unused.ts'
import { forgetUnpaid } from '#domain/orders/orders/clock/forget-unpaid.ts'
import { forgetUnproved } from '#domain/people/accounts/forget-unproved.ts'
import { Defect } from '#kernel/defect.ts'
import { leastIdAt } from '#kernel/ids.ts'
import { dayOf } from '#kernel/period.ts'
import { report } from '#kernel/report.ts'
import { DAY_MS, HOUR_MS } from '#kernel/time.ts'

/** Sent messages are kept this long, to tell whether one was sent; addresses are kept no longer. */
const MESSAGES_KEPT_MS = 30 * DAY_MS
const SESSIONS_KEPT_MS = 30 * DAY_MS
const NOTICES_KEPT_MS = 180 * DAY_MS
const IMPORTS_KEPT_MS = 90 * DAY_MS
const ALERTS_KEPT_MS = 30 * DAY_MS
/** A day, and the quarter of an hour under way when it began. */
const HEARTBEATS_KEPT_MS = DAY_MS + HOUR_MS

/** Rows that one statement deletes: D1 aborts a statement that takes long, and undoes it. */
const BATCH = 500

/**
 * Deletes a share of the expired rows of each table (docs/limits.md, Kept for how long). A table that fails is reported, and stops none of
 * the others.
 * @returns the number of tables that have more
 * @throws if nothing is left to do and one of them failed
 */
export async function forgetOld(ctx: Ctx): Promise<number> {
  const dayAgo = ctx.now - DAY_MS
  const due: Record<string, SQL> = {
    idempotency_keys: sql`created_at <= ${dayAgo}`,
    attempts: sql`window_ends_at <= ${dayAgo}`,
    codes: sql`expires_at <= ${dayAgo}`,
    pending_approvals: sql`expires_at <= ${dayAgo}`,
    one_time_tokens: sql`expires_at <= ${dayAgo}`,
    recoveries: sql`expires_at <= ${dayAgo}`,
    quotes: sql`expires_at <= ${dayAgo}`,
    outbox: sql`id < ${leastIdAt(ctx.now - MESSAGES_KEPT_MS)} AND status <> 'PENDING'`,
    notifications: sql`id < ${leastIdAt(ctx.now - NOTICES_KEPT_MS)}`,
    broadcasts: sql`id < ${leastIdAt(ctx.now - NOTICES_KEPT_MS)} AND done_at IS NOT NULL`,
    product_imports: sql`id < ${leastIdAt(ctx.now - IMPORTS_KEPT_MS)} AND status <> 'RUNNING'`,
    alerts: sql`id < ${leastIdAt(ctx.now - ALERTS_KEPT_MS)}`,
    heartbeat_quarters: sql`quarter < ${ctx.now - HEARTBEATS_KEPT_MS}`,
    search_misses: sql`day < ${dayOf(ctx.now - MISSES_KEPT_MS)}`,
    sessions: sql`CASE WHEN revoked_at IS NULL THEN expires_at ELSE revoked_at END <= ${ctx.now - SESSIONS_KEPT_MS}`,
  }
  const steps: [of: string, step: Promise<boolean>][] = [
    ...Object.entries(due).map(([table, where]): [string, Promise<boolean>] => [table, forgetSome(ctx, table, where)]),
    ['unproved registrations', forgetUnproved(ctx)],
    ['unused attachments', forgetUnusedAttachments(ctx)],
    ['unpaid orders', forgetUnpaid(ctx)],
  ]
  const hasMore = await Promise.all(
    steps.map(([of, step]) => step.catch((error: unknown) => void report('not forgotten', { of }, error))),
  )
  const more = hasMore.filter(Boolean).length
  // The others finish first; then the job fails.
  if (more === 0 && hasMore.includes(undefined)) throw new Defect('some of it could not be forgotten')
  return more
}

async function forgetSome({ db }: Ctx, table: string, where: SQL): Promise<boolean> {
  const name = sql.identifier(table)
  const gone = await db.all(sql`
    DELETE FROM ${name} WHERE rowid IN (SELECT rowid FROM ${name} WHERE ${where} LIMIT ${BATCH}) RETURNING 1 AS gone`)
  return gone.length === BATCH
}
