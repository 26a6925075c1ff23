import { sql } from 'drizzle-orm'
import { retryOnStale } from '#db/commit.ts'
import { recordAct } from '#domain/core/audit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { transition } from '#domain/core/machine.ts'
import { notify } from '#domain/core/notices/notify.ts'
import { refuseOwnThing } from '#domain/core/own-thing.ts'
import { fail } from '#kernel/failure.ts'
import { commitJob } from '../commit-job.ts'
import { deliveryMachine } from '../machine.ts'
import { deliveryUnassigned, orderRiderWithdrawn } from '../notices.ts'
import { tellParties } from '../parties.ts'
import { findJob } from '../queries.ts'

/**
 * Staff take a job back before pick-up: it waits for anybody again, and its rider, who does not see it any more, is told, as
 * the buyer and the seller are (docs/states.md, Delivery). 404, 409.
 */
export const unassignDelivery = (ctx: Ctx, id: string) =>
  retryOnStale(async () => {
    const { job, order } = (await findJob(ctx, id)) ?? fail('NOT_FOUND')
    const { number } = order
    const { riderId } = job
    refuseOwnThing(ctx, order.buyerId, order.sellerProfileId, riderId)
    return commitJob(ctx, id, [
      ...transition(ctx, deliveryMachine, job, 'unassign', { set: { riderId: null } }),
      recordAct(ctx, 'delivery.unassign', id, { riderId }),
      ...notify(ctx, sql`(SELECT r.user_id FROM riders r WHERE r.id = ${riderId})`, deliveryUnassigned, {
        number,
        opens: { deliveryId: id },
      }),
      ...tellParties(ctx, order.id, orderRiderWithdrawn, { number }),
    ])
  })
