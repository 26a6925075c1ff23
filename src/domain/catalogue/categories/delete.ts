import { eq, sql } from 'drizzle-orm'
import { abortUnlessChanged, abortWhen, NOT_FOUND } from '#db/guard.ts'
import { categories } from '#db/schema/catalogue/categories.ts'
import { recordAct } from '#domain/core/audit.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { CATEGORY_IN_USE } from './guards.ts'

/**
 * Deletes a category that no subcategory and no product, not even a deleted one, stands in (docs/states.md, Catalogue).
 * @throws 404, 409 IN_USE
 */
export async function deleteCategory(ctx: Ctx, id: string): Promise<{ deleted: true }> {
  await commit(ctx, [
    abortWhen(
      ctx.db,
      CATEGORY_IN_USE,
      sql`EXISTS (SELECT 1 FROM subcategories s WHERE s.category_id = ${id})
        OR EXISTS (SELECT 1 FROM products p WHERE p.category_id = ${id})`,
    ),
    ctx.db.delete(categories).where(eq(categories.id, id)),
    abortUnlessChanged(ctx.db, NOT_FOUND),
    recordAct(ctx, 'category.delete', id),
  ])
  return { deleted: true }
}
