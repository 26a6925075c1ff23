import { eq, sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { orders } from '#db/schema/orders/orders.ts'
import type { Ctx } from '#domain/core/context.ts'
import { transition } from '#domain/core/machine.ts'
import { payRefundedRider } from '#domain/orders/orders/money.ts'
import { giveBack, phoneGets } from '#domain/orders/orders/payins/through-gateway.ts'
import type { OrderFile } from '#domain/orders/orders/queries.ts'
import { endArrived, recordAttempt } from '../attempts/record.ts'
import { closeFailedTries, closeUnrefunded } from '../close-incidents.ts'
import { refundMachine } from '../machine.ts'
import type { RefundWithParts } from '../refund.ts'
import { earnsNow } from './book-refund-succeeded.ts'
import { debitForRefund } from './debit-for-refund.ts'
import { openOrNewRefund } from './make-refund-of-order.ts'

const BELOW_A_UNIT = "Moins que ce que l'opérateur sait rendre."

/**
 * Ends a refund that is less than its operator moves without a call: its money, taken already, is our rounding (docs/money.md,
 * Rounding). It writes beside the move that ends the order.
 */
export function roundOff(ctx: Ctx, order: OrderFile, debited: RefundWithParts): Write[] {
  const { row } = debited
  const { id, amountMinor, currency, gateway } = row
  const { paidBy } = order
  const isWhole = order.refundedMinor + amountMinor === order.totalMinor
  return [
    ...debited.writes,
    recordAttempt(ctx, debited, { id: null, amountMinor: 0, currency: paidBy?.currency ?? currency }),
    ...transition(ctx, refundMachine, row, 'succeed', { reason: BELOW_A_UNIT }),
    endArrived(ctx, row),
    ...closeFailedTries(ctx, row, BELOW_A_UNIT),
    ...(isWhole ? closeUnrefunded(ctx, order) : []),
    ...giveBack(
      ctx,
      { gateway, amountMinor, currency },
      { id, gateway, amountMinor: 0, currency: paidBy?.currency ?? currency },
    ),
    ...(isWhole && earnsNow(order) ? payRefundedRider(ctx, order, order.delivery.riderId) : []),
    ctx.db
      .update(orders)
      .set({
        refundedMinor: sql`refunded_minor + ${amountMinor}`,
        paymentStatus: isWhole ? 'REFUNDED' : 'PARTIALLY_REFUNDED',
      })
      .where(eq(orders.id, order.id)),
  ]
}

/** Whether it is money that the phone which paid cannot get, because its operator moves whole units only. */
export const isBelowAUnit = (order: OrderFile, amountMinor: number) =>
  order.paidBy !== null && amountMinor > 0 && phoneGets(order, amountMinor) === 0

/** Takes an amount that no operator moves from where it lies, so that nothing is left there. */
export function roundOffOwed(ctx: Ctx, order: OrderFile, amountMinor: number, reason?: string | null): Write[] {
  const newRefund = openOrNewRefund(ctx, order, amountMinor, reason)
  const debited = newRefund && debitForRefund(ctx, order, newRefund)
  return debited ? roundOff(ctx, order, debited) : []
}
