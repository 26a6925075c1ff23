import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { createdAt, flag, id, instant, version } from '#db/columns.ts'
import { currencies, PRICE_CURRENCIES } from '#kernel/money.ts'

/** Exchange rates, which accumulate: the latest active one whose time has come is in force. */
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
    /** The time at which an order or a payment first counted with it: after that it keeps its values. */
    frozenAt: instant('frozen_at'),
    /** Whether an administrator confirmed that it is far from the rate before it. */
    jumpConfirmed: flag('jump_confirmed').notNull().default(false),
  },
  (t) => [
    index('exchange_rates_in_force').on(t.baseCurrency, t.quoteCurrency, t.effectiveAt),
    index('exchange_rates_newest').on(t.createdAt, t.id),
    index('exchange_rates_pair').on(t.baseCurrency, t.quoteCurrency, t.createdAt, t.id),
    check('exchange_rates_positive', sql`rate_scaled > 0`),
  ],
)

/** The value of one currency in another at the last change of their rates, in either direction; every change of them updates it. */
export const rateMemories = sqliteTable(
  'rate_memories',
  {
    baseCurrency: text('base_currency', { enum: currencies }).notNull(),
    quoteCurrency: text('quote_currency', { enum: currencies }).notNull(),
    /** The last rate in force. */
    lastScaled: integer('last_scaled'),
    /** The rate with which a row of changes within hours began. */
    fromScaled: integer('from_scaled'),
    changedAt: instant('changed_at'),
    /** Whether that change left no rate in force. */
    isOff: flag('is_off').notNull().default(false),
    version: version(),
  },
  (t) => [primaryKey({ columns: [t.baseCurrency, t.quoteCurrency] })],
)

/** The rate at which the prices of products are compared, and the progress of the products towards it. */
export const priceRates = sqliteTable('price_rates', {
  currency: text('currency', { enum: PRICE_CURRENCIES }).primaryKey(),
  /** Thousandths of a US cent for a minor unit; null without a rate. */
  worth: real('worth'),
  /** The last product that was compared again; null if all are. */
  renewedTo: text('renewed_to'),
})
