import * as z from 'zod'
import { expenses } from '#db/schema/money/expenses.ts'
import { recordAct, shownAmount } from '#domain/core/audit.ts'
import { commit } from '#domain/core/commit.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { recordCreation } from '#domain/core/machine.ts'
import { fail } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { iso } from '#kernel/time.ts'
import { expenseFields, incurredFields } from './fields.ts'
import { selectExpense } from './queries.ts'
import { viewExpense } from './view.ts'

export const CreateExpense = z.strictObject(expenseFields)

/** Finance writes an expense down; it waits as PENDING and moves no money (docs/money.md, Expenses). 400 */
export async function createExpense(ctx: Ctx, input: z.output<typeof CreateExpense>) {
  const { label, category, currency, vendor = null, paymentMethod = null, notes = null } = input
  const amountMinor = f.amountOf(input.amount, currency, 'amount')
  const id = ctx.ids.v7()
  const [[expense]] = await commit(
    ctx,
    [
      ctx.db.insert(expenses).values({
        id,
        label,
        category,
        amountMinor,
        currency,
        ...incurredFields(ctx, input.incurredAt ?? iso(ctx.now)),
        vendor,
        paymentMethod,
        notes,
        status: 'PENDING',
        createdBy: actorOf(ctx).id,
        createdAt: ctx.now,
        updatedAt: ctx.now,
      }),
      recordCreation(ctx, 'expense', id, 'PENDING'),
      recordAct(ctx, 'expense.create', id, { label, category, ...shownAmount({ amountMinor, currency }) }),
    ],
    selectExpense(ctx, id),
  )
  return viewExpense(ctx, expense ?? fail('NOT_FOUND'))
}
