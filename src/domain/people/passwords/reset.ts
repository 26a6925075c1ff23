import { and, eq, isNull, sql } from 'drizzle-orm'
import * as z from 'zod'
import { readTogether, type Write } from '#db/client.ts'
import { abortUnlessChanged } from '#db/guard.ts'
import { users } from '#db/schema/core/users.ts'
import { TOKEN_USED } from '#domain/core/codes/guards.ts'
import { readTokenText, tryToken } from '#domain/core/codes/token.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { joinedOn, markAtAddress } from '#domain/core/devices/known.ts'
import { deviceMark } from '#domain/core/devices/view.ts'
import { revokeSessions } from '#domain/core/owner/revoke-sessions.ts'
import { selectTyped, takeTyped, withJoinForm } from '../accounts/typed.ts'
import { isForAdminToReset } from '../sign-in/ways.ts'
import { afterPasswordChange } from './after-change.ts'
import { chooseByToken } from './choose.ts'
import { newPassword } from './new-password.ts'

export const ResetPassword = z.strictObject({ token: z.string().min(1).max(200), newPassword })
export const ResetPasswordView = z.object({ reset: z.literal(true), ...deviceMark })

/**
 * Sets a new password by the mailed link, and signs the account out everywhere (docs/accounts.md, Passwords). The link proves its address
 * and makes this device known; it fails if the account has left the address. A team member without a factor needs an administrator's link.
 * @throws 401 INVALID_VERIFICATION_CODE for a wrong token; 410 for one that expired, was used or replaced, or whose account is blocked or
 *   gone
 */
export async function resetPassword(
  ctx: Ctx,
  input: z.output<typeof ResetPassword>,
): Promise<z.output<typeof ResetPasswordView>> {
  const token = await tryToken(ctx, 'PASSWORD_RESET', readTokenText(input.token))
  const { userId, facts, used } = token
  const [id, email] = [userId ?? '', String(facts.email)]
  const passwordHash = await chooseByToken(ctx, token, input.newPassword)
  const deviceToken = await markAtAddress(ctx, email)
  const emailVerifiedAt = sql`coalesce(users.email_verified_at, ${ctx.now})`
  await commit(ctx, [
    ...used,
    ...(await writeJoinForm(ctx, id, email)),
    ctx.db
      .update(users)
      .set({ passwordHash, emailVerifiedAt, updatedAt: ctx.now })
      .where(
        and(
          eq(users.id, id),
          eq(users.email, email),
          isNull(users.deletedAt),
          isNull(users.blockedAt),
          facts.from === 'ADMIN' ? undefined : sql`NOT ${isForAdminToReset(ctx)}`,
        ),
      ),
    abortUnlessChanged(ctx.db, TOKEN_USED),
    revokeSessions(ctx, id, 'PASSWORD'),
    ...afterPasswordChange(ctx, id),
  ])
  return { reset: true, deviceToken }
}

/** Writes the facts that were typed on this device when it joined with the address, if it did. */
async function writeJoinForm(ctx: Ctx, id: string, email: string): Promise<Write[]> {
  const device = await joinedOn(ctx, email)
  if (!device) return []
  const [[user], [here]] = await readTogether(
    ctx.db,
    ctx.db
      .select()
      .from(users)
      .where(and(eq(users.id, id), eq(users.email, email))),
    selectTyped(ctx, email, device.id),
  )
  return user && here ? [takeTyped(ctx, withJoinForm(user, here.typed, null), { passwordHash: null })] : []
}
