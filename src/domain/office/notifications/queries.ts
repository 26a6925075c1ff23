import { desc, type SQL, sql } from 'drizzle-orm'
import { feeds, notifications } from '#db/schema/core/notifications.ts'
import { pushDevices } from '#db/schema/core/push-devices.ts'
import { sessions } from '#db/schema/core/sessions.ts'
import { users } from '#db/schema/core/users.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { isSessionLive } from '#domain/core/owner/session-life.ts'
import type { Locale } from '#kernel/format.ts'
import { MOST_DEVICES } from '#kernel/limits.ts'

/** The time at which a notification was read: alone, or by the first mark of all after it came. */
const readAt = sql<number | null>`coalesce(notifications.read_at, (
  SELECT r.at FROM feed_reads r WHERE r.user_id = notifications.user_id AND r.up_to >= notifications.seq
  ORDER BY r.up_to LIMIT 1))`.as('read')

/** The language of the caller, which SQLite looks up once for a list. */
const localeOf = (id: string) => sql<Locale>`(SELECT u.locale FROM users u WHERE u.id = ${id})`.as('locale')

/** Selects notifications of the caller. */
export const selectFeed = (ctx: Ctx) =>
  ctx.db
    .select({
      id: notifications.id,
      type: notifications.type,
      locale: localeOf(actorOf(ctx).id),
      facts: notifications.facts,
      title: notifications.title,
      body: notifications.body,
      data: notifications.data,
      readAt,
      createdAt: notifications.createdAt,
    })
    .from(notifications)

/** SQL of the sequence number up to which a person has read all. */
export const readTo = (userId: string) => sql`coalesce((SELECT f.read_to FROM feeds f WHERE f.user_id = ${userId}), 0)`

/** Selects the counts of a person's feed: a row once there was a notification. */
export const selectCounts = (ctx: Ctx, userId: string) =>
  ctx.db.select({ all: feeds.total, unread: feeds.unread }).from(feeds).where(sql`feeds.user_id = ${userId}`)

/** Selects devices of the person whose sessions are live, the newest first. */
export const selectDevices = (ctx: Ctx, which: SQL = sql`1`) =>
  ctx.db
    .select({
      id: pushDevices.id,
      kind: pushDevices.kind,
      deviceName: pushDevices.deviceName,
      createdAt: pushDevices.createdAt,
      lastUsedAt: pushDevices.lastUsedAt,
      sessionId: pushDevices.sessionId,
    })
    .from(pushDevices)
    .innerJoin(sessions, sql`sessions.id = push_devices.session_id`)
    .innerJoin(users, sql`users.id = push_devices.user_id`)
    .where(sql`push_devices.user_id = ${actorOf(ctx).id} AND ${isSessionLive(ctx.now)} AND ${which}`)
    .orderBy(desc(pushDevices.createdAt), desc(pushDevices.id))
    .limit(MOST_DEVICES)

export type DeviceRow = Awaited<ReturnType<typeof selectDevices>>[number]
