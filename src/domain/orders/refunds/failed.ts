import { sql } from 'drizzle-orm'
import { readTogether } from '../../../db/client.ts'
import { fail } from '../../../kernel/failure.ts'
import type { Ctx } from '../../core/context.ts'
import { refuse } from '../../core/machine.ts'
import { selectShares, toShare } from '../orders/payin-shares.ts'
import { type OrderFile, type PaidBy, selectOrder, toOrderFile } from '../orders/queries.ts'
import { refundMachine } from './machine.ts'
import { orderGivenBack, startOrderTry, startTry } from './next-try.ts'
import { requireTaken } from './number.ts'
import { selectRefund } from './queries.ts'
import type { RefundRow, Try } from './row.ts'
import { retrySecondRefund } from './second-payin.ts'
import { isSurplus } from './surplus.ts'

/** A refund that may be sent again, with its order, where it is of one, and the second payment that it gives back. */
export type Failed = { refund: RefundRow; order: OrderFile | undefined; payin: PaidBy | undefined }

/** In one trip: of two who ask at once, the second finds both the refund and its order as the first left them. 404, 409 */
export async function getFailed(ctx: Ctx, id: string): Promise<Failed> {
  const [[refund], orders, shares] = await readTogether(
    ctx.db,
    selectRefund(ctx, id),
    selectOrder(ctx, sql`(SELECT r.order_id FROM refunds r WHERE r.id = ${id})`),
    selectShares(ctx, sql`(SELECT r.payin_id FROM refunds r WHERE r.id = ${id})`),
  )
  if (!refund) fail('NOT_FOUND')
  if (!mayRetry(refund)) refuse(refundMachine, refund.status, 'start')
  const payin = shares.map(toShare).find(({ orderId }) => orderId === refund.orderId)
  return { refund, order: orders[0] && toOrderFile(orders[0]), payin }
}

/** The next try of it, to the number that it has. 400, 404, 409 */
export async function startAgain(ctx: Ctx, failed: Failed): Promise<Try> {
  const next = await nextTry(ctx, failed)
  requireTaken(next)
  return next
}

/** A second payment never goes back from the order's own money. */
async function nextTry(ctx: Ctx, { refund, order, payin }: Failed): Promise<Try> {
  if (isSurplus(refund) || refund.subscriptionPaymentId !== null) return startTry(ctx, refund)
  if (!order) fail('NOT_FOUND')
  if (refund.payinId === null) return startOrderTry(ctx, order, refund)
  const second = payin ?? fail('CONFLICT', 'INVALID_TRANSITION')
  return { ...retrySecondRefund(ctx, refund, second), ...orderGivenBack(order) }
}

/** A second payment of an order from before it went back by itself was never sent. */
const mayRetry = ({ status, payinId }: RefundRow) => status === 'FAILED' || (status === 'REQUESTED' && payinId !== null)
