import { sql } from 'drizzle-orm'
import { writeTogether } from '#db/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { isWithinStaffHours } from '#domain/people/sessions/queries.ts'
import { RIGHTS, type RightsRow } from '#domain/people/sessions/rights.ts'
import { isOfTeam } from '#kernel/roles.ts'
import { STAFF_IDLE_MS, STAFF_SESSION_MS } from '#kernel/session-lengths.ts'

/** A session in which its person may go on listening, until `endsAt`. */
export type LiveSession = { id: string; endsAt: number }
type SessionRow = RightsRow & Record<'id', string> & Record<'endsAt' | 'createdAt' | 'lastUsedAt', number>

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
    SELECT sessions.id AS id, min(sessions.ends_at, sessions.expires_at) AS endsAt, sessions.created_at AS createdAt,
      sessions.last_used_at AS lastUsedAt, ${RIGHTS}
    FROM sessions JOIN users ON users.id = sessions.user_id
    WHERE sessions.id IN (SELECT j.value FROM json_each(${JSON.stringify(sessionIds)}) j) AND sessions.user_id = ${userId}
      AND sessions.revoked_at IS NULL AND endsAt > ${ctx.now}
      AND ${isWithinStaffHours(ctx.now)} AND users.blocked_at IS NULL AND users.deleted_at IS NULL`
  const [rows] = await writeTogether(ctx, [ctx.db.run(listens)], ctx.db.all<SessionRow>(holding))
  const needsFactor = ctx.settings.staffMfa === 'required'
  return rows
    .filter(({ role, hasSecondFactor }) => !needsFactor || !isOfTeam(role) || hasSecondFactor === 1)
    .map(({ id, role, endsAt, createdAt, lastUsedAt }) => {
      const ofTeam = Math.min(createdAt + STAFF_SESSION_MS, lastUsedAt + STAFF_IDLE_MS)
      return { id, endsAt: isOfTeam(role) ? Math.min(endsAt, ofTeam) : endsAt }
    })
}

/** Notes that a person listens no longer. */
export const stopListening = async (ctx: Ctx, userId: string): Promise<void> => {
  await ctx.db.run(sql`DELETE FROM live_listeners WHERE user_id = ${userId}`)
}
