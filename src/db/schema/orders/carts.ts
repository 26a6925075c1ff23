import { sql } from 'drizzle-orm'
import { check, index, integer, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { createdAt, id, instant, json, updatedAt, version } from '#db/columns.ts'
import { type Currency, PRICE_CURRENCIES, type PriceCurrency } from '#kernel/money.ts'
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

/** A line of a cart: a quantity of one variant. Its price is the variant's own, whenever it is read. */
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

/** A quoted line: in the currency of its group, beside the variant's price from which it is computed. */
export type QuotedLine = {
  productId: string
  variantId: string
  name: string
  quantity: number
  unitPriceMinor: number
  lineTotalMinor: number
  /** The variant's own price at that time: if it has changed, the quote no longer holds. */
  priceMinor: number
  priceCurrency: PriceCurrency
  /** The place of the line in the cart, from 0. */
  place?: number
}

/** The part of a quote for one shop: it becomes one order. */
export type QuotedGroup = {
  shopId: string
  currency: PriceCurrency
  subtotalMinor: number
  deliveryFeeMinor: number
  /** The zone that set the fee. */
  zoneId?: string | null
  /** The currency in which that zone set the fee. */
  feeCurrency?: PriceCurrency
  lines: QuotedLine[]
}

/** A rate that was in force. */
export type QuotedRate = { base: Currency; quote: Currency; id: string | null; rateScaled: number | null }

/** Quotes of a cart; each may be ordered once until it ends (docs/states.md, Quote). */
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
    /** The coordinates of a saved address, if it has them. */
    lat: real('lat'),
    lng: real('lng'),
    groups: json<QuotedGroup[]>('groups').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** The time at which it was ordered. */
    usedAt: instant('used_at'),
    createdAt: createdAt(),
    /** The recipient of the parcel, from a saved address. */
    recipient: json<Recipient>('recipient'),
    /** The rates of its moment, which convert its order. Null if they are unknown. */
    rates: json<QuotedRate[]>('rates'),
  },
  (t) => [index('quotes_of_user').on(t.userId, t.createdAt, t.id), index('quotes_expiry').on(t.expiresAt)],
)
