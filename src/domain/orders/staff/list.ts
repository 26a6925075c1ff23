import { desc, inArray, sql } from 'drizzle-orm'
import * as z from 'zod'
import { readTogether } from '#db/client.ts'
import { ORDER_STATUSES, orders } from '#db/schema/orders/orders.ts'
import { MOST_LOOKED_AT } from '#db/search.ts'
import type { Ctx } from '#domain/core/context.ts'
import * as f from '#kernel/fields.ts'
import { formatAmount, type PriceCurrency } from '#kernel/money.ts'
import { offsetOf, pagination } from '#kernel/page.ts'
import { selectOrderCards } from '../orders/queries.ts'
import { toOrderCards } from '../sealing/cards.ts'
import { viewStaffOrder } from './view.ts'
import { type Filters, filters, idsOf, walkOf } from './walk.ts'

export const ListAllOrders = z.strictObject({ ...f.pageQuery, ...f.beforeQuery, ...filters })
type ListAllOrders = z.output<typeof ListAllOrders>

/**
 * Orders of every shop, newest first, for staff, and what they come to by currency: of all of them or those in one state from
 * totals that are kept, of any other choice of the newest 1000 (docs/states.md, Who sees an order).
 */
export async function listAllOrders(ctx: Ctx, input: ListAllOrders) {
  const ids = idsOf(walkOf(ctx, input), input.before)
  const [rows, totals] = await readTogether(
    ctx.db,
    selectOrderCards(ctx.db)
      .where(inArray(orders.id, sql`(${ids} LIMIT ${input.limit} OFFSET ${offsetOf(input)})`))
      .orderBy(desc(orders.createdAt), sql`orders.rowid DESC`),
    selectTotals(ctx, input),
  )
  const total = totals.reduce((sum, { orders }) => sum + orders, 0)
  return {
    orders: (await toOrderCards(ctx, rows)).map((card) => viewStaffOrder(ctx, card)),
    pagination: pagination(input, total),
    totals: totals.map(({ currency, orders, minor }) => ({ currency, orders, amount: formatAmount(minor, currency) })),
  }
}

/** Nothing chosen but this has its totals kept. */
const KEPT = ['page', 'limit', 'before', 'status']

type Total = { currency: PriceCurrency; orders: number; minor: number }

function selectTotals(ctx: Ctx, input: Filters) {
  const { status } = input
  const isKept = Object.keys(input).every((key) => KEPT.includes(key))
  if (isKept)
    return ctx.db.all<Total>(sql`
      SELECT t.currency, sum(t.orders) AS orders, sum(t.amount_minor) AS minor FROM order_totals t
      WHERE t.status IN (SELECT j.value FROM json_each(${JSON.stringify(status ? [status] : ORDER_STATUSES)}) j) GROUP BY t.currency HAVING sum(t.orders) > 0 ORDER BY t.currency`)
  return ctx.db.all<Total>(sql`
    SELECT c.currency, count(*) AS orders, sum(c.total_minor) AS minor
    FROM (SELECT o.currency, o.total_minor FROM orders o WHERE o.id IN (${idsOf(walkOf(ctx, input))} LIMIT ${MOST_LOOKED_AT})) c
    GROUP BY c.currency ORDER BY c.currency`)
}
