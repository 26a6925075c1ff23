import { getTableColumns, sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { abortUnlessChanged, guard, isBroken } from '#db/guard.ts'
import { broadcasts } from '#db/schema/core/notifications.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'

/** Most people that one step reaches. */
const LOT = 200
/** Most steps of one broadcast in one turn of its job. */
const STEPS = 100

const BROADCAST_MOVED = guard('BROADCAST_MOVED', 'CONFLICT')

/** A broadcast without its list of people, which may have ten thousand: each step reads its part. */
type Broadcast = Omit<typeof broadcasts.$inferSelect, 'userIds'>
/** A person to reach; `joinedAt` is the time at which they joined, or their place in the list. */
type Person = { id: string; joinedAt: number }

/** Selects broadcasts that have not reached everybody, the oldest first. */
export const dueBroadcasts = (ctx: Ctx, limit: number) =>
  ctx.db.all<{ id: string }>(
    sql`SELECT b.id FROM broadcasts b WHERE b.done_at IS NULL ORDER BY b.created_at LIMIT ${limit}`,
  )

/**
 * Delivers a broadcast to more people while there is time (docs/conventions.md, Notifications). A step writes its notifications and its
 * progress in one commit, so nobody is told twice or left out after a crash, or if two run at once.
 */
export async function runBroadcast(ctx: Ctx, id: string, hasTime = () => true): Promise<void> {
  for (let step = 0; step < STEPS && hasTime(); step++) if (!(await runStep(ctx, id))) return
}

async function runStep(ctx: Ctx, id: string): Promise<boolean> {
  const { userIds: _, ...columns } = getTableColumns(broadcasts)
  const [row] = await ctx.db.select(columns).from(broadcasts).where(sql`${broadcasts.id} = ${id}`)
  if (!row || row.doneAt !== null) return false
  const people = await next(ctx, row)
  const last = people.at(-1)
  try {
    await commit(ctx, [...advance(ctx, row, last), ...(last ? [tell(ctx, row, people)] : [])])
  } catch (error) {
    if (isBroken(error, BROADCAST_MOVED)) return false
    throw error
  }
  return last !== undefined
}

/** The next people: of a role, those who had joined before the broadcast, in that order; else the next of the list. */
const next = (ctx: Ctx, { id, role, joinedAt, reached, createdAt }: Broadcast) =>
  role === null
    ? ctx.db.all<Person>(sql`
        SELECT j.value AS id, j.key + 1 AS joinedAt FROM broadcasts b, json_each(b.user_ids) j
        WHERE b.id = ${id} AND j.key >= ${joinedAt} ORDER BY j.key LIMIT ${LOT}`)
    : ctx.db.all<Person>(sql`
        SELECT u.id, u.created_at AS joinedAt FROM users u
        WHERE u.role = ${role} AND (u.created_at, u.id) > (${joinedAt}, ${reached}) AND u.created_at <= ${createdAt}
        ORDER BY u.created_at, u.id LIMIT ${LOT}`)

/** Saves the progress, from the place at which this run read it; a second run from there writes nothing. */
const advance = (ctx: Ctx, { id, joinedAt, reached }: Broadcast, last: Person | undefined): Write[] => [
  ctx.db.run(sql`
    UPDATE broadcasts SET joined_at = ${last?.joinedAt ?? joinedAt}, reached = ${last?.id ?? reached},
      done_at = ${last ? null : ctx.now}
    WHERE id = ${id} AND joined_at = ${joinedAt} AND reached = ${reached} AND done_at IS NULL`),
  abortUnlessChanged(ctx.db, BROADCAST_MOVED),
]

/** Writes the notifications, in the app only, whatever the people's choices are. */
const tell = (ctx: Ctx, { title, body, role }: Broadcast, people: Person[]): Write => {
  const rows = people.map(({ id }) => [ctx.ids.v7(), id])
  return ctx.db.run(sql`
    INSERT INTO notifications (id, user_id, type, title, body, data, created_at)
    SELECT j.value ->> 0, u.id, 'broadcast', ${title}, ${body}, '{}', ${ctx.now}
    FROM json_each(${JSON.stringify(rows)}) j CROSS JOIN users u ON u.id = j.value ->> 1
    WHERE u.blocked_at IS NULL AND u.deleted_at IS NULL AND (${role} IS NULL OR u.role = ${role})`)
}
