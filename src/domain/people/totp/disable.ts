import { and, eq, isNotNull } from 'drizzle-orm'
import * as z from 'zod'
import { abortUnlessChanged, guard } from '../../../db/guard.ts'
import { totp } from '../../../db/schema/people/factors.ts'
import { invalid } from '../../../kernel/failure.ts'
import * as f from '../../../kernel/fields.ts'
import { endTokens } from '../../core/codes/token.ts'
import { commit } from '../../core/commit.ts'
import { actorOf, type Ctx } from '../../core/context.ts'
import { mailSecondary, mailTo } from '../../core/notices/notify.ts'
import { currentPassword, provePassword } from '../sign-in/reauthenticate.ts'
import { dropBackupCodes } from './backup-codes.ts'
import { totpTurnedOff } from './notices.ts'
import { checkTotpProof, totpOrBackupCode } from './prove.ts'

const TOTP_DISABLED = guard('TOTP_DISABLED', 'CONFLICT', { message: "La double authentification n'est pas activée." })

export const DisableTotp = z
  .strictObject({ code: totpOrBackupCode.optional(), password: currentPassword.optional() })
  .meta(f.oneOf('code', 'password'))

/**
 * Sign-ins no longer ask for the authenticator's code: approved by one, by a backup code, or by the password of an account
 * that has one. Sign-ins that wait for a code end, and the owner is told by mail.
 * @throws 400 without exactly one of both, 401, 409 when it is not enabled, 429 after ten tries in 15 minutes
 */
export async function disableTotp(
  ctx: Ctx,
  { code, password }: z.output<typeof DisableTotp>,
): Promise<{ enabled: false }> {
  const me = actorOf(ctx)
  const { id } = me
  const proved =
    code !== undefined && password === undefined
      ? await checkTotpProof(ctx, code)
      : password !== undefined && code === undefined
        ? await provePassword(ctx, password)
        : invalid('code', 'Donnez un code, ou votre mot de passe.')
  await commit(ctx, [
    ...proved,
    ctx.db.delete(totp).where(and(eq(totp.userId, id), isNotNull(totp.confirmedAt))),
    abortUnlessChanged(ctx.db, TOTP_DISABLED),
    dropBackupCodes(ctx, id),
    endTokens(ctx, 'TOTP_CHALLENGE', id),
    mailTo(ctx, me, totpTurnedOff),
    mailSecondary(ctx, id, totpTurnedOff),
  ])
  return { enabled: false }
}
