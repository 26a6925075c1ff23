import * as z from 'zod'
import { retryOnStale } from '#db/commit.ts'
import { type Ctx, riderOf } from '#domain/core/context.ts'
import { nextStatus, revise, transition } from '#domain/core/machine.ts'
import { FULFILMENT_MS } from '#domain/orders/orders/clock/due.ts'
import { orderMachine } from '#domain/orders/orders/machine.ts'
import { payRefundedRider } from '#domain/orders/orders/money.ts'
import { commitJob } from '../commit-job.ts'
import { getOwnJob } from '../get-own-job.ts'
import { deliveryMachine } from '../machine.ts'
import { orderBroughtBack } from '../notices.ts'
import { keepOccurrence, occurredField, occurrenceOf, requireInOrder } from '../occurred.ts'
import { tellSeller } from '../parties.ts'

export const ReturnDelivery = z.strictObject(occurredField)

/**
 * Notes that the rider brought the parcel back to the shop: the job ends, and the seller is told. The order's return ends when the seller
 * confirms, or by itself after 72 hours (docs/states.md, Delivery).
 * @throws 400, 404, 409
 */
export const returnDelivery = (ctx: Ctx, id: string, { occurredAt }: z.output<typeof ReturnDelivery>) =>
  retryOnStale(async () => {
    const at = occurrenceOf(ctx, occurredAt)
    const { job, order } = await getOwnJob(ctx, id)
    nextStatus(deliveryMachine, job.status, 'returned')
    requireInOrder(job, at)
    return commitJob(ctx, id, [
      ...transition(ctx, deliveryMachine, job, 'returned', { set: keepOccurrence('RETURNED', at) }),
      ...revise(ctx, orderMachine, order, 'broughtBack', { set: { dueAt: ctx.now + FULFILMENT_MS } }),
      ...tellSeller(ctx, order.id, orderBroughtBack, { number: order.number }),
      ...(order.paymentStatus === 'REFUNDED' ? payRefundedRider(ctx, order, riderOf(ctx).riderId) : []),
    ])
  })
