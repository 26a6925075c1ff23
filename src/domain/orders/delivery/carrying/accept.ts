import { eq } from 'drizzle-orm'
import { readTogether } from '#db/client.ts'
import { retryOnStale } from '#db/commit.ts'
import { deliveries } from '#db/schema/orders/deliveries.ts'
import { riders } from '#db/schema/orders/riders.ts'
import { type Ctx, riderOf } from '#domain/core/context.ts'
import { transition } from '#domain/core/machine.ts'
import { requireActiveRider } from '#domain/orders/riders/guards.ts'
import { fail } from '#kernel/failure.ts'
import { commitJob, TAKEN } from '../commit-job.ts'
import { deliveryMachine } from '../machine.ts'

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
    if (job.riderId !== null && job.riderId !== riderId) fail('CONFLICT', TAKEN)
    return commitJob(ctx, id, [
      requireActiveRider(ctx, riderId),
      ...transition(ctx, deliveryMachine, job, 'accept', { set: { riderId } }),
    ])
  })
