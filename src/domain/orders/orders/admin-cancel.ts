import { sql } from 'drizzle-orm'
import { readTogether } from '../../../db/client.ts'
import { retryOnStale } from '../../../db/commit.ts'
import { abortWhen, guard } from '../../../db/guard.ts'
import { fail } from '../../../kernel/failure.ts'
import { audited } from '../../core/audit.ts'
import type { Ctx } from '../../core/context.ts'
import { transition } from '../../core/machine.ts'
import { notify } from '../../core/notices/notify.ts'
import { requestRefund, selectRefunds } from '../refunds/start.ts'
import { commitOrder } from './commit-order.ts'
import { FULFILMENT_MS } from './due.ts'
import { orderMachine } from './machine.ts'
import { orderCancelled } from './notices.ts'
import { type OrderFile, selectOrder, toOrderFile } from './queries.ts'
import { returnGoods } from './return-after-staff-cancel.ts'
import { type OrderView, viewOrder } from './view.ts'

/** The refund that the cancellation leaves to an ADMIN is given up at the same time: it is asked for again. */
const REFUND_REJECTED = guard('REFUND_REJECTED', 'CONFLICT', { reason: 'REQUEST_IN_PROGRESS' })

/**
 * Staff cancel any order; a cancelled one is answered as it is. No money moves by itself: what is held becomes a refund
 * in REQUESTED, which an ADMIN sends (docs/money.md, Refunds). 404.
 */
export async function adminCancelOrder(
  ctx: Ctx,
  id: string,
  { reason }: { reason?: string | undefined },
): Promise<OrderView> {
  const changed = await retryOnStale(async () => {
    const [rows, refunds] = await readTogether(ctx.db, selectOrder(ctx, id), selectRefunds(ctx, id))
    const order = rows[0] && toOrderFile(rows[0])
    if (!order) fail('NOT_FOUND')
    if (order.status === 'CANCELLED') return order

    const set = {
      cancellationReason: reason ?? null,
      cancelledBy: 'STAFF',
      holdEndsAt: null,
      dueAt: comesBackBy(ctx, order),
    } as const
    const isRefunded = refunds.some(({ status }) => status !== 'REJECTED')
    const facts = { number: order.number, reason }
    return commitOrder(ctx, id, [
      ...transition(ctx, orderMachine, order, 'cancelByStaff', { reason, set }),
      ...returnGoods(ctx, order),
      ...(isRefunded ? [unlessRejected(ctx, id)] : requestRefund(ctx, order, reason)),
      audited(ctx, 'order.cancel', order.id, { from: order.status, reason: reason ?? null }),
      ...notify(ctx, order.buyerId, orderCancelled, facts),
      ...notify(ctx, order.sellerUserId, orderCancelled, facts),
    ])
  })
  return viewOrder(ctx, changed)
}

/** When to look for the parcel of an order that is on the road; one that its rider has brought back keeps its clock. */
function comesBackBy(ctx: Ctx, { status, delivery, dueAt }: OrderFile): number | null {
  if (status !== 'OUT_FOR_DELIVERY' && status !== 'RETURNING') return null
  return delivery?.status === 'RETURNED' ? dueAt : ctx.now + FULFILMENT_MS
}

const unlessRejected = (ctx: Ctx, orderId: string) =>
  abortWhen(
    ctx.db,
    REFUND_REJECTED,
    sql`NOT EXISTS (SELECT 1 FROM refunds r WHERE r.order_id = ${orderId} AND r.payin_id IS NULL AND r.status <> 'REJECTED')`,
  )
