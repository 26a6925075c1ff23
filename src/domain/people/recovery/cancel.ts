import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { commit } from '../../core/commit.ts'
import { actorOf, type Ctx } from '../../core/context.ts'
import { tellOwnerWhen } from '../../core/owner/after-change.ts'
import { cancelRecoveries } from '../../core/owner/cancel-recoveries.ts'
import { requireLiveSession, requireProof } from '../../core/owner/proof.ts'
import { recoveryCancelled } from './notices.ts'

export const CancelledRecoveryView = z.object({ cancelled: z.literal(true) })

/**
 * The owner, proved within ten minutes, stops whoever is recovering the account, and all are told; where nobody is, it is
 * done already. 403 REAUTH_REQUIRED
 */
export async function cancelRecovery(ctx: Ctx): Promise<z.output<typeof CancelledRecoveryView>> {
  requireProof(ctx)
  const { id } = actorOf(ctx)
  const isPending = sql`EXISTS (
    SELECT 1 FROM recoveries r WHERE r.user_id = ${id} AND r.completed_at IS NULL AND r.cancelled_at IS NULL
      AND r.proven_at IS NOT NULL AND r.expires_at > ${ctx.now})`
  await commit(ctx, [
    requireLiveSession(ctx),
    ...tellOwnerWhen(ctx, isPending, id, recoveryCancelled),
    ...cancelRecoveries(ctx, id),
  ])
  return { cancelled: true }
}
