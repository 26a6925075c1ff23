import { eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import { freeSlug } from '#db/free-slug.ts'
import { abortWhen, NOT_FOUND } from '#db/guard.ts'
import { subcategories } from '#db/schema/catalogue/categories.ts'
import { recordAct } from '#domain/core/audit.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'
import { skeletonOf } from '#kernel/look-alikes.ts'
import { categoryFields } from './fields.ts'
import { viewSubcategory } from './view.ts'

export const CreateSubcategory = z.strictObject({
  name: categoryFields.name,
  sortOrder: categoryFields.sortOrder.default(0),
  isActive: z.boolean().default(true),
})

/**
 * Adds a subcategory (docs/states.md, Catalogue).
 * @throws 404 for an unknown category, 409 ALREADY_EXISTS for a name that the category has
 */
export async function createSubcategory(ctx: Ctx, categoryId: string, input: z.output<typeof CreateSubcategory>) {
  const id = ctx.ids.v7()
  const slug = freeSlug(subcategories, input.name, id, sql`t.category_id = ${categoryId}`)
  const row = { id, categoryId, ...input, foldedName: skeletonOf(input.name), slug, createdAt: ctx.now }
  const [rows] = await commit(
    ctx,
    [
      abortWhen(ctx.db, NOT_FOUND, sql`NOT EXISTS (SELECT 1 FROM categories c WHERE c.id = ${categoryId})`),
      ctx.db.insert(subcategories).values(row),
      recordAct(ctx, 'subcategory.create', id, { categoryId, name: input.name }),
    ],
    ctx.db.select().from(subcategories).where(eq(subcategories.id, id)),
  )
  return viewSubcategory(rows[0] ?? fail('NOT_FOUND'))
}
