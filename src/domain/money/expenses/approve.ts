import { retryOnStale } from '#db/commit.ts'
import { approveByCode, type DeadCode } from '#domain/core/approvals/approval.ts'
import type { ApprovalInput } from '#domain/core/approvals/confirm.ts'
import { recordAct, shownAmount } from '#domain/core/audit.ts'
import { commit } from '#domain/core/commit.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { transition } from '#domain/core/machine.ts'
import { decideOwn } from '#domain/core/own-matter.ts'
import { CASH, EXPENSES } from '../ledger/accounts.ts'
import { post } from '../ledger/post.ts'
import { approvalOf, lapse, ownExpense } from './approval-code.ts'
import { getAsked } from './asked.ts'
import { expenseMachine } from './machine.ts'

/**
 * Uses up the code and books the expense in one commit (docs/money.md, Expenses). Runs inside the admin's Durable Object.
 * @returns the expense's id
 * @throws 401 INVALID_VERIFICATION_CODE, 404 if another admin asked, 409, 410 if it has expired, 429 after five tries
 */
export const approveExpense = (ctx: Ctx, { pendingId, ...typed }: ApprovalInput): Promise<string> =>
  retryOnStale(async () => {
    const expense = await getAsked(ctx, pendingId)
    const { id: approvedBy } = actorOf(ctx)
    const { id, amountMinor, currency } = expense
    const dies = (why: DeadCode) => lapse(ctx, expense, why)
    await approveByCode(ctx, approvalOf(expense, approvedBy), typed, dies, (used) =>
      commit(ctx, [
        ...used,
        ...decideOwn(ctx, ownExpense(ctx, expense), { key: `expense:${id}`, what: `dépense ${id}` }),
        ...transition(ctx, expenseMachine, expense, 'approve', { set: { approvedBy, approvedAt: ctx.now } }),
        ...post(ctx, { kind: 'expense:approved', ref: id, from: EXPENSES, to: CASH, amountMinor, currency }),
        recordAct(ctx, 'expense.approve', id, shownAmount({ amountMinor, currency })),
      ]),
    )
    return id
  })
