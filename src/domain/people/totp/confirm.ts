import { eq } from 'drizzle-orm'
import * as z from 'zod'
import { totp } from '#db/schema/people/factors.ts'
import { countAttempt, forgive } from '#domain/core/codes/attempts.ts'
import { totpGuess } from '#domain/core/codes/guesses.ts'
import { commit } from '#domain/core/commit.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { forgetDevices } from '#domain/core/devices/forget.ts'
import { afterChange, tellOwner } from '#domain/core/owner/after-change.ts'
import { markProven, requireProof } from '#domain/core/owner/proof.ts'
import { undoLink } from '#domain/core/owner/undo-link.ts'
import { fail } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { countAddedWay } from '../sign-in/ways-quota.ts'
import { acceptCode } from './accept-code.ts'
import { newBackupCodes } from './backup-codes.ts'
import { totpTurnedOn } from './notices.ts'

export const ConfirmTotp = z.strictObject({ code: f.code6 })
export const ConfirmedTotpView = z.object({ enabled: z.literal(true), backupCodes: z.array(z.string()) })

/**
 * Turns the authenticator on by its first code: every sign-in asks for a code from now on. The answer shows the backup codes, this once.
 * The owner is told; every other session ends (docs/accounts.md, Authenticator).
 * @throws 401 INVALID_VERIFICATION_CODE, 403 REAUTH_REQUIRED, 409 without a setup or if it is enabled already, 429 after ten tries in 15
 *   minutes
 */
export async function confirmTotp(
  ctx: Ctx,
  { code }: z.output<typeof ConfirmTotp>,
): Promise<z.output<typeof ConfirmedTotpView>> {
  requireProof(ctx)
  const { id } = actorOf(ctx)
  const guess = await totpGuess(ctx, id, 'CONFIRM')
  const [[row]] = await countAttempt(ctx, guess, ctx.db.select().from(totp).where(eq(totp.userId, id)))
  if (!row) fail('CONFLICT', { message: "Commencez par préparer l'application d'authentification." })
  if (row.confirmedAt !== null)
    fail('CONFLICT', { reason: 'ALREADY_EXISTS', message: 'La double authentification est déjà activée.' })
  const accepted = await acceptCode(ctx, row, code, { confirmedAt: ctx.now })
  const { codes, writes } = await newBackupCodes(ctx, id)
  const undo = await undoLink(ctx, id)
  await commit(ctx, [
    ...countAddedWay(ctx, id),
    ...undo.writes,
    ...accepted,
    ...writes,
    ...forgive(ctx, guess),
    ...afterChange(ctx),
    forgetDevices(ctx, id),
    markProven(ctx, { hasSecondFactor: true }),
    ...tellOwner(ctx, id, totpTurnedOn, { link: undo.link }),
  ])
  return { enabled: true, backupCodes: codes }
}
