import { retryOnStale } from '#db/commit.ts'
import type { ApprovalInput } from '#domain/core/approvals/confirm.ts'
import { approvePending, getPending } from '#domain/core/approvals/pending.ts'
import type { Ctx } from '#domain/core/context.ts'
import { decisionIn, termsOf } from '../by-hand/ask-resolution.ts'
import { bookDecision, staleIfMoved } from '../by-hand/book-decision.ts'
import { applyClear } from '../by-hand/hear-first.ts'
import { getTransaction } from '../queries.ts'

/**
 * Second step of a decision by hand: the gateway is asked once more, and what it still leaves open is booked with the code
 * that approves it. A clear answer needs none, and ends what was asked for. Runs inside the admin's Durable Object.
 * @returns the attempt's id
 * @throws 401 INVALID_VERIFICATION_CODE, 404, 410, 429; 409 GATEWAY_DISAGREES, and INVALID_TRANSITION once the attempt is not
 *   what the code was asked for
 */
export async function approveResolution(ctx: Ctx, { pendingId, ...typed }: ApprovalInput): Promise<string> {
  let tries = 0
  return retryOnStale(async () => {
    tries++
    const pending = await getPending(ctx, 'RESOLUTION', pendingId)
    const decision = decisionIn(pending)
    const seen = await getTransaction(ctx, pending.subjectId)
    const isAsAsked = JSON.stringify(termsOf(seen, decision)) === JSON.stringify(pending.terms)
    const tx = isAsAsked ? await applyClear(ctx, seen, decision) : seen
    if (tx === 'decided') return seen.id
    await approvePending(ctx, pending, termsOf(tx, decision), typed, (used) =>
      bookDecision(ctx, tx, decision, { isByHand: true, beside: used }).catch((error: unknown) => {
        throw staleIfMoved(error, tries)
      }),
    )
    return tx.id
  })
}
