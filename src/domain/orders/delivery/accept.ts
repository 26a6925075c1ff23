import { eq, sql } from 'drizzle-orm'
import { readTogether } from '../../../db/client.ts'
import { retryOnStale } from '../../../db/commit.ts'
import { abortWhen } from '../../../db/guard.ts'
import { deliveries } from '../../../db/schema/orders/deliveries.ts'
import { riders } from '../../../db/schema/orders/riders.ts'
import { fail } from '../../../kernel/failure.ts'
import { type Ctx, riderOf } from '../../core/context.ts'
import { transition } from '../../core/machine.ts'
import { RIDER_NOT_ACTIVE } from '../riders/guards.ts'
import { commitJob } from './commit-job.ts'
import { deliveryMachine } from './machine.ts'

/**
 * A rider takes an unassigned job: the first one wins (docs/states.md, Delivery). Three jobs at a time are held by a CHECK
 * on the rider's own count, so that parallel accepts cannot pass it.
 * @throws 403 RIDER_NOT_ACTIVE; 404; 409 ALREADY_TAKEN, JOB_LIMIT
 */
export const acceptDelivery = (ctx: Ctx, id: string) =>
  retryOnStale(async () => {
    const { riderId } = riderOf(ctx)
    const [[rider], [job]] = await readTogether(
      ctx.db,
      ctx.db.select({ status: riders.status }).from(riders).where(eq(riders.id, riderId)),
      ctx.db.select().from(deliveries).where(eq(deliveries.id, id)),
    )
    if (rider?.status !== 'ACTIVE') fail('FORBIDDEN', 'RIDER_NOT_ACTIVE')
    if (!job) fail('NOT_FOUND')
    if (job.riderId !== null && job.riderId !== riderId) fail('CONFLICT', 'ALREADY_TAKEN')
    // Suspended, deleted or given another role since this was read: the rider's own version is not part of the job's lock.
    const isSuspended = sql`NOT EXISTS (
      SELECT 1 FROM riders r JOIN users u ON u.id = r.user_id WHERE r.id = ${riderId} AND r.status = 'ACTIVE'
        AND u.role = 'RIDER' AND u.deleted_at IS NULL AND u.blocked_at IS NULL)`
    return commitJob(ctx, id, [
      abortWhen(ctx.db, RIDER_NOT_ACTIVE, isSuspended),
      ...transition(ctx, deliveryMachine, job, 'accept', { set: { riderId } }),
    ])
  })
