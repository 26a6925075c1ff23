import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Db, Write } from '#db/client.ts'
import { counterName, totalOf } from '#db/counters.ts'
import { once } from '#db/once.ts'
import { readPage } from '#db/read-page.ts'
import { ORDER_STATUSES, orders } from '#db/schema/orders/orders.ts'
import { actorOf, type Ctx, sellerOf } from '#domain/core/context.ts'
import { toOrderCards } from '#domain/orders/sealing/cards.ts'
import * as f from '#kernel/fields.ts'
import { offsetOf } from '#kernel/page.ts'
import { selectOrderCards } from '../queries.ts'
import { viewOrder } from '../view.ts'

export const ListOrders = z.strictObject({
  ...f.pageQuery,
  ...f.beforeQuery,
  status: z.enum(ORDER_STATUSES).optional(),
})
type ListOrders = z.output<typeof ListOrders>

/** The orders somebody made, newest first (docs/states.md, Who sees an order). */
export async function listMyOrders(ctx: Ctx, query: ListOrders) {
  const { rows, pagination } = await readPageOfOrders(ctx, 'buyer', actorOf(ctx).id, query)
  return { orders: (await toOrderCards(ctx, rows)).map((card) => viewOrder(ctx, card)), pagination }
}

/** The orders of the seller's shops, newest first, and how many there are in each state, whatever the filter. */
export async function listSellerOrders(ctx: Ctx, query: ListOrders) {
  const { sellerProfileId } = sellerOf(ctx)
  const { rows, pagination, others } = await readPageOfOrders(
    ctx,
    'seller',
    sellerProfileId,
    query,
    selectCounts(ctx, sellerProfileId),
  )
  const [counts] = others
  const countOf = (status: OrderStatus) => counts.find((count) => count.status === status)?.value ?? 0
  return {
    orders: (await toOrderCards(ctx, rows)).map((card) => viewOrder(ctx, card)),
    pagination,
    counts: Object.fromEntries(ORDER_STATUSES.map((status) => [status, countOf(status)])) as Record<
      OrderStatus,
      number
    >,
  }
}

type OrderStatus = (typeof ORDER_STATUSES)[number]

/** A counter for each state that the seller ever had an order in. */
const selectCounts = (ctx: Ctx, sellerProfileId: string) => {
  const names = ORDER_STATUSES.map((status) => [status, counterName('ordersOfSeller', { sellerProfileId, status })])
  return ctx.db.all<{ status: OrderStatus; value: number }>(sql`
    SELECT n.value ->> 0 AS status, c.value FROM json_each(${JSON.stringify(names)}) n
    JOIN counters c ON c.name = n.value ->> 1`)
}

/** Whether an order stands behind another one of the list. */
const isBehind = (id: string) =>
  sql`(orders.created_at, orders.rowid) < (SELECT b.created_at, b.rowid FROM orders b WHERE b.id = ${id})`

const OWNERS = { buyer: orders.buyerId, seller: orders.sellerProfileId }
type Side = keyof typeof OWNERS

/** A page of the orders of one side, newest first. */
const selectNewest = (
  db: Db,
  side: Side,
  ownerId: string,
  limit: number,
  offset: number,
  ...filter: (SQL | undefined)[]
) =>
  selectOrderCards(db)
    .where(and(eq(OWNERS[side], ownerId), ...filter))
    .orderBy(desc(orders.createdAt), sql`orders.rowid DESC`)
    .limit(limit)
    .offset(offset)

/** The list that phones open: without a filter. */
const newestOf = (side: Side) =>
  once((db, ownerId: string, limit: number, offset: number) => selectNewest(db, side, ownerId, limit, offset))
const NEWEST = { buyer: newestOf('buyer'), seller: newestOf('seller') }

/** One page of a buyer's or a seller's orders, newest first, and what else is read in its trip. */
function readPageOfOrders<Others extends Write[]>(
  { db }: Ctx,
  side: Side,
  ownerId: string,
  { status, before, ...page }: ListOrders,
  ...others: Others
) {
  const filter = [status && eq(orders.status, status), before === undefined ? undefined : isBehind(before)]
  const at = [ownerId, page.limit, offsetOf(page)] as const
  const rows = () => (filter.some(Boolean) ? selectNewest(db, side, ...at, ...filter) : NEWEST[side](db, ...at))
  const counter =
    side === 'buyer'
      ? counterName('ordersOfBuyer', { buyerId: ownerId, status })
      : counterName('ordersOfSeller', { sellerProfileId: ownerId, status })
  return readPage(db, page, rows, totalOf(db, counter), ...others)
}
