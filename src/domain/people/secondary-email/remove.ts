import { and, eq, isNotNull } from 'drizzle-orm'
import { abortUnlessChanged, NOT_FOUND } from '../../../db/guard.ts'
import { users } from '../../../db/schema/people/users.ts'
import { commit } from '../../core/commit.ts'
import { actorOf, type Ctx } from '../../core/context.ts'
import { mailSecondary, mailTo } from '../../core/notices/notify.ts'
import { requireRecentSignIn } from '../sign-in/reauthenticate.ts'
import { secondaryEmailRemoved } from './notices.ts'

/** Takes the second address away, and tells both. 403 REAUTH_REQUIRED, 404 where there is none. */
export async function removeSecondaryEmail(ctx: Ctx): Promise<{ deleted: true }> {
  requireRecentSignIn(ctx)
  const me = actorOf(ctx)
  const { id } = me
  await commit(ctx, [
    mailSecondary(ctx, id, secondaryEmailRemoved),
    ctx.db
      .update(users)
      .set({ secondaryEmail: null, updatedAt: ctx.now })
      .where(and(eq(users.id, id), isNotNull(users.secondaryEmail))),
    abortUnlessChanged(ctx.db, NOT_FOUND),
    mailTo(ctx, me, secondaryEmailRemoved),
  ])
  return { deleted: true }
}
