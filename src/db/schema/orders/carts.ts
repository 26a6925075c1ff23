import { sql } from 'drizzle-orm'
import { check, index, integer, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { type Currency, PRICE_CURRENCIES, type PriceCurrency } from '../../../kernel/money.ts'
import { createdAt, id, instant, json, updatedAt, version } from '../../columns.ts'
import { variants } from '../catalogue/variants.ts'
import { users } from '../core/users.ts'
import type { Recipient } from './orders.ts'

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

/** A line as it was quoted: in the currency of its group, beside the price it was worked out from. */
export type QuotedLine = {
  productId: string
  variantId: string
  name: string
  quantity: number
  unitPriceMinor: number
  lineTotalMinor: number
  /** The variant's own price then: another one since, and the quote no longer holds. */
  priceMinor: number
  priceCurrency: PriceCurrency
  /** Where the line stood in the cart, from 0. */
  place?: number
}

/** What one shop would get: one order. */
export type QuotedGroup = {
  shopId: string
  currency: PriceCurrency
  subtotalMinor: number
  deliveryFeeMinor: number
  /** The zone that set the fee. */
  zoneId?: string | null
  /** Of that zone, in which it set the fee. */
  feeCurrency?: PriceCurrency
  lines: QuotedLine[]
}

/** A rate that was in force. */
export type QuotedRate = { base: Currency; quote: Currency; id: string | null; rateScaled: number | null }

/** What a cart was said to cost; it may be ordered once until it ends (docs/states.md, Quote). */
export const quotes = sqliteTable(
  'quotes',
  {
    id: id(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    /** The version of the cart that was quoted. */
    cartVersion: integer('cart_version').notNull(),
    fulfillmentMethod: text('fulfillment_method', { enum: ['DELIVERY', 'PICKUP'] }).notNull(),
    deliveryAddress: text('delivery_address'),
    /** Where that is, of a saved address that says so. */
    lat: real('lat'),
    lng: real('lng'),
    groups: json<QuotedGroup[]>('groups').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** When it was ordered. */
    usedAt: instant('used_at'),
    createdAt: createdAt(),
    /** Who takes the parcel, of a saved address. */
    recipient: json<Recipient>('recipient'),
    /** The rates of its moment, which what is ordered by it is converted with. Null: of before they were kept. */
    rates: json<QuotedRate[]>('rates'),
  },
  (t) => [index('quotes_of_user').on(t.userId, t.createdAt, t.id), index('quotes_expiry').on(t.expiresAt)],
)
