import { and, eq, sql } from 'drizzle-orm'
import { abortUnlessChanged, abortWhen, NOT_FOUND } from '#db/guard.ts'
import { passkeys } from '#db/schema/people/factors.ts'
import { commit } from '#domain/core/commit.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { afterChange, tellOwner } from '#domain/core/owner/after-change.ts'
import { requireProof } from '#domain/core/owner/proof.ts'
import { fail } from '#kernel/failure.ts'
import { LAST_SIGN_IN_METHOD } from '../sign-in/guards.ts'
import { passkeyRemoved } from './notices.ts'

/**
 * Deletes a passkey, and tells the owner. Other sessions end, and so does a sign-in with it that waits for a code. The last way in stays; a
 * mailed code does not count as one, because a thief of the mailbox would need nothing else.
 * @throws 403 REAUTH_REQUIRED, 404, 409 LAST_SIGN_IN_METHOD without a password, a linked account or another passkey
 */
export async function removePasskey(ctx: Ctx, passkeyId: string): Promise<{ deleted: true }> {
  requireProof(ctx)
  const { id: userId } = actorOf(ctx)
  const mine = and(eq(passkeys.id, passkeyId), eq(passkeys.userId, userId))
  const [passkey] = await ctx.db.select({ name: passkeys.name }).from(passkeys).where(mine)
  const { name } = passkey ?? fail('NOT_FOUND')
  const noWayIn = sql`EXISTS (SELECT 1 FROM users u WHERE u.id = ${userId} AND u.password_hash IS NULL)
    AND NOT EXISTS (SELECT 1 FROM identities i WHERE i.user_id = ${userId})
    AND NOT EXISTS (SELECT 1 FROM passkeys p WHERE p.user_id = ${userId})`
  await commit(ctx, [
    ctx.db.delete(passkeys).where(mine),
    abortUnlessChanged(ctx.db, NOT_FOUND),
    abortWhen(ctx.db, LAST_SIGN_IN_METHOD, noWayIn),
    ...afterChange(ctx),
    ...tellOwner(ctx, userId, passkeyRemoved, { name }),
  ])
  return { deleted: true }
}
