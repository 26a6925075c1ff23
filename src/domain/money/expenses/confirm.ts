import type * as z from 'zod'
import { ConfirmApproval, confirmOneAtATime } from '../../core/approvals/confirm.ts'
import type { Ctx } from '../../core/context.ts'
import { getExpense } from './queries.ts'
import { viewExpense } from './view.ts'

export const ConfirmExpense = ConfirmApproval.omit({ pendingId: true })

/** Second step of an approval, one at a time per admin: a second one that runs meanwhile is refused with 429 (docs/money.md, Expenses). */
export async function confirmExpense(ctx: Ctx, id: string, input: z.output<typeof ConfirmExpense>) {
  // What is not there costs no try of the authenticator.
  await getExpense(ctx, id)
  return viewExpense(await getExpense(ctx, await confirmOneAtATime(ctx, 'expense', { pendingId: id, ...input })))
}
