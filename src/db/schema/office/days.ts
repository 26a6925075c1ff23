import { index, integer, primaryKey, text } from 'drizzle-orm/sqlite-core'
import { amountMinor, currency, keyedTable } from '#db/columns.ts'
import { PRICE_CURRENCIES } from '#kernel/money.ts'
import { ORDER_STATUSES } from '../orders/orders.ts'

// Reports and dashboards read these totals by day (YYYY-MM-DD, UTC+2), which the triggers of src/db/day-totals.ts keep.

const day = () => text('day').notNull()
const count = (name: string) => integer(name).notNull()
const priceCurrency = () => text('currency', { enum: PRICE_CURRENCIES }).notNull()

/** Orders by the day on which they were made, each once, by their present status. */
export const orderDays = keyedTable(
  'order_days',
  {
    day: day(),
    currency: priceCurrency(),
    status: text('status', { enum: ORDER_STATUSES }).notNull(),
    orders: count('orders'),
    amountMinor: amountMinor(),
  },
  (t) => [primaryKey({ columns: [t.day, t.currency, t.status] })],
)

/** Sales by the day of their payment: with the fee, and their refunds. */
export const salesDays = keyedTable(
  'sales_days',
  {
    day: day(),
    currency: priceCurrency(),
    orders: count('orders'),
    grossMinor: amountMinor('gross_minor'),
    refundsMinor: amountMinor('refunds_minor'),
  },
  (t) => [primaryKey({ columns: [t.day, t.currency] })],
)

/** The goods of sales by seller. A row covers `span` days from `day` on, so that a year is few rows of each. */
export const sellerSales = keyedTable(
  'seller_sales',
  {
    sellerProfileId: text('seller_profile_id').notNull(),
    span: integer('span').notNull(),
    day: day(),
    currency: priceCurrency(),
    orders: count('orders'),
    amountMinor: amountMinor(),
  },
  (t) => [
    primaryKey({ columns: [t.span, t.day, t.sellerProfileId, t.currency] }),
    index('seller_sales_seller').on(t.sellerProfileId, t.span, t.day),
  ],
)

/** The pieces of sales and their amounts, by product; `span` as in `sellerSales`. */
export const productSales = keyedTable(
  'product_sales',
  {
    productId: text('product_id').notNull(),
    span: integer('span').notNull(),
    day: day(),
    currency: priceCurrency(),
    quantity: count('quantity'),
    amountMinor: amountMinor(),
  },
  (t) => [primaryKey({ columns: [t.span, t.day, t.productId, t.currency] })],
)

/** Deliveries by the day on which they were opened, and their outcomes. */
export const deliveryDays = keyedTable(
  'delivery_days',
  {
    day: day(),
    currency: currency(),
    deliveries: count('deliveries'),
    delivered: count('delivered'),
    failed: count('failed'),
    feesMinor: amountMinor('fees_minor'),
  },
  (t) => [primaryKey({ columns: [t.day, t.currency] })],
)

/** Deliveries of each rider, by the day on which the delivery was opened. */
export const riderDeliveries = keyedTable(
  'rider_deliveries',
  { riderId: text('rider_id').notNull(), day: day(), delivered: count('delivered') },
  (t) => [primaryKey({ columns: [t.riderId, t.day] })],
)

const movements = <Name extends string>(name: Name) =>
  keyedTable(name, { day: day(), currency: currency(), count: count('count'), amountMinor: amountMinor() }, (t) => [
    primaryKey({ columns: [t.day, t.currency] }),
  ])

/** Refunds by the day on which the buyer had the money. */
export const refundDays = movements('refund_days')
/** Payouts and withdrawals by the day on which they arrived. */
export const payoutDays = movements('payout_days')
/** Approved expenses by the day they are for. */
export const expenseDays = movements('expense_days')

/** People by the day on which their account was made. */
export const userDays = keyedTable('user_days', { day: text('day').primaryKey(), users: count('users') })
