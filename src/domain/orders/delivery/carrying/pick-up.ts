import * as z from 'zod'
import { retryOnStale } from '#db/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { nextStatus, transition } from '#domain/core/machine.ts'
import { notify } from '#domain/core/notices/notify.ts'
import { FULFILMENT_MS } from '#domain/orders/orders/clock/due.ts'
import { orderMachine } from '#domain/orders/orders/machine.ts'
import { unlessRefunding } from '#domain/orders/orders/outcomes/refund-under-way.ts'
import * as f from '#kernel/fields.ts'
import { checkHandoverCode } from '../check-handover-code.ts'
import { commitJob } from '../commit-job.ts'
import { getOwnJob } from '../get-own-job.ts'
import { deliveryMachine } from '../machine.ts'
import { orderOutForDelivery } from '../notices.ts'
import { keepOccurrence, occurredField, occurrenceOf, requireInOrder } from '../occurred.ts'

/** The code that the other side reads out, and when, from a rider who was offline. */
export const HandoverCode = z.strictObject({ code: f.code6, ...occurredField })

/**
 * The rider takes the parcel at the shop with the seller's code: the order is out for delivery, and the buyer is told
 * (docs/states.md, Delivery). After 72 hours on the road a person looks for it.
 * @throws 400 for an occurredAt over 24 hours ago, to come or out of order; 401 INVALID_VERIFICATION_CODE, 404, 409, 429 after five wrong codes
 */
export const pickUpDelivery = (ctx: Ctx, id: string, { code, occurredAt }: z.output<typeof HandoverCode>) =>
  retryOnStale(async () => {
    const at = occurrenceOf(ctx, occurredAt)
    const { job, order } = await getOwnJob(ctx, id)
    nextStatus(deliveryMachine, job.status, 'pickup')
    requireInOrder(job, at)
    const triesForgotten = await checkHandoverCode(ctx, 'pickup', order.id, code)
    return commitJob(ctx, id, [
      unlessRefunding(ctx, order.id),
      ...triesForgotten,
      ...transition(ctx, deliveryMachine, job, 'pickup', { set: keepOccurrence('PICKED_UP', at) }),
      ...transition(ctx, orderMachine, order, 'pickup', { set: { dueAt: ctx.now + FULFILMENT_MS } }),
      ...notify(ctx, order.buyerId, orderOutForDelivery, { number: order.number }),
    ])
  })
