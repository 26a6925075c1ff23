import { sql } from 'drizzle-orm'
import { readTogether } from '../../../db/client.ts'
import { fail } from '../../../kernel/failure.ts'
import type { Ctx } from '../../core/context.ts'
import { refuse } from '../../core/machine.ts'
import { selectShares, toShare } from '../orders/payin-shares.ts'
import { type OrderFile, type PaidBy, selectOrder, toOrderFile } from '../orders/queries.ts'
import { refundMachine } from './machine.ts'
import { orderGivenBack, startOrderTry } from './next-try.ts'
import { requireTaken } from './number.ts'
import { selectRefund } from './queries.ts'
import type { RefundRow, Try } from './row.ts'
import { retrySecondRefund } from './second-payin.ts'

/** A refund that may be sent again, with its order and the payment that it gives back. */
export type Failed = { refund: RefundRow; order: OrderFile; payin: PaidBy | undefined }

/** In one trip: of two who ask at once, the second finds both the refund and its order as the first left them. 404, 409 */
export async function getFailed(ctx: Ctx, id: string) {
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

/** The next try of it, to the number that it has. A second payment never goes back from the order's own money. 400, 409 */
export function startAgain(ctx: Ctx, { refund, order, payin }: Failed): Try {
  const next =
    refund.payinId === null
      ? startOrderTry(ctx, order, refund)
      : { ...retrySecondRefund(ctx, refund, payin ?? fail('CONFLICT', 'INVALID_TRANSITION')), ...orderGivenBack(order) }
  requireTaken(next)
  return next
}

/** A second payment of an order from before it went back by itself was never sent. */
const mayRetry = ({ status, payinId }: RefundRow) => status === 'FAILED' || (status === 'REQUESTED' && payinId !== null)
