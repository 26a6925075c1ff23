import { eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import { abortUnlessChanged, NOT_FOUND } from '#db/guard.ts'
import { subcategories } from '#db/schema/catalogue/categories.ts'
import { recordAct } from '#domain/core/audit.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'
import { skeletonOf } from '#kernel/look-alikes.ts'
import { categoryFields } from './fields.ts'
import { viewSubcategory } from './view.ts'

export const UpdateSubcategory = z
  .strictObject({ name: categoryFields.name, sortOrder: categoryFields.sortOrder, isActive: z.boolean() })
  .partial()

/**
 * Renames, reorders, hides or shows a subcategory (docs/states.md, Catalogue); its slug stays.
 * @throws 404, 409 ALREADY_EXISTS for a name that the category has
 */
export async function updateSubcategory(ctx: Ctx, id: string, input: z.output<typeof UpdateSubcategory>) {
  const { name } = input
  const [rows] = await commit(
    ctx,
    [
      ctx.db
        .update(subcategories)
        .set({ ...input, name: name ?? sql`name`, ...(name !== undefined && { foldedName: skeletonOf(name) }) })
        .where(eq(subcategories.id, id)),
      abortUnlessChanged(ctx.db, NOT_FOUND),
      recordAct(ctx, 'subcategory.update', id, input),
    ],
    ctx.db.select().from(subcategories).where(eq(subcategories.id, id)),
  )
  return viewSubcategory(rows[0] ?? fail('NOT_FOUND'))
}
