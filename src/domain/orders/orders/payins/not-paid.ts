import { type SQL, sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import type { Verdict } from '#db/schema/money/gateways.ts'
import type { Ctx } from '#domain/core/context.ts'
import { revise } from '#domain/core/machine.ts'
import { notify } from '#domain/core/notices/notify.ts'
import { REFUSED_HOLD_MS } from '../clock/due.ts'
import { orderMachine } from '../machine.ts'
import { orderPaymentFailed } from '../notices.ts'
import type { OrderFile } from '../queries.ts'
import { firstEnd } from './time-to-pay.ts'

type NotPaid = Exclude<Verdict, 'succeeded'>
const PAYMENT_AFTER = { failed: 'FAILED', expired: 'UNPAID' } as const

/** The buyer of these orders if an order of theirs was completed before; else nothing. */
export const selectBuyerWhoCompleted = (ctx: Ctx, orderIds: SQL) =>
  ctx.db.all<{ id: string }>(sql`
    SELECT o.buyer_id AS id FROM orders o WHERE o.status = 'COMPLETED'
      AND o.buyer_id = (SELECT p.buyer_id FROM orders p WHERE p.id IN ${orderIds} LIMIT 1) LIMIT 1`)

/**
 * Books that a payin of these orders brought nothing. After a refused prompt the goods wait two minutes for another try, unless the buyer
 * has completed an order before. The buyer is told once, whatever the number of orders, because it was one prompt.
 */
export function orderNotPaid(ctx: Ctx, all: OrderFile[], verdict: NotPaid, hasCompleted: boolean): Write[] {
  const isCut = verdict === 'failed' && !hasCompleted
  const shorter = (end: number | null) =>
    isCut ? Math.min(end ?? Number.POSITIVE_INFINITY, ctx.now + REFUSED_HOLD_MS) : end
  const waiting = all
    .filter(({ status }) => status === 'PENDING_PAYMENT')
    .map((order) => ({ ...order, holdEndsAt: shorter(order.holdEndsAt), dueAt: shorter(order.dueAt) }))
  const [first] = waiting
  if (!first) return []
  const number = waiting.map((order) => order.number).join(', ')
  const end = firstEnd(waiting)
  const until = end !== null && end > ctx.now ? end : undefined
  return [
    ...waiting.flatMap((order) =>
      revise(ctx, orderMachine, order, 'paymentFailed', {
        set: { paymentStatus: PAYMENT_AFTER[verdict], holdEndsAt: order.holdEndsAt, dueAt: order.dueAt },
      }),
    ),
    ...notify(ctx, first.buyerId, orderPaymentFailed, { number, until, opens: { orderId: first.id } }),
  ]
}
