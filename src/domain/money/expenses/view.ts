import * as z from 'zod'
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
export const ExpenseView = z.object(expense).meta({ id: 'Expense' })
export type ExpenseView = z.output<typeof ExpenseView>

/** The columns of its CSV are the same. */
export const EXPENSE_KEYS = Object.keys(expense) as (keyof ExpenseView)[]

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

export const viewExpense = (row: ExpenseRow): ExpenseView => ({
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
