import { sql } from 'drizzle-orm'
import type { Write } from '../../../db/client.ts'
import { refusedFor } from '../../../db/commit.ts'
import type { GatewayTransaction } from '../../../db/schema/money/gateways.ts'
import { Stale } from '../../../db/violation.ts'
import { fail } from '../../../kernel/failure.ts'
import { audited, shownAmount } from '../../core/audit.ts'
import { commit } from '../../core/commit.ts'
import type { Ctx } from '../../core/context.ts'
import { closeIncidents } from '../../core/incidents/close.ts'
import { refOf } from '../../core/incidents/matter.ts'
import { nextStatus, transition } from '../../core/machine.ts'
import { byHand, requireIncident, tellDecided } from './by-hand.ts'
import type { GatewayFacts } from './decide.ts'
import { finish } from './finish.ts'
import { transactionMachine } from './machine.ts'
import { contradictionsOf, SEVERAL } from './matters.ts'
import type { MovementOutcome } from './notices.ts'
import { decideOwnMovement } from './own-movement.ts'
import { PURPOSE_HANDLERS } from './purposes.ts'
import { isShort } from './said.ts'

const EVENTS = { succeeded: 'succeed', failed: 'fail', lateSuccess: 'lateSuccess', reversed: 'reverse' } as const

/** How that is known, what really came where that is told, and the thing as its operation names it. */
export type MovementDecision = {
  outcome: MovementOutcome
  note: string
  receivedMinor: number | null
  targetId: string
}

/** The failure codes of what a person decided, and of what came in too little. */
const DECIDED = 'DECIDED'
const WRONG_AMOUNT = 'WRONG_AMOUNT'

const CAME_IN_SHORT = {
  reason: 'INVALID_TRANSITION',
  message:
    "Ce paiement a apporté moins que ce qui était demandé : il ne paie rien, et ce qu'il a apporté attend d'être rendu.",
} as const

/** 409 INVALID_TRANSITION for a decision that the movement's state does not have, and for a short payment as the full one. */
export function requireOutcome(tx: GatewayTransaction, outcome: MovementOutcome): void {
  if (outcome === 'reversed' && isShort(tx)) return
  nextStatus(transactionMachine, tx.status, EVENTS[outcome])
  if (outcome === 'lateSuccess' && isShort(tx)) fail('CONFLICT', CAME_IN_SHORT)
}

/**
 * Books what became of a movement, with all it causes, once: what its gateway says, or what people decided by hand because
 * that leaves it open. Then nothing leaves by itself, all ADMINs hear of it, and the gateway is asked daily.
 * @param how whether people decided it; `beside` are writes of the same commit that use their approval up, `heard` what the
 *   gateway told beside its verdict
 * @throws 409 for one's own while the service has another ADMIN, without an incident about it, and for a decision that its state
 *   does not have; Stale where another act came first
 */
export async function bookDecision(
  ctx: Ctx,
  tx: GatewayTransaction,
  decision: MovementDecision,
  { isByHand, beside = [], heard = {} }: { isByHand: boolean; beside?: Write[]; heard?: GatewayFacts },
): Promise<void> {
  const { outcome, note, receivedMinor, targetId } = decision
  requireOutcome(tx, outcome)
  const caused = await writesOf(ctx, tx, decision, { isByHand, heard })
  const writes = [
    ...beside,
    ...decideOwnMovement(ctx, tx),
    ...(isByHand ? [requireIncident(ctx, tx)] : []),
    ...caused,
    ...closeIncidents(ctx, doubtsOf(tx), note),
    ...(isByHand ? [tellDecided(ctx, tx, outcome, note)] : []),
    audited(ctx, 'movement.resolve', targetId, {
      ...{ outcome, note, from: tx.status, movement: tx.id, isByHand },
      ...(receivedMinor !== null && shownAmount({ amountMinor: receivedMinor, currency: tx.currency })),
    }),
  ]
  await commit(ctx, writes)
}

/** Another act moved the money meanwhile that this one was to take: it is looked for again where it lies now. */
export const staleIfMoved = (error: unknown, tries: number): unknown =>
  tries < 3 && refusedFor(error, 'INSUFFICIENT_BALANCE') ? new Stale() : error

/** What an operator said against its own word, and that it has several under one reference, is decided with the movement. */
const doubtsOf = ({ id }: GatewayTransaction) => sql`(${refOf(SEVERAL, id)}, ${contradictionsOf(id)})`

async function writesOf(
  ctx: Ctx,
  tx: GatewayTransaction,
  { outcome, note, receivedMinor }: MovementDecision,
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

/** More came in than was asked for: it pays, and the surplus waits to go back. Less pays nothing, and waits whole. */
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
