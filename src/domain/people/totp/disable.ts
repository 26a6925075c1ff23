import { and, eq, isNotNull } from 'drizzle-orm'
import * as z from 'zod'
import { abortUnlessChanged, guard } from '#db/guard.ts'
import { totp } from '#db/schema/people/factors.ts'
import { commit } from '#domain/core/commit.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { afterChange, tellOwner } from '#domain/core/owner/after-change.ts'
import { eitherProof, proof, proveByTotp, proveOwner } from '../sign-in/prove-owner.ts'
import { dropBackupCodes } from './backup-codes.ts'
import { totpTurnedOff } from './notices.ts'

const TOTP_DISABLED = guard('TOTP_DISABLED', 'CONFLICT', { message: "La double authentification n'est pas activée." })

export const DisableTotp = z.strictObject(proof).meta(eitherProof)
type DisableTotp = z.output<typeof DisableTotp>

/**
 * Turns the authenticator off, approved by its code, by a backup code, or by a proof of the last ten minutes; never by the password alone.
 * Every other session ends, and the owner is told.
 * @throws 400 for both, 401, 403 REAUTH_REQUIRED, 409 if it is not enabled, 429 after ten tries in 15 minutes
 */
export async function disableTotp(ctx: Ctx, given: DisableTotp): Promise<{ enabled: false }> {
  const { id } = actorOf(ctx)
  await commit(ctx, [
    // `proveByTotp` accepts no mailed code: an account without an authenticator has nothing to turn off.
    ...(await proveOwner(ctx, given, proveByTotp)),
    ctx.db.delete(totp).where(and(eq(totp.userId, id), isNotNull(totp.confirmedAt))),
    abortUnlessChanged(ctx.db, TOTP_DISABLED),
    dropBackupCodes(ctx, id),
    ...afterChange(ctx),
    ...tellOwner(ctx, id, totpTurnedOff),
  ])
  return { enabled: false }
}
