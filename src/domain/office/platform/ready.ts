import { sql } from 'drizzle-orm'
import type { Ctx } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'
import { MINUTE_TICK, selectReadiness, whyNotReady } from './readiness.ts'

/** A watcher asks again after so many seconds. */
const AGAIN_S = 5

/**
 * Checks that the service works: its database answers, its clock runs, codes and attempts leave, and the books hold (docs/operating.md,
 * Ready or not).
 * @throws 503 with the reasons
 */
export async function checkReadiness(ctx: Ctx): Promise<{ status: 'ready' }> {
  const [facts] = await selectReadiness(ctx)
  const reasons = facts ? whyNotReady(ctx.now, facts) : []
  if (reasons.length > 0) fail('SERVICE_UNAVAILABLE', { message: reasons.join(' '), retryAfter: AGAIN_S })
  if (facts?.tickAt === null) ctx.later(() => startWaiting(ctx))
  return { status: 'ready' }
}

/** Starts the five minutes that the first tick of a new database has, at the first question about readiness. */
const startWaiting = async (ctx: Ctx) =>
  ctx.db.run(sql`
    INSERT INTO heartbeats (job, created_at) VALUES (${MINUTE_TICK}, ${ctx.now}) ON CONFLICT (job) DO NOTHING`)
