import { inArray, sql } from 'drizzle-orm'
import * as z from 'zod'
import { readTogether } from '#db/client.ts'
import { counterName } from '#db/counters.ts'
import { counters } from '#db/schema/core/counters.ts'
import { ORDER_STATUSES } from '#db/schema/orders/orders.ts'
import { type Ctx, sellerOf } from '#domain/core/context.ts'
import * as f from '#kernel/fields.ts'
import { reportDays } from '#kernel/period.ts'
import { blocksOf } from '../reports/spans.ts'
import { type DashboardPeriod, type Minor, Orders, Sum, shown, viewOrders, viewSum } from './fields.ts'

export const ShowSellerDashboard = z.strictObject(shown)

/** A variant with no more available units than its threshold. */
const Low = z.object({
  variantId: f.id,
  productId: f.id,
  name: z.string(),
  stock: z.int(),
  available: z.int(),
  threshold: z.int(),
})
type Low = z.output<typeof Low>

export const SellerDashboardView = z
  .object({ orders: Orders, sales: z.array(Sum), lowStock: z.array(Low) })
  .meta({ id: 'SellerDashboard' })

/** The dashboard names the MOST_LOW variants with the least, among the MOST_LOOKED_AT that are read. */
const MOST_LOW = 100
const MOST_LOOKED_AT = 1000

/**
 * Shows a seller their orders by present state, the goods sold in some days, and the variants that run low (docs/money.md, Reports).
 * @throws 400 over 366 days
 */
export async function showSellerDashboard(
  ctx: Ctx,
  { currency, ...period }: DashboardPeriod,
): Promise<z.output<typeof SellerDashboardView>> {
  const { sellerProfileId } = sellerOf(ctx)
  const { first, last } = reportDays(period, ctx.now)
  const nameOf = (status: (typeof ORDER_STATUSES)[number]) => counterName('ordersOfSeller', { sellerProfileId, status })
  const [values, sales, lowStock] = await readTogether(
    ctx.db,
    ctx.db
      .select()
      .from(counters)
      .where(inArray(counters.name, ORDER_STATUSES.map(nameOf))),
    ctx.db.all<Minor>(sql`
      SELECT t.currency, sum(t.amount_minor) AS minor FROM json_each(${JSON.stringify(blocksOf(first, last))}) b
      CROSS JOIN seller_sales t INDEXED BY seller_sales_seller
        ON t.seller_profile_id = ${sellerProfileId} AND t.span = b.value ->> 'span' AND t.day BETWEEN b.value ->> 'from' AND b.value ->> 'to'
      WHERE ${currency ? sql`t.currency = ${currency}` : sql`true`}
      GROUP BY t.currency HAVING sum(t.amount_minor) > 0 ORDER BY t.currency`),
    ctx.db.all<Low>(sql`
      SELECT v.id AS variantId, v.product_id AS productId, p.name, v.stock, v.available, v.threshold FROM (
        SELECT * FROM (
          SELECT v.id, v.product_id, v.stock, v.stock - v.held AS available, v.low_stock_threshold AS threshold
          FROM shops s CROSS JOIN variants v INDEXED BY variants_low ON v.stock_shop_id = s.id AND v.stock_shop_id IS NOT NULL
            AND v.stock - v.held <= v.low_stock_threshold
          WHERE s.seller_profile_id = ${sellerProfileId} LIMIT ${MOST_LOOKED_AT})
        ORDER BY available, id LIMIT ${MOST_LOW}) v
      CROSS JOIN products p ON p.id = v.product_id ORDER BY v.available, v.id`),
  )
  const kept = new Map(values.map(({ name, value }) => [name, value]))
  return {
    orders: viewOrders((status) => kept.get(nameOf(status)) ?? 0),
    sales: sales.map(viewSum),
    lowStock,
  }
}
