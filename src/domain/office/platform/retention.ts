import { type SQL, sql } from 'drizzle-orm'
import { leastIdAt } from '#kernel/ids.ts'
import { dayOf } from '#kernel/period.ts'
import { DAY_MS, HOUR_MS } from '#kernel/time.ts'
import { isOverSince } from '../notifications/matters.ts'

/** Rows that no law, report or person needs for good: how long a table keeps them, in ms, and the condition of those that are due. */
type Retention = { keptMs: number; isDue: (endedAt: number) => SQL }

const kept = (keptMs: number, isDue: Retention['isDue']): Retention => ({ keptMs, isDue })
const isExpired = (endedAt: number) => sql`expires_at <= ${endedAt}`
/** Whether a row was written before a time, by the time that its id carries. */
const isOlder = (at: number) => sql`id < ${leastIdAt(at)}`

/** Days that a message is kept which could not be sent, for whoever looks for the fault. */
export const FAILED_KEPT_DAYS = 30
const FAILED_LONGER_MS = (FAILED_KEPT_DAYS - 3) * DAY_MS

/** The tables of which `forgetOld` deletes what is due (docs/growth.md, Kept for how long). */
export const RETENTION: Record<string, Retention> = {
  idempotency_keys: kept(DAY_MS, (at) => sql`created_at <= ${at}`),
  attempts: kept(DAY_MS, (at) => sql`window_ends_at <= ${at}`),
  codes: kept(DAY_MS, isExpired),
  pending_approvals: kept(DAY_MS, isExpired),
  one_time_tokens: kept(DAY_MS, isExpired),
  recoveries: kept(DAY_MS, isExpired),
  quotes: kept(DAY_MS, isExpired),
  outbox: kept(
    3 * DAY_MS,
    (at) => sql`${isOlder(at)} AND (status = 'SENT' AND sent_at < ${at}
      OR status = 'FAILED' AND (failure = 'NOBODY' OR ${isOlder(at - FAILED_LONGER_MS)}))`,
  ),
  notifications: kept(60 * DAY_MS, (at) => sql`${isOlder(at)} AND ${isOverSince(at)}`),
  broadcasts: kept(60 * DAY_MS, (at) => sql`${isOlder(at)} AND done_at IS NOT NULL`),
  product_imports: kept(30 * DAY_MS, (at) => sql`${isOlder(at)} AND status <> 'RUNNING'`),
  data_copies: kept(30 * DAY_MS, (at) => sql`${isOlder(at)} AND status <> 'PENDING'`),
  alerts: kept(30 * DAY_MS, isOlder),
  // A day, and the quarter of an hour under way when it began.
  heartbeat_quarters: kept(DAY_MS + HOUR_MS, (at) => sql`quarter < ${at}`),
  search_misses: kept(90 * DAY_MS, (at) => sql`day < ${dayOf(at)}`),
  sessions: kept(30 * DAY_MS, (at) => sql`CASE WHEN revoked_at IS NULL THEN expires_at ELSE revoked_at END <= ${at}`),
}
