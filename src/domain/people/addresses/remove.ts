import { and, eq, inArray } from 'drizzle-orm'
import { abortUnlessChanged, NOT_FOUND } from '#db/guard.ts'
import { addresses } from '#db/schema/people/addresses.ts'
import { withinEdits } from '#domain/core/codes/day-quota.ts'
import { commit } from '#domain/core/commit.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { requireActiveActor } from '#domain/core/guards.ts'
import { hasNoDefault, isMine, newestFirst } from './queries.ts'

/**
 * Deletes an address of the signed-in person. If it was the default, the newest that is left becomes the default.
 * @throws 404
 */
export async function removeAddress(ctx: Ctx, id: string): Promise<{ deleted: true }> {
  const newest = ctx.db
    .select({ id: addresses.id })
    .from(addresses)
    .where(eq(addresses.userId, actorOf(ctx).id))
    .orderBy(...newestFirst)
    .limit(1)
  await commit(ctx, [
    requireActiveActor(ctx),
    ...withinEdits(ctx),
    ctx.db.delete(addresses).where(isMine(ctx, id)),
    abortUnlessChanged(ctx.db, NOT_FOUND),
    ctx.db
      .update(addresses)
      .set({ isDefault: true, updatedAt: ctx.now })
      .where(and(inArray(addresses.id, newest), hasNoDefault(ctx))),
  ])
  return { deleted: true }
}
