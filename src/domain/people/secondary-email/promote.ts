import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { abortUnlessChanged, guard } from '../../../db/guard.ts'
import { users } from '../../../db/schema/people/users.ts'
import { fail } from '../../../kernel/failure.ts'
import { endTokens } from '../../core/codes/token.ts'
import { commit } from '../../core/commit.ts'
import { actorOf, type Ctx } from '../../core/context.ts'
import { mailSecondary, mailTo } from '../../core/notices/notify.ts'
import { requireRecentSignIn } from '../sign-in/reauthenticate.ts'
import { viewUser } from '../users/view.ts'
import { secondaryEmailPromoted } from './notices.ts'

const NO_SECONDARY_EMAIL = guard('NO_SECONDARY_EMAIL', 'CONFLICT', {
  message: "Vous n'avez pas d'adresse de secours à promouvoir.",
})

/**
 * The two addresses change places in one statement, and both are told. Links that were mailed before open nothing,
 * also when they change places again.
 * @throws 403 REAUTH_REQUIRED; 409 without a second address, or when it is another account's primary one
 */
export async function promoteSecondaryEmail(ctx: Ctx) {
  requireRecentSignIn(ctx)
  const { id, email } = actorOf(ctx)
  const swapped = { email: sql`users.secondary_email`, secondaryEmail: sql`users.email`, emailVerifiedAt: ctx.now }
  const [[user]] = await commit(
    ctx,
    [
      mailSecondary(ctx, id, secondaryEmailPromoted),
      ctx.db
        .update(users)
        .set({ ...swapped, updatedAt: ctx.now })
        .where(and(eq(users.id, id), eq(users.email, email), isNotNull(users.secondaryEmail))),
      abortUnlessChanged(ctx.db, NO_SECONDARY_EMAIL),
      endTokens(ctx, 'PASSWORD_RESET', id),
      mailTo(ctx, { id, email }, secondaryEmailPromoted),
    ],
    ctx.db.select().from(users).where(eq(users.id, id)),
  )
  return viewUser(ctx, user ?? fail('UNAUTHORIZED'))
}
