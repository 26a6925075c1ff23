import * as z from 'zod'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import * as f from '#kernel/fields.ts'
import { formatAmount } from '#kernel/money.ts'
import { iso, isoOrNull } from '#kernel/time.ts'
import { category, paymentMethod, status } from './fields.ts'
import type { ExpenseRow } from './queries.ts'

const expense = {
  id: f.id,
  label: z.string(),
  category,
  amount: f.decimal,
  currency: f.currency,
  incurredAt: f.isoTime,
  vendor: z.string().nullable(),
  paymentMethod: paymentMethod.nullable(),
  notes: z.string().nullable(),
  status,
  createdBy: f.id,
  approvedBy: f.id.nullable(),
  approvedAt: f.isoTime.nullable(),
  rejectionReason: z.string().nullable(),
  reversedAt: f.isoTime.nullable(),
  version: z.int(),
  createdAt: f.isoTime,
}

/** An expense as finance sees one (docs/conventions.md, Shapes). */
export const ExpenseView = z
  .object({
    ...expense,
    /** Whether it waits for the code that was mailed to the caller. */
    awaitsMyCode: z.boolean(),
  })
  .meta({ id: 'Expense' })
export type ExpenseView = z.output<typeof ExpenseView>

/** The columns of its CSV are the same. */
export const EXPENSE_KEYS = Object.keys(expense) as (keyof typeof expense)[]

export const ExpenseMetaView = z
  .object({ categories: z.array(category), paymentMethods: z.array(paymentMethod), currencies: z.array(f.currency) })
  .meta({ id: 'ExpenseMeta' })

/** A page, and the sums of all that the filter finds, one of each currency. */
export const ExpenseList = z
  .object({
    expenses: z.array(ExpenseView),
    pagination: f.paginationOut,
    totals: z.array(z.object({ currency: f.currency, amount: f.decimal })),
  })
  .meta({ id: 'ExpenseList' })

export const viewExpense = (ctx: Ctx, row: ExpenseRow): ExpenseView => ({
  ...viewExpenseLine(row),
  awaitsMyCode: row.status === 'AWAITING_CODE' && row.requestedBy === actorOf(ctx).id,
})

/** An expense as a line of the CSV file. */
export const viewExpenseLine = (row: ExpenseRow): Omit<ExpenseView, 'awaitsMyCode'> => ({
  id: row.id,
  label: row.label,
  category: row.category,
  amount: formatAmount(row.amountMinor, row.currency),
  currency: row.currency,
  incurredAt: iso(row.incurredAt),
  vendor: row.vendor,
  paymentMethod: row.paymentMethod,
  notes: row.notes,
  status: row.status,
  createdBy: row.createdBy,
  approvedBy: row.approvedBy,
  approvedAt: isoOrNull(row.approvedAt),
  rejectionReason: row.rejectionReason,
  reversedAt: isoOrNull(row.reversedAt),
  version: row.version,
  createdAt: iso(row.createdAt),
})
