import { eq } from 'drizzle-orm'
import * as z from 'zod'
import { gatewayTransactions } from '../../../db/schema/money/gateways.ts'
import { fail } from '../../../kernel/failure.ts'
import * as f from '../../../kernel/fields.ts'
import type { Ctx } from '../../core/context.ts'
import { getPayoutFile } from '../payouts/queries.ts'
import { showPayout } from '../payouts/show-payout.ts'
import { bookDecision } from './book-decision.ts'
import { getNamed, selectTransactions } from './queries.ts'
import { viewTransaction } from './view.ts'

export const Resolve = z.strictObject({
  outcome: z.enum(['succeeded', 'failed', 'lateSuccess', 'reversed']),
  note: f.reason,
})
type Resolve = z.output<typeof Resolve>

/**
 * An ADMIN decides about a movement that no gateway answers for, or that one takes back (docs/money.md, Corrections), in
 * the commit that books it, once; named by its id, or by the reference that its incident names, a deposit's depositId. Administrators' payouts have an operation of their own.
 * @throws 404; 409 for one's own while another ADMIN is in office, INVALID_TRANSITION for a decision that its state does not have
 */
export async function resolveTransaction(ctx: Ctx, id: string, decision: Resolve) {
  const tx = await bookDecision(ctx, id, decision, async () => {
    const found = await getNamed(ctx, id)
    return found.purpose === 'ADMIN_PAYOUT' ? fail('NOT_FOUND') : found
  })
  const [row] = await selectTransactions(ctx).where(eq(gatewayTransactions.id, tx.id))
  return viewTransaction(row ?? fail('NOT_FOUND'))
}

/** As `resolveTransaction`, for a payout of an administrator. 404, also before it was approved; 409 */
export async function resolvePayout(ctx: Ctx, payoutId: string, decision: Resolve) {
  await bookDecision(
    ctx,
    payoutId,
    decision,
    async () => (await getPayoutFile(ctx, payoutId)).attempt ?? fail('NOT_FOUND'),
  )
  return showPayout(ctx, payoutId)
}
