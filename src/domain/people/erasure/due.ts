import { sql } from 'drizzle-orm'
import type { Ctx } from '../../core/context.ts'
import { hasMoney, hasOpenOrders, hasWithdrawals } from '../users/guards.ts'

/** What one tick takes on. */
const BATCH = 50

/** Whose 30 days are over, the longest first. Who still has orders or money waits, and keeps nobody else from their turn. */
export const dueErasures = (ctx: Ctx) => {
  const user = sql`u.id`
  return ctx.db.all<{ id: string }>(sql`
    SELECT u.id FROM users u
    WHERE u.erasure_due_at IS NOT NULL AND u.erased_at IS NULL AND u.erasure_due_at <= ${ctx.now}
      AND NOT (${hasOpenOrders(user)} OR ${hasWithdrawals(user)} OR ${hasMoney(user)})
    ORDER BY u.erasure_due_at LIMIT ${BATCH}`)
}
