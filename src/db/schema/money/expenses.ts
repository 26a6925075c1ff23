import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { amountMinor, createdAt, currency, id, instant, keyedTable, updatedAt, version } from '#db/columns.ts'
import { constraint } from '#db/constraint.ts'
import { stateSets } from '#db/state-sets.ts'

export const EXPENSE_STATUSES = ['PENDING', 'AWAITING_CODE', 'APPROVED', 'REJECTED'] as const

/** `open`: nobody has decided it. */
export const EXPENSE_STATES = stateSets(EXPENSE_STATUSES, {
  PENDING: ['open'],
  AWAITING_CODE: ['open'],
  APPROVED: [],
  REJECTED: [],
})

export const EXPENSE_CATEGORIES = [
  'RENT',
  'UTILITIES',
  'SALARIES',
  'TRANSPORT',
  'FUEL',
  'MARKETING',
  'EQUIPMENT',
  'SUPPLIES',
  'TELECOM',
  'SOFTWARE',
  'SERVICES',
  'TAXES',
  'BANK_FEES',
  'OTHER',
] as const

export const EXPENSE_METHODS = ['CASH', 'MOBILE_MONEY', 'BANK_TRANSFER', 'CARD', 'CHEQUE', 'OTHER'] as const

const status = () => text('status', { enum: EXPENSE_STATUSES }).notNull()
const category = () => text('category', { enum: EXPENSE_CATEGORIES }).notNull()

/** Expenses of the platform; triggers keep `expense_totals` and the full-text table of label, vendor and notes. */
export const expenses = sqliteTable(
  'expenses',
  {
    id: id(),
    label: text('label').notNull(),
    category: category(),
    amountMinor: amountMinor(),
    currency: currency(),
    incurredAt: integer('incurred_at').notNull(),
    /** YYYY-MM-DD of that instant, UTC+2. */
    day: text('day').notNull(),
    vendor: text('vendor'),
    paymentMethod: text('payment_method', { enum: EXPENSE_METHODS }),
    notes: text('notes'),
    status: status(),
    createdBy: text('created_by').notNull(),
    /** The administrator who asked for the last code, and the end of that code. */
    requestedBy: text('requested_by'),
    expiresAt: instant('expires_at'),
    /** The reason why that code approves nothing any more. */
    endedBy: text('ended_by', { enum: ['EXPIRED', 'TOO_MANY_CODES', 'REPLACED'] }),
    approvedBy: text('approved_by'),
    approvedAt: instant('approved_at'),
    rejectionReason: text('rejection_reason'),
    /** The time at which the books took it back. */
    reversedAt: instant('reversed_at'),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('expenses_newest').on(t.incurredAt, t.id),
    index('expenses_status').on(t.status, t.incurredAt, t.id),
    index('expenses_category').on(t.category, t.incurredAt, t.id),
    index('expenses_currency').on(t.currency, t.incurredAt, t.id),
    index('expenses_status_category').on(t.status, t.category, t.incurredAt, t.id),
    index('expenses_status_currency').on(t.status, t.currency, t.incurredAt, t.id),
    index('expenses_category_currency').on(t.category, t.currency, t.incurredAt, t.id),
    index('expenses_status_category_currency').on(t.status, t.category, t.currency, t.incurredAt, t.id),
    index('expenses_awaiting').on(t.expiresAt).where(sql`status = 'AWAITING_CODE'`),
    uniqueIndex('expenses_one_awaiting').on(t.requestedBy).where(sql`status = 'AWAITING_CODE'`),
    check('expenses_amount', sql`amount_minor > 0`),
  ],
)

constraint([expenses.requestedBy], 'stale')

/** Numbers and sums of expenses: of each day, and of all days under the empty day. Triggers on `expenses` keep them. */
export const expenseTotals = keyedTable(
  'expense_totals',
  {
    day: text('day').notNull(),
    status: status(),
    category: category(),
    currency: currency(),
    count: integer('count').notNull(),
    amountMinor: amountMinor(),
  },
  (t) => [primaryKey({ columns: [t.status, t.day, t.category, t.currency] })],
)
