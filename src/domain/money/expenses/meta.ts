import type * as z from 'zod'
import { EXPENSE_CATEGORIES, EXPENSE_METHODS } from '#db/schema/money/expenses.ts'
import { currencies } from '#kernel/money.ts'
import type { ExpenseMetaView } from './view.ts'

/** Shows the categories, payment methods and currencies of expenses. */
export const showExpenseMeta = (): z.output<typeof ExpenseMetaView> => ({
  categories: [...EXPENSE_CATEGORIES],
  paymentMethods: [...EXPENSE_METHODS],
  currencies: [...currencies],
})
