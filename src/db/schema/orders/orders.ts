import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { createdAt, id, instant, json, reachedAt, updatedAt, version } from '#db/columns.ts'
import { stateSets } from '#db/state-sets.ts'
import { currencies, PRICE_CURRENCIES } from '#kernel/money.ts'
import { users } from '../core/users.ts'
import { type Address, sellerProfiles } from '../shops/profiles.ts'
import { shops } from '../shops/shops.ts'
import { deliveryZones } from './zones.ts'

export const ORDER_STATUSES = [
  'PENDING_PAYMENT',
  'PENDING_SELLER_REVIEW',
  'ACCEPTED',
  'PREPARING',
  'READY_FOR_PICKUP',
  'OUT_FOR_DELIVERY',
  'RETURNING',
  'DELIVERED',
  'COMPLETED',
  'REJECTED',
  'CANCELLED',
  'REFUNDED',
] as const

/**
 * `open`: it goes on. `ended`: nothing moves it but a refund or staff. `unsold`: it ended before its buyer had the goods. `undone`:
 * its buyer is to have back what was paid. `inHand`: its seller accepted it and it goes on. `onRoad`: a rider has the parcel.
 * `onItsWay`: the parcel is ready for its buyer or on the way there. `received`: its buyer has the goods.
 * `followed`: its parties see where the rider is. `mayReturn`: a rider may be bringing its parcel back.
 */
export const ORDER_STATES = stateSets(ORDER_STATUSES, {
  PENDING_PAYMENT: ['open'],
  PENDING_SELLER_REVIEW: ['open'],
  ACCEPTED: ['open', 'inHand'],
  PREPARING: ['open', 'inHand'],
  READY_FOR_PICKUP: ['open', 'inHand', 'onItsWay', 'followed'],
  OUT_FOR_DELIVERY: ['open', 'inHand', 'onItsWay', 'onRoad', 'followed'],
  RETURNING: ['open', 'inHand', 'onRoad', 'followed', 'mayReturn'],
  DELIVERED: ['open', 'inHand', 'received'],
  COMPLETED: ['received', 'ended'],
  REJECTED: ['ended', 'unsold', 'undone'],
  CANCELLED: ['ended', 'unsold', 'undone', 'mayReturn'],
  REFUNDED: ['ended', 'undone'],
})

export const PAYMENT_STATUSES = ['UNPAID', 'PENDING', 'PAID', 'PARTIALLY_REFUNDED', 'REFUNDED', 'FAILED'] as const

/** `paid`: some of the paid money is still with us. */
export const PAYMENT_STATES = stateSets(PAYMENT_STATUSES, {
  UNPAID: [],
  PENDING: [],
  PAID: ['paid'],
  PARTIALLY_REFUNDED: ['paid'],
  REFUNDED: [],
  FAILED: [],
})

/** A town, and the part of it as far as it is known: no street. */
export type Area = Pick<Address, 'country' | 'city' | 'commune' | 'quartier'>
/** The person who receives a parcel, and the part of town. */
export type Recipient = { name: string; phone: string; area: Area }

export const orders = sqliteTable(
  'orders',
  {
    id: id(),
    /** CMD-2026-004512 */
    number: text('number').notNull(),
    buyerId: text('buyer_id')
      .notNull()
      .references(() => users.id),
    shopId: text('shop_id')
      .notNull()
      .references(() => shops.id),
    sellerProfileId: text('seller_profile_id')
      .notNull()
      .references(() => sellerProfiles.id),
    status: text('status', { enum: ORDER_STATUSES }).notNull(),
    paymentStatus: text('payment_status', { enum: PAYMENT_STATUSES }).notNull(),
    fulfillmentMethod: text('fulfillment_method', { enum: ['DELIVERY', 'PICKUP'] }).notNull(),
    paymentMethod: text('payment_method', { enum: ['MOBILE_MONEY'] }).notNull(),
    currency: text('currency', { enum: PRICE_CURRENCIES }).notNull(),
    deliveryAddress: text('delivery_address'),
    note: text('note'),
    subtotalMinor: integer('subtotal_minor').notNull(),
    deliveryFeeMinor: integer('delivery_fee_minor').notNull(),
    totalMinor: integer('total_minor').notNull(),
    /** Refunded so far, in the order's currency. */
    refundedMinor: integer('refunded_minor').notNull().default(0),
    /** The frozen rate to the currency that the phone pays, set when it was first needed: multiply by this, and divide by `rateOver`. */
    rateScaled: integer('rate_scaled'),
    rateCurrency: text('rate_currency', { enum: currencies }),
    /** The amounts paid for it, in the currency of its books: its own, whatever currency the phone paid. */
    paidCurrency: text('paid_currency', { enum: currencies }),
    paidSubtotalMinor: integer('paid_subtotal_minor'),
    paidFeeMinor: integer('paid_fee_minor'),
    /** Frozen at acceptance, in the currency of its books. */
    commissionMinor: integer('commission_minor').notNull().default(0),
    /** Minutes that the seller announced at acceptance. */
    prepMinutes: integer('prep_minutes'),
    rejectionReason: text('rejection_reason'),
    cancellationReason: text('cancellation_reason'),
    /** The cause of its end: a late payin revives only an expired order. */
    cancelledBy: text('cancelled_by', { enum: ['EXPIRY', 'BUYER', 'SELLER', 'STAFF', 'RETURN'] }),
    /** The stock is reserved until then, for the payment. */
    holdEndsAt: instant('hold_ends_at'),
    /** The next instant at which silence moves the order on: rejection, cancellation or completion. */
    dueAt: instant('due_at'),
    reachedAt: reachedAt(),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    /** The divisor of the frozen rate; eight decimals if null. */
    rateOver: integer('rate_over'),
    /** The zone that set its delivery fee. */
    zoneId: text('zone_id').references(() => deliveryZones.id),
    /** The checkout of orders placed together; null for an order placed alone. */
    checkoutId: text('checkout_id'),
    /** The recipient of the parcel, if a saved address names one: riders see it. */
    recipient: json<Recipient>('recipient'),
    /** The time at which an order that nobody paid lost its lines and texts. */
    emptiedAt: instant('emptied_at'),
    /** The sealed file that has its rows, and its place there, `offset.length.digest`; null while they are here (docs/growth.md). */
    sealedIn: integer('sealed_in'),
    sealedPlace: text('sealed_place'),
    /** The numbers that paid it, by which the search of a restored database finds it, while it is sealed. */
    sealedPayers: text('sealed_payers'),
    /** The last time at which somebody needed it and its rows came back. */
    unsealedAt: instant('unsealed_at'),
  },
  (t) => [
    // Within one instant the rowid, with which each index ends, is the order of the commits.
    uniqueIndex('orders_number').on(t.number),
    index('orders_buyer').on(t.buyerId, t.createdAt),
    index('orders_buyer_status').on(t.buyerId, t.status, t.createdAt),
    index('orders_seller').on(t.sellerProfileId, t.createdAt),
    index('orders_seller_status').on(t.sellerProfileId, t.status, t.createdAt),
    index('orders_newest').on(t.createdAt),
    index('orders_status_newest').on(t.status, t.createdAt),
    index('orders_shop_open').on(t.shopId).where(ORDER_STATES.ended.notIn('status')),
    index('orders_checkout').on(t.checkoutId).where(sql`checkout_id IS NOT NULL`),
    index('orders_unpaid')
      .on(t.createdAt)
      .where(sql`status = 'CANCELLED' AND paid_currency IS NULL AND emptied_at IS NULL`),
    index('orders_sealed').on(t.sealedIn).where(sql`sealed_in IS NOT NULL`),
    index('orders_sealable')
      .on(t.updatedAt)
      .where(sql`sealed_in IS NULL AND ${ORDER_STATES.ended.in('status')}`),
    index('orders_due').on(t.dueAt).where(sql`due_at IS NOT NULL`),
    check('orders_refunded', sql`refunded_minor BETWEEN 0 AND total_minor`),
  ],
)

export const orderItems = sqliteTable(
  'order_items',
  {
    id: text('id').notNull(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    productId: text('product_id').notNull(),
    variantId: text('variant_id').notNull(),
    name: text('name').notNull(),
    quantity: integer('quantity').notNull(),
    /** For people to read: a converted line is rounded once, as a whole. */
    unitPriceMinor: integer('unit_price_minor').notNull(),
    lineTotalMinor: integer('line_total_minor').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.variantId] }),
    /** A product is forgotten only if nobody ordered it. */
    index('order_items_product').on(t.productId),
    check('order_items_total', sql`line_total_minor >= 0 AND quantity > 0`),
  ],
)

/** Numbers and sums of orders in each status: triggers keep them, so that a list never adds up its table. */
export const orderTotals = sqliteTable(
  'order_totals',
  {
    status: text('status', { enum: ORDER_STATUSES }).notNull(),
    currency: text('currency', { enum: PRICE_CURRENCIES }).notNull(),
    orders: integer('orders').notNull(),
    amountMinor: integer('amount_minor').notNull(),
  },
  (t) => [primaryKey({ name: 'order_totals_pk', columns: [t.status, t.currency] })],
)
