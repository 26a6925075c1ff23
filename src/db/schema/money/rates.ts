import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { currencies, PRICE_CURRENCIES } from '../../../kernel/money.ts'
import { createdAt, flag, id, instant, version } from '../../columns.ts'

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
    /** An administrator confirmed that it is far from the rate before it. */
    jumpConfirmed: flag('jump_confirmed').notNull().default(false),
  },
  (t) => [
    index('exchange_rates_in_force').on(t.baseCurrency, t.quoteCurrency, t.effectiveAt),
    index('exchange_rates_newest').on(t.createdAt, t.id),
    index('exchange_rates_pair').on(t.baseCurrency, t.quoteCurrency, t.createdAt, t.id),
    check('exchange_rates_positive', sql`rate_scaled > 0`),
  ],
)

/** What one currency was worth in another at the last change of their rates, either way round: changed by every change of them. */
export const rateMemories = sqliteTable(
  'rate_memories',
  {
    baseCurrency: text('base_currency', { enum: currencies }).notNull(),
    quoteCurrency: text('quote_currency', { enum: currencies }).notNull(),
    /** The rate that was last in force. */
    lastScaled: integer('last_scaled'),
    /** The one that the changes began with which followed one another within hours. */
    fromScaled: integer('from_scaled'),
    changedAt: instant('changed_at'),
    /** That change left none in force. */
    isOff: flag('is_off').notNull().default(false),
    version: version(),
  },
  (t) => [primaryKey({ columns: [t.baseCurrency, t.quoteCurrency] })],
)

/** At which rate the prices of products are compared: the one in force, and how far the products have been brought to it. */
export const priceRates = sqliteTable('price_rates', {
  currency: text('currency', { enum: PRICE_CURRENCIES }).primaryKey(),
  /** Thousandths of a US cent for a minor unit; null without a rate. */
  worth: real('worth'),
  /** The last product that was compared anew; null once all are. */
  renewedTo: text('renewed_to'),
})
