import type * as z from 'zod'
import { retryOnStale } from '#db/commit.ts'
import type { GatewayTransaction } from '#db/schema/money/gateways.ts'
import type { PendingApprovalView } from '#domain/core/approvals/approval.ts'
import { confirmOneAtATime } from '#domain/core/approvals/confirm.ts'
import { getPending } from '#domain/core/approvals/pending.ts'
import type { Ctx } from '#domain/core/context.ts'
import { invalid } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import type { Resolve } from '../deciding/resolution-input.ts'
import { comesIn } from '../readings/decide.ts'
import { askResolution } from './ask-resolution.ts'
import { type AttemptDecision, requireOutcome } from './book-decision.ts'
import { applyClear } from './hear-first.ts'

/**
 * Decides an attempt in two steps (docs/money.md, Corrections). First its gateway is asked, and a clear answer is applied. If it leaves the
 * attempt open, an ADMIN decides, after an incident about it exists, with the owner's proof and a code that is mailed now.
 * @param load finds the attempt
 * @returns the approval that waits for its code; undefined if it is decided
 * @throws 404; 409 GATEWAY_DISAGREES if its gateway contradicts the outcome, INVALID_TRANSITION if its state does not allow the outcome,
 *   without an incident, and for the ADMIN's own attempt while another ADMIN is in office; 403 REAUTH_REQUIRED
 */
export async function resolveAttempt(
  ctx: Ctx,
  targetId: string,
  input: Resolve,
  load: () => Promise<GatewayTransaction>,
): Promise<z.output<typeof PendingApprovalView> | undefined> {
  // An attempt that does not exist is 404, whatever else is wrong with the request.
  const first = await load()
  if (input.pendingId !== undefined) return confirmResolution(ctx, { ...input, pendingId: input.pendingId }, first)
  return retryOnStale(async () => {
    const seen = await load()
    const decision = decisionOf(seen, targetId, input)
    requireOutcome(seen, decision.outcome)
    const heard = await applyClear(ctx, seen, decision)
    return heard === 'decided' ? undefined : askResolution(ctx, heard, decision)
  })
}

async function confirmResolution(
  ctx: Ctx,
  input: Resolve & { pendingId: string },
  { id }: GatewayTransaction,
): Promise<undefined> {
  const { pendingId, code = invalid('code', 'Tapez le code reçu par e-mail.'), totp } = input
  const named = (['outcome', 'note', 'amount'] as const).find((field) => input[field] !== undefined)
  if (named) invalid(named, 'Avec un code, ne redites pas la décision : elle est déjà notée.')
  await getPending(ctx, 'RESOLUTION', pendingId, id)
  await confirmOneAtATime(ctx, 'resolution', { pendingId, code, totp })
}

function decisionOf(tx: GatewayTransaction, targetId: string, input: Resolve): AttemptDecision {
  const {
    outcome = invalid('outcome', 'Dites ce que ce mouvement est devenu, ou donnez pendingId et code.'),
    note = invalid('note', 'Dites comment vous le savez.'),
    amount,
  } = input
  if (input.code !== undefined) invalid('pendingId', 'Un code va avec le pendingId de sa demande.')
  const takesAmount = tx.status === 'review' && outcome === 'succeeded' && comesIn(tx)
  if (amount !== undefined && !takesAmount)
    invalid('amount', "Le montant reçu ne se dit que d'un paiement en cours de vérification qui est arrivé.")
  const receivedMinor = amount === undefined ? null : f.amountOf(amount, tx.currency, 'amount')
  return { outcome, note, receivedMinor, targetId }
}
