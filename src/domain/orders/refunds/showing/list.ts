import { and, asc, desc, eq, gte, lt, sql } from 'drizzle-orm'
import * as z from 'zod'
import { readTogether } from '#db/client.ts'
import { counterName, totalOf } from '#db/counters.ts'
import { countUpTo1000, readPage } from '#db/read-page.ts'
import { orders } from '#db/schema/orders/orders.ts'
import { refundRequests } from '#db/schema/orders/refund-requests.ts'
import { REFUND_STATUSES, refunds } from '#db/schema/orders/refunds.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { periodOf, periodQuery } from '#kernel/period.ts'
import { EMPLOYEES } from '#kernel/roles.ts'
import { openRequest, refundColumns, selectRefundRows } from '../queries.ts'
import { RefundView, viewRefund } from '../view.ts'

export const ListRefunds = z.strictObject({
  ...f.pageQuery,
  status: z.enum(REFUND_STATUSES).optional(),
  ...periodQuery,
})
/** In the list of all of them each says the number of its order, which finance has no other way to. */
const ListedRefund = RefundView.extend({ orderNumber: z.string().nullable() }).meta({ id: 'ListedRefund' })
export const RefundList = f.listOf('refunds', ListedRefund)

const orderNumber = sql<string | null>`(SELECT o.number FROM orders o WHERE o.id = ${refunds.orderId})`

/** Refunds, newest first, for staff and finance: of all of them, in one state, or asked for from an instant to another. */
export async function listRefunds(ctx: Ctx, { status, from, to, ...page }: z.output<typeof ListRefunds>) {
  const { since, before } = periodOf({ from, to })
  const where = and(
    status && eq(refunds.status, status),
    since === undefined ? undefined : gte(refunds.createdAt, since),
    before === undefined ? undefined : lt(refunds.createdAt, before),
  )
  const isPeriod = since !== undefined || before !== undefined
  const { rows, pagination } = await readPage(
    ctx.db,
    page,
    ctx.db
      .select({ ...refundColumns, orderNumber })
      .from(refunds)
      .leftJoin(refundRequests, openRequest)
      .where(where)
      .orderBy(desc(refunds.createdAt), desc(refunds.id)),
    isPeriod
      ? countUpTo1000(ctx.db, sql`SELECT 1 FROM refunds WHERE ${where}`)
      : totalOf(ctx.db, counterName('refunds', { status })),
  )
  return { refunds: rows.map((row) => ({ ...viewRefund(ctx, row), orderNumber: row.orderNumber })), pagination }
}

/** An order has a few: the parts of one payment, and payments beside it. */
const MOST = 200

export const OrderRefundsView = z.object({ refunds: z.array(RefundView) }).meta({ id: 'OrderRefunds' })

/** The refunds of an order, oldest first, for its buyer, staff and finance. 404 for everybody else. */
export async function listRefundsOfOrder(ctx: Ctx, orderId: string) {
  const [[order], rows] = await readTogether(
    ctx.db,
    ctx.db.select({ buyerId: orders.buyerId }).from(orders).where(eq(orders.id, orderId)),
    selectRefundRows(ctx).where(eq(refunds.orderId, orderId)).orderBy(asc(refunds.createdAt)).limit(MOST),
  )
  const { id, role } = actorOf(ctx)
  const mayRead = order?.buyerId === id || EMPLOYEES.includes(role)
  if (!order || !mayRead) fail('NOT_FOUND')
  return { refunds: rows.map((row) => viewRefund(ctx, row)) }
}
