import { isOfTeam, type Role } from './roles.ts'
import { DAY_MS, HOUR_MS } from './time.ts'

/** Life of a session in all. */
export const SESSION_TTL_MS = 90 * DAY_MS
/** Life of a session from the last use of its refresh token. */
export const REFRESH_TTL_MS = 30 * DAY_MS
/** The team's sessions: half a day in all, an hour from the last use. */
export const STAFF_SESSION_MS = 12 * HOUR_MS
export const STAFF_IDLE_MS = HOUR_MS

/** Life of a refresh token of somebody with this role. */
export const refreshTtlOf = (role: Role) => (isOfTeam(role) ? STAFF_IDLE_MS : REFRESH_TTL_MS)
