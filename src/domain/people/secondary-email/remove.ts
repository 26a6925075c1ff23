import { and, eq, isNotNull } from 'drizzle-orm'
import { abortUnlessChanged, NOT_FOUND } from '#db/guard.ts'
import { users } from '#db/schema/core/users.ts'
import { commit } from '#domain/core/commit.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { afterChange, tellOwner } from '#domain/core/owner/after-change.ts'
import { requireProof } from '#domain/core/owner/proof.ts'
import { undoLink } from '#domain/core/owner/undo-link.ts'
import { secondaryEmailRemoved } from './notices.ts'

/**
 * Removes the second address, and tells both addresses and the number; every other session ends.
 * @throws 403 REAUTH_REQUIRED, 404 if there is none
 */
export async function removeSecondaryEmail(ctx: Ctx): Promise<{ deleted: true }> {
  requireProof(ctx)
  const { id } = actorOf(ctx)
  const undo = await undoLink(ctx, id)
  await commit(ctx, [
    ...undo.writes,
    ...tellOwner(ctx, id, secondaryEmailRemoved, { link: undo.link }),
    ctx.db
      .update(users)
      .set({ secondaryEmail: null, secondaryEmailVerifiedAt: null, updatedAt: ctx.now })
      .where(and(eq(users.id, id), isNotNull(users.secondaryEmail))),
    abortUnlessChanged(ctx.db, NOT_FOUND),
    ...afterChange(ctx),
  ])
  return { deleted: true }
}
