import { eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import { readTogether } from '#db/client.ts'
import { retryOnStale } from '#db/commit.ts'
import { failureOf, guard } from '#db/guard.ts'
import { deliveries } from '#db/schema/orders/deliveries.ts'
import { orders } from '#db/schema/orders/orders.ts'
import { MAX_ACTIVE_JOBS } from '#db/schema/orders/riders.ts'
import { recordAct } from '#domain/core/audit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { transition } from '#domain/core/machine.ts'
import { notify } from '#domain/core/notices/notify.ts'
import { refuseOwnThing } from '#domain/core/own-thing.ts'
import { requireActiveRider } from '#domain/orders/riders/guards.ts'
import { selectRider } from '#domain/orders/riders/queries.ts'
import { fail } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { commitJob, TAKEN } from '../commit-job.ts'
import { deliveryMachine } from '../machine.ts'
import { deliveryAssigned, orderRiderNamed } from '../notices.ts'
import { tellParties } from '../parties.ts'

const CANNOT_CARRY = guard('CANNOT_CARRY', 'FORBIDDEN', {
  reason: 'RIDER_NOT_ACTIVE',
  message: "Ce livreur n'est pas actif. Choisissez-en un autre.",
})

export const AssignDelivery = z.strictObject({ riderId: f.idIn })

/**
 * Staff give a job that waits to an active rider, also to one who is OFFLINE; the rider, the buyer and the seller are told
 * (docs/states.md, Delivery). Against a rider who accepts it meanwhile, the first one wins.
 * @throws 403 RIDER_NOT_ACTIVE; 404 for the job and for the rider; 409 ALREADY_TAKEN, JOB_LIMIT, INVALID_TRANSITION
 */
export const assignDelivery = (ctx: Ctx, id: string, { riderId }: z.output<typeof AssignDelivery>) =>
  retryOnStale(async () => {
    const [[found], [carrier]] = await readTogether(
      ctx.db,
      ctx.db
        .select({
          job: deliveries,
          number: sql<string>`orders.number`.as('order_number'),
          buyer: sql<string>`orders.buyer_id`.as('order_buyer'),
          seller: sql<string>`orders.seller_profile_id`.as('order_seller'),
        })
        .from(deliveries)
        .innerJoin(orders, eq(orders.id, deliveries.orderId))
        .where(eq(deliveries.id, id)),
      selectRider(ctx, riderId),
    )
    if (!found || !carrier) fail('NOT_FOUND')
    const { job, number, buyer, seller } = found
    const { rider, name } = carrier
    refuseOwnThing(ctx, buyer, seller, riderId)
    if (rider.status !== 'ACTIVE') throw failureOf(CANNOT_CARRY)
    if (job.status === 'ASSIGNED') fail('CONFLICT', TAKEN)
    const assigned = transition(ctx, deliveryMachine, job, 'assign', { set: { riderId } })
    if (rider.activeJobs >= MAX_ACTIVE_JOBS)
      fail('CONFLICT', {
        reason: 'JOB_LIMIT',
        message: 'Ce livreur a déjà trois courses en cours.',
      })
    return commitJob(ctx, id, [
      requireActiveRider(ctx, riderId, CANNOT_CARRY),
      ...assigned,
      recordAct(ctx, 'delivery.assign', id, { riderId }),
      ...notify(ctx, rider.userId, deliveryAssigned, { number, opens: { deliveryId: id } }),
      ...tellParties(ctx, job.orderId, orderRiderNamed, { number, rider: name }),
    ])
  })
