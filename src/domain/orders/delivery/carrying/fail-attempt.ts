import * as z from 'zod'
import { retryOnStale } from '#db/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { nextStatus, transition } from '#domain/core/machine.ts'
import { notify } from '#domain/core/notices/notify.ts'
import { FULFILMENT_MS } from '#domain/orders/orders/clock/due.ts'
import { orderMachine } from '#domain/orders/orders/machine.ts'
import { fail } from '#kernel/failure.ts'
import { MINUTE_MS } from '#kernel/time.ts'
import { commitJob } from '../commit-job.ts'
import { getOwnJob } from '../get-own-job.ts'
import { deliveryMachine } from '../machine.ts'
import {
  DELIVERY_FAILURES,
  type DeliveryFailure,
  orderDeliveryFailed,
  orderReturning,
  orderTurnedBack,
} from '../notices.ts'
import { keepOccurrence, occurredField, occurrenceOf, requireInOrder } from '../occurred.ts'
import { tellSeller } from '../parties.ts'

export const FailDelivery = z.strictObject({
  reasonCode: z.enum(Object.keys(DELIVERY_FAILURES) as [DeliveryFailure, ...DeliveryFailure[]]),
  ...occurredField,
})

/** Between two failed attempts: a report that was tapped twice, or sent again, must not send the parcel back. */
const BETWEEN_ATTEMPTS_MS = 10 * MINUTE_MS

/**
 * The parcel could not be handed over. The first time the rider keeps it for another try; the second time it goes back
 * to the shop, and so does the order (docs/states.md, Delivery). 404; 409, also within ten minutes of when we heard of the first time;
 * 400 for an occurredAt over 24 hours ago, to come or out of order.
 */
export const failDelivery = (ctx: Ctx, id: string, { reasonCode, occurredAt }: z.output<typeof FailDelivery>) =>
  retryOnStale(async () => {
    const at = occurrenceOf(ctx, occurredAt)
    const { job, order } = await getOwnJob(ctx, id)
    const isSecond = job.status === 'FAILED_ATTEMPT'
    nextStatus(deliveryMachine, job.status, isSecond ? 'failAgain' : 'fail')
    requireInOrder(job, at)
    if (isSecond && ctx.now - (job.reachedAt.FAILED_ATTEMPT ?? 0) < BETWEEN_ATTEMPTS_MS)
      fail('CONFLICT', {
        reason: 'INVALID_TRANSITION',
        message: "Cet échec vient d'être signalé. Une autre tentative peut l'être dix minutes après.",
      })
    const kept = keepOccurrence(isSecond ? 'RETURNING' : 'FAILED_ATTEMPT', at)
    const set = { ...kept, attempts: job.attempts + 1, failureReason: reasonCode }
    const facts = { number: order.number, why: reasonCode }
    return commitJob(ctx, id, [
      ...transition(ctx, deliveryMachine, job, isSecond ? 'failAgain' : 'fail', { reason: reasonCode, set }),
      ...(isSecond
        ? transition(ctx, orderMachine, order, 'fail', { reason: reasonCode, set: { dueAt: ctx.now + FULFILMENT_MS } })
        : []),
      ...notify(ctx, order.buyerId, isSecond ? orderReturning : orderDeliveryFailed, facts),
      ...(isSecond ? tellSeller(ctx, order.id, orderTurnedBack, facts) : []),
    ])
  })
