import { eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import { abortUnlessChanged, NOT_FOUND } from '#db/guard.ts'
import { categories } from '#db/schema/catalogue/categories.ts'
import { recordAct } from '#domain/core/audit.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'
import { skeletonOf } from '#kernel/look-alikes.ts'
import { categoryFields } from './fields.ts'
import { selectCategories } from './queries.ts'
import { viewCategory } from './view.ts'

export const UpdateCategory = z.strictObject({ ...categoryFields, isActive: z.boolean() }).partial()

/**
 * Renames, reorders, hides or shows a category (docs/states.md, Catalogue). Its slug stays, so that its addresses go on working.
 * @throws 404, 409 ALREADY_EXISTS
 */
export async function updateCategory(ctx: Ctx, id: string, input: z.output<typeof UpdateCategory>) {
  const { name } = input
  const [rows] = await commit(
    ctx,
    [
      ctx.db
        .update(categories)
        .set({ ...input, name: name ?? sql`name`, ...(name !== undefined && { foldedName: skeletonOf(name) }) })
        .where(eq(categories.id, id)),
      abortUnlessChanged(ctx.db, NOT_FOUND),
      recordAct(ctx, 'category.update', id, input),
    ],
    selectCategories(ctx, true, eq(categories.id, id)),
  )
  return viewCategory(rows[0] ?? fail('NOT_FOUND'))
}
