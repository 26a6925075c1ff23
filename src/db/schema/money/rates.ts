import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { currencies } from '../../../kernel/money.ts'
import { createdAt, flag, id } from '../../columns.ts'

/** Rates accumulate: in force is the latest active one whose time has come. */
export const exchangeRates = sqliteTable(
  'exchange_rates',
  {
    id: id(),
    baseCurrency: text('base_currency', { enum: currencies }).notNull(),
    quoteCurrency: text('quote_currency', { enum: currencies }).notNull(),
    /** Eight decimals, as a whole number. */
    rateScaled: integer('rate_scaled').notNull(),
    source: text('source').notNull(),
    effectiveAt: integer('effective_at').notNull(),
    isActive: flag('is_active').notNull().default(true),
    createdAt: createdAt(),
  },
  (t) => [
    index('exchange_rates_in_force').on(t.baseCurrency, t.quoteCurrency, t.effectiveAt),
    check('exchange_rates_positive', sql`rate_scaled > 0`),
  ],
)
