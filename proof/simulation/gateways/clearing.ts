import { ATTEMPT_DIRECTIONS } from '#db/schema/money/gateways.ts'
import { broke, type Simulation } from '../simulation.ts'
import { type Attempt, attemptsOf, isGivenUp } from './given-up.ts'
import type { Movement } from './movements.ts'
import { bookedLines, changeBy } from './statement.ts'

/**
 * Checks that each gateway's own books agree with its clearing account, in each currency, with the fees and
 * settlements that are booked. Where it told us
 * something else, or a person has yet to decide, the account says what was booked.
 */
export function checkClearing(simulation: Simulation): void {
  const { store, gateways } = simulation
  const attempts = new Map(attemptsOf(simulation).map((attempt) => [attempt.reference, attempt]))
  const moved = new Map<string, number>()
  for (const movement of gateways.movements.values()) {
    const { gateway, money, reference } = movement
    const account = `gateway${gateway}:clearing ${money.currency}`
    const attempt = attempts.get(reference)
    const isOpen = movement.hasLied || attempt?.status === 'review' || (attempt && isGivenUp(attempt))
    const amount = isOpen && attempt ? bookedOf(simulation, attempt, `gateway${gateway}:clearing`) : trueOf(movement)
    moved.set(account, (moved.get(account) ?? 0) + amount)
  }
  for (const line of bookedLines(simulation)) {
    const account = `gateway${line.gateway}:clearing ${line.money.currency}`
    moved.set(account, (moved.get(account) ?? 0) + changeBy(line))
  }
  const accounts = store.rows<{ account: string; minor: number }>(
    `SELECT code || ' ' || currency AS account, balance_minor AS minor FROM accounts WHERE code GLOB 'gateway?:clearing'`,
  )
  const booked = new Map(accounts.map(({ account, minor }) => [account, -minor]))
  for (const account of new Set([...moved.keys(), ...booked.keys()])) {
    const [theirs, ours] = [moved.get(account) ?? 0, booked.get(account) ?? 0]
    if (theirs !== ours)
      broke(
        simulation,
        'what a gateway moved is what its clearing account says',
        `${account}: ${theirs} moved, ${ours} booked`,
      )
  }
}

/** Balances of gateway A's wallets: money that goes out is taken from them when it is accepted. */
export function walletsOfA({ gateways }: Simulation) {
  const byThemselves = (currency: string) =>
    gateways.lines
      .filter(({ gateway, money }) => gateway === 'A' && money.currency === currency)
      .reduce((sum, line) => sum + changeBy(line), 0)
  const [dollars, francs, rwandan] = ['USD', 'CDF', 'RWF'].map((currency) =>
    [...gateways.movements.values()]
      .filter(({ gateway, money }) => gateway === 'A' && money.currency === currency)
      .reduce((sum, movement) => {
        const isTaken = movement.status === 'pending' && movement.kind !== 'deposit'
        return sum + (isTaken ? -movement.money.amountMinor : trueOf(movement))
      }, WALLET_MINOR + byThemselves(currency)),
  )
  return [
    { country: 'COD', currency: 'USD', balanceMinor: dollars ?? 0 },
    { country: 'COD', currency: 'CDF', balanceMinor: francs ?? 0 },
    { country: 'RWA', currency: 'RWF', balanceMinor: rwandan ?? 0 },
  ] as const
}
/** Each wallet begins with so much, which our books do not know. */
const WALLET_MINOR = 5_000_000_000

/**
 * The night finds no difference in gateway A's wallets, once it has told what they began with, where nobody told us what is not
 * so; but for what the gateway did by itself, until that is booked, and again once the booking is taken back.
 */
export function checkWallets(simulation: Simulation): void {
  const { store, gateways } = simulation
  const hasDoubt = attemptsOf(simulation).some((attempt) => attempt.status === 'review' || isGivenUp(attempt))
  if (hasDoubt || [...gateways.movements.values()].some(({ hasLied }) => hasLied)) return
  const told = store.rows<{ currency: string; times: number }>(
    `SELECT substr(ref, 20, 3) AS currency, count(*) AS times FROM incidents WHERE ref GLOB 'night:A:*:???:*' GROUP BY 1`,
  )
  const [taken] = store.rows<{ back: number }>(`SELECT count(*) AS back FROM bookings WHERE status = 'REVERSED'`)
  for (const { currency, times } of told) {
    const lines = gateways.lines.filter(({ gateway, money }) => gateway === 'A' && money.currency === currency)
    if (times > 1 + lines.length + (taken?.back ?? 0))
      broke(simulation, 'the night finds no difference where there is none', `${times} in ${currency}`)
  }
}

const trueOf = ({ kind, money, status }: Movement) => {
  if (status !== 'succeeded') return 0
  return ATTEMPT_DIRECTIONS.incoming.has(kind) ? money.amountMinor : -money.amountMinor
}

function bookedOf({ store }: Simulation, { id, subject }: Attempt, clearing: string): number {
  const [row] = store.rows<{ minor: number }>(
    `SELECT coalesce(sum(CASE t.from_account WHEN ?1 THEN t.amount_minor ELSE -t.amount_minor END), 0) AS minor
     FROM transfers t WHERE ?1 IN (t.from_account, t.to_account) AND (instr(t.ref, ?2) OR t.ref = ?3)`,
    clearing,
    id,
    subject,
  )
  return row?.minor ?? 0
}
