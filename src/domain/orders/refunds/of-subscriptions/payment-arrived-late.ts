import { readTogether, type Write } from '#db/client.ts'
import type { GatewayTransaction } from '#db/schema/money/gateways.ts'
import type { Ctx } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'
import { recordAttempt } from '../attempts/record.ts'
import { makeRefund } from '../make-refund.ts'
import { isWaiting } from '../owed-to-buyer.ts'
import { selectRefunds } from '../queries.ts'
import { ANOTHER_ON_ITS_WAY, ARRIVED_LATE } from '../reasons.ts'
import type { RefundRow } from '../refund.ts'
import { selectPaid } from './paid-subscription.ts'
import { debitPayment } from './refund-payment.ts'
import { bookPaymentSucceeded } from './settle-payment-refund.ts'

/**
 * One that had failed has arrived after all, while the payment is still ours: the payment is given back by it, or, where an ADMIN
 * had ended it, by the refund that waits since or one of its own. Nothing can be sent for it again.
 * @returns undefined if the payment is not ours any more, or this refund was sent again
 * @throws 409 REQUEST_IN_PROGRESS while another refund of the payment is on its way
 */
export async function paymentArrivedLate(
  ctx: Ctx,
  refund: RefundRow,
  tx: GatewayTransaction,
): Promise<Write[] | undefined> {
  const paymentId = refund.subscriptionPaymentId ?? ''
  const [[paid], all] = await readTogether(ctx.db, selectPaid(ctx, paymentId), selectRefunds(ctx, paymentId))
  if (paid?.payment.status !== 'SUCCEEDED' || refund.status === 'PROCESSING') return undefined
  if (all.some(({ status }) => status === 'PROCESSING')) fail('CONFLICT', ANOTHER_ON_ITS_WAY)
  const open = all.find(isWaiting)
  const debited = debitPayment(ctx, open ? { row: open, writes: [] } : anew(ctx, refund))
  return [...debited.writes, recordAttempt(ctx, debited, tx), ...(await bookPaymentSucceeded(ctx, debited.row, tx))]
}

/** A new refund like one that has ended. */
const anew = (ctx: Ctx, { orderId, subscriptionPaymentId, amountMinor, currency, kind, ...to }: RefundRow) =>
  makeRefund(ctx, to, { orderId, subscriptionPaymentId, amountMinor, currency, kind, reason: ARRIVED_LATE })
