import { and, eq, isNotNull } from 'drizzle-orm'
import { abortUnlessChanged, NOT_FOUND } from '../../../db/guard.ts'
import { users } from '../../../db/schema/people/users.ts'
import { commit } from '../../core/commit.ts'
import { actorOf, type Ctx } from '../../core/context.ts'
import { mailSecondary, mailTo } from '../../core/notices/notify.ts'
import { requireRecentSignIn } from '../sign-in/reauthenticate.ts'

/** Takes the second address away, and tells both. 403 REAUTH_REQUIRED, 404 where there is none. */
export async function removeSecondaryEmail(ctx: Ctx): Promise<{ deleted: true }> {
  requireRecentSignIn(ctx)
  const { id, email } = actorOf(ctx)
  await commit(ctx, [
    mailSecondary(ctx, id, 'secondary-email.removed'),
    ctx.db
      .update(users)
      .set({ secondaryEmail: null, updatedAt: ctx.now })
      .where(and(eq(users.id, id), isNotNull(users.secondaryEmail))),
    abortUnlessChanged(ctx.db, NOT_FOUND),
    mailTo(ctx, email, 'secondary-email.removed'),
  ])
  return { deleted: true }
}
