import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { createdAt, flag, id } from '#db/columns.ts'
import { uniqueKey } from '#db/constraint.ts'

export const categories = sqliteTable('categories', {
  id: id(),
  name: text('name').notNull(),
  /** The look of the name, which makes it unique. */
  foldedName: text('folded_name').notNull().unique('categories_name'),
  slug: text('slug').notNull().unique('categories_slug'),
  sortOrder: integer('sort_order').notNull().default(0),
  isActive: flag('is_active').notNull().default(true),
  /** Whether a product here needs an expiry date, as food and beverages do (docs/states.md, Catalogue). */
  requiresExpiry: flag('requires_expiry').notNull().default(false),
  createdAt: createdAt(),
})

export const subcategories = sqliteTable(
  'subcategories',
  {
    id: id(),
    categoryId: text('category_id')
      .notNull()
      .references(() => categories.id),
    name: text('name').notNull(),
    foldedName: text('folded_name').notNull(),
    slug: text('slug').notNull(),
    sortOrder: integer('sort_order').notNull().default(0),
    isActive: flag('is_active').notNull().default(true),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('subcategories_name').on(t.categoryId, t.foldedName),
    uniqueIndex('subcategories_slug').on(t.categoryId, t.slug),
  ],
)

uniqueKey([subcategories.categoryId, subcategories.foldedName], 'Une sous-catégorie porte déjà ce nom.')
uniqueKey([subcategories.categoryId, subcategories.slug], 'Une sous-catégorie porte déjà ce nom.')

uniqueKey([categories.foldedName], 'Une catégorie porte déjà ce nom.')
uniqueKey([categories.slug], 'Une catégorie porte déjà ce nom.')
