import * as z from 'zod'
import { commit } from '../../core/commit.ts'
import { actorOf, type Ctx } from '../../core/context.ts'
import { mailSecondary, mailTo } from '../../core/notices/notify.ts'
import { newBackupCodes } from './backup-codes.ts'
import { backupCodesRenewed } from './notices.ts'
import { checkTotpProof, totpOrBackupCode } from './prove.ts'

export const RegenerateBackupCodes = z.strictObject({ code: totpOrBackupCode })
export const BackupCodesView = z.object({ backupCodes: z.array(z.string()) })

/**
 * Ten new backup codes in the place of the old ones, shown here and never again; the owner is told by mail.
 * @throws 401 INVALID_VERIFICATION_CODE, 409 without an authenticator, 429 after ten tries in 15 minutes
 */
export async function regenerateBackupCodes(
  ctx: Ctx,
  { code }: z.output<typeof RegenerateBackupCodes>,
): Promise<z.output<typeof BackupCodesView>> {
  const me = actorOf(ctx)
  const proved = await checkTotpProof(ctx, code)
  const { codes, writes } = await newBackupCodes(ctx, me.id)
  await commit(ctx, [
    ...proved,
    ...writes,
    mailTo(ctx, me, backupCodesRenewed),
    mailSecondary(ctx, me.id, backupCodesRenewed),
  ])
  return { backupCodes: codes }
}
