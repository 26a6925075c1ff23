import { and, eq, gt, isNull, type Placeholder, sql } from 'drizzle-orm'
import { sessions } from '#db/schema/core/sessions.ts'
import type { Ctx } from '#domain/core/context.ts'
import { EMPLOYEES } from '#kernel/roles.ts'
import { STAFF_IDLE_MS, STAFF_SESSION_MS } from '#kernel/session-lengths.ts'

const EMPLOYEE = sql.raw(`('${EMPLOYEES.join("', '")}')`)

/**
 * Whether a session is within the shorter time of the team, decided by the person's present role. For a statement that reads `sessions` and
 * `users`.
 */
export const isWithinStaffHours = (now: number | Placeholder) => sql`iif(users.role IN ${EMPLOYEE},
  sessions.created_at > ${now} - ${sql.raw(String(STAFF_SESSION_MS))} AND sessions.last_used_at > ${now} - ${sql.raw(String(STAFF_IDLE_MS))}, 1)`

/** Condition: a session of this account can still be used or refreshed. */
export const isLiveOf = (ctx: Ctx, userId: string) =>
  and(
    eq(sessions.userId, userId),
    isNull(sessions.revokedAt),
    gt(sessions.expiresAt, ctx.now),
    gt(sessions.endsAt, ctx.now),
    sql`EXISTS (SELECT 1 FROM users WHERE users.id = ${userId} AND ${isWithinStaffHours(ctx.now)})`,
  )
