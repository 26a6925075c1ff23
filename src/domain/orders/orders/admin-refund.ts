import { readTogether } from '../../../db/client.ts'
import { retryOnStale } from '../../../db/commit.ts'
import { fail } from '../../../kernel/failure.ts'
import { audited } from '../../core/audit.ts'
import type { Ctx } from '../../core/context.ts'
import { allows, revise, transition } from '../../core/machine.ts'
import { refundRest, selectRefunds } from '../refunds/start.ts'
import { commitOrder } from './commit-order.ts'
import { orderMachine } from './machine.ts'
import { paymentOf } from './money.ts'
import { selectOrder, toOrderFile } from './queries.ts'
import { returnGoods } from './return-after-staff-cancel.ts'
import { type OrderView, viewOrder } from './view.ts'

/**
 * An ADMIN gives the buyer the whole remaining amount back, without a code (docs/money.md, Refunds). Before the goods have left the
 * shop this cancels the order and returns the stock; after delivery the order is REFUNDED; otherwise its status stays. A
 * refund that waits or failed is taken over (docs/money.md, Refunds).
 * @throws 404, 409 when nothing was paid, the operator took it back, everything was refunded, or a refund is on its way
 */
export async function adminRefundOrder(ctx: Ctx, id: string): Promise<OrderView> {
  const changed = await retryOnStale(async () => {
    const [rows, refunds] = await readTogether(ctx.db, selectOrder(ctx, id), selectRefunds(ctx, id))
    const order = rows[0] && toOrderFile(rows[0])
    if (!order) fail('NOT_FOUND')
    if (!paymentOf(order))
      fail('CONFLICT', { reason: 'INVALID_TRANSITION', message: "Rien n'a été payé pour cette commande." })
    if (order.paidBy?.isTakenBack) {
      fail('CONFLICT', {
        reason: 'INVALID_TRANSITION',
        message: "L'opérateur a déjà repris ce paiement : l'acheteur a son argent.",
      })
    }
    if (refunds.some(({ status }) => status === 'PROCESSING')) {
      fail('CONFLICT', { reason: 'ALREADY_EXISTS', message: 'Un remboursement de cette commande est déjà en cours.' })
    }
    if (order.refundedMinor === order.totalMinor) {
      fail('CONFLICT', { reason: 'INVALID_TRANSITION', message: 'Cette commande est déjà remboursée en totalité.' })
    }
    const refund = refundRest(ctx, order, refunds)
    const moves = allows(orderMachine, order.status, 'refund')
    const isInShop = moves && order.status !== 'DELIVERED' && order.status !== 'COMPLETED'
    const set = { dueAt: null, ...(isInShop && { cancelledBy: 'STAFF' as const }) }
    return commitOrder(
      ctx,
      id,
      [
        ...(moves
          ? transition(ctx, orderMachine, order, 'refund', { set })
          : revise(ctx, orderMachine, order, 'refundStarted', {})),
        ...(isInShop ? returnGoods(ctx, order) : []),
        ...refund.writes,
        audited(ctx, 'order.refund', order.id, {
          from: order.status,
          total: order.totalMinor,
          currency: order.currency,
        }),
      ],
      refund.intent,
    )
  })
  return viewOrder(changed)
}
