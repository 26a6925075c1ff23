import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { amountMinor, createdAt, flag, id, updatedAt, version } from '#db/columns.ts'
import { PRICE_CURRENCIES } from '#kernel/money.ts'

export const BILLING_CYCLES = ['MONTHLY', 'YEARLY'] as const

export const billingCycle = () => text('billing_cycle', { enum: BILLING_CYCLES }).notNull()
export const priceCurrency = () => text('currency', { enum: PRICE_CURRENCIES }).notNull()

export const plans = sqliteTable(
  'plans',
  {
    id: id(),
    slug: text('slug').notNull().unique('plans_slug'),
    name: text('name').notNull(),
    maxProducts: integer('max_products').notNull(),
    maxPhotosPerProduct: integer('max_photos_per_product').notNull(),
    maxShops: integer('max_shops').notNull(),
    prioritySupport: flag('priority_support').notNull().default(false),
    isActive: flag('is_active').notNull().default(true),
    sortOrder: integer('sort_order').notNull().default(0),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index('plans_order').on(t.sortOrder, t.id)],
)

export const planPrices = sqliteTable(
  'plan_prices',
  {
    planId: text('plan_id')
      .notNull()
      .references(() => plans.id),
    billingCycle: billingCycle(),
    currency: priceCurrency(),
    amountMinor: amountMinor(),
  },
  (t) => [
    primaryKey({ columns: [t.planId, t.billingCycle, t.currency] }),
    check('plan_prices_amount', sql`amount_minor >= 0`),
  ],
)
