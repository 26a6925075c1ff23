import { eq } from 'drizzle-orm'
import * as z from 'zod'
import { gatewayTransactions } from '#db/schema/money/gateways.ts'
import { PendingApprovalView } from '#domain/core/approvals/approval.ts'
import type { Ctx } from '#domain/core/context.ts'
import { getPayoutFile } from '#domain/money/payouts/queries.ts'
import { showPayout } from '#domain/money/payouts/show-payout.ts'
import { PayoutFileView } from '#domain/money/payouts/view.ts'
import { fail } from '#kernel/failure.ts'
import { resolveAttempt } from '../by-hand/resolve-attempt.ts'
import { getNamed, selectTransactions } from '../queries.ts'
import { TransactionView, viewTransaction } from '../view.ts'
import type { Resolve } from './resolution-input.ts'

/** An attempt that is decided, or the approval that waits for the mailed code. */
export const ResolvedTransactionView = z.union([TransactionView, PendingApprovalView]).meta({ id: 'ResolvedMovement' })
export const ResolvedPayoutView = z.union([PayoutFileView, PendingApprovalView]).meta({ id: 'ResolvedPayout' })

/** Decides an attempt named by its id, or by the reference in its incident. Administrators' payouts have an operation of their own. */
export async function resolveTransaction(ctx: Ctx, id: string, input: Resolve) {
  const load = async () => {
    const found = await getNamed(ctx, id)
    return found.purpose === 'ADMIN_PAYOUT' ? fail('NOT_FOUND') : found
  }
  const pending = await resolveAttempt(ctx, id, input, load)
  if (pending) return pending
  const { id: movementId } = await load()
  const [row] = await selectTransactions(ctx).where(eq(gatewayTransactions.id, movementId))
  return viewTransaction(row ?? fail('NOT_FOUND'))
}

/** Decides as `resolveTransaction`, for a payout of an administrator. @throws 404, also before it was approved; 409 */
export async function resolvePayout(ctx: Ctx, payoutId: string, input: Resolve) {
  const load = async () => (await getPayoutFile(ctx, payoutId)).attempt ?? fail('NOT_FOUND')
  return (await resolveAttempt(ctx, payoutId, input, load)) ?? showPayout(ctx, payoutId)
}
