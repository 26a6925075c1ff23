import { and, eq, isNull } from 'drizzle-orm'
import { type GatewayTransaction, gatewayTransactions } from '#db/schema/money/gateways.ts'
import { commit } from '#domain/core/commit.ts'
import { asService, type Ctx } from '#domain/core/context.ts'
import { refOf } from '#domain/core/incidents/matter.ts'
import { openIncident } from '#domain/core/incidents/open.ts'
import { fail } from '#kernel/failure.ts'
import type { Reading } from '#kernel/outcome.ts'
import type { Callback } from '#providers/gateway.ts'
import type { GatewayId } from '#providers/gateways.ts'
import { STRANGER } from '../matters.ts'
import { findByExternalId, findByReference, isUnsent } from '../queries.ts'
import { applyReading } from '../readings/apply.ts'
import { isOpen } from '../readings/decide.ts'
import { awaitsAgreement } from '../readings/gateway-word.ts'
import { pollGateway } from '../readings/poll.ts'
import type { RawCallback } from './callback.ts'

/**
 * Receives a gateway's callback (docs/gateways.md, Callbacks), only as a reason to read the status with our own token: a signature may be a
 * replay. An unsigned one counts as a guest's request. An unknown attempt is answered 200, so that the gateway does not send it again.
 * @throws 400 for unclear JSON, 401 without proof; 429
 */
export async function receiveCallback(
  guest: Ctx,
  gateway: GatewayId,
  request: RawCallback,
): Promise<{ received: true }> {
  const ctx = asService(guest, 'callback')
  const callback = await ctx.providers.gateways[gateway].verifyCallback(request, ctx.now)
  if (callback.verdict !== 'verified') await request.countAsGuest()
  const tx = await findCalled(ctx, gateway, callback)
  if (callback.verdict !== 'verified') {
    if (tx) ctx.later(() => pollGateway(ctx, tx))
    fail('UNAUTHORIZED', { message: 'La signature est absente ou invalide.' })
  }
  request.refuseUnclear()
  if (!tx || callback.kinds?.includes(tx.kind) === false) return { received: true }
  const { externalId, reading } = callback
  if (tx.externalId && externalId && tx.externalId !== externalId) await reportStranger(ctx, tx, externalId)
  else await hear(ctx, await keepExternalId(ctx, tx, externalId), reading)
  return { received: true }
}

/** Finds the attempt that a callback names, if it is of this gateway. */
async function findCalled(ctx: Ctx, gateway: GatewayId, { reference, externalId }: Callback) {
  const named = reference === undefined ? undefined : await findByReference(ctx, reference)
  if (named?.gateway === gateway) return named
  return externalId === undefined ? undefined : findByExternalId(ctx, gateway, externalId)
}

/** Asks about an attempt that is open, or that people decided by hand. If it is final, the signed body can only contradict it. */
async function hear(ctx: Ctx, tx: GatewayTransaction, said: Reading | undefined): Promise<void> {
  if (isOpen(tx) || awaitsAgreement(tx)) await pollGateway(ctx, await noteAsSent(ctx, tx), 'callback')
  else if (said) await applyReading(ctx, tx, said)
}

/** Keeps the gateway's own id at once, by which we ask: the question may have to wait for its turn. */
async function keepExternalId(ctx: Ctx, tx: GatewayTransaction, externalId: string | undefined) {
  if (externalId === undefined || tx.externalId !== null || !isOpen(tx)) return tx
  const isUnidentified = and(eq(gatewayTransactions.id, tx.id), isNull(gatewayTransactions.externalId))
  await ctx.db.update(gatewayTransactions).set({ externalId }).where(isUnidentified)
  return { ...tx, externalId }
}

/** Marks an attempt as sent, whatever the first answer was: the gateway speaks of it, so it is not sent again. */
async function noteAsSent(ctx: Ctx, tx: GatewayTransaction): Promise<GatewayTransaction> {
  if (tx.status !== 'pending' || tx.sentAt !== null) return tx
  const mine = and(eq(gatewayTransactions.id, tx.id), isUnsent)
  const set = { sentAt: ctx.now, reportedAt: null }
  await ctx.db.update(gatewayTransactions).set(set).where(mine)
  return { ...tx, ...set }
}

/** Tells a person of another transaction under our reference than the one we know: we may not believe it. */
const reportStranger = (ctx: Ctx, { id, reference }: GatewayTransaction, transactionId: string) =>
  commit(ctx, [
    openIncident(ctx, {
      ref: refOf(STRANGER, `${id}:${transactionId}`),
      severity: 'CRITICAL',
      title: 'Transaction inconnue sous notre référence',
      description: `L'opérateur annonce la transaction ${transactionId} sous ${reference}, que nous connaissons sous une autre. Vérifiez avec lui.`,
    }),
  ])
