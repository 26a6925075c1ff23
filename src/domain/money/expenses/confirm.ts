import type * as z from 'zod'
import { ConfirmApproval, confirmOneAtATime } from '#domain/core/approvals/confirm.ts'
import type { Ctx } from '#domain/core/context.ts'
import { getExpense } from './queries.ts'
import { viewExpense } from './view.ts'

export const ConfirmExpense = ConfirmApproval.omit({ pendingId: true })

/**
 * Confirms an approval, its second step, one at a time for each admin (docs/money.md, Expenses).
 * @throws 429 while another confirmation of the admin runs
 */
export async function confirmExpense(ctx: Ctx, id: string, input: z.output<typeof ConfirmExpense>) {
  // An expense that does not exist costs no try of the authenticator.
  await getExpense(ctx, id)
  return viewExpense(ctx, await getExpense(ctx, await confirmOneAtATime(ctx, 'expense', { pendingId: id, ...input })))
}
