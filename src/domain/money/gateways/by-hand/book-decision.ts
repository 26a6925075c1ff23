import { sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { refusedFor } from '#db/commit.ts'
import type { GatewayTransaction } from '#db/schema/money/gateways.ts'
import { Stale } from '#db/violation.ts'
import { recordAct, shownAmount } from '#domain/core/audit.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { closeIncidents } from '#domain/core/incidents/close.ts'
import { refOf } from '#domain/core/incidents/matter.ts'
import { nextStatus, transition } from '#domain/core/machine.ts'
import { fail } from '#kernel/failure.ts'
import { finish } from '../attempts/finish.ts'
import { transactionMachine } from '../machine.ts'
import { contradictionsOf, SEVERAL } from '../matters.ts'
import type { AttemptOutcome } from '../notices.ts'
import { PURPOSE_HANDLERS } from '../purposes.ts'
import type { GatewayFacts } from '../readings/decide.ts'
import { isShort } from '../readings/gateway-word.ts'
import { byHand, requireIncident, tellDecided } from './by-hand.ts'
import { decideOwnAttempt } from './own-attempt.ts'

const EVENTS = { succeeded: 'succeed', failed: 'fail', lateSuccess: 'lateSuccess', reversed: 'reverse' } as const

/** An outcome of an attempt, a note that says how it is known, the amount that came in if told, and the id of the thing that is decided. */
export type AttemptDecision = {
  outcome: AttemptOutcome
  note: string
  receivedMinor: number | null
  targetId: string
}

/** Failure codes: a person decided the failure, or too little came in. */
const DECIDED = 'DECIDED'
const WRONG_AMOUNT = 'WRONG_AMOUNT'

const CAME_IN_SHORT = {
  reason: 'INVALID_TRANSITION',
  message:
    "Ce paiement a apporté moins que ce qui était demandé : il ne paie rien, et ce qu'il a apporté attend d'être rendu.",
} as const

/** Refuses an outcome that the attempt's state does not allow, and a short payment as the full one. @throws 409 INVALID_TRANSITION */
export function requireOutcome(tx: GatewayTransaction, outcome: AttemptOutcome): void {
  if (outcome === 'reversed' && isShort(tx)) return
  nextStatus(transactionMachine, tx.status, EVENTS[outcome])
  if (outcome === 'lateSuccess' && isShort(tx)) fail('CONFLICT', CAME_IN_SHORT)
}

/**
 * Books the outcome of an attempt, with all it causes, once: as its gateway says, or as people decide by hand because the gateway leaves it
 * open. After a decision by hand nothing leaves by itself, all ADMINs are told, and the gateway is asked daily.
 * @param how `isByHand` if people decided it; `beside` are writes of the same commit that use up their approval; `heard` is what the
 *   gateway told beside its verdict
 * @throws 409 for the ADMIN's own attempt while the service has another ADMIN, by hand without an incident about it, and if its state does
 *   not allow the outcome; Stale if another act came first
 */
export async function bookDecision(
  ctx: Ctx,
  tx: GatewayTransaction,
  decision: AttemptDecision,
  { isByHand, beside = [], heard = {} }: { isByHand: boolean; beside?: Write[]; heard?: GatewayFacts },
): Promise<void> {
  const { outcome, note, receivedMinor, targetId } = decision
  requireOutcome(tx, outcome)
  const caused = await writesOf(ctx, tx, decision, { isByHand, heard })
  const writes = [
    ...beside,
    ...decideOwnAttempt(ctx, tx),
    ...(isByHand ? [requireIncident(ctx, tx)] : []),
    ...caused,
    ...closeIncidents(ctx, doubtsOf(tx), note),
    ...(isByHand ? [tellDecided(ctx, tx, outcome, note)] : []),
    recordAct(ctx, 'movement.resolve', targetId, {
      ...{ outcome, note, from: tx.status, movement: tx.id, isByHand },
      ...(receivedMinor !== null && shownAmount({ amountMinor: receivedMinor, currency: tx.currency })),
    }),
  ]
  await commit(ctx, writes)
}

/** Stale if another act moved the money that this act was to take: the caller looks again for where it lies now. */
export const staleIfMoved = (error: unknown, tries: number): unknown =>
  tries < 3 && refusedFor(error, 'INSUFFICIENT_BALANCE') ? new Stale() : error

/** Incidents that end with the decision: contradictions of the gateway, and several transactions under one reference. */
const doubtsOf = ({ id }: GatewayTransaction) => sql`(${refOf(SEVERAL, id)}, ${contradictionsOf(id)})`

async function writesOf(
  ctx: Ctx,
  tx: GatewayTransaction,
  { outcome, note, receivedMinor }: AttemptDecision,
  { heard, ...how }: { isByHand: boolean; heard: GatewayFacts },
): Promise<Write[]> {
  const handler = PURPOSE_HANDLERS[tx.purpose]
  const told = how.isByHand ? byHand(ctx) : { agreedAt: ctx.now, nextCheckAt: null }
  switch (outcome) {
    case 'succeeded':
      return receivedMinor === null || receivedMinor === tx.amountMinor
        ? finish(ctx, tx, 'succeeded', heard, how)
        : receivedOther(ctx, tx, receivedMinor)
    case 'failed':
      return finish(ctx, tx, 'failed', { failureCode: DECIDED, ...heard }, how)
    case 'lateSuccess': {
      const set = { failureCode: null, failureMessage: null, finalAt: ctx.now, ...told }
      const booked = await (handler.late?.(ctx, tx, how) ?? handler.settle(ctx, tx, 'succeeded', how))
      return [...transition(ctx, transactionMachine, tx, 'lateSuccess', { reason: note, set }), ...booked]
    }
    case 'reversed':
      if (isShort(tx)) {
        const writes = await handler.takeBackSurplus?.(ctx, tx)
        const set = { receivedMinor: null, ...told }
        return [...transition(ctx, transactionMachine, tx, 'takeBackShort', { reason: note, set }), ...(writes ?? [])]
      }
      return [
        ...transition(ctx, transactionMachine, tx, 'reverse', { reason: note, set: told }),
        ...(await handler.reverse(ctx, tx)),
      ]
  }
}

/** More came in than was asked for: it pays, and the surplus waits to go back. If less came in, it pays nothing, and waits whole. */
async function receivedOther(ctx: Ctx, tx: GatewayTransaction, receivedMinor: number): Promise<Write[]> {
  const { keepSurplus } = PURPOSE_HANDLERS[tx.purpose]
  const moreMinor = receivedMinor - tx.amountMinor
  const verdict = moreMinor > 0 ? 'succeeded' : 'failed'
  const set = { receivedMinor, ...(moreMinor < 0 && { failureCode: WRONG_AMOUNT }) }
  return [
    ...(await finish(ctx, tx, verdict, set, { isByHand: true })),
    ...((await keepSurplus?.(ctx, tx, moreMinor > 0 ? moreMinor : receivedMinor)) ?? []),
  ]
}
