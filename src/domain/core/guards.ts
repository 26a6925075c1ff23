import { sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { abortWhen, guard } from '#db/guard.ts'
import { actorOf, type Ctx } from './context.ts'

export const ACTOR_GONE = guard('ACTOR_GONE', 'UNAUTHORIZED', { reason: 'TOKEN_EXPIRED' })

/** Refuses what a person does who was deleted or blocked since they were let in: nothing of theirs outlives them. 401 */
export const requireActiveActor = (ctx: Ctx): Write =>
  abortWhen(
    ctx.db,
    ACTOR_GONE,
    sql`NOT EXISTS (SELECT 1 FROM users u WHERE u.id = ${actorOf(ctx).id} AND u.deleted_at IS NULL AND u.blocked_at IS NULL)`,
  )

/** The member of the team `u` of a statement is in office, in one of these roles. */
export const isInOffice = (...roles: ('ADMIN' | 'SUPPORT' | 'ACCOUNTANT')[]) =>
  sql`u.role IN (${sql.raw(roles.map((role) => `'${role}'`).join(', '))}) AND u.blocked_at IS NULL AND u.deleted_at IS NULL`

/** Refuses what one of the team does who lost the role since they were let in, or is out of office. 401 */
export const requireActiveStaff = (ctx: Ctx): Write => {
  const { id, role } = actorOf(ctx)
  return abortWhen(
    ctx.db,
    ACTOR_GONE,
    sql`NOT EXISTS (
      SELECT 1 FROM users u WHERE u.id = ${id} AND u.role = ${role} AND u.deleted_at IS NULL AND u.blocked_at IS NULL)`,
  )
}
