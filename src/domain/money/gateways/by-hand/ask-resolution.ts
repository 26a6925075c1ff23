import type { GatewayTransaction } from '#db/schema/money/gateways.ts'
import { askApproval, type PendingApproval } from '#domain/core/approvals/pending.ts'
import { recordAct } from '#domain/core/audit.ts'
import { commit } from '#domain/core/commit.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { mailTo } from '#domain/core/notices/notify.ts'
import { requireProof } from '#domain/core/owner/proof.ts'
import { fail } from '#kernel/failure.ts'
import { type AttemptOutcome, OUTCOME_WORDS, resolutionCode } from '../notices.ts'
import { type AttemptDecision, requireOutcome } from './book-decision.ts'
import { requireIncident } from './by-hand.ts'
import { refuseOwnAttempt } from './own-attempt.ts'

/** Terms of a decision by hand that its code approves: the attempt as it is, its outcome, and the amount that came in. */
export const termsOf = (tx: GatewayTransaction, { outcome, receivedMinor }: AttemptDecision) => [
  ...[tx.id, outcome, receivedMinor ?? tx.amountMinor],
  ...[tx.currency, tx.status],
]

/**
 * Asks for a decision by hand, its first step: mails the ADMIN a code that is good for exactly this decision.
 * @throws 403 REAUTH_REQUIRED; 409 without an incident about the attempt, and for the ADMIN's own attempt; 429 within 60 s of the last
 *   code
 */
export async function askResolution(ctx: Ctx, tx: GatewayTransaction, decision: AttemptDecision) {
  requireProof(ctx)
  const { outcome, note, receivedMinor, targetId } = decision
  requireOutcome(tx, outcome)
  const amount = { amountMinor: receivedMinor ?? tx.amountMinor, currency: tx.currency }
  const facts = { amount, reference: tx.reference, outcome }
  const { view, writes } = await askApproval(
    ctx,
    {
      ...{ purpose: 'RESOLUTION', subjectId: tx.id, terms: termsOf(tx, decision) },
      input: { outcome, note, receivedMinor, targetId },
    },
    (code) => mailTo(ctx, actorOf(ctx), resolutionCode, { code, ...facts }),
  )
  await commit(ctx, [
    ...refuseOwnAttempt(ctx, tx),
    requireIncident(ctx, tx),
    ...writes,
    recordAct(ctx, 'movement.request', targetId, { outcome, note, from: tx.status, movement: tx.id }),
  ])
  return view
}

/** The decision in a pending approval. @throws 404 if its outcome is unknown */
export function decisionIn({ input }: PendingApproval): AttemptDecision {
  const { outcome, note, receivedMinor, targetId } = input
  if (!isOutcome(outcome)) fail('NOT_FOUND')
  return {
    outcome,
    note: String(note),
    receivedMinor: typeof receivedMinor === 'number' ? receivedMinor : null,
    targetId: String(targetId),
  }
}

const isOutcome = (word: unknown): word is AttemptOutcome => typeof word === 'string' && word in OUTCOME_WORDS
