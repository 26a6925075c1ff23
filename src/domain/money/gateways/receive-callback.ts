import { fail } from '../../../kernel/failure.ts'
import type { MovementKind } from '../../../providers/pawapay.ts'
import { asService, type Ctx } from '../../core/context.ts'
import { applyReading } from './apply.ts'
import type { RawCallback } from './callback.ts'
import { pollGateway } from './poll.ts'
import { findByExternalId, findTransaction } from './queries.ts'

/**
 * Gateway A calls back (docs/gateways.md, Callbacks). What is signed is applied; what is not signed is never believed, but makes us ask
 * about a movement of ours. An unknown movement is answered 200, so that it is not sent again. 401 without proof.
 */
export async function receiveCallbackA(
  guest: Ctx,
  kind: MovementKind,
  request: RawCallback,
): Promise<{ received: true }> {
  const ctx = asService(guest, 'callback')
  const { verdict, id, reading } = await ctx.providers.pawapay.verifyCallback(kind, request, ctx.now)
  const tx = id === undefined || verdict === 'forged' ? undefined : await findTransaction(ctx, 'A', id)
  if (verdict !== 'verified') {
    if (tx) ctx.later(() => pollGateway(ctx, tx))
    fail('UNAUTHORIZED', { message: 'La signature est absente ou invalide.' })
  }
  if (tx?.kind === kind && reading) await applyReading(ctx, tx, reading)
  return { received: true }
}

/**
 * Gateway B calls back. Its signature has no time in it and could be replayed, so a signed callback only makes us read
 * the movement again: what the gateway then says is applied (docs/gateways.md, Callbacks). 401 without proof.
 */
export async function receiveCallbackB(guest: Ctx, request: RawCallback): Promise<{ received: true }> {
  const ctx = asService(guest, 'callback')
  const { verdict, transactionId, reference } = await ctx.providers.mbiyopay.verifyCallback(request)
  if (verdict !== 'verified') fail('UNAUTHORIZED', { message: 'La signature est absente ou invalide.' })
  const tx =
    (reference !== undefined && (await findTransaction(ctx, 'B', reference))) ||
    (transactionId !== undefined && (await findByExternalId(ctx, transactionId)))
  // Another transaction than the one we know under this reference is not ours to believe.
  if (!tx || (tx.externalId && transactionId && tx.externalId !== transactionId)) return { received: true }
  await pollGateway(ctx, { ...tx, externalId: tx.externalId ?? transactionId ?? null })
  return { received: true }
}
