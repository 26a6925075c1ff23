import { sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { abortWhen, guard } from '#db/guard.ts'
import type { GatewayTransaction } from '#db/schema/money/gateways.ts'
import { REFUND_STATES } from '#db/schema/orders/refunds.ts'
import type { Ctx } from '#domain/core/context.ts'
import { transition } from '#domain/core/machine.ts'
import { ROUNDING } from '#domain/money/ledger/accounts.ts'
import { coverFromCash } from '#domain/money/ledger/post.ts'
import { reverseSubscription } from '#domain/shops/subscriptions/reverse.ts'
import { closeFailedTries } from '../close-incidents.ts'
import { refundMachine } from '../machine.ts'
import { isWaiting } from '../owed-to-buyer.ts'
import { selectRefunds } from '../queries.ts'
import { BY_REVERSAL } from '../reasons.ts'
import type { RefundRow } from '../refund.ts'
import { endRequest } from '../requests.ts'

/** A refund of the deposit began or ended while its reversal was decided: it is decided again. */
const PAYMENT_REFUND_MOVED = guard('PAYMENT_REFUND_MOVED', 'CONFLICT', { reason: 'REQUEST_IN_PROGRESS' })

/** Books a deposit that an operator took back. A refund of it that waited or failed is rejected; one that is on its way is our loss. */
export async function reversePayment(ctx: Ctx, tx: GatewayTransaction): Promise<Write[]> {
  const all = await selectRefunds(ctx, tx.subjectId)
  const waiting = all.filter(isWaiting)
  const gives = all.find(({ status }) => REFUND_STATES.taken.has(status))
  return [
    abortWhen(ctx.db, PAYMENT_REFUND_MOVED, haveMoved(tx.subjectId, all)),
    ...(await reverseSubscription(ctx, tx, gives?.id)),
    coverFromCash(ctx, ROUNDING, tx.currency, `${tx.id}:rounded`),
    ...waiting.flatMap((refund) => [
      ...transition(ctx, refundMachine, refund, 'reject', { reason: BY_REVERSAL }),
      endRequest(ctx, refund.id, 'OVERTAKEN'),
      ...closeFailedTries(ctx, refund, BY_REVERSAL),
    ]),
  ]
}

/** Whether any refund of the payment itself has moved since these were read: versions only grow, so their sum tells. */
const haveMoved = (paymentId: string, asRead: RefundRow[]) => sql`coalesce((
  SELECT sum(r.version) FROM refunds r WHERE r.order_id = ${paymentId} AND r.payin_id IS NULL), 0) <> ${asRead.reduce((sum, { version }) => sum + version, 0)}`
