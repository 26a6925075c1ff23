import type { GatewayTransaction, Verdict } from '#db/schema/money/gateways.ts'
import { ATTEMPT_DIRECTIONS, ATTEMPT_STATES } from '#db/schema/money/gateways.ts'
import { CURRENCIES } from '#kernel/money.ts'
import { type Fees, type Outcome, type Reading, SEVERAL_TRANSACTIONS } from '#kernel/outcome.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#kernel/time.ts'
import { agrees, amountIn, awaitsAgreement, gatewayWordOf, isShort, otherMoney, TAKEN_BACK } from './gateway-word.ts'

/** Waits before the first questions; later ones are hourly for a day and daily for a month (docs/gateways.md, Asking again). */
const TRY_AFTER_MS = [30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS]
const TRIED_FOR_MS = 30 * DAY_MS

/** Facts that the gateway has told about an attempt. */
export type GatewayFacts = Partial<
  Pick<GatewayTransaction, 'externalId' | 'state' | 'failureCode' | 'failureMessage' | 'feeMinor' | 'chargedMinor'>
>

/** The meaning of a gateway's answer for an attempt. */
export type Decision =
  | { kind: 'nothing' }
  /** The attempt is over. */
  | { kind: 'finish'; verdict: Verdict; set: GatewayFacts }
  /** The gateway announced another amount or currency than ours, as `announced` says: a person decides. */
  | { kind: 'doubt'; announced: string; set: GatewayFacts }
  /** The gateway contradicts a final state here; an attempt that people decided by hand is asked about again at `nextCheckAt`. */
  | { kind: 'contradiction'; said: Contradiction; announced?: string; nextCheckAt?: number | null }
  /** The gateway says what people had decided by hand; `isSilent` if it only does not know the attempt. */
  | { kind: 'agreed'; isSilent?: true }
  /**
   * People said that it was taken back, and after a month of questions the gateway still says that it succeeded, with this amount; null if
   * the amount is not in our currency.
   */
  | { kind: 'stands'; amountMinor: number | null }
  /** Not decided yet: keep the known facts, and ask again at `nextCheckAt`; null asks no more. */
  | { kind: 'askAgain'; nextCheckAt: number | null; set: GatewayFacts; state?: string | undefined }
  /** An expired attempt is undecided a day later: a person is told, and the gateway is asked as before. */
  | { kind: 'unheardOf'; nextCheckAt: number; set: GatewayFacts }
  /** The gateway has no trace of a payout: it is asked again, and a person is told. */
  | { kind: 'untraced'; nextCheckAt: number | null }
  /** The gateway has more than one transaction under our reference: a person is told. */
  | { kind: 'several'; nextCheckAt: number | null }

/** An answer of a gateway that contradicts our books. */
export type Contradiction = 'succeeded' | 'failed' | 'reversed' | 'amount'

const NOTHING: Decision = { kind: 'nothing' }

/**
 * Decides what an answer of the gateway means, without touching anything. A verdict counts once, final states do not change, and silence
 * never ends a payout (docs/states.md, Unknown outcomes).
 */
export function decide(tx: GatewayTransaction, reading: Reading, now: number): Decision {
  if (awaitsAgreement(tx)) return decideAgreement(tx, reading, now)
  const { outcome } = reading
  const known = {
    ...('externalId' in outcome && outcome.externalId && { externalId: outcome.externalId }),
    ...('fees' in outcome && outcome.fees && feesOf(tx, outcome.fees)),
  }
  switch (outcome.kind) {
    case 'succeeded':
      return decideSuccess(tx, reading, known)
    case 'declined':
      return decideFailure(tx, outcome, known)
    case 'pending': {
      const { state } = outcome
      if (!isOpen(tx)) return isTakenBack(tx, state) ? { kind: 'contradiction', said: 'reversed' } : NOTHING
      return askAgain(tx, now, { ...known, ...(state && { state }) }, state)
    }
    case 'notFound':
      return isOpen(tx) ? decideUntraced(tx, now) : NOTHING
    case 'notSent':
    case 'unknown':
      if (!isOpen(tx)) return NOTHING
      return outcome.detail === SEVERAL_TRANSACTIONS
        ? { kind: 'several', nextCheckAt: nextTry(tx, now) }
        : askAgain(tx, now, {})
  }
}

/** Fees that the gateway took for the attempt, in our minor units: a share of a unit is rounded, because it books nothing by itself. */
function feesOf({ currency }: GatewayTransaction, { fee, charged }: Fees): GatewayFacts {
  const minor = (text: string) => Math.round(Number(text) * 10 ** CURRENCIES[currency].decimals)
  return {
    ...(fee !== undefined && { feeMinor: minor(fee) }),
    ...(charged !== undefined && { chargedMinor: minor(charged) }),
  }
}

/**
 * Decides about an attempt that people decided by hand: its gateway is asked daily for a month (docs/money.md, Corrections). A failed one
 * that was never sent, or is unknown there after the month, agrees. One that was taken back, but succeeded there after the month, stands.
 */
function decideAgreement(tx: GatewayTransaction, reading: Reading, now: number): Decision {
  const said = gatewayWordOf(tx, reading)
  if (agrees(tx, said)) return { kind: 'agreed' }
  const isAskedLong = now - (tx.decidedAt ?? now) >= TRIED_FOR_MS
  const isUnheardOf = tx.status === 'failed' && reading.outcome.kind === 'notFound'
  if (isUnheardOf && (tx.sentAt === null || isAskedLong)) return { kind: 'agreed', isSilent: true }
  const isDone = said.is === 'succeeded' || said.is === 'amount'
  if (tx.status === 'reversed' && isDone && isAskedLong) return { kind: 'stands', amountMinor: amountIn(tx, reading) }
  const nextCheckAt = isAskedLong ? null : now + DAY_MS
  if (said.is === 'open') return { kind: 'askAgain', nextCheckAt, set: {} }
  return {
    kind: 'contradiction',
    said: isShort(tx) && said.is === 'failed' ? 'reversed' : said.is,
    nextCheckAt,
    ...('announced' in said && { announced: said.announced }),
  }
}

function decideSuccess(tx: GatewayTransaction, reading: Reading, known: GatewayFacts): Decision {
  if (isShort(tx)) return NOTHING
  if (tx.status === 'failed') return { kind: 'contradiction', said: 'succeeded' }
  // A person decides about a doubted attempt, not a later reading.
  if (!isOpen(tx)) return NOTHING
  const announced = otherMoney(tx, reading)
  if (announced !== undefined) return { kind: 'doubt', announced, set: known }
  return { kind: 'finish', verdict: 'succeeded', set: known }
}

function decideFailure(
  tx: GatewayTransaction,
  outcome: Extract<Outcome, { kind: 'declined' }>,
  known: GatewayFacts,
): Decision {
  if (tx.status === 'succeeded') return { kind: 'contradiction', said: 'failed' }
  if (isShort(tx)) return { kind: 'contradiction', said: 'reversed' }
  if (!isOpen(tx)) return NOTHING
  const failure = { failureCode: outcome.failureCode, failureMessage: outcome.failureMessage ?? null }
  return { kind: 'finish', verdict: 'failed', set: { ...known, ...failure } }
}

/**
 * Decides about an attempt of which the gateway has no trace. A look-up can race with a request in flight, so nothing is concluded within
 * 15 minutes. Then a deposit fails and a payin expires; a payout is never released on silence.
 */
function decideUntraced(tx: GatewayTransaction, now: number): Decision {
  const mayBeInFlight = ageOf(tx, now) < 15 * MINUTE_MS
  const isOver = tx.status === 'expired' && ageOf(tx, now) >= DAY_MS
  if (isOver) return { kind: 'askAgain', nextCheckAt: null, set: {} }
  if (mayBeInFlight || tx.status === 'expired') return askAgain(tx, now, {})
  const set = { failureCode: 'NOT_FOUND' }
  if (tx.kind === 'deposit') return { kind: 'finish', verdict: 'failed', set }
  if (tx.kind === 'payin') return { kind: 'finish', verdict: 'expired', set }
  return { kind: 'untraced', nextCheckAt: nextTry(tx, now) }
}

/**
 * Asks again; after a month a pending payin or deposit expires, and a payout waits for a person. An expired attempt is brought before a
 * person after a day.
 */
function askAgain(tx: GatewayTransaction, now: number, set: GatewayFacts, state?: string): Decision {
  const nextCheckAt = nextTry(tx, now)
  const isOver = nextCheckAt === null && tx.status === 'pending' && comesIn(tx)
  if (isOver) return { kind: 'finish', verdict: 'expired', set }
  const isUnheardOf = tx.status === 'expired' && tx.reportedAt === null && ageOf(tx, now) >= DAY_MS
  return isUnheardOf && nextCheckAt !== null
    ? { kind: 'unheardOf', nextCheckAt, set }
    : { kind: 'askAgain', nextCheckAt, set, state }
}

/** Time in ms since its call, or since its intent if it was never sent: an outage of ours may lie between the two. */
const ageOf = ({ sentAt, createdAt }: GatewayTransaction, now: number) => now - (sentAt ?? createdAt)

/**
 * Whether nobody asks about it any more: a month has passed, and a person was told. After an outage of ours of a month, nobody was told
 * yet.
 */
export const isGivenUp = (tx: GatewayTransaction, now: number): boolean =>
  ageOf(tx, now) >= TRIED_FOR_MS && tx.reportedAt !== null

/** The time to ask about an attempt next, or to send it again; null if it is given up. */
export function nextTry(tx: GatewayTransaction, now: number): number | null {
  const { checks, status } = tx
  const age = ageOf(tx, now)
  if (isGivenUp(tx, now)) return null
  if (age >= TRIED_FOR_MS) return now + HOUR_MS
  if (age >= DAY_MS) return now + DAY_MS
  return now + (status === 'expired' ? HOUR_MS : (TRY_AFTER_MS[checks] ?? HOUR_MS))
}

/** Whether the money comes to us. */
export const comesIn = ({ kind }: Pick<GatewayTransaction, 'kind'>) => ATTEMPT_DIRECTIONS.incoming.has(kind)

/** Whether its gateway is still asked: the money of an expired payin may come late. */
export const isOpen = ({ status }: GatewayTransaction) => ATTEMPT_STATES.askable.has(status)

const isTakenBack = (tx: GatewayTransaction, state = '') =>
  (tx.status === 'succeeded' || isShort(tx)) && TAKEN_BACK.test(state)
