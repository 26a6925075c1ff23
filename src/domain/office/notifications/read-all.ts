import { sql } from 'drizzle-orm'
import { commit } from '#domain/core/commit.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'

/**
 * Marks all notifications of the person as read, by one row whatever their number (docs/conventions.md, Notifications). Earlier marks whose
 * notifications are deleted by now go too.
 * @returns the number that were unread
 */
export async function readAllNotifications(ctx: Ctx): Promise<{ updated: number }> {
  const me = actorOf(ctx).id
  const id = ctx.ids.v7()
  const [[mark]] = await commit(
    ctx,
    [
      ctx.db.run(sql`
        INSERT INTO feed_reads (user_id, up_to, id, marked, at)
        SELECT f.user_id, (SELECT max(n.seq) FROM notifications n WHERE n.user_id = ${me}), ${id}, f.unread, ${ctx.now}
        FROM feeds f WHERE f.user_id = ${me} AND f.unread > 0`),
      ctx.db.run(sql`
        DELETE FROM feed_reads WHERE user_id = ${me}
          AND up_to < (SELECT min(n.seq) FROM notifications n WHERE n.user_id = ${me})
          AND up_to < (SELECT f.read_to FROM feeds f WHERE f.user_id = ${me})`),
    ],
    ctx.db.all<{ marked: number }>(sql`
      SELECT r.marked FROM feed_reads r JOIN feeds f ON f.user_id = r.user_id AND f.read_to = r.up_to
      WHERE r.user_id = ${me} AND r.id = ${id}`),
  )
  return { updated: mark?.marked ?? 0 }
}
