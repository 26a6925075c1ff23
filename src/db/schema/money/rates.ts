import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { currencies } from '../../../kernel/money.ts'
import { createdAt, flag, id, instant } from '../../columns.ts'

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
    /** When an order or a payment first counted with it: from then on it stays as it is. */
    frozenAt: instant('frozen_at'),
  },
  (t) => [
    index('exchange_rates_in_force').on(t.baseCurrency, t.quoteCurrency, t.effectiveAt),
    index('exchange_rates_newest').on(t.createdAt, t.id),
    index('exchange_rates_pair').on(t.baseCurrency, t.quoteCurrency, t.createdAt, t.id),
    check('exchange_rates_positive', sql`rate_scaled > 0`),
  ],
)
