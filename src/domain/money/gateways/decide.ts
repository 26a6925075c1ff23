import type { GatewayTransaction } from '../../../db/schema/money/gateways.ts'
import type { Money } from '../../../kernel/money.ts'
import type { Outcome, Reading } from '../../../kernel/outcome.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../kernel/time.ts'

/** When the sweep asks again: after 30 s, 2 min, 10 min, then hourly (docs/gateways.md, Asking again). */
const CHECK_AFTER_MS = [30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS]

/** What the gateway has told of an attempt. */
export type GatewayFacts = Partial<Pick<GatewayTransaction, 'externalId' | 'state' | 'failureCode' | 'failureMessage'>>

/** What a reading of the gateway means for an attempt. */
export type Decision =
  | { kind: 'nothing' }
  /** The attempt is over. */
  | { kind: 'finish'; verdict: 'succeeded' | 'failed' | 'expired'; set: GatewayFacts }
  /** Another amount or currency than ours was announced: a person decides. */
  | { kind: 'doubt'; announced: Money; set: GatewayFacts }
  /** The gateway takes back what it said finally. */
  | { kind: 'contradiction'; said: 'succeeded' | 'failed' }
  /** Not decided yet: remember what is known, and ask again at `nextCheckAt`; null asks no more. */
  | { kind: 'askAgain'; nextCheckAt: number | null; set: GatewayFacts; state?: string | undefined }
  /** A payout that the gateway has no trace of: it is asked about again, and a person is told. */
  | { kind: 'untraced'; nextCheckAt: number | null }

const NOTHING: Decision = { kind: 'nothing' }

/**
 * Decides what a reading means, without touching anything. A verdict counts once, final states do not change, and silence
 * never ends a payout (docs/states.md, Unknown outcomes).
 */
export function decide(tx: GatewayTransaction, { outcome, money }: Reading, now: number): Decision {
  const known = { ...('externalId' in outcome && outcome.externalId && { externalId: outcome.externalId }) }
  switch (outcome.kind) {
    case 'succeeded':
      return decideSuccess(tx, money, known)
    case 'declined':
      return decideFailure(tx, outcome, known)
    case 'pending': {
      if (!isOpen(tx)) return NOTHING
      const { state } = outcome
      return {
        kind: 'askAgain',
        nextCheckAt: nextCheck(tx, now, 'underWay'),
        set: { ...known, ...(state && { state }) },
        state,
      }
    }
    case 'notFound':
      return isOpen(tx) ? decideUntraced(tx, now) : NOTHING
    default:
      return isOpen(tx) ? { kind: 'askAgain', nextCheckAt: nextCheck(tx, now, 'unanswered'), set: {} } : NOTHING
  }
}

function decideSuccess(tx: GatewayTransaction, money: Reading['money'], known: GatewayFacts): Decision {
  if (tx.status === 'succeeded') return NOTHING
  if (tx.status === 'failed') return { kind: 'contradiction', said: 'succeeded' }
  // What was doubted is decided by a person, not by a later reading.
  if (tx.status === 'review') return NOTHING
  if (money && (money.amountMinor !== tx.amountMinor || money.currency !== tx.currency))
    return { kind: 'doubt', announced: money, set: known }
  return { kind: 'finish', verdict: 'succeeded', set: known }
}

function decideFailure(
  tx: GatewayTransaction,
  outcome: Extract<Outcome, { kind: 'declined' }>,
  known: GatewayFacts,
): Decision {
  if (tx.status === 'failed' || tx.status === 'review') return NOTHING
  if (tx.status === 'succeeded') return { kind: 'contradiction', said: 'failed' }
  const failure = { failureCode: outcome.failureCode, failureMessage: outcome.failureMessage ?? null }
  return { kind: 'finish', verdict: 'failed', set: { ...known, ...failure } }
}

/**
 * The gateway has no trace of it. A look-up can race with a request in flight, so nothing is concluded within 15
 * minutes. Then a deposit or payin was not made; a payout may never be released on silence.
 */
function decideUntraced(tx: GatewayTransaction, now: number): Decision {
  const mayBeInFlight = now - (tx.sentAt ?? tx.createdAt) < 15 * MINUTE_MS
  const nextCheckAt = nextCheck(tx, now, 'untraced')
  if (mayBeInFlight || tx.status === 'expired') return { kind: 'askAgain', nextCheckAt, set: {} }
  const set = { failureCode: 'NOT_FOUND' }
  if (tx.kind === 'deposit') return { kind: 'finish', verdict: 'failed', set }
  if (tx.kind === 'payin') return { kind: 'finish', verdict: 'expired', set }
  return { kind: 'untraced', nextCheckAt }
}

/** Still asked about: an expired payin's money may come late. */
const isOpen = ({ status }: GatewayTransaction) => status === 'pending' || status === 'expired'

/** Silence ends no questions: after a day without us, one failed read would else forget money that came in. */
function nextCheck(tx: GatewayTransaction, now: number, answer: 'underWay' | 'unanswered' | 'untraced'): number | null {
  if (tx.status === 'expired' && answer !== 'unanswered') return nextCheckOfExpired(tx, now, answer === 'underWay')
  return now + (CHECK_AFTER_MS[tx.checks] ?? HOUR_MS)
}

/** Asked about hourly for a day; then, where the gateway still has it under way, daily for a month; then given up. */
function nextCheckOfExpired({ createdAt }: GatewayTransaction, now: number, isUnderWay: boolean): number | null {
  const age = now - createdAt
  if (age < DAY_MS) return now + HOUR_MS
  return isUnderWay && age < 30 * DAY_MS ? now + DAY_MS : null
}
