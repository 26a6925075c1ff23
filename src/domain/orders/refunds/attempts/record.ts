import { and, eq } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import type { GatewayTransaction } from '#db/schema/money/gateways.ts'
import { refundAttempts } from '#db/schema/orders/refund-attempts.ts'
import type { Ctx } from '#domain/core/context.ts'
import { CASH } from '#domain/money/ledger/accounts.ts'
import type { Money } from '#kernel/money.ts'

type Attempt = typeof refundAttempts.$inferSelect
type AttemptKey = { id: string; attempt: number }

/**
 * The attempt for which the money of a refund has been taken, in the commit that takes it.
 * @param movement what brings it, and what the phone gets by that; its id is null if nothing moves
 */
export function recordAttempt(
  ctx: Ctx,
  { row, parts }: { row: AttemptKey & Money & { phone: string }; parts: Attempt['parts'] },
  movement: Money & { id: string | null; phone?: string },
): Write {
  const { id: refundId, attempt: number, amountMinor, currency } = row
  const { id: movementId, phone = row.phone } = movement
  return ctx.db.insert(refundAttempts).values({
    ...{ refundId, number, status: 'OPEN', amountMinor, currency, parts },
    ...{ phoneMinor: movement.amountMinor, phoneCurrency: movement.currency, phone, movementId },
    createdAt: ctx.now,
  })
}

/** The money of the open attempt has arrived, or need not: our cash gets it then. */
export const endArrived = (ctx: Ctx, row: AttemptKey, to?: string): Write =>
  endAttempt(ctx, row, { status: to === CASH ? 'UNNEEDED' : 'ARRIVED' })

/** The open attempt failed, as its movement says. */
export const endFailed = (ctx: Ctx, row: AttemptKey, { failureCode }: Pick<GatewayTransaction, 'failureCode'>): Write =>
  endAttempt(ctx, row, { status: 'FAILED', failureCode })

/** The attempt that is open ends. */
const endAttempt = (
  ctx: Ctx,
  { id, attempt }: AttemptKey,
  end: Pick<Attempt, 'status'> & Partial<Pick<Attempt, 'failureCode'>>,
): Write =>
  ctx.db
    .update(refundAttempts)
    .set({ ...end, endedAt: ctx.now })
    .where(and(eq(refundAttempts.refundId, id), eq(refundAttempts.number, attempt)))

const byMovement = ({ id, subjectId }: Pick<GatewayTransaction, 'id' | 'subjectId'>) =>
  and(eq(refundAttempts.movementId, id), eq(refundAttempts.refundId, subjectId))

/** The attempt whose movement had failed has arrived after all. */
export const recordLateArrival = (ctx: Ctx, tx: GatewayTransaction): Write =>
  ctx.db.update(refundAttempts).set({ arrivedLateAt: ctx.now }).where(byMovement(tx))

/** The money of an attempt came back to us after it had arrived. */
export const recordReturn = (ctx: Ctx, tx: GatewayTransaction): Write =>
  ctx.db.update(refundAttempts).set({ returnedAt: ctx.now }).where(byMovement(tx))

/** The parts of an attempt by their names, without those that are nothing. */
export const partsOf = (parts: { part: keyof Attempt['parts']; amountMinor: number }[]): Attempt['parts'] =>
  Object.fromEntries(
    parts.filter(({ amountMinor }) => amountMinor > 0).map(({ part, amountMinor }) => [part, amountMinor]),
  )
