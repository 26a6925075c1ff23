import { type SQL, sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import type { Ctx } from '#domain/core/context.ts'
import { tellOwnerWhen } from '#domain/core/owner/after-change.ts'
import { cancelRecoveries } from '#domain/core/owner/cancel-recoveries.ts'
import { recoveryCancelled } from './notices.ts'

/**
 * Stops all recoveries of an account; if one had been proved, the owner is told.
 * @param when condition at that point of the commit; always unless given
 */
export function stopRecoveries(ctx: Ctx, userId: string, when: SQL = sql`1`): Write[] {
  const isPending = sql`EXISTS (
    SELECT 1 FROM recoveries r WHERE r.user_id = ${userId} AND r.completed_at IS NULL AND r.cancelled_at IS NULL
      AND r.proven_at IS NOT NULL AND r.expires_at > ${ctx.now})`
  return [
    ...tellOwnerWhen(ctx, sql`${isPending} AND ${when}`, userId, recoveryCancelled),
    ...cancelRecoveries(ctx, userId, when),
  ]
}
