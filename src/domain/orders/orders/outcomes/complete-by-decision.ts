import { sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { abortWhen, guard } from '#db/guard.ts'
import { DELIVERY_STATES } from '#db/schema/orders/deliveries.ts'
import { REFUND_STATES } from '#db/schema/orders/refunds.ts'
import type { Ctx } from '#domain/core/context.ts'
import { allows, transition } from '#domain/core/machine.ts'
import { notify } from '#domain/core/notices/notify.ts'
import { cancelDelivery } from '#domain/orders/delivery/cancel.ts'
import { deliveryMachine } from '#domain/orders/delivery/machine.ts'
import { rejectForSeller } from '#domain/orders/refunds/of-orders/reject-for-seller.ts'
import { fail } from '#kernel/failure.ts'
import { orderMachine } from '../machine.ts'
import { leftOf, paymentOf, payRefundedRider, release } from '../money.ts'
import { orderCompleted } from '../notices.ts'
import type { OrderFile } from '../queries.ts'

/** One is asked for, or goes on its way, between the read and the commit: the decision is taken again beside it. */
const REFUND_BESIDE_DECISION = guard('REFUND_BESIDE_DECISION', 'CONFLICT', {
  reason: 'REQUEST_IN_PROGRESS',
  isStale: true,
})
const hasOpenRefund = (orderId: string) =>
  sql`EXISTS (SELECT 1 FROM refunds r WHERE r.order_id = ${orderId} AND r.payin_id IS NULL AND ${REFUND_STATES.ended.notIn('r.status')})`

/**
 * The writes by which a decision for the seller ends an order that waits for its buyer, or whose parcel is on the way: seller and
 * rider are paid as by its completion, and a job that nobody began is called off, a refund
 * that waits or failed is rejected (docs/states.md, Incident). An order in another
 * state stays as it is.
 * @throws 409 REQUEST_IN_PROGRESS while a refund of it is with an operator; INVALID_TRANSITION for a cancelled one whose refund waits
 */
export function completeByDecision(ctx: Ctx, order: OrderFile, reason: string): Write[] {
  if (!allows(orderMachine, order.status, 'complete-by-decision')) return endedBefore(order)
  if (order.refunds.some(({ status }) => status === 'PROCESSING')) {
    fail('CONFLICT', {
      reason: 'REQUEST_IN_PROGRESS',
      message: 'Un remboursement de cette commande est en cours. Attendez sa fin.',
    })
  }
  const { delivery } = order
  const isCarried = delivery !== null && allows(deliveryMachine, delivery.status, 'close')
  const isMade = isCarried || DELIVERY_STATES.made.has(delivery?.status)
  const ended: OrderFile = isMade || !delivery ? order : { ...order, delivery: { ...delivery, riderId: null } }
  const paid = paymentOf(order)
  return [
    ...rejectForSeller(ctx, order, reason),
    abortWhen(ctx.db, REFUND_BESIDE_DECISION, hasOpenRefund(order.id)),
    ...transition(ctx, orderMachine, order, 'complete-by-decision', { reason, set: { dueAt: null } }),
    ...(isCarried ? transition(ctx, deliveryMachine, delivery, 'close', { reason }) : cancelDelivery(ctx, order)),
    ...(paid && order.paymentStatus !== 'REFUNDED' ? releaseAll(ctx, ended) : []),
    ...(order.paymentStatus === 'REFUNDED' && isCarried && delivery.riderId
      ? payRefundedRider(ctx, order, delivery.riderId)
      : []),
  ]
}

/** An order that ended gives its money back by a refund: who is for the seller refuses that one. */
function endedBefore({ status, refunds }: OrderFile): Write[] {
  if (status === 'CANCELLED' && refunds.some(waitsOrFailed)) {
    fail('CONFLICT', {
      reason: 'INVALID_TRANSITION',
      message:
        'Cette commande est annulée, et son remboursement attend. Pour payer le vendeur, un administrateur refuse ce remboursement une fois le colis livré ou déclaré perdu.',
    })
  }
  return []
}

const waitsOrFailed = ({ status }: OrderFile['refunds'][number]) => REFUND_STATES.open.has(status)

function releaseAll(ctx: Ctx, order: OrderFile): Write[] {
  const paid = paymentOf(order)
  if (!paid) return []
  const amount = { amountMinor: leftOf(order, paid).netMinor, currency: paid.currency }
  return [
    ...release(ctx, order, paid),
    ...notify(ctx, order.sellerUserId, orderCompleted, { number: order.number, amount }),
  ]
}
