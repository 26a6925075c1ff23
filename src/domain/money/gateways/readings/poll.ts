import { and, eq, isNull, lte, or, sql } from 'drizzle-orm'
import { type GatewayTransaction, gatewayTransactions } from '#db/schema/money/gateways.ts'
import type { Ctx } from '#domain/core/context.ts'
import { closeIncidents } from '#domain/core/incidents/close.ts'
import { SECOND_MS } from '#kernel/time.ts'
import { GATEWAYS } from '#providers/gateways.ts'
import { endUnlessWanted } from '../attempts/send.ts'
import { contradictionsOf } from '../matters.ts'
import { applyReading } from './apply.ts'
import { readGateway } from './ask-gateway.ts'
import { isContradicted } from './contradicted.ts'
import { isOpen } from './decide.ts'
import { agrees, awaitsAgreement, gatewayWordOf } from './gateway-word.ts'

/** Time after the call in which a check-status asks nothing: the gateway can hardly know more than it has just said. */
const TOO_SOON_MS = 10 * SECOND_MS

/** The asker: the service itself, a person by check-status, or the service because a verified callback says that there is news. */
type Asker = 'service' | 'checkStatus' | 'callback'

/**
 * Asks the gateway about an attempt that is open, decided by hand or contradicted, and applies the answer; it never sends one, and ends an
 * unsent one that nobody wants any more. Within its pause (`questionEvery`) it puts the question off; a verified callback asks at once.
 */
export async function pollGateway(
  ctx: Ctx,
  tx: GatewayTransaction,
  asker: Asker = 'service',
): Promise<GatewayTransaction> {
  if (!isOpen(tx) && !awaitsAgreement(tx) && !(await isContradicted(ctx, tx))) return tx
  if (tx.status === 'pending' && tx.sentAt === null) return endUnlessWanted(ctx, tx)
  if (asker === 'callback') return applyReading(ctx, tx, await readGateway(ctx, tx))
  if (asker === 'checkStatus' && tx.sentAt !== null && ctx.now - tx.sentAt < TOO_SOON_MS) return tx
  if (!mayAsk(ctx, tx)) return putOff(ctx, tx)
  const mine = await takeTurn(ctx, tx)
  if (!mine) return tx
  const known = { ...mine, externalId: mine.externalId ?? tx.externalId }
  const reading = await readGateway(ctx, known)
  return applyReading(ctx, known, reading, agrees(tx, gatewayWordOf(tx, reading)) ? closeContradiction(ctx, tx) : [])
}

const closeContradiction = (ctx: Ctx, { id }: GatewayTransaction) =>
  closeIncidents(ctx, sql`(${contradictionsOf(id)})`, "L'opérateur dit de nouveau la même chose que nos comptes.")

/** Pause between two questions about an attempt, of the service and of check-status together, in ms (docs/gateways.md, Asking again). */
const questionEvery = ({ gateway }: GatewayTransaction) => GATEWAYS[gateway].questionEveryMs

const mayAsk = ({ now }: Ctx, tx: GatewayTransaction) => tx.askedAt === null || tx.askedAt <= now - questionEvery(tx)

/** Claims the question: if two would ask at once, one does. */
async function takeTurn(ctx: Ctx, tx: GatewayTransaction): Promise<GatewayTransaction | undefined> {
  const isFree = or(isNull(gatewayTransactions.askedAt), lte(gatewayTransactions.askedAt, ctx.now - questionEvery(tx)))
  const [row] = await ctx.db
    .update(gatewayTransactions)
    .set({ askedAt: ctx.now })
    .where(and(eq(gatewayTransactions.id, tx.id), isFree))
    .returning()
  return row
}

async function putOff(ctx: Ctx, tx: GatewayTransaction): Promise<GatewayTransaction> {
  const askAt = (tx.askedAt ?? ctx.now) + questionEvery(tx)
  if (tx.nextCheckAt !== null && tx.nextCheckAt <= askAt) return tx
  await ctx.db
    .update(gatewayTransactions)
    .set({ nextCheckAt: askAt })
    .where(and(eq(gatewayTransactions.id, tx.id), eq(gatewayTransactions.status, tx.status)))
  return { ...tx, nextCheckAt: askAt }
}
