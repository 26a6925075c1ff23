import { sql } from 'drizzle-orm'
import { writeTogether } from '#db/commit.ts'
import { liveListeners } from '#db/schema/core/live.ts'
import type { Ctx } from '#domain/core/context.ts'
import { isWithinStaffHours } from '#domain/people/sessions/queries.ts'
import { EMPLOYEES } from '#kernel/roles.ts'
import { STAFF_IDLE_MS, STAFF_SESSION_MS } from '#kernel/session-lengths.ts'

const isEmployee = sql.raw(`users.role IN ('${EMPLOYEES.join("', '")}')`)
const hasFactor = sql`sessions.has_second_factor AND (
  EXISTS (SELECT 1 FROM totp t WHERE t.user_id = users.id AND t.confirmed_at IS NOT NULL)
  OR EXISTS (SELECT 1 FROM passkeys p WHERE p.user_id = users.id))`
/** The end of a session by time alone, unless it is refreshed. */
const endsAt = sql<number>`min(sessions.ends_at, sessions.expires_at, iif(${isEmployee},
  min(sessions.created_at + ${STAFF_SESSION_MS}, sessions.last_used_at + ${STAFF_IDLE_MS}), sessions.ends_at))`

/** A session in which its person may go on listening, until `endsAt`. */
export type LiveSession = { id: string; endsAt: number }

/**
 * Notes that a person listens, so that commits note live messages for them from now on, and asks which of these sessions still hold
 * (docs/live.md, Sessions).
 */
export async function keepListening(ctx: Ctx, userId: string, sessionIds: string[]): Promise<LiveSession[]> {
  const listens = sql`
    INSERT INTO live_listeners (user_id, rider_id)
    SELECT u.id, (SELECT r.id FROM riders r WHERE r.user_id = u.id) FROM users u WHERE u.id = ${userId}
    ON CONFLICT (user_id) DO UPDATE SET rider_id = excluded.rider_id`
  const holding = sql`
    SELECT sessions.id, ${endsAt} AS endsAt FROM sessions JOIN users ON users.id = sessions.user_id
    WHERE sessions.id IN (SELECT j.value FROM json_each(${JSON.stringify(sessionIds)}) j) AND sessions.user_id = ${userId}
      AND sessions.revoked_at IS NULL AND sessions.ends_at > ${ctx.now} AND sessions.expires_at > ${ctx.now}
      AND ${isWithinStaffHours(ctx.now)} AND users.blocked_at IS NULL AND users.deleted_at IS NULL
      ${ctx.settings.staffMfa === 'required' ? sql`AND (NOT ${isEmployee} OR ${hasFactor})` : sql``}`
  const [sessions] = await writeTogether(ctx, [ctx.db.run(listens)], ctx.db.all<LiveSession>(holding))
  return sessions
}

/** Notes that a person listens no longer. */
export const stopListening = async (ctx: Ctx, userId: string): Promise<void> => {
  await ctx.db.delete(liveListeners).where(sql`user_id = ${userId}`)
}
