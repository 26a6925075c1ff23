import type { Write } from '../../../db/client.ts'
import { fail } from '../../../kernel/failure.ts'
import type { Ctx } from '../../core/context.ts'
import { nextStatus, transition } from '../../core/machine.ts'
import { notify } from '../../core/notices/notify.ts'
import type { RefundRow } from '../refunds/row.ts'
import { commitOrder } from './commit-order.ts'
import { orderMachine } from './machine.ts'
import { paymentOf, release } from './money.ts'
import { orderCompleted } from './notices.ts'
import type { OrderFile } from './queries.ts'

/** The completion itself: also what 48 hours without an answer do. What was refunded meanwhile is not paid out; `held` are the guards of this commit. */
export async function complete(
  ctx: Ctx,
  order: OrderFile,
  refunds: RefundRow[],
  event: 'confirm' | 'complete',
  held: Write[] = [],
): Promise<OrderFile> {
  nextStatus(orderMachine, order.status, event)
  if (refunds.some(({ status }) => status === 'PROCESSING')) {
    fail('CONFLICT', { reason: 'REQUEST_IN_PROGRESS', message: 'Un remboursement de cette commande est en cours.' })
  }
  const isRefunded = refunds.some(({ status }) => status === 'SUCCEEDED')
  const paid = paymentOf(order)
  return commitOrder(ctx, order.id, [
    ...held,
    ...transition(ctx, orderMachine, order, event, { set: { dueAt: null } }),
    ...(paid && !isRefunded
      ? [
          ...release(ctx, order, paid),
          ...notify(ctx, order.sellerUserId, orderCompleted, {
            number: order.number,
            amount: { amountMinor: paid.subtotalMinor - order.commissionMinor, currency: paid.currency },
          }),
        ]
      : []),
  ])
}
