import * as z from 'zod'
import { EXPENSE_CATEGORIES, EXPENSE_METHODS, EXPENSE_STATUSES } from '#db/schema/money/expenses.ts'
import type { Ctx } from '#domain/core/context.ts'
import { invalid } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { dayOf } from '#kernel/period.ts'

export const category = z.enum(EXPENSE_CATEGORIES).meta({ id: 'ExpenseCategory' })
export const paymentMethod = z.enum(EXPENSE_METHODS).meta({ id: 'ExpenseMethod' })
export const status = z.enum(EXPENSE_STATUSES).meta({
  id: 'ExpenseStatus',
  description: "PENDING : à décider. AWAITING_CODE : un ADMIN l'approuve, son code est attendu.",
})

/** Fields of an expense that finance fills in; null clears an optional one. */
export const expenseFields = {
  label: f.line(2, 120),
  category,
  amount: f.amount,
  currency: f.currency,
  incurredAt: f.dayOrInstant.optional(),
  vendor: f.line(1, 120).nullable().optional(),
  paymentMethod: paymentMethod.nullable().optional(),
  notes: f.prose(1, 2000).nullable().optional(),
}

/**
 * Reads the time of an expense, and its day in Lubumbashi and Kigali. A plain day is kept as its midnight in UTC, which is in that day in
 * both places.
 * @throws 400 if the time is in the future
 */
export function incurredFields(ctx: Ctx, given: string): { incurredAt: number; day: string } {
  const incurredAt = Date.parse(given)
  const day = dayOf(incurredAt)
  const isPlainDay = given.length === 10
  if (isPlainDay ? day > dayOf(ctx.now) : incurredAt > ctx.now) {
    invalid('incurredAt', 'La date de la dépense ne peut pas être dans le futur.')
  }
  return { incurredAt, day }
}
