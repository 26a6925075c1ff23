import * as z from 'zod'
import type { categories, subcategories } from '#db/schema/catalogue/categories.ts'
import * as f from '#kernel/fields.ts'

const fields = { id: f.id, name: z.string(), slug: z.string(), sortOrder: z.int(), isActive: z.boolean() }

export const SubcategoryView = z.object({ ...fields, categoryId: f.id }).meta({ id: 'Subcategory' })
export type SubcategoryView = z.output<typeof SubcategoryView>

/** If `requiresExpiry`, its products must have an expiry date, and forms ask for it (docs/states.md, Catalogue). */
export const CategoryView = z
  .object({ ...fields, requiresExpiry: z.boolean(), subcategories: z.array(SubcategoryView) })
  .meta({ id: 'Category' })
export type CategoryView = z.output<typeof CategoryView>

type CategoryRow = Omit<typeof categories.$inferSelect, 'foldedName' | 'createdAt'>

export const viewCategory = (row: CategoryRow & { subcategories: SubcategoryView[] }): CategoryView => ({
  id: row.id,
  name: row.name,
  slug: row.slug,
  sortOrder: row.sortOrder,
  isActive: row.isActive,
  requiresExpiry: row.requiresExpiry,
  subcategories: row.subcategories,
})

export const viewSubcategory = (row: typeof subcategories.$inferSelect): SubcategoryView => ({
  id: row.id,
  categoryId: row.categoryId,
  name: row.name,
  slug: row.slug,
  sortOrder: row.sortOrder,
  isActive: row.isActive,
})
