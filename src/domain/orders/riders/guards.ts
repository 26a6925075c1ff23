import { sql } from 'drizzle-orm'
import { abortWhen, type Guard, guard } from '#db/guard.ts'
import type { Ctx } from '#domain/core/context.ts'

export const RIDER_NOT_ACTIVE = guard('RIDER_NOT_ACTIVE', 'FORBIDDEN', { reason: 'RIDER_NOT_ACTIVE' })

/**
 * Ends the commit that gives a rider a job when they were suspended, deleted, blocked or given another role since they were
 * read: the rider's own version is not part of the job's lock.
 */
export const requireActiveRider = (ctx: Ctx, riderId: string, broken: Guard = RIDER_NOT_ACTIVE) =>
  abortWhen(
    ctx.db,
    broken,
    sql`NOT EXISTS (
      SELECT 1 FROM riders r JOIN users u ON u.id = r.user_id WHERE r.id = ${riderId} AND r.status = 'ACTIVE'
        AND u.role = 'RIDER' AND u.deleted_at IS NULL AND u.blocked_at IS NULL)`,
  )
