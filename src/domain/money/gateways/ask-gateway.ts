import type { GatewayTransaction } from '../../../db/schema/money/gateways.ts'
import type { Reading } from '../../../kernel/outcome.ts'
import type { Ctx } from '../../core/context.ts'

/** Reads what became of a movement from its gateway, with our own token; nothing is written. */
export async function readGateway(ctx: Ctx, tx: GatewayTransaction): Promise<Reading> {
  const { pawapay, mbiyopay } = ctx.providers
  if (tx.gateway === 'A') return pawapay.read(tx.kind === 'payin' ? 'deposit' : tx.kind, tx.reference)
  if (tx.externalId) {
    const { reference, ...reading } = await mbiyopay.read(tx.externalId)
    const isOurs = reference === undefined || reference === tx.reference
    return isOurs ? reading : { outcome: { kind: 'unknown', detail: 'an answer about another movement' } }
  }
  // A call that timed out left no id to ask about: look for our reference in its list.
  const { externalId, ...reading } = await mbiyopay.findByReference(tx.reference)
  const { outcome } = reading
  const known = outcome.kind === 'succeeded' || outcome.kind === 'pending' || outcome.kind === 'declined'
  return externalId && known ? { ...reading, outcome: { ...outcome, externalId } } : reading
}
