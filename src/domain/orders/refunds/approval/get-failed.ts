import { sql } from 'drizzle-orm'
import { readTogether } from '#db/client.ts'
import { type GatewayTransaction, gatewayTransactions } from '#db/schema/money/gateways.ts'
import type { Ctx } from '#domain/core/context.ts'
import { refuse } from '#domain/core/machine.ts'
import { selectShares, toShare } from '#domain/orders/orders/payins/payin-shares.ts'
import { type OrderFile, type PaidBy, selectOrderOf, toOrderFile } from '#domain/orders/orders/queries.ts'
import { fail } from '#kernel/failure.ts'
import { refundMachine } from '../machine.ts'
import { selectRefund } from '../queries.ts'
import type { RefundRow } from '../refund.ts'

/**
 * A refund that may be sent again, with its order, where it is of one, the second payment that it gives back, and the movement that
 * brought what it gives back where its order or subscription is not paid by that.
 */
export type RefundToRetry = {
  refund: RefundRow
  order: OrderFile | undefined
  payin: PaidBy | undefined
  brought: GatewayTransaction | undefined
}

/** In one trip: of two who ask at once, the second finds both the refund and its order as the first left them. 404, 409 */
export async function getFailed(ctx: Ctx, id: string): Promise<RefundToRetry> {
  const [[refund], orders, shares, [brought]] = await readTogether(
    ctx.db,
    selectRefund(ctx, id),
    selectOrderOf(ctx, sql`(SELECT r.order_id FROM refunds r WHERE r.id = ${id})`),
    selectShares(ctx, sql`(SELECT r.payin_id FROM refunds r WHERE r.id = ${id})`),
    selectBrought(ctx, id),
  )
  if (!refund) fail('NOT_FOUND')
  if (!mayRetry(refund)) refuse(refundMachine, refund.status, 'start')
  const payin = shares.map(toShare).find(({ orderId }) => orderId === refund.orderId)
  return { refund, order: orders[0] && toOrderFile(orders[0]), payin, brought }
}

const selectBrought = (ctx: Ctx, id: string) =>
  ctx.db
    .select()
    .from(gatewayTransactions)
    .where(sql`id = (SELECT replace(r.payin_id, 'surplus:', '') FROM refunds r WHERE r.id = ${id})`)

/** A second payment of an order from before it went back by itself was never sent. */
const mayRetry = ({ status, payinId }: RefundRow) => status === 'FAILED' || (status === 'REQUESTED' && payinId !== null)
