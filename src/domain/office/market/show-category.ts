import { eq, sql } from 'drizzle-orm'
import { readTogether } from '#db/client.ts'
import { categories } from '#db/schema/catalogue/categories.ts'
import { selectCategories } from '#domain/catalogue/categories/queries.ts'
import { viewCategory } from '#domain/catalogue/categories/view.ts'
import type { Ctx } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'
import { selectNewest, viewNewest } from './newest.ts'

/**
 * Shows a category by its slug to everybody, with a page of its newest products.
 * @throws 404 also for an inactive one
 */
export async function showCategoryPage(ctx: Ctx, slug: string, page: number) {
  const within = sql`p.category_id = (SELECT c.id FROM categories c WHERE c.slug = ${slug})`
  const [[category], rows] = await readTogether(
    ctx.db,
    selectCategories(ctx, false, eq(categories.slug, slug)),
    selectNewest(ctx, within, page),
  )
  return { category: viewCategory(category ?? fail('NOT_FOUND')), ...viewNewest(ctx, rows, page) }
}
