import type { Ctx } from '#domain/core/context.ts'
import { phoneGets } from '#domain/orders/orders/payins/through-gateway.ts'
import type { OrderFile } from '#domain/orders/orders/queries.ts'
import { intendPayout } from '../attempts/intend-payout.ts'
import { goodsLeft, isOpen, isOver, owedToBuyer, refundable } from '../owed-to-buyer.ts'
import type { NewRefund, OwnRefund, RefundInFlight } from '../refund.ts'
import { debitForRefund } from './debit-for-refund.ts'
import { existingRefund, openOrNewRefund } from './make-refund-of-order.ts'
import { letRestFollow, requestRefund } from './request-refund.ts'
import { isBelowAUnit, roundOffOwed } from './round-off.ts'

/**
 * Gives the buyer back all that is left: takes the money from where it lies, and the intent to pay it to the number that
 * paid. The caller sends the intent after the commit; if it cannot, the sweep does. A refund that waits or failed is taken
 * over; beside one on its way nothing is sent, and the rest follows when that ends. An unpaid order has nothing to give, and less
 * than the operator moves is our rounding.
 */
export const refundAll = (ctx: Ctx, order: OrderFile, reason?: string | null): RefundInFlight =>
  refundMuch(ctx, order, refundable(order), reason)

/** Gives what is left of the price of the goods back, and not the fee: the parcel came back, and its rider has earned it. */
export const refundGoods = (ctx: Ctx, order: OrderFile, reason?: string | null): RefundInFlight =>
  refundMuch(ctx, order, goodsLeft(order), reason)

/** Gives back what an order that is over owes. */
export const refundOwed = (ctx: Ctx, order: OrderFile, reason?: string | null): RefundInFlight =>
  refundMuch(ctx, order, owedToBuyer(order), reason)

const NOTHING: RefundInFlight = { writes: [], intent: undefined }

function refundMuch(
  ctx: Ctx,
  order: OrderFile,
  amountMinor: number,
  reason: string | null | undefined,
): RefundInFlight {
  const open = order.refunds.find(isOpen)
  if (open?.status === 'PROCESSING') return { writes: letRestFollow(ctx, open, 'ITSELF'), intent: undefined }
  // A refund that may have arrived is not sent again by itself: an ADMIN can send it once the gateway has spoken.
  if (order.isRefundInDoubt) return { writes: requestRefund(ctx, order, reason).writes, intent: undefined }
  if (isBelowAUnit(order, amountMinor))
    return { writes: roundOffOwed(ctx, order, amountMinor, reason), intent: undefined }
  if (order.paidBy?.isUnconfirmed) return { writes: requestRefund(ctx, order, reason).writes, intent: undefined }
  const newRefund = openOrNewRefund(ctx, order, amountMinor, reason)
  return newRefund ? start(ctx, order, newRefund) : NOTHING
}

/** Sends a refund that waits or failed, as much as it is of; none that nobody asked for is made: all that is left. */
export function refundRest(ctx: Ctx, order: OrderFile): RefundInFlight {
  const open = order.refunds.find(isOpen)
  return open ? startRefund(ctx, order, open) : refundAll(ctx, order)
}

/** A refund that is there goes on its way. */
export const startRefund = (ctx: Ctx, order: OrderFile, refund: OwnRefund): RefundInFlight =>
  start(ctx, order, existingRefund(refund))

/** A part of what an order that is over owes leaves the rest to an ADMIN, whatever becomes of the part. */
function start(ctx: Ctx, order: OrderFile, newRefund: NewRefund): RefundInFlight {
  const amountMinor = phoneGets(order, newRefund.row.amountMinor)
  const restBy = isOver(order) && newRefund.row.amountMinor < owedToBuyer(order) ? 'ADMIN' : null
  const debited = amountMinor === 0 ? undefined : debitForRefund(ctx, order, newRefund, restBy)
  if (!debited) return NOTHING
  const sent = intendPayout(
    ctx,
    debited,
    { orderId: order.id, payinId: null },
    { amountMinor, currency: order.paidBy?.currency ?? debited.row.currency },
  )
  return { intent: sent.row, writes: sent.writes }
}
