import { sql } from 'drizzle-orm'
import { readTogether, type Write } from '../../../db/client.ts'
import { abortWhen, guard } from '../../../db/guard.ts'
import type { GatewayTransaction } from '../../../db/schema/money/gateways.ts'
import { fail } from '../../../kernel/failure.ts'
import type { Ctx } from '../../core/context.ts'
import { transition } from '../../core/machine.ts'
import { ROUNDING } from '../../money/ledger/accounts.ts'
import { coverFromCash } from '../../money/ledger/post.ts'
import { reverseSubscription } from '../../shops/subscriptions/reverse.ts'
import { ANOTHER_ON_ITS_WAY, ARRIVED_LATE } from './arrived-late.ts'
import { recordAttempt } from './attempts.ts'
import { closeFailedTries } from './close-incidents.ts'
import { TAKEN_BACK } from './correct.ts'
import { refundMachine } from './machine.ts'
import { bookPaymentSucceeded, debitPayment, selectPaid } from './payment.ts'
import { selectRefunds } from './queries.ts'
import { endRequest } from './requests.ts'
import { makeRefund, type RefundRow } from './row.ts'
import { waits } from './start.ts'

/** A refund of the deposit began or ended while its reversal was decided: it is decided again. */
const PAYMENT_REFUND_MOVED = guard('PAYMENT_REFUND_MOVED', 'CONFLICT', { reason: 'REQUEST_IN_PROGRESS' })

/**
 * One that had failed has arrived after all, while the payment is still ours: the payment is given back by it, or, where an ADMIN
 * had ended it, by the refund that waits since or one of its own. Nothing can be sent for it again.
 * @returns undefined where the payment is not ours any more, or this refund was sent again
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
  const open = all.find(waits)
  const debited = debitPayment(ctx, open ? { row: open, writes: [] } : anew(ctx, refund))
  return [...debited.writes, recordAttempt(ctx, debited, tx), ...(await bookPaymentSucceeded(ctx, debited.row, tx))]
}

/** The same refund once more, of one that was ended. */
const anew = (ctx: Ctx, { orderId, subscriptionPaymentId, amountMinor, currency, kind, ...to }: RefundRow) =>
  makeRefund(ctx, to, { orderId, subscriptionPaymentId, amountMinor, currency, kind, reason: ARRIVED_LATE })

/** An operator took a deposit back: a refund of it that waited or failed has no more to give, one that is on its way is our loss. */
export async function reversePayment(ctx: Ctx, tx: GatewayTransaction): Promise<Write[]> {
  const all = await selectRefunds(ctx, tx.subjectId)
  const waiting = all.filter(waits)
  const gives = all.find(({ status }) => status === 'PROCESSING' || status === 'SUCCEEDED')
  return [
    abortWhen(ctx.db, PAYMENT_REFUND_MOVED, haveMoved(tx.subjectId, all)),
    ...(await reverseSubscription(ctx, tx, gives?.id)),
    coverFromCash(ctx, ROUNDING, tx.currency, `${tx.id}:rounded`),
    ...waiting.flatMap((refund) => [
      ...transition(ctx, refundMachine, refund, 'reject', { reason: TAKEN_BACK }),
      endRequest(ctx, refund.id, 'OVERTAKEN'),
      ...closeFailedTries(ctx, refund, TAKEN_BACK),
    ]),
  ]
}

/** Any refund of the payment itself, since these were read: versions only grow. */
const haveMoved = (paymentId: string, asRead: RefundRow[]) => sql`coalesce((
  SELECT sum(r.version) FROM refunds r WHERE r.order_id = ${paymentId} AND r.payin_id IS NULL), 0) <> ${asRead.reduce((sum, { version }) => sum + version, 0)}`
