import * as z from 'zod'
import { commit } from '#domain/core/commit.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { requireLiveSession, requireProof } from '#domain/core/owner/proof.ts'
import { stopRecoveries } from './stop.ts'

export const CancelledRecoveryView = z.object({ cancelled: z.literal(true) })

/**
 * The owner, proved within ten minutes, stops all recoveries of the account, and all its addresses are told. Without a recovery nothing
 * happens.
 * @throws 403 REAUTH_REQUIRED
 */
export async function cancelRecovery(ctx: Ctx): Promise<z.output<typeof CancelledRecoveryView>> {
  requireProof(ctx)
  await commit(ctx, [requireLiveSession(ctx), ...stopRecoveries(ctx, actorOf(ctx).id)])
  return { cancelled: true }
}
