import type { GatewayTransaction } from '#db/schema/money/gateways.ts'
import type { Ctx } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'
import type { Reading } from '#kernel/outcome.ts'
import { transactionMachine } from '../machine.ts'
import type { AttemptOutcome } from '../notices.ts'
import { applyReading } from '../readings/apply.ts'
import { readGateway } from '../readings/ask-gateway.ts'
import { comesIn, type GatewayFacts, isOpen } from '../readings/decide.ts'
import { type GatewayWord, gatewayWordOf } from '../readings/gateway-word.ts'
import { type AttemptDecision, bookDecision } from './book-decision.ts'

/** Answers of a gateway that confirm an outcome. */
const SAYS: Record<AttemptOutcome, GatewayWord['is'][]> = {
  succeeded: ['succeeded'],
  lateSuccess: ['succeeded'],
  failed: ['failed'],
  reversed: ['reversed', 'failed'],
}

/**
 * Asks the gateway of an attempt about which an ADMIN wants to decide, and applies a clear answer as it is, whatever the ADMIN says. This
 * question does not put off the service's own.
 * @returns `decided` if the gateway says the same; else the attempt as it is now, which its gateway leaves open
 * @throws 409 GATEWAY_DISAGREES if the gateway says something else
 */
export async function applyClear(
  ctx: Ctx,
  seen: GatewayTransaction,
  decision: AttemptDecision,
): Promise<GatewayTransaction | 'decided'> {
  const reading = await readGateway(ctx, seen)
  const said = gatewayWordOf(seen, reading)
  if (SAYS[decision.outcome].includes(said.is) && (decision.receivedMinor ?? seen.amountMinor) === seen.amountMinor) {
    await bookDecision(ctx, seen, decision, { isByHand: false, heard: factsOf(reading) })
    return 'decided'
  }
  const tx = await applyOther(ctx, seen, reading, said, decision)
  if (said.is === 'open') return tx
  if (said.is === 'amount' && isAnnounced(tx, reading, decision)) return tx
  disagree(said)
}

/** Facts that the gateway tells beside its verdict. */
function factsOf({ outcome }: Reading): GatewayFacts {
  const known = 'externalId' in outcome && outcome.externalId ? { externalId: outcome.externalId } : {}
  if (outcome.kind !== 'declined') return known
  return { ...known, failureCode: outcome.failureCode, failureMessage: outcome.failureMessage ?? null }
}

/** Applies the gateway's answer, though the ADMIN said another outcome. The Idempotency-Key of the ADMIN's request stays free. */
async function applyOther(
  ctx: Ctx,
  tx: GatewayTransaction,
  reading: Reading,
  said: GatewayWord,
  { targetId }: AttemptDecision,
): Promise<GatewayTransaction> {
  const own = { ...ctx, keyUse: undefined }
  if (tx.status === 'review' && (said.is === 'succeeded' || said.is === 'failed')) {
    const note = "L'opérateur le dit quand on le lui demande."
    const decision = { outcome: said.is, note, receivedMinor: null, targetId }
    await bookDecision(own, tx, decision, { isByHand: false, heard: factsOf(reading) })
    return tx
  }
  // The sweep tells of a payout that the gateway does not know: here a person looks already.
  return isOpen(tx) && said.is === 'open' ? tx : applyReading(own, tx, reading)
}

/**
 * Whether an ADMIN's `succeeded` agrees with another announced amount: it names that amount. Without an amount in our currency, the ADMIN
 * may not go above the amount asked for. A payout with another amount has left: finance books the difference.
 */
function isAnnounced(tx: GatewayTransaction, { money }: Reading, { outcome, receivedMinor }: AttemptDecision): boolean {
  if (tx.status !== 'review' || outcome !== 'succeeded') return false
  if (!comesIn(tx)) return true
  if (!money || money.currency !== tx.currency) return (receivedMinor ?? tx.amountMinor) <= tx.amountMinor
  return receivedMinor === money.amountMinor
}

function disagree(said: GatewayWord): never {
  const word = said.is === 'amount' ? `réussi pour ${said.announced}` : said.is
  const next =
    said.is === 'amount'
      ? 'Redites-le dans « Montant vraiment reçu » (amount).'
      : 'Relisez le mouvement avant de décider.'
  const told = word in transactionMachine.states ? transactionMachine.states[word as 'failed'] : word
  fail('CONFLICT', {
    reason: 'GATEWAY_DISAGREES',
    message: `L'opérateur, interrogé à l'instant, dit ce mouvement ${told} : sa réponse fait foi. ${next}`,
  })
}
