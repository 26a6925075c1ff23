import * as z from 'zod'
import { type Ctx, personOf } from '#domain/core/context.ts'
import { isStaff } from '#kernel/roles.ts'
import { selectCategories } from './queries.ts'
import { type CategoryView, viewCategory } from './view.ts'

export const ListCategories = z.strictObject({ includeInactive: z.enum(['true', 'false']).optional() })

/** Lists the active categories; staff may ask for the inactive ones too (docs/states.md, Catalogue). */
export async function listCategories(
  ctx: Ctx,
  query: z.output<typeof ListCategories>,
): Promise<{ categories: CategoryView[] }> {
  const withInactive = query.includeInactive === 'true' && isStaff(personOf(ctx)?.role)
  return { categories: (await selectCategories(ctx, withInactive)).map(viewCategory) }
}
