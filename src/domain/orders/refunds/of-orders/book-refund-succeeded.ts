import type { Write } from '#db/client.ts'
import { DELIVERY_STATES } from '#db/schema/orders/deliveries.ts'
import { ORDER_STATES } from '#db/schema/orders/orders.ts'
import type { Ctx } from '#domain/core/context.ts'
import { allows, revise, transition } from '#domain/core/machine.ts'
import { notify } from '#domain/core/notices/notify.ts'
import { orderMachine } from '#domain/orders/orders/machine.ts'
import { payRefundedRider, sellersPartOf } from '#domain/orders/orders/money.ts'
import { returnGoods } from '#domain/orders/orders/outcomes/return-after-staff-cancel.ts'
import { tellCancelled } from '#domain/orders/orders/outcomes/tell-cancelled.ts'
import { giveBack, type MoneyByGateway } from '#domain/orders/orders/payins/through-gateway.ts'
import type { OrderFile } from '#domain/orders/orders/queries.ts'
import { endArrived } from '../attempts/record.ts'
import { ARRIVED, closeFailedTries, closeUnrefunded } from '../close-incidents.ts'
import { refundMachine } from '../machine.ts'
import { orderRefunded, refundSucceeded } from '../notices.ts'
import type { OwnRefund } from '../refund.ts'

/** The account that gets the money, if not the gateway's clearing, and the reason for the order's history. */
type How = { to?: string | undefined; why?: string }

/**
 * The buyer has the money: the refund, the books and the order say so. What makes it whole does to an order what the direct
 * refund does (docs/states.md, Order): before the goods have left the shop it is cancelled and its stock comes back,
 * after delivery it is REFUNDED.
 */
export function bookRefundSucceeded(
  ctx: Ctx,
  refund: OwnRefund,
  order: OrderFile,
  tx: MoneyByGateway,
  { to, why }: How = {},
): Write[] {
  const { number, buyerId, totalMinor } = order
  const refundedMinor = order.refundedMinor + refund.amountMinor
  const isWhole = refundedMinor === totalMinor
  return [
    ...(refund.status === 'SUCCEEDED' ? [] : transition(ctx, refundMachine, refund, 'succeed')),
    endArrived(ctx, refund, to),
    ...closeFailedTries(ctx, refund, ARRIVED),
    ...(isWhole ? closeUnrefunded(ctx, order) : []),
    ...giveBack(ctx, refund, tx, { to }),
    ...(isWhole && earnsNow(order) ? payRefundedRider(ctx, order, order.delivery.riderId) : []),
    ...(isWhole && allows(orderMachine, order.status, 'refund')
      ? endRefunded(ctx, order, refundedMinor, why ?? refund.reason)
      : revise(ctx, orderMachine, order, 'refunded', {
          set: { refundedMinor, paymentStatus: isWhole ? 'REFUNDED' : 'PARTIALLY_REFUNDED' },
        })),
    ...notify(ctx, buyerId, refundSucceeded, {
      number,
      amount: { amountMinor: tx.amountMinor, currency: tx.currency },
      opens: { refundId: refund.id },
    }),
    ...tellSeller(ctx, refund, order),
  ]
}

/** Tells the seller how much it took from them, unless they ended the order. If staff cancelled, the money goes only now. */
function tellSeller(ctx: Ctx, refund: OwnRefund, order: OrderFile): Write[] {
  const { number, status, cancelledBy, sellerUserId, reachedAt } = order
  const isTheirs = status === 'REJECTED' || (status === 'CANCELLED' && cancelledBy !== 'STAFF')
  if (reachedAt.ACCEPTED === undefined || isTheirs) return []
  const { amountMinor, currency } = refund
  const cost = { amountMinor: sellersPartOf(order, refund), currency }
  return notify(ctx, sellerUserId, orderRefunded, { number, amount: { amountMinor, currency }, cost })
}

function endRefunded(ctx: Ctx, order: OrderFile, refundedMinor: number, reason: string | null): Write[] {
  const isOver = ORDER_STATES.received.has(order.status)
  const set = { refundedMinor, paymentStatus: 'REFUNDED' as const, dueAt: null }
  return [
    ...transition(ctx, orderMachine, order, 'refund', {
      reason,
      set: { ...set, ...(!isOver && { cancelledBy: 'STAFF' as const, cancellationReason: reason }) },
    }),
    ...(isOver ? [] : [...returnGoods(ctx, order), ...tellCancelled(ctx, order, reason)]),
  ]
}

/** The rider has made the way and was not paid when the fee was released. A rider who is still on it is paid at its end. */
export function earnsNow(order: OrderFile): order is OrderFile & { delivery: { riderId: string } } {
  const isMade = DELIVERY_STATES.made.has(order.delivery?.status)
  const isPaid = order.reachedAt.COMPLETED !== undefined || order.isFeeReleased
  return isMade && order.delivery?.riderId != null && !isPaid
}
