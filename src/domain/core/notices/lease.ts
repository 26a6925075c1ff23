import { getTableColumns, inArray, type SQL, sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { outbox } from '#db/schema/core/outbox.ts'
import { MINUTE_MS } from '#kernel/time.ts'
import type { Ctx } from '../context.ts'
import { isSessionLive } from '../owner/session-life.ts'
import type { Lane } from './notice.ts'
import { countMessages, roomFor } from './shares.ts'

type Row = typeof outbox.$inferSelect
/** A message that its sender leased. `device`: that of a push as JSON (`PushTarget`), null if it is not there or its session is over. */
export type Message = Row & { device: string | null }

/** Time for which a message belongs to its sender, in ms: longer than a try of all its providers can take. */
const LEASE_MS = MINUTE_MS

export type Wish = { channel: Row['channel']; most: number; alarmFirst: boolean }

/**
 * Leases the next messages of a channel: codes, the newest first; then alarms, one of them first of all if `alarmFirst`; then the notices
 * that the day allows, which it counts. It is one conditional write, so two senders get different messages.
 * @returns its statements; the first answers the messages
 */
export function leaseNext(ctx: Ctx, wish: Wish) {
  const { channel, most } = wish
  const token = ctx.ids.v7()
  const until = ctx.now + LEASE_MS
  const leased = ctx.db
    .update(outbox)
    .set({ nextAt: until, attempts: sql`attempts + 1`, lease: token })
    .where(inArray(outbox.id, sql`(SELECT w.id FROM (${waiting(ctx, wish)}) w ORDER BY w.turn, w.at LIMIT ${most})`))
    .returning({ ...getTableColumns(outbox), device: channel === 'PUSH' ? deviceOf(ctx) : sql<null>`NULL` })
  // SMS were counted when they were written: one that does not fit goes by mail. Pushes cost nothing.
  return channel === 'EMAIL' ? ([leased, countNotices(ctx, until, token)] as const) : ([leased] as const)
}

const deviceOf = (ctx: Ctx) => sql<string | null>`(
  SELECT json_object('kind', v.kind, 'address', v.address, 'p256dh', v.p256dh, 'auth', v.auth)
  FROM push_devices v CROSS JOIN sessions ON sessions.id = v.session_id CROSS JOIN users ON users.id = v.user_id
  WHERE v.id = outbox.recipient AND ${isSessionLive(ctx.now)})`

/** Whether a push of the same matter is on its way at this moment: the SMS waits for its outcome. */
const isOnItsWay = ({ now }: Ctx) => sql`EXISTS (
  SELECT 1 FROM outbox p WHERE p.matter = outbox.matter AND p.channel = 'PUSH' AND p.status = 'PENDING'
    AND p.lease IS NOT NULL AND p.next_at > ${now})`

/** Candidates by their turn: the first of each lane and kind of account, along the index. */
function waiting(ctx: Ctx, { channel, most, alarmFirst }: Wish): SQL {
  const mayGo = channel === 'SMS' ? sql`AND (matter IS NULL OR NOT ${isOnItsWay(ctx)})` : sql``
  const first = (lane: Lane, isNewcomers: 0 | 1, limit: SQL | number = most) => sql`
    SELECT * FROM (SELECT id, ${lane === 'CODE' ? sql`-next_at` : sql`next_at`} AS at FROM outbox
      WHERE status = 'PENDING' AND lane = ${lane} AND channel = ${channel} AND is_newcomers = ${isNewcomers} AND next_at <= ${ctx.now} ${mayGo}
      ORDER BY next_at ${sql.raw(lane === 'CODE' ? 'DESC' : 'ASC')} LIMIT ${limit})`
  const room = (isNewcomers: 0 | 1) =>
    channel === 'EMAIL'
      ? sql`max(0, min(${most}, ${roomFor(ctx, channel, 'NOTICE', sql`${isNewcomers}`)}))`
      : sql`${most}`
  const alarmsTurn = sql`iif(${alarmFirst ? 1 : 0} AND row_number() OVER (ORDER BY at) = 1, 0, 2)`
  return sql`
    SELECT id, at, 1 AS turn FROM (${first('CODE', 0)} UNION ALL ${first('CODE', 1)})
    UNION ALL SELECT id, at, ${alarmsTurn} FROM (${first('ALARM', 0)})
    UNION ALL SELECT * FROM (SELECT id, at, 3 FROM (${first('NOTICE', 0, room(0))} UNION ALL ${first('NOTICE', 1, room(1))})
      ORDER BY at LIMIT ${room(0)})`
}

const countNotices = (ctx: Ctx, until: number, token: string): Write =>
  countMessages(
    ctx,
    sql`SELECT 'EMAIL' AS channel, 0 AS codes, sum(o.is_newcomers = 0) AS notices, 0 AS new_codes, sum(o.is_newcomers) AS new_notices
      FROM outbox o
      WHERE o.status = 'PENDING' AND o.lane = 'NOTICE' AND o.channel = 'EMAIL' AND o.is_newcomers IN (0, 1)
        AND o.next_at = ${until} AND o.lease = ${token} HAVING count(*) > 0`,
  )

/** Takes back the count of a lease: the message did not leave, and counts when it is tried again. */
export function uncount(ctx: Ctx, { channel, lane, isNewcomers }: Message): Write[] {
  if (channel !== 'EMAIL' || lane !== 'NOTICE') return []
  const column = sql.raw(isNewcomers ? 'newcomers_notices' : 'notices')
  return [
    ctx.db.run(sql`
      UPDATE message_counts SET ${column} = max(0, ${column} - 1)
      WHERE channel = 'EMAIL' AND window_ends_at > ${ctx.now}`),
  ]
}
