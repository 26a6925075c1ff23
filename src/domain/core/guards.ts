import { sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { abortOnce, abortWhen, guard } from '#db/guard.ts'
import { actorOf, type Ctx } from './context.ts'

export const ACTOR_GONE = guard('ACTOR_GONE', 'UNAUTHORIZED', { reason: 'TOKEN_EXPIRED' })

/** Refuses the commit of a person who was deleted or blocked after their request was let in. 401 */
export const requireActiveActor = (ctx: Ctx): Write => abortIfGone(ctx.db, ACTOR_GONE, actorOf(ctx).id)

const abortIfGone = abortOnce(
  (userId: string) =>
    sql`NOT EXISTS (SELECT 1 FROM users u WHERE u.id = ${userId} AND u.deleted_at IS NULL AND u.blocked_at IS NULL)`,
)

/** Whether the user `u` of a statement is in office, in one of these roles. */
export const isInOffice = (...roles: ('ADMIN' | 'SUPPORT' | 'ACCOUNTANT')[]) =>
  sql`u.role IN (${sql.raw(roles.map((role) => `'${role}'`).join(', '))}) AND u.blocked_at IS NULL AND u.deleted_at IS NULL`

/** Refuses the commit of a team member who lost the role, or was deleted or blocked, after their request was let in. 401 */
export const requireActiveStaff = (ctx: Ctx): Write => {
  const { id, role } = actorOf(ctx)
  return abortWhen(
    ctx.db,
    ACTOR_GONE,
    sql`NOT EXISTS (
      SELECT 1 FROM users u WHERE u.id = ${id} AND u.role = ${role} AND u.deleted_at IS NULL AND u.blocked_at IS NULL)`,
  )
}
