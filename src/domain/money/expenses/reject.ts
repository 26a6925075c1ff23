import * as z from 'zod'
import { retryOnStale } from '#db/commit.ts'
import { recordAct } from '#domain/core/audit.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { transition } from '#domain/core/machine.ts'
import { requireSeen } from '#domain/core/seen.ts'
import { fail } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { expenseMachine } from './machine.ts'
import { getExpense, selectExpense } from './queries.ts'
import { viewExpense } from './view.ts'

export const RejectExpense = z.strictObject({ reason: f.reason, version: f.version.optional() })

/**
 * An admin refuses an expense for good, also one that waits for its code; nothing is booked (docs/states.md, Expense).
 * @throws 404; 409 INVALID_TRANSITION; VERSION_MISMATCH if it changed since `version`
 */
export const rejectExpense = (ctx: Ctx, id: string, { reason, version }: z.output<typeof RejectExpense>) =>
  retryOnStale(async () => {
    const expense = await getExpense(ctx, id)
    const moves = transition(ctx, expenseMachine, expense, 'reject', { reason, set: { rejectionReason: reason } })
    requireSeen(version, expense.version)
    const [[fresh]] = await commit(
      ctx,
      [...moves, recordAct(ctx, 'expense.reject', id, { reason })],
      selectExpense(ctx, id),
    )
    return viewExpense(ctx, fresh ?? fail('NOT_FOUND'))
  })
