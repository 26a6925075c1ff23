import { eq } from 'drizzle-orm'
import { categories } from '#db/schema/catalogue/categories.ts'
import { type Ctx, personOf } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'
import { isStaff } from '#kernel/roles.ts'
import { selectCategories } from './queries.ts'
import { type CategoryView, viewCategory } from './view.ts'

/**
 * Shows a category; an inactive one only to staff.
 * @throws 404
 */
export async function showCategory(ctx: Ctx, id: string): Promise<CategoryView> {
  const [row] = await selectCategories(ctx, isStaff(personOf(ctx)?.role), eq(categories.id, id))
  return viewCategory(row ?? fail('NOT_FOUND'))
}
