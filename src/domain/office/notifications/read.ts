import { sql } from 'drizzle-orm'
import { abortWhen, NOT_FOUND } from '#db/guard.ts'
import { commit } from '#domain/core/commit.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'
import { readTo, selectFeed } from './queries.ts'
import { viewNotification } from './view.ts'

/**
 * Marks one of the person's notifications as read; one that was read stays as it is (docs/conventions.md, Notifications).
 * @throws 404
 */
export async function readNotification(ctx: Ctx, id: string) {
  const me = actorOf(ctx).id
  const mine = sql`id = ${id} AND user_id = ${me}`
  const [rows] = await commit(
    ctx,
    [
      abortWhen(ctx.db, NOT_FOUND, sql`NOT EXISTS (SELECT 1 FROM notifications WHERE ${mine})`),
      ctx.db.run(sql`
        UPDATE notifications SET read_at = ${ctx.now} WHERE ${mine} AND read_at IS NULL AND seq > ${readTo(me)}`),
    ],
    selectFeed(ctx).where(mine),
  )
  return viewNotification(rows[0] ?? fail('NOT_FOUND'))
}
