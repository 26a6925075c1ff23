import * as z from 'zod'
import { retryOnStale } from '#db/commit.ts'
import { recordAct, shownAmount } from '#domain/core/audit.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { transition } from '#domain/core/machine.ts'
import { fail } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { formatAmount } from '#kernel/money.ts'
import { asOfNow } from './approval-code.ts'
import { expenseFields, incurredFields } from './fields.ts'
import { expenseMachine } from './machine.ts'
import { getExpense, selectExpense } from './queries.ts'
import { viewExpense } from './view.ts'

export const UpdateExpense = z.strictObject(expenseFields).partial().extend({ version: f.version.optional() })

/**
 * Finance corrects an expense that waits; what a code would approve does not change under it (docs/money.md, Expenses).
 * @throws 400, 404; 409 INVALID_TRANSITION once an approval was asked for or it is decided, VERSION_MISMATCH when somebody
 *   else changed it since `version`
 */
export const updateExpense = (ctx: Ctx, id: string, input: z.output<typeof UpdateExpense>) =>
  retryOnStale(async () => {
    const { version, amount, incurredAt, ...changes } = input
    const found = await getExpense(ctx, id)
    const { expense, writes } = asOfNow(ctx, found)
    const { currency = expense.currency } = changes
    const isPriced = amount !== undefined || changes.currency !== undefined
    const set = {
      ...changes,
      ...(isPriced && {
        amountMinor: f.amountOf(amount ?? formatAmount(expense.amountMinor, expense.currency), currency, 'amount'),
      }),
      ...(incurredAt !== undefined && incurredFields(ctx, incurredAt)),
    }
    const details = {
      ...changes,
      ...(set.amountMinor !== undefined && shownAmount({ amountMinor: set.amountMinor, currency })),
      ...(incurredAt !== undefined && { incurredAt }),
    }
    const edit = transition(ctx, expenseMachine, expense, 'edit', { set })
    if (version !== undefined && version !== found.version) fail('CONFLICT', 'VERSION_MISMATCH')
    const [[fresh]] = await commit(
      ctx,
      [...writes, ...edit, recordAct(ctx, 'expense.update', id, details)],
      selectExpense(ctx, id),
    )
    return viewExpense(ctx, fresh ?? fail('NOT_FOUND'))
  })
