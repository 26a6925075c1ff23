import type { GatewayTransaction } from '../../../db/schema/money/gateways.ts'
import type { Reading } from '../../../kernel/outcome.ts'
import type { Ctx } from '../../core/context.ts'
import { applyReading } from './apply.ts'
import { send } from './send.ts'

/**
 * Asks the gateway what became of an attempt and applies the answer. An attempt whose call was never made is made now.
 * Used by the sweep, by check-status and after a callback that cannot be believed.
 */
export async function pollGateway(ctx: Ctx, tx: GatewayTransaction): Promise<GatewayTransaction> {
  if (tx.status === 'pending' && tx.sentAt === null) return send(ctx, tx)
  return applyReading(ctx, tx, await read(ctx, tx))
}

async function read(ctx: Ctx, tx: GatewayTransaction): Promise<Reading> {
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
