import type * as z from 'zod'
import { retryOnStale } from '#db/commit.ts'
import { type Ctx, riderOf } from '#domain/core/context.ts'
import { nextStatus, transition } from '#domain/core/machine.ts'
import { notify } from '#domain/core/notices/notify.ts'
import { CONFIRMATION_MS } from '#domain/orders/orders/clock/due.ts'
import { orderMachine } from '#domain/orders/orders/machine.ts'
import { payRefundedRider } from '#domain/orders/orders/money.ts'
import { orderDelivered } from '#domain/orders/orders/notices.ts'
import { unlessRefunding } from '#domain/orders/orders/outcomes/refund-under-way.ts'
import { checkHandoverCode } from '../check-handover-code.ts'
import { commitJob } from '../commit-job.ts'
import { getOwnJob } from '../get-own-job.ts'
import { deliveryMachine } from '../machine.ts'
import { keepOccurrence, occurrenceOf, requireInOrder } from '../occurred.ts'
import type { HandoverCode } from './pick-up.ts'

/**
 * The rider hands the parcel over with the buyer's code: the order is DELIVERED and completes after 48 hours, or when
 * the buyer confirms (docs/states.md, Delivery). The 48 hours begin when we hear of it.
 * @throws 400 for an occurredAt over 24 hours ago, to come or out of order; 401 INVALID_VERIFICATION_CODE, 404, 409, 429 after five wrong codes
 */
export const deliverDelivery = (ctx: Ctx, id: string, { code, occurredAt }: z.output<typeof HandoverCode>) =>
  retryOnStale(async () => {
    const at = occurrenceOf(ctx, occurredAt)
    const { job, order } = await getOwnJob(ctx, id)
    nextStatus(deliveryMachine, job.status, 'deliver')
    requireInOrder(job, at)
    const triesForgotten = await checkHandoverCode(ctx, 'dropoff', order.id, code)
    return commitJob(ctx, id, [
      unlessRefunding(ctx, order.id),
      ...triesForgotten,
      ...transition(ctx, deliveryMachine, job, 'deliver', { set: keepOccurrence('DELIVERED', at) }),
      ...transition(ctx, orderMachine, order, 'deliver', { set: { dueAt: ctx.now + CONFIRMATION_MS } }),
      ...(order.paymentStatus === 'REFUNDED' ? payRefundedRider(ctx, order, riderOf(ctx).riderId) : []),
      ...notify(ctx, order.buyerId, orderDelivered, { number: order.number }),
    ])
  })
