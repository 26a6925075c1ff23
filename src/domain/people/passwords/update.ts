import { eq } from 'drizzle-orm'
import * as z from 'zod'
import { users } from '#db/schema/core/users.ts'
import { commit } from '#domain/core/commit.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { revokeSessions } from '#domain/core/owner/revoke-sessions.ts'
import { invalid } from '#kernel/failure.ts'
import { currentPassword, provePassword } from '../sign-in/prove-password.ts'
import { afterPasswordChange } from './after-change.ts'
import { hashChosen, NOBODY } from './choose.ts'
import { newPassword } from './new-password.ts'
import type { Own } from './weak.ts'

export const UpdatePassword = z.strictObject({ currentPassword, newPassword })
export const UpdatedPasswordView = z.object({ updated: z.literal(true), revokedSessions: z.int() })

/**
 * Changes the password by the present one, and signs the person out everywhere else (docs/accounts.md, Passwords).
 * @throws 400 for the same password again, 401 INVALID_CREDENTIALS, 429 after ten tries in 15 minutes
 */
export async function updatePassword(
  ctx: Ctx,
  input: z.output<typeof UpdatePassword>,
): Promise<z.output<typeof UpdatedPasswordView>> {
  const actor = actorOf(ctx)
  if (input.newPassword.normalize('NFKC') === input.currentPassword.normalize('NFKC'))
    invalid('newPassword', 'Choisissez un autre mot de passe que le précédent.')
  let own: Own = NOBODY
  const proved = await provePassword(ctx, input.currentPassword, (me) => {
    own = me
    return []
  })
  const passwordHash = await hashChosen(ctx, { password: input.newPassword }, own)
  const [ended] = await commit(
    ctx,
    [
      ...proved,
      ctx.db.update(users).set({ passwordHash, updatedAt: ctx.now }).where(eq(users.id, actor.id)),
      ...afterPasswordChange(ctx, actor.id),
    ],
    revokeSessions(ctx, actor.id, 'PASSWORD', actor.sessionId),
  )
  return { updated: true, revokedSessions: ended.length }
}
