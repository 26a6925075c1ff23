import type { Write } from '#db/client.ts'
import type { Ctx } from '#domain/core/context.ts'
import { nextStatus, transition } from '#domain/core/machine.ts'
import { notify } from '#domain/core/notices/notify.ts'
import { fail } from '#kernel/failure.ts'
import { commitOrder } from '../commit-order.ts'
import { orderMachine } from '../machine.ts'
import { leftOf, paymentOf, release } from '../money.ts'
import { orderCompleted } from '../notices.ts'
import type { OrderFile } from '../queries.ts'

/** The completion itself: also what 48 hours without an answer do. What was refunded meanwhile is not paid out; `guards` are those of this commit. */
export async function complete(
  ctx: Ctx,
  order: OrderFile,
  event: 'confirm' | 'complete',
  guards: Write[] = [],
): Promise<OrderFile> {
  nextStatus(orderMachine, order.status, event)
  if (order.refunds.some(({ status }) => status === 'PROCESSING')) {
    fail('CONFLICT', {
      reason: 'REQUEST_IN_PROGRESS',
      message: 'Un remboursement de cette commande est en cours. Attendez sa fin.',
    })
  }
  const paid = paymentOf(order)
  return commitOrder(ctx, order.id, [
    ...guards,
    ...transition(ctx, orderMachine, order, event, { set: { dueAt: null } }),
    ...(paid && order.paymentStatus !== 'REFUNDED'
      ? [
          ...release(ctx, order, paid),
          ...notify(ctx, order.sellerUserId, orderCompleted, {
            number: order.number,
            amount: { amountMinor: leftOf(order, paid).netMinor, currency: paid.currency },
          }),
        ]
      : []),
  ])
}
