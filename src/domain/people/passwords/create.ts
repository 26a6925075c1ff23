import { and, eq, isNull } from 'drizzle-orm'
import * as z from 'zod'
import { abortUnlessChanged, failureOf, guard } from '#db/guard.ts'
import { users } from '#db/schema/core/users.ts'
import { endTokens } from '#domain/core/codes/token.ts'
import { commit } from '#domain/core/commit.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { afterChange, tellOwner } from '#domain/core/owner/after-change.ts'
import { requireProof } from '#domain/core/owner/proof.ts'
import { hashChosen, OWN_COLUMNS } from './choose.ts'
import { newPassword } from './new-password.ts'
import { passwordAdded } from './notices.ts'

const PASSWORD_EXISTS = guard('PASSWORD_EXISTS', 'CONFLICT', {
  reason: 'ALREADY_EXISTS',
  message: 'Votre compte a déjà un mot de passe. Changez-le.',
})

export const CreatePassword = z.strictObject({ newPassword })

/**
 * Adds the first password of an account that is entered otherwise (docs/accounts.md, Passwords); every other session ends.
 * @throws 403 REAUTH_REQUIRED, 409 ALREADY_EXISTS if there is one
 */
export async function createPassword(ctx: Ctx, input: z.output<typeof CreatePassword>): Promise<{ created: true }> {
  requireProof(ctx)
  const { id } = actorOf(ctx)
  // A hash is expensive, so an account that has a password is refused before it is computed.
  const [me] = await ctx.db
    .select({ passwordHash: users.passwordHash, ...OWN_COLUMNS })
    .from(users)
    .where(eq(users.id, id))
  if (me?.passwordHash !== null) throw failureOf(PASSWORD_EXISTS)
  const passwordHash = await hashChosen(ctx, { password: input.newPassword }, me)
  await commit(ctx, [
    ctx.db
      .update(users)
      .set({ passwordHash, updatedAt: ctx.now })
      .where(and(eq(users.id, id), isNull(users.passwordHash))),
    abortUnlessChanged(ctx.db, PASSWORD_EXISTS),
    endTokens(ctx, 'PASSWORD_RESET', id),
    ...afterChange(ctx, 'PASSWORD'),
    ...tellOwner(ctx, id, passwordAdded),
  ])
  return { created: true }
}
