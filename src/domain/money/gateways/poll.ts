import { and, eq, isNull, lte, or, sql } from 'drizzle-orm'
import { type GatewayTransaction, gatewayTransactions } from '../../../db/schema/money/gateways.ts'
import type { Reading } from '../../../kernel/outcome.ts'
import { SECOND_MS } from '../../../kernel/time.ts'
import type { Ctx } from '../../core/context.ts'
import { closeIncidents } from '../../core/incidents/close.ts'
import { applyReading } from './apply.ts'
import { isOpen } from './decide.ts'
import { contradictionsOf } from './matters.ts'
import { endUnlessWanted } from './send.ts'

/** One question about a movement in so long, whoever asks (docs/gateways.md, Asking again). */
const QUESTION_EVERY_MS = 30 * SECOND_MS

/**
 * Asks the gateway what became of an attempt and applies the answer. It never sends one, and does not ask about what waits for a
 * person, nor about what is final while its gateway has not contradicted itself; what was never sent ends here where nobody wants it any more. Within 30 seconds of the last question the answer is what is known, and the
 * question is put off until then. Used by the sweep, by check-status and after a callback.
 */
export async function pollGateway(ctx: Ctx, tx: GatewayTransaction): Promise<GatewayTransaction> {
  if (!isOpen(tx) && !(await isContradicted(ctx, tx))) return tx
  if (tx.status === 'pending' && tx.sentAt === null) return endUnlessWanted(ctx, tx)
  if (!mayAsk(ctx, tx)) return putOff(ctx, tx)
  const mine = await takeTurn(ctx, tx)
  if (!mine) return tx
  const known = { ...mine, externalId: mine.externalId ?? tx.externalId }
  const reading = await read(ctx, known)
  return applyReading(ctx, known, reading, agrees(tx, reading) ? closeContradiction(ctx, tx) : [])
}

/** A gateway that contradicted itself about what is final is asked again: our own reading tells whether it still does. */
async function isContradicted(ctx: Ctx, { id }: GatewayTransaction): Promise<boolean> {
  const [told] = await ctx.db.all(
    sql`SELECT 1 FROM incidents i WHERE i.ref IN (${contradictionsOf(id)}) AND i.status IN ('OPEN', 'INVESTIGATING') LIMIT 1`,
  )
  return told !== undefined
}

const agrees = ({ status }: GatewayTransaction, { outcome: { kind } }: Reading) =>
  (status === 'succeeded' && kind === 'succeeded') || (status === 'failed' && kind === 'declined')

const closeContradiction = (ctx: Ctx, { id }: GatewayTransaction) =>
  closeIncidents(ctx, sql`(${contradictionsOf(id)})`, "L'opérateur dit de nouveau la même chose que nos comptes.")

const mayAsk = ({ now }: Ctx, { askedAt }: GatewayTransaction) => askedAt === null || askedAt <= now - QUESTION_EVERY_MS

/** Of two that would ask at once, one does. */
async function takeTurn(ctx: Ctx, { id }: GatewayTransaction): Promise<GatewayTransaction | undefined> {
  const isFree = or(isNull(gatewayTransactions.askedAt), lte(gatewayTransactions.askedAt, ctx.now - QUESTION_EVERY_MS))
  const [row] = await ctx.db
    .update(gatewayTransactions)
    .set({ askedAt: ctx.now })
    .where(and(eq(gatewayTransactions.id, id), isFree))
    .returning()
  return row
}

async function putOff(ctx: Ctx, tx: GatewayTransaction): Promise<GatewayTransaction> {
  const askAt = (tx.askedAt ?? ctx.now) + QUESTION_EVERY_MS
  if (tx.nextCheckAt !== null && tx.nextCheckAt <= askAt) return tx
  await ctx.db
    .update(gatewayTransactions)
    .set({ nextCheckAt: askAt })
    .where(and(eq(gatewayTransactions.id, tx.id), eq(gatewayTransactions.status, tx.status)))
  return { ...tx, nextCheckAt: askAt }
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
