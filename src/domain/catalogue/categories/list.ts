import { and, asc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { categories } from '../../../db/schema/catalogue/categories.ts'
import { fail } from '../../../kernel/failure.ts'
import { isStaff } from '../../../kernel/roles.ts'
import { type Ctx, personOf } from '../../core/context.ts'
import { type CategoryView, type SubcategoryView, viewCategory } from './view.ts'

export const ListCategories = z.strictObject({ includeInactive: z.enum(['true', 'false']).optional() })

/** Categories with their subcategories, by their order; inactive ones only where they are asked for. */
export const selectCategories = (ctx: Ctx, withInactive: boolean, where?: SQL) =>
  ctx.db
    .select({
      ...getTableColumns(categories),
      subcategories: sql`(
        SELECT coalesce(json_group_array(json_object('id', s.id, 'categoryId', s.category_id, 'name', s.name, 'slug', s.slug,
          'sortOrder', s.sort_order, 'isActive', json(iif(s.is_active, 'true', 'false'))) ORDER BY s.sort_order, s.name), '[]')
        FROM subcategories s WHERE s.category_id = categories.id AND (s.is_active = 1 OR ${withInactive ? 1 : 0} = 1))`
        .mapWith((text: string): SubcategoryView[] => JSON.parse(text))
        .as('subcategories'),
    })
    .from(categories)
    .where(and(where, withInactive ? undefined : eq(categories.isActive, true)))
    .orderBy(asc(categories.sortOrder), asc(categories.name))

/** Every category guests may choose from; staff may ask for the inactive ones too (docs/states.md, Catalogue). */
export async function listCategories(
  ctx: Ctx,
  query: z.output<typeof ListCategories>,
): Promise<{ categories: CategoryView[] }> {
  const withInactive = query.includeInactive === 'true' && isStaff(personOf(ctx)?.role)
  return { categories: (await selectCategories(ctx, withInactive)).map(viewCategory) }
}

/** One category; an inactive one is shown to staff only. 404. */
export async function findCategory(ctx: Ctx, id: string): Promise<CategoryView> {
  const [row] = await selectCategories(ctx, isStaff(personOf(ctx)?.role), eq(categories.id, id))
  return viewCategory(row ?? fail('NOT_FOUND'))
}
