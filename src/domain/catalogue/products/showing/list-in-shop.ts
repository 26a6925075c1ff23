import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { counterName, totalOf } from '#db/counters.ts'
import { readPage } from '#db/read-page.ts'
import { PRODUCT_STATUSES } from '#db/schema/catalogue/products.ts'
import { type Ctx, sellerOf } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { selectProducts } from '../queries.ts'
import { viewOwnProduct } from '../view.ts'

export const ListShopProducts = z.strictObject({ ...f.pageQuery, status: z.enum(PRODUCT_STATUSES).optional() })

/**
 * Lists the products of one of the seller's shops, of any status, the newest first (docs/states.md, Who sees a product).
 * @throws 404 for another seller's shop
 */
export async function listShopProducts(
  ctx: Ctx,
  shopId: string,
  { status, ...page }: z.output<typeof ListShopProducts>,
) {
  const { sellerProfileId } = sellerOf(ctx)
  const {
    rows,
    pagination,
    others: [owned],
  } = await readPage(
    ctx.db,
    page,
    (cut) =>
      selectProducts(
        ctx,
        sql`SELECT p.id AS id, p.created_at AS sort_key FROM products p
          WHERE p.shop_id = ${shopId} AND p.deleted_at IS NULL ${status ? sql`AND p.status = ${status}` : sql``}
          ORDER BY p.created_at DESC, p.id DESC ${cut}`,
        sql`page.sort_key DESC, page.id DESC`,
      ),
    totalOf(ctx.db, counterName('productsOfShop', { shopId, status })),
    ctx.db.all(sql`SELECT 1 FROM shops s WHERE s.id = ${shopId} AND s.seller_profile_id = ${sellerProfileId}`),
  )
  if (owned.length === 0) fail('NOT_FOUND')
  return { products: rows.map((row) => viewOwnProduct(ctx, row)), pagination }
}
