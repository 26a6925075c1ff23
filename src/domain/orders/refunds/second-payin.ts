import { and, eq, isNotNull } from 'drizzle-orm'
import type { Write } from '../../../db/client.ts'
import { refunds } from '../../../db/schema/orders/refunds.ts'
import type { Ctx } from '../../core/context.ts'
import { transition } from '../../core/machine.ts'
import { notify } from '../../core/notices/notify.ts'
import { heldFor, REFUNDS_IN_FLIGHT } from '../../money/ledger/accounts.ts'
import { post } from '../../money/ledger/post.ts'
import type { OrderFile, PaidBy } from '../orders/queries.ts'
import { giveBack, type Moved } from '../orders/through-gateway.ts'
import { refundMachine } from './machine.ts'
import { secondPaymentReturned } from './notices.ts'
import { attempt, begin, newRow, type RefundRow, type Started } from './row.ts'

/** The refunds of payments beside the one that pays an order: one each. */
export const selectSecondRefunds = (ctx: Ctx, orderId: string) =>
  ctx.db
    .select()
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), isNotNull(refunds.payinId)))

/**
 * What a payment beside the one that pays an order was for it goes back whole to the number that made it, as a refund of its own: the
 * order, its timers and its own refund do not change (docs/money.md, Refunds).
 */
export function refundSecondPayin(ctx: Ctx, order: OrderFile, payin: PaidBy): Started & { row: RefundRow } {
  const { id: orderId, totalMinor: amountMinor, currency } = order
  const what = { orderId, amountMinor, currency, kind: 'FULL', reason: 'Commande payée deux fois' } as const
  return send(ctx, newRow(ctx, payin, { ...what, payinId: payin.id }), payin, false)
}

/** Sends one that failed, or waits, again. */
export const retrySecondRefund = (ctx: Ctx, refund: RefundRow, payin: PaidBy): Started => send(ctx, refund, payin, true)

function send(ctx: Ctx, refund: RefundRow, payin: PaidBy, isAdopted: boolean) {
  const { row, writes } = take(ctx, refund, isAdopted)
  const sent = attempt(ctx, row, payin)
  return { row, intent: sent.row, writes: [...writes, ...sent.writes] }
}

function take(ctx: Ctx, refund: RefundRow, isAdopted: boolean) {
  const { row, writes } = begin(ctx, refund, isAdopted)
  const { id, orderId, amountMinor, currency } = row
  const move = { from: heldFor(orderId), to: REFUNDS_IN_FLIGHT, amountMinor, currency }
  const taken = post(ctx, { kind: 'refund:taken', ref: `${id}:${row.attempt}:held`, ...move })
  return { row, writes: [...writes, ...taken] }
}

/** It has arrived, or its operator took the payment back, without a call of ours. */
export function secondTakenAsGiven(ctx: Ctx, refund: RefundRow, order: OrderFile, tx: Moved): Write[] {
  const { row, writes } = take(ctx, refund, true)
  return [...writes, ...secondGiven(ctx, row, order, tx)]
}

/** Who paid twice has the second payment back. */
export const secondGiven = (ctx: Ctx, refund: RefundRow, order: OrderFile, tx: Moved, to?: string): Write[] => [
  ...transition(ctx, refundMachine, refund, 'succeed'),
  ...giveBack(ctx, refund, tx, { to }),
  ...notify(ctx, order.buyerId, secondPaymentReturned, {
    number: order.number,
    amount: { amountMinor: tx.amountMinor, currency: tx.currency },
  }),
]
