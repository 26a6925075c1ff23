import type * as z from 'zod'
import { EXPENSE_CATEGORIES, EXPENSE_METHODS } from '../../../db/schema/money/expenses.ts'
import { currencies } from '../../../kernel/money.ts'
import type { ExpenseMetaView } from './view.ts'

/** What an expense may be of, how it may be paid, and in what. */
export const showExpenseMeta = (): z.output<typeof ExpenseMetaView> => ({
  categories: [...EXPENSE_CATEGORIES],
  paymentMethods: [...EXPENSE_METHODS],
  currencies: [...currencies],
})
