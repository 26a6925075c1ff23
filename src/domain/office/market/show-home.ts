import { sql } from 'drizzle-orm'
import { readTogether } from '#db/client.ts'
import { selectCategories } from '#domain/catalogue/categories/queries.ts'
import { viewCategory } from '#domain/catalogue/categories/view.ts'
import type { Ctx } from '#domain/core/context.ts'
import { selectNewest, viewNewest } from './newest.ts'

/** Shows the first page of the market to everybody: the active categories and the newest products. */
export async function showHome(ctx: Ctx) {
  const [categories, rows] = await readTogether(ctx.db, selectCategories(ctx, false), selectNewest(ctx, sql`1`))
  return { categories: categories.map(viewCategory), ...viewNewest(ctx, rows) }
}
