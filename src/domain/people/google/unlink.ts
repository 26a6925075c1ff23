import { and, eq, sql } from 'drizzle-orm'
import { abortUnlessChanged, abortWhen, NOT_FOUND } from '#db/guard.ts'
import { identities } from '#db/schema/people/factors.ts'
import { commit } from '#domain/core/commit.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { afterChange, tellOwner } from '#domain/core/owner/after-change.ts'
import { requireProof } from '#domain/core/owner/proof.ts'
import { LAST_SIGN_IN_METHOD } from '../sign-in/guards.ts'
import { googleUnlinked } from './notices.ts'

/**
 * Unlinks the Google account from the signed-in account, and tells the owner. Other sessions end, and so does a sign-in with it that waits
 * for the authenticator's code. The last way in stays; a mailed code does not count as a way in.
 * @throws 403 REAUTH_REQUIRED, 404 if none is linked, 409 LAST_SIGN_IN_METHOD without a password or a passkey
 */
export async function unlinkGoogle(ctx: Ctx): Promise<{ deleted: true }> {
  requireProof(ctx)
  const { id: userId } = actorOf(ctx)
  const noWayIn = sql`EXISTS (SELECT 1 FROM users u WHERE u.id = ${userId} AND u.password_hash IS NULL)
    AND NOT EXISTS (SELECT 1 FROM passkeys p WHERE p.user_id = ${userId})`
  await commit(ctx, [
    ctx.db.delete(identities).where(and(eq(identities.userId, userId), eq(identities.provider, 'GOOGLE'))),
    abortUnlessChanged(ctx.db, NOT_FOUND),
    abortWhen(ctx.db, LAST_SIGN_IN_METHOD, noWayIn),
    ...afterChange(ctx),
    ...tellOwner(ctx, userId, googleUnlinked),
  ])
  return { deleted: true }
}
