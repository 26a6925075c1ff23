import { type SQL, sql } from 'drizzle-orm'
import { EMPLOYEES } from '#kernel/roles.ts'
import { STAFF_IDLE_MS, STAFF_SESSION_MS } from '#kernel/session-lengths.ts'

const EMPLOYEE = sql.raw(`('${EMPLOYEES.join("', '")}')`)

/**
 * Whether a session is within the shorter time of the team, decided by the person's present role. For a statement that reads `sessions` and
 * `users`.
 */
export const isWithinStaffHours = (now: number): SQL => sql`iif(users.role IN ${EMPLOYEE},
  sessions.created_at > ${now} - ${sql.raw(String(STAFF_SESSION_MS))} AND sessions.last_used_at > ${now} - ${sql.raw(String(STAFF_IDLE_MS))}, 1)`

/** Whether a session can still be used or refreshed. For a statement that reads `sessions` and its `users`. */
export const isSessionLive = (now: number): SQL =>
  sql`(sessions.revoked_at IS NULL AND sessions.expires_at > ${now} AND sessions.ends_at > ${now} AND ${isWithinStaffHours(now)})`
