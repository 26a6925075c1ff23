import { sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { guard } from '#db/guard.ts'
import { type Approval, sendApprovalCode } from '#domain/core/approvals/approval.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { transition } from '#domain/core/machine.ts'
import { mailTo } from '#domain/core/notices/notify.ts'
import { excerpt } from '#kernel/text.ts'
import { expenseMachine } from './machine.ts'
import { expenseCode } from './notices.ts'
import type { ExpenseRow } from './queries.ts'

const OWN_EXPENSE = guard('OWN_EXPENSE', 'CONFLICT', {
  message: "Vous avez saisi cette dépense : un autre administrateur doit l'approuver.",
})

/** The approval is good for exactly this: what was spent on what, and with whom. */
export const approvalOf = (
  { id, amountMinor, currency, category, label, vendor }: ExpenseRow,
  requestedBy: string,
): Approval => ({ purpose: 'EXPENSE', requestedBy, terms: [id, amountMinor, currency, category, label, vendor] })

/** The writes that send the admin a code for this expense; 429 within 60 s of the last one. */
export function sendExpenseCode(ctx: Ctx, expense: ExpenseRow): Promise<Write[]> {
  const { amountMinor, currency, label } = expense
  const facts = { amount: { amountMinor, currency }, label: excerpt(label) }
  return sendApprovalCode(ctx, approvalOf(expense, actorOf(ctx).id), (code) =>
    mailTo(ctx, actorOf(ctx), expenseCode, { code, ...facts }),
  )
}

/** Nobody approves what they wrote down themselves while the service has another administrator. 409 */
export const ownExpense = (ctx: Ctx, { createdBy }: ExpenseRow) => ({
  broken: OWN_EXPENSE,
  isTheirs: sql`${createdBy} = ${actorOf(ctx).id}`,
})

/** The code that was asked for approves nothing any more, and the expense waits as before. */
export const lapse = (ctx: Ctx, expense: ExpenseRow, endedBy: ExpenseRow['endedBy']): Write[] =>
  transition(ctx, expenseMachine, expense, 'lapse', { set: { endedBy } })

/** An expense as it stands at this moment: a code whose time is over binds nobody, even before the cron comes by. */
export function asOfNow(ctx: Ctx, expense: ExpenseRow): { expense: ExpenseRow; writes: Write[] } {
  if (expense.status !== 'AWAITING_CODE' || (expense.expiresAt ?? 0) > ctx.now) return { expense, writes: [] }
  return {
    expense: { ...expense, status: 'PENDING', endedBy: 'EXPIRED', version: expense.version + 1 },
    writes: lapse(ctx, expense, 'EXPIRED'),
  }
}
