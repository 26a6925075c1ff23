import { sql } from 'drizzle-orm'
import type { Ctx } from '#domain/core/context.ts'
import { hasMoney, hasOpenOrders, hasWithdrawals } from '../users/guards.ts'

/** Most accounts that one tick erases. */
const BATCH = 50

/**
 * Accounts whose 30 days are over, the longest first. An account with open orders or money is left out, so that it keeps no other from its
 * turn.
 */
export const dueErasures = (ctx: Ctx) => {
  const user = sql`u.id`
  return ctx.db.all<{ id: string }>(sql`
    SELECT u.id FROM users u
    WHERE u.erasure_due_at IS NOT NULL AND u.erased_at IS NULL AND u.erasure_due_at <= ${ctx.now}
      AND NOT (${hasOpenOrders(user)} OR ${hasWithdrawals(user)} OR ${hasMoney(user)})
    ORDER BY u.erasure_due_at LIMIT ${BATCH}`)
}
