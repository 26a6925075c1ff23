import { and, asc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import { categories } from '#db/schema/catalogue/categories.ts'
import type { Ctx } from '#domain/core/context.ts'
import type { SubcategoryView } from './view.ts'

const readSubcategories = (text: string): SubcategoryView[] => JSON.parse(text)

/** Selects categories with their subcategories, by their order; inactive ones only if `withInactive`. */
export const selectCategories = (ctx: Ctx, withInactive: boolean, where?: SQL) =>
  ctx.db
    .select({
      ...getTableColumns(categories),
      subcategories: sql`(
        SELECT coalesce(json_group_array(json_object('id', s.id, 'categoryId', s.category_id, 'name', s.name, 'slug', s.slug,
          'sortOrder', s.sort_order, 'isActive', json(iif(s.is_active, 'true', 'false'))) ORDER BY s.sort_order, s.name), '[]')
        FROM subcategories s WHERE s.category_id = categories.id AND (s.is_active = 1 OR ${withInactive ? 1 : 0} = 1))`
        .mapWith(readSubcategories)
        .as('subcategories'),
    })
    .from(categories)
    .where(and(where, withInactive ? undefined : eq(categories.isActive, true)))
    .orderBy(asc(categories.sortOrder), asc(categories.name))
