import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Write } from '#db/client.ts'
import { abortWhen, guard } from '#db/guard.ts'
import { commit } from '#domain/core/commit.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { afterChange, tellOwner } from '#domain/core/owner/after-change.ts'
import { requireProof } from '#domain/core/owner/proof.ts'
import { proveByTotp } from '../sign-in/prove-owner.ts'
import { hasTotp } from '../sign-in/ways.ts'
import { newBackupCodes } from './backup-codes.ts'
import { backupCodesRenewed } from './notices.ts'
import { totpOrBackupCode } from './prove.ts'

const NO_TOTP = guard('NO_TOTP', 'CONFLICT', {
  message: "La double authentification n'est pas activée sur votre compte.",
})

export const RegenerateBackupCodes = z.strictObject({ code: totpOrBackupCode.optional() })
export const BackupCodesView = z.object({ backupCodes: z.array(z.string()) })

/**
 * Replaces the backup codes with ten new ones, which only this answer shows: approved by a code, or by a proof of the last ten minutes.
 * Every other session ends, and the owner is told.
 * @throws 401 INVALID_VERIFICATION_CODE, 403 REAUTH_REQUIRED, 409 without an authenticator, 429 after ten tries in 15 minutes
 */
export async function regenerateBackupCodes(
  ctx: Ctx,
  { code }: z.output<typeof RegenerateBackupCodes>,
): Promise<z.output<typeof BackupCodesView>> {
  const { id } = actorOf(ctx)
  if (code === undefined) requireProof(ctx)
  const proved: Write[] = code === undefined ? [] : await proveByTotp(ctx, code)
  const { codes, writes } = await newBackupCodes(ctx, id)
  await commit(ctx, [
    ...proved,
    abortWhen(ctx.db, NO_TOTP, sql`NOT ${hasTotp(sql`${id}`)}`),
    ...writes,
    ...afterChange(ctx),
    ...tellOwner(ctx, id, backupCodesRenewed),
  ])
  return { backupCodes: codes }
}
