import { sql } from 'drizzle-orm'
import { abortUnlessChanged, NOT_FOUND } from '#db/guard.ts'
import { commit } from '#domain/core/commit.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'

/**
 * Deletes one of the person's notifications for good (docs/conventions.md, Notifications).
 * @throws 404
 */
export async function deleteNotification(ctx: Ctx, id: string): Promise<{ deleted: true }> {
  await commit(ctx, [
    ctx.db.run(sql`DELETE FROM notifications WHERE id = ${id} AND user_id = ${actorOf(ctx).id}`),
    abortUnlessChanged(ctx.db, NOT_FOUND),
  ])
  return { deleted: true }
}
