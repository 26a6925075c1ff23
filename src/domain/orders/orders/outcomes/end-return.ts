import { sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { abortWhen, guard } from '#db/guard.ts'
import { DELIVERY_STATES } from '#db/schema/orders/deliveries.ts'
import { REFUND_STATES } from '#db/schema/orders/refunds.ts'
import type { Ctx } from '#domain/core/context.ts'
import { refuse, revise, transition } from '#domain/core/machine.ts'
import { notify } from '#domain/core/notices/notify.ts'
import { deliveryMachine } from '#domain/orders/delivery/machine.ts'
import { refundMachine } from '#domain/orders/refunds/machine.ts'
import { refundGoods } from '#domain/orders/refunds/of-orders/send-refund.ts'
import { isOpen, refundable } from '#domain/orders/refunds/owed-to-buyer.ts'
import { inFrench } from '#kernel/format.ts'
import { commitOrder } from '../commit-order.ts'
import { orderMachine } from '../machine.ts'
import { paymentOf, payRefundedRider, releaseFee } from '../money.ts'
import { orderCancelled } from '../notices.ts'
import type { OrderFile } from '../queries.ts'
import { NOT_DELIVERED } from '../reasons.ts'
import { returnStock } from '../stock.ts'
import { isLost } from './is-lost.ts'

/** Ends a return, when the seller confirms it, or 72 hours after the rider says that the parcel is back. */
export async function endReturn(ctx: Ctx, order: OrderFile, guards: Write[] = []): Promise<OrderFile> {
  const { delivery } = order
  const isOver = wasOverBefore(order)
  if (isOver && isOwed(order)) return receiveAfterEnd(ctx, order)
  const isOnItsWay = DELIVERY_STATES.failed.has(delivery?.status)
  const wasCancelled = order.status === 'CANCELLED' && order.cancelledBy === 'STAFF'
  const staysAway = isOver && delivery?.status !== 'RETURNING'
  if (!delivery || !isOnItsWay || staysAway || !(order.status === 'RETURNING' || wasCancelled)) {
    return refuse(orderMachine, order.status, 'returnReceived')
  }
  const paid = paymentOf(order)
  const earns = !wasCancelled && !isGivenWhole(order)
  const isStaffs = wasCancelled && refundable(order) > 0 && !order.isFeeReleased
  const refund = earns ? refundGoods(ctx, order, 'Colis retourné') : { writes: [], intent: undefined }
  const set = { cancelledBy: 'RETURN', cancellationReason: inFrench(NOT_DELIVERED), dueAt: null } as const
  return commitOrder(
    ctx,
    order.id,
    [
      ...guards,
      ...(wasCancelled
        ? revise(ctx, orderMachine, order, 'returnReceived', { set: { dueAt: null } })
        : transition(ctx, orderMachine, order, 'returnReceived', { set })),
      ...(delivery.status === 'RETURNING'
        ? [
            ...transition(ctx, deliveryMachine, delivery, 'returned'),
            ...(order.paymentStatus === 'REFUNDED' && delivery.riderId
              ? payRefundedRider(ctx, order, delivery.riderId)
              : []),
          ]
        : []),
      ...(isOver ? [] : returnStock(ctx, order)),
      ...refund.writes,
      ...(wasCancelled ? [] : failedWhole(order).flatMap((one) => revise(ctx, refundMachine, one, 'keep', {}))),
      ...(paid && (earns || isStaffs) ? releaseFee(ctx, order, paid) : []),
      ...(wasCancelled
        ? []
        : notify(ctx, order.buyerId, orderCancelled, { number: order.number, reason: NOT_DELIVERED })),
    ],
    refund.intent,
  )
}

/**
 * Whether all of it went back, is on its way, or failed and can be sent again: the fee goes with it. A request for all of it that no ADMIN
 * has confirmed does not count.
 */
const isGivenWhole = (order: OrderFile) => refundable(order) === 0 || failedWhole(order).length > 0

/**
 * Failed refunds of the whole rest. If an ADMIN rejects one meanwhile, the goods must be refunded: the return checks that it has not moved.
 */
const failedWhole = (order: OrderFile) =>
  order.refunds.filter(({ status, amountMinor }) => status === 'FAILED' && amountMinor === refundable(order))

/**
 * Whether staff cancelled the order after its delivery or completion, or because its parcel was lost: its goods come back only as long as
 * all of the money goes back, or waits to.
 */
const wasOverBefore = (order: OrderFile) =>
  order.status === 'CANCELLED' &&
  order.cancelledBy === 'STAFF' &&
  (order.reachedAt.DELIVERED !== undefined || order.reachedAt.COMPLETED !== undefined || isLost(order))

const isOwed = (order: OrderFile) => order.refunds.some(isOpen) || refundable(order) === 0

/** An ADMIN rejects the refund at the same time: the goods stay where they are. */
const KEPT_BY_BUYER = guard('GOODS_KEPT_BY_BUYER', 'CONFLICT', { reason: 'INVALID_TRANSITION' })

const receiveAfterEnd = (ctx: Ctx, order: OrderFile): Promise<OrderFile> =>
  commitOrder(ctx, order.id, [
    abortWhen(
      ctx.db,
      KEPT_BY_BUYER,
      sql`NOT EXISTS (SELECT 1 FROM orders o WHERE o.id = ${order.id} AND (o.refunded_minor = o.total_minor OR EXISTS (
        SELECT 1 FROM refunds r WHERE r.order_id = o.id AND r.payin_id IS NULL AND ${REFUND_STATES.ended.notIn('r.status')})))`,
    ),
    ...revise(ctx, orderMachine, order, 'returnReceived', {}),
    ...returnStock(ctx, order),
  ])
