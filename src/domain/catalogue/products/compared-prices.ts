import { type SQL, sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { comparedPrice } from '#db/compared-price.ts'
import type { Ctx } from '#domain/core/context.ts'

/** SELECT of the ids of so many products, those behind the id `after`. */
export const productsAfter = (after: SQL, most: number): SQL =>
  sql`SELECT p.id FROM products p WHERE p.id > ${after} ORDER BY p.id LIMIT ${most}`

/** Compares the prices in francs of these products at the rate that price_rates has. */
export const comparePrices = (ctx: Ctx, ids: SQL): Write =>
  ctx.db.run(sql`
    UPDATE products SET compared_price = ${comparedPrice(sql`products.min_price_minor`, sql`products.currency`)}
    WHERE id IN (${ids}) AND currency = 'CDF'`)
