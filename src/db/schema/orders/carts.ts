import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { PRICE_CURRENCIES } from '../../../kernel/money.ts'
import { createdAt, id, updatedAt, version } from '../../columns.ts'
import { variants } from '../catalogue/variants.ts'
import { users } from '../people/users.ts'

/** The cart of a person who put something in once; without a row it is empty, in version 1. */
export const carts = sqliteTable('carts', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id),
  version: version(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
})

/** What somebody wants of one variant. Its price is the variant's own, whenever it is read. */
export const cartItems = sqliteTable(
  'cart_items',
  {
    id: id(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    variantId: text('variant_id')
      .notNull()
      .references(() => variants.id),
    quantity: integer('quantity').notNull(),
    /** The price when its owner last touched or quoted it: another one since is shown as PRICE_CHANGED. */
    seenPriceMinor: integer('seen_price_minor').notNull(),
    seenCurrency: text('seen_currency', { enum: PRICE_CURRENCIES }).notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex('cart_items_variant').on(t.userId, t.variantId),
    index('cart_items_of_user').on(t.userId, t.createdAt, t.id),
    check('cart_items_quantity', sql`quantity BETWEEN 1 AND 999`),
  ],
)
