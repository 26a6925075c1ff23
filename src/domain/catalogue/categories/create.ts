import { eq } from 'drizzle-orm'
import * as z from 'zod'
import { freeSlug } from '#db/free-slug.ts'
import { categories } from '#db/schema/catalogue/categories.ts'
import { recordAct } from '#domain/core/audit.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'
import { skeletonOf } from '#kernel/look-alikes.ts'
import { categoryFields } from './fields.ts'
import { selectCategories } from './queries.ts'
import { viewCategory } from './view.ts'

export const CreateCategory = z.strictObject({
  name: categoryFields.name,
  sortOrder: categoryFields.sortOrder.default(0),
  requiresExpiry: categoryFields.requiresExpiry.default(false),
})

/**
 * Adds a category (docs/states.md, Catalogue).
 * @throws 409 ALREADY_EXISTS for a name that differs from another only in accents or case
 */
export async function createCategory(ctx: Ctx, input: z.output<typeof CreateCategory>) {
  const id = ctx.ids.v7()
  const slug = freeSlug(categories, input.name, id)
  const row = { id, ...input, foldedName: skeletonOf(input.name), slug, createdAt: ctx.now }
  const [rows] = await commit(
    ctx,
    [ctx.db.insert(categories).values(row), recordAct(ctx, 'category.create', id, { name: input.name })],
    selectCategories(ctx, true, eq(categories.id, id)),
  )
  return viewCategory(rows[0] ?? fail('NOT_FOUND'))
}
