import type { GatewayTransaction } from '#db/schema/money/gateways.ts'
import { ORDER_STATES } from '#db/schema/orders/orders.ts'
import type { Ctx } from '#domain/core/context.ts'
import { allows, revise, transition } from '#domain/core/machine.ts'
import { requireNoDoubt } from '#domain/orders/refunds/in-doubt.ts'
import { refundRest } from '#domain/orders/refunds/of-orders/send-refund.ts'
import { isOpen, refundable } from '#domain/orders/refunds/owed-to-buyer.ts'
import type { RefundInFlight } from '#domain/orders/refunds/refund.ts'
import { fail } from '#kernel/failure.ts'
import { formatMoney } from '#kernel/format.ts'
import { orderMachine } from '../machine.ts'
import { paymentOf } from '../money.ts'
import type { OrderFile } from '../queries.ts'
import { tellRefundUnderWay } from './refund-under-way.ts'
import { returnGoods } from './return-after-staff-cancel.ts'
import { tellCancelled } from './tell-cancelled.ts'

/**
 * Requires an order that can be refunded.
 * @throws 409 if nothing was paid, the operator took it back, everything was refunded, a refund is on its way, or people decided that one
 *   failed and its gateway has not confirmed it
 */
export function requireRefundable(order: OrderFile): void {
  if (!paymentOf(order))
    fail('CONFLICT', { reason: 'INVALID_TRANSITION', message: "Rien n'a été payé pour cette commande." })
  if (order.paidBy?.isTakenBack) {
    fail('CONFLICT', {
      reason: 'INVALID_TRANSITION',
      message: "L'opérateur a déjà repris ce paiement : l'acheteur a son argent.",
    })
  }
  if (order.refunds.some(({ status }) => status === 'PROCESSING')) {
    fail('CONFLICT', {
      reason: 'ALREADY_EXISTS',
      message: 'Un remboursement de cette commande est déjà en cours. Attendez sa fin.',
    })
  }
  requireNoDoubt(order)
  if (order.refundedMinor === order.totalMinor) {
    fail('CONFLICT', { reason: 'INVALID_TRANSITION', message: 'Cette commande est déjà remboursée en totalité.' })
  }
}

/** Refuses a refund of more than the rest of an order. @throws 409 */
export function requireLeft(order: OrderFile, amountMinor: number): void {
  const rest = refundable(order)
  if (amountMinor <= rest) return
  const left = formatMoney({ amountMinor: rest, currency: order.paidCurrency ?? order.currency })
  fail('CONFLICT', { reason: 'INVALID_TRANSITION', message: `Il ne reste que ${left} à rembourser.` })
}

type RefundCall = Pick<RefundInFlight, 'writes'> & { intent: GatewayTransaction }

/**
 * Refunds the rest of an order, or the amount of its open request, with the effect on the order: the writes and the intent.
 * @throws as `requireRefundable`; 409 while only people say that the payment has come, and for more than the rest or less than the operator
 *   moves
 */
export function refundWhole(ctx: Ctx, order: OrderFile): RefundCall {
  requireRefundable(order)
  if (order.paidBy?.isUnconfirmed) {
    fail('CONFLICT', {
      reason: 'INVALID_TRANSITION',
      message:
        "L'opérateur n'a pas encore confirmé ce paiement, noté à la main : demandez un code pour ce remboursement (POST /refunds/request-approval).",
    })
  }
  const open = order.refunds.find(isOpen)
  if (open) requireLeft(order, open.amountMinor)
  const { writes, intent } = refundRest(ctx, order)
  if (!intent) {
    fail('CONFLICT', {
      reason: 'INVALID_TRANSITION',
      message: "L'opérateur ne rend que des sommes entières : celle-ci n'en donne aucune.",
    })
  }
  const isPart = open !== undefined && open.amountMinor < refundable(order)
  const moves = !isPart && allows(orderMachine, order.status, 'refund')
  const isInShop = moves && !ORDER_STATES.received.has(order.status)
  const reason = open?.reason ?? null
  const set = { dueAt: null, ...(isInShop && { cancelledBy: 'STAFF' as const, cancellationReason: reason }) }
  return {
    intent,
    writes: [
      ...(moves
        ? transition(ctx, orderMachine, order, 'refund', { reason, set })
        : revise(ctx, orderMachine, order, 'refundStarted', {})),
      ...(isPart || isInShop ? [] : tellRefundUnderWay(ctx, order)),
      ...(isInShop ? [...returnGoods(ctx, order), ...tellCancelled(ctx, order, reason)] : []),
      ...writes,
    ],
  }
}
