import { and, eq } from 'drizzle-orm'
import * as z from 'zod'
import { readTogether } from '#db/client.ts'
import { retryOnStale } from '#db/commit.ts'
import { expenses } from '#db/schema/money/expenses.ts'
import { viewPendingApproval } from '#domain/core/approvals/approval.ts'
import { isAwaiting } from '#domain/core/approvals/lapse.ts'
import { recordAct, shownAmount } from '#domain/core/audit.ts'
import { CODE_TTL_MS } from '#domain/core/codes/issue.ts'
import { commit } from '#domain/core/commit.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { transition } from '#domain/core/machine.ts'
import { refuseOwn } from '#domain/core/own-matter.ts'
import { requireSeen } from '#domain/core/seen.ts'
import { fail } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { asOfNow, lapse, ownExpense, sendExpenseCode } from './approval-code.ts'
import { expenseMachine } from './machine.ts'
import { selectExpense } from './queries.ts'

export const RequestExpenseApproval = z.strictObject({ version: f.version.optional() })

/**
 * First step of an approval: a code goes to the admin's address, good for exactly this expense for 10 minutes (docs/money.md,
 * Expenses). What the admin asked for before goes back to PENDING.
 * @throws 404; 409 if it does not wait, or for the actor's own while the service has another administrator; VERSION_MISMATCH if it changed
 *   since `version`; 429 within 60 s of the last code
 */
export const requestExpenseApproval = (ctx: Ctx, id: string, seen: z.output<typeof RequestExpenseApproval>) =>
  retryOnStale(async () => {
    const { id: requestedBy } = actorOf(ctx)
    const [[found], older] = await readTogether(
      ctx.db,
      selectExpense(ctx, id),
      ctx.db
        .select()
        .from(expenses)
        .where(and(isAwaiting, eq(expenses.requestedBy, requestedBy))),
    )
    if (!found) fail('NOT_FOUND')
    const { expense, writes } = asOfNow(ctx, found)
    const { amountMinor, currency } = expense
    const request = transition(ctx, expenseMachine, expense, 'request', {
      set: { requestedBy, expiresAt: ctx.now + CODE_TTL_MS, endedBy: null },
    })
    requireSeen(seen.version, found.version)
    await commit(ctx, [
      refuseOwn(ctx, ownExpense(ctx, expense)),
      ...(await sendExpenseCode(ctx, expense)),
      ...older.filter((other) => other.id !== id).flatMap((other) => lapse(ctx, other, 'REPLACED')),
      ...writes,
      ...request,
      recordAct(ctx, 'expense.request', id, shownAmount({ amountMinor, currency })),
    ])
    return viewPendingApproval(ctx, id)
  })
