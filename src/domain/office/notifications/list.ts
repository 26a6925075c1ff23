import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { countUpTo1000, readPage } from '#db/read-page.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import * as f from '#kernel/fields.ts'
import { readTo, selectCounts, selectFeed } from './queries.ts'
import { NotificationView, viewNotification } from './view.ts'

export const ListNotifications = z.strictObject({
  ...f.pageQuery,
  ...f.beforeQuery,
  unread: z.enum(['true', 'false']).optional(),
  type: f.line(1, 64).optional(),
})
export const NotificationList = f.listOf('notifications', NotificationView).extend({ unreadCount: z.int() })

/**
 * Lists the person's notifications, the newest first, with the number of all unread ones (docs/conventions.md, Notifications). With a type
 * `total` stops at 1000.
 */
export async function listNotifications(
  ctx: Ctx,
  { unread, type, before, ...page }: z.output<typeof ListNotifications>,
) {
  const { id } = actorOf(ctx)
  const isUnread = unread === 'true' ? sql`AND read_at IS NULL AND seq > ${readTo(id)}` : sql``
  // `unlikely` leads SQLite to the index of the type, whatever bounds `seq` has.
  const isOfType = type === undefined ? sql`` : sql`AND unlikely(type = ${type})`
  const where = sql`user_id = ${id} ${isUnread} ${isOfType}`
  const behind =
    before === undefined
      ? sql``
      : sql`AND seq < (SELECT b.seq FROM notifications b WHERE b.id = ${before} AND b.user_id = ${id})`
  const counter = unread === 'true' ? sql`unread` : sql`total`
  const total =
    type === undefined
      ? ctx.db.all<{ total: number }>(
          sql`SELECT coalesce((SELECT f.${counter} FROM feeds f WHERE f.user_id = ${id}), 0) AS total`,
        )
      : countUpTo1000(ctx.db, sql`SELECT 1 FROM notifications WHERE ${where}`)
  const {
    rows,
    pagination,
    others: [counts],
  } = await readPage(
    ctx.db,
    page,
    selectFeed(ctx).where(sql`${where} ${behind}`).orderBy(sql`seq DESC`),
    total,
    selectCounts(ctx, id),
  )
  return { notifications: rows.map(viewNotification), pagination, unreadCount: counts[0]?.unread ?? 0 }
}
