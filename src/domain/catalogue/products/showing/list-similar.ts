import { sql } from 'drizzle-orm'
import { readTogether } from '#db/client.ts'
import type { Ctx } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'
import { selectProducts } from '../queries.ts'
import { onSale } from '../search/on-sale.ts'
import { viewProduct } from '../view.ts'

const MOST = 12
/** Newest products of the category that are searched for those of its other subcategories. */
const MOST_WALKED = 200

/**
 * Lists products on sale that are like this one: those of its subcategory first, then those of its category, the newest first
 * (docs/states.md, Catalogue).
 * @throws 404 for a product that guests do not see
 */
export async function listSimilar(ctx: Ctx, id: string) {
  const isOnSale = onSale(ctx, 'p')
  const columns = sql`p.id, p.subcategory_id, p.created_at AS sort_key`
  const of = (column: 'category_id' | 'subcategory_id') =>
    sql`(SELECT m.${sql.raw(column)} FROM products m WHERE m.id = ${id})`
  const newest = sql`ORDER BY p.created_at DESC, p.id DESC`
  const near = sql`SELECT ${columns}, 0 AS distance FROM products p
    WHERE p.subcategory_id = ${of('subcategory_id')} AND ${isOnSale} AND p.id <> ${id} ${newest} LIMIT ${MOST}`
  const around = sql`SELECT ${columns}, 1 AS distance FROM products p
    WHERE p.category_id = ${of('category_id')} AND ${isOnSale} ${newest} LIMIT ${MOST_WALKED}`
  const page = sql`SELECT * FROM (${near}) UNION ALL
    SELECT * FROM (${around}) WHERE subcategory_id <> ${of('subcategory_id')}
    ORDER BY distance, sort_key DESC, id DESC LIMIT ${MOST}`
  const [shown, rows] = await readTogether(
    ctx.db,
    ctx.db.all(sql`SELECT 1 FROM products p WHERE p.id = ${id} AND ${isOnSale}`),
    selectProducts(ctx, page, sql`page.distance, page.sort_key DESC, page.id DESC`),
  )
  if (shown.length === 0) fail('NOT_FOUND')
  return { products: rows.map((row) => viewProduct(ctx, row)) }
}
