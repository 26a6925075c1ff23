import { sql } from 'drizzle-orm'
import type { Write } from '../../db/client.ts'
import { abortWhen, guard } from '../../db/guard.ts'
import { actorOf, type Ctx } from './context.ts'

export const ACTOR_GONE = guard('ACTOR_GONE', 'UNAUTHORIZED', { reason: 'TOKEN_EXPIRED' })

/** Refuses what a person does who was deleted or blocked since they were let in: nothing of theirs outlives them. 401 */
export const requireActiveActor = (ctx: Ctx): Write =>
  abortWhen(
    ctx.db,
    ACTOR_GONE,
    sql`NOT EXISTS (SELECT 1 FROM users u WHERE u.id = ${actorOf(ctx).id} AND u.deleted_at IS NULL AND u.blocked_at IS NULL)`,
  )

/** Whether an ADMIN other than this one is in office: what one must not decide about oneself has somebody then. */
export const isAnotherAdmin = (id: string) => sql`EXISTS (
  SELECT 1 FROM users u WHERE u.role = 'ADMIN' AND u.id <> ${id} AND u.blocked_at IS NULL AND u.deleted_at IS NULL)`
