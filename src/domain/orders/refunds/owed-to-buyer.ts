import { ORDER_STATES } from '#db/schema/orders/orders.ts'
import { REFUND_STATES } from '#db/schema/orders/refunds.ts'
import { leftOf, paymentOf, sumOf } from '../orders/money.ts'
import type { OrderFile } from '../orders/queries.ts'
import type { RefundRow } from './refund.ts'

/** Not ended: an order has at most one of these. */
export const isOpen = ({ status }: Pick<RefundRow, 'status'>) => REFUND_STATES.open.has(status)

/** Open, and not with an operator. */
export const isWaiting = (refund: Pick<RefundRow, 'status'>) => REFUND_STATES.unsent.has(refund.status)

/** The most that may be asked for, in minor units of the order's books: money neither given back nor on its way. */
export function refundable(order: OrderFile): number {
  const paid = paymentOf(order)
  return paid ? sumOf(leftOf(order, paid)) : 0
}

/** Whether an order has ended and its money lies where only a refund, or the word of an ADMIN, reaches it. */
export const isOver = ({ status, reachedAt }: Pick<OrderFile, 'status' | 'reachedAt'>) =>
  ORDER_STATES.unsold.has(status) && reachedAt.COMPLETED === undefined

/** The buyer's part of an ended order: all that is left, without the fee if the way back has earned it. */
export const owedToBuyer = (order: OrderFile) =>
  order.cancelledBy === 'RETURN' && order.isFeeReleased ? goodsLeft(order) : refundable(order)

/** The kind of a refund: everything that was paid, or a part of it. */
export const kindOf = ({ totalMinor }: Pick<OrderFile, 'totalMinor'>, amountMinor: number): RefundRow['kind'] =>
  amountMinor === totalMinor ? 'FULL' : 'PARTIAL'

/** A refund that becomes one of so much goes to the number that paid: another was approved for what it was of. */
export const partsOfAmount = (order: OrderFile, amountMinor: number) => {
  const { paidBy } = order
  const own = paidBy && { phone: paidBy.phone, network: paidBy.network, country: paidBy.country }
  return { amountMinor, kind: kindOf(order, amountMinor), ...own }
}

/** The rest of the price of the goods. */
export function goodsLeft(order: OrderFile): number {
  const paid = paymentOf(order)
  if (!paid) return 0
  const { netMinor, commissionMinor } = leftOf(order, paid)
  return netMinor + commissionMinor
}
