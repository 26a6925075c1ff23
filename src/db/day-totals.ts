import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { users } from './schema/core/users.ts'
import { expenses } from './schema/money/expenses.ts'
import { feeDays } from './schema/money/fee-days.ts'
import { gatewayTransactions } from './schema/money/gateways.ts'
import { payouts } from './schema/money/payouts.ts'
import {
  deliveryDays,
  expenseDays,
  orderDays,
  payoutDays,
  productSales,
  refundDays,
  riderDeliveries,
  salesDays,
  sellerSales,
  userDays,
} from './schema/office/days.ts'
import { DELIVERY_STATES, deliveries } from './schema/orders/deliveries.ts'
import { ORDER_STATES, orderItems, orders, PAYMENT_STATES } from './schema/orders/orders.ts'
import { refunds } from './schema/orders/refunds.ts'

/**
 * Totals of rows by day. The part of a row depends only on the row as it is now: each change takes the old part from its day and adds the
 * new one. Expressions name a table by its letter in `from`, each of them one table only.
 */
export type DayTotal = {
  into: SQLiteTable
  from: Record<string, SQLiteTable>
  /** The condition that joins rows of two tables. */
  joined?: string
  /** The condition on rows that are added. */
  when: string
  day: string
  /** Other keys than the day: column → expression. */
  by: Record<string, string>
  /** Sums: column → expression. */
  sums: Record<string, string>
  /** The condition on rows that are taken away again, and the day on which they are. */
  takenBack?: { when: string; day: string }
  /** Lengths in days of the rows that are kept. */
  spans?: readonly number[]
}

/** Lengths in days of rows: a year of one thing is 9 to 33 rows. */
export const SPANS = [1, 8, 64] as const

/** The day of an instant in Lubumbashi and Kigali, as `dayOf` of the kernel computes it. */
const dayOf = (instant: string) => `date((${instant}) / 1000 + 7200, 'unixepoch')`
const when = (condition: string, amount: string) => `iif(${condition}, ${amount}, 0)`

/**
 * A sale is an order that is paid and neither rejected, cancelled nor fully refunded, on the day of its payment (docs/money.md, Reports).
 */
const SALE = {
  when: `${PAYMENT_STATES.paid.inText('o.payment_status')} AND ${ORDER_STATES.undone.notInText('o.status')}`,
  day: dayOf(`coalesce(o.reached_at ->> 'PENDING_SELLER_REVIEW', o.created_at)`),
}

/**
 * Day totals of reports and dashboards: triggers keep them, a law of the night checks each, and `npm run schema` follows a change. Other
 * totals by time (`subscription_days`, `rider_days`, `expense_totals`, `wallet_months`) have their triggers in src/db/triggers.
 */
export const DAY_TOTALS = {
  orders: {
    into: orderDays,
    from: { o: orders },
    when: '1',
    day: dayOf('o.created_at'),
    by: { currency: 'o.currency', status: 'o.status' },
    sums: { orders: '1', amount_minor: 'o.total_minor' },
  },
  sales: {
    into: salesDays,
    from: { o: orders },
    ...SALE,
    by: { currency: 'o.currency' },
    sums: { orders: '1', gross_minor: 'o.total_minor', refunds_minor: 'o.refunded_minor' },
  },
  sellers: {
    into: sellerSales,
    from: { o: orders },
    ...SALE,
    by: { seller_profile_id: 'o.seller_profile_id', currency: 'o.currency' },
    sums: { orders: '1', amount_minor: 'o.subtotal_minor' },
    spans: SPANS,
  },
  products: {
    into: productSales,
    from: { o: orders, i: orderItems },
    joined: 'i.order_id = o.id',
    ...SALE,
    by: { product_id: 'i.product_id', currency: 'o.currency' },
    sums: { quantity: 'i.quantity', amount_minor: 'i.line_total_minor' },
    spans: SPANS,
  },
  deliveries: {
    into: deliveryDays,
    from: { d: deliveries },
    when: '1',
    day: dayOf('d.created_at'),
    by: { currency: 'd.currency' },
    sums: {
      deliveries: '1',
      delivered: `d.status = 'DELIVERED'`,
      failed: `${DELIVERY_STATES.failed.inText('d.status')}`,
      fees_minor: when(`${DELIVERY_STATES.charged.inText('d.status')}`, 'd.fee_minor'),
    },
  },
  riders: {
    into: riderDeliveries,
    from: { d: deliveries },
    when: `+d.status = 'DELIVERED' AND d.rider_id IS NOT NULL`,
    day: dayOf('d.created_at'),
    by: { rider_id: 'd.rider_id' },
    sums: { delivered: '1' },
  },
  refunds: {
    into: refundDays,
    from: { r: refunds },
    when: `r.status = 'SUCCEEDED'`,
    day: dayOf(`coalesce(r.reached_at ->> 'SUCCEEDED', r.created_at)`),
    by: { currency: 'r.currency' },
    sums: { count: '1', amount_minor: 'r.amount_minor' },
  },
  payouts: {
    into: payoutDays,
    from: { p: payouts },
    when: `p.status = 'COMPLETED'`,
    day: dayOf(`coalesce(p.reached_at ->> 'COMPLETED', p.created_at)`),
    by: { currency: 'p.currency' },
    sums: { count: '1', amount_minor: 'p.amount_minor' },
  },
  expenses: {
    into: expenseDays,
    from: { e: expenses },
    when: `e.status = 'APPROVED'`,
    day: 'e.day',
    by: { currency: 'e.currency' },
    sums: { count: '1', amount_minor: 'e.amount_minor' },
    takenBack: { when: `e.status = 'APPROVED' AND e.reversed_at IS NOT NULL`, day: dayOf('e.reversed_at') },
  },
  fees: {
    into: feeDays,
    from: { g: gatewayTransactions },
    when: `g.status = 'succeeded' AND g.fee_minor > 0`,
    day: dayOf('coalesce(g.final_at, g.created_at)'),
    by: { gateway: 'g.gateway', currency: 'g.currency' },
    sums: { count: '1', amount_minor: 'g.fee_minor' },
  },
  users: { into: userDays, from: { u: users }, when: '1', day: dayOf('u.created_at'), by: {}, sums: { users: '1' } },
} satisfies Record<string, DayTotal>
