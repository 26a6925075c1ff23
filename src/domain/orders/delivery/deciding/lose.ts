import { eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import { readTogether } from '#db/client.ts'
import { retryOnStale } from '#db/commit.ts'
import { deliveries } from '#db/schema/orders/deliveries.ts'
import { recordAct } from '#domain/core/audit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { requireActiveStaff } from '#domain/core/guards.ts'
import { closeIncidents } from '#domain/core/incidents/close.ts'
import { nextStatus } from '#domain/core/machine.ts'
import { refuseOwnThing } from '#domain/core/own-thing.ts'
import { selectOrderOf, toOrderFile } from '#domain/orders/orders/queries.ts'
import { fail } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { commitJob } from '../commit-job.ts'
import { loseParcel } from '../lose-parcel.ts'
import { deliveryMachine } from '../machine.ts'

export const LoseDelivery = z.strictObject({ reason: f.reason })

/**
 * Staff give up a parcel that its rider had and that nobody finds: the order ends CANCELLED with a REQUESTED refund, no stock
 * comes back, and the rider is free for other jobs (docs/states.md, Delivery). 404, 409
 */
export const loseDelivery = (ctx: Ctx, id: string, { reason }: z.output<typeof LoseDelivery>) =>
  retryOnStale(async () => {
    const orderId = sql`(SELECT d.order_id FROM deliveries d WHERE d.id = ${id})`
    const [[job], [found]] = await readTogether(
      ctx.db,
      ctx.db.select({ status: deliveries.status }).from(deliveries).where(eq(deliveries.id, id)),
      selectOrderOf(ctx, orderId),
    )
    if (!job || !found) fail('NOT_FOUND')
    const order = toOrderFile(found)
    refuseOwnThing(ctx, order.buyerId, order.sellerProfileId, order.delivery?.riderId)
    nextStatus(deliveryMachine, job.status, 'lose')
    const overdue = sql`(SELECT i.ref FROM incidents i WHERE i.order_id = ${order.id} AND i.ref GLOB 'overdue:*')`
    return commitJob(ctx, id, [
      requireActiveStaff(ctx),
      ...loseParcel(ctx, order, reason).writes,
      ...closeIncidents(ctx, overdue, 'Le colis a été déclaré perdu.'),
      recordAct(ctx, 'delivery.lose', id, { number: order.number, reason }),
    ])
  })
