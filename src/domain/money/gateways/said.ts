import { type GatewayTransaction, MOVEMENT_DIRECTIONS, MOVEMENT_STATES } from '../../../db/schema/money/gateways.ts'
import { formatMoney } from '../../../kernel/format.ts'
import { parseAmount } from '../../../kernel/money.ts'
import type { Reading } from '../../../kernel/outcome.ts'

/** Words of an operator for money that it took back. */
export const TAKEN_BACK = /revers|refund|charge.?back|return/i

/** What a gateway says of a movement in one word; another amount or currency than ours in the words given. */
export type Said = { is: 'succeeded' | 'failed' | 'reversed' | 'open' } | { is: 'amount'; announced: string }

/** What a reading says of a movement, whatever state it has here. What is on its way, unknown or not found is open. */
export function saidOf(tx: GatewayTransaction, reading: Reading): Said {
  const { outcome } = reading
  switch (outcome.kind) {
    case 'succeeded': {
      const announced = otherMoney(tx, reading)
      return announced === undefined ? { is: 'succeeded' } : { is: 'amount', announced }
    }
    case 'declined':
      return { is: 'failed' }
    case 'pending':
      return { is: TAKEN_BACK.test(outcome.state ?? '') ? 'reversed' : 'open' }
    case 'notSent':
    case 'unknown':
    case 'notFound':
      return { is: 'open' }
  }
}

/** Decided by people, and its gateway has not said the same since. */
export const awaitsAgreement = ({ status, decidedAt, agreedAt }: GatewayTransaction) =>
  decidedAt !== null && agreedAt === null && MOVEMENT_STATES.decided.has(status)

/** A payment that brought less than was asked for: it paid nothing here, and its gateway calls it done. */
export const isShort = ({ status, receivedMinor }: GatewayTransaction) => status === 'failed' && receivedMinor !== null

/**
 * Whether a gateway says what our books say: a short payment failed here, and a movement that failed and one that was taken back have
 * both moved nothing in the end. If a payout left with another amount, people have decided it.
 */
export function agrees(tx: GatewayTransaction, { is }: Said): boolean {
  if (isShort(tx)) return is === 'succeeded'
  if (is === 'amount')
    return tx.status === 'succeeded' && tx.decidedAt !== null && !MOVEMENT_DIRECTIONS.incoming.has(tx.kind)
  return MOVEMENT_STATES.undone.has(tx.status) ? is === 'failed' || is === 'reversed' : is === tx.status
}

/** What was announced, where it is not our amount and currency. Of an answer that leaves one out, the other is compared. */
export function otherMoney(tx: GatewayTransaction, { money, amount, currency }: Reading): string | undefined {
  const oursMinor = tx.receivedMinor ?? tx.amountMinor
  if (money) {
    const isOurs = money.amountMinor === oursMinor && money.currency === tx.currency
    return isOurs ? undefined : formatMoney(money)
  }
  if (currency !== undefined && currency !== tx.currency) return currency
  if (amount !== undefined && parseAmount(amount, tx.currency) !== oursMinor) return amount
  return undefined
}

/** How much a gateway says that a movement moved, in our minor units; ours if it names no amount, null in another currency. */
export function amountIn(tx: GatewayTransaction, { money, amount, currency }: Reading): number | null {
  if (money) return money.currency === tx.currency ? money.amountMinor : null
  if (currency !== undefined && currency !== tx.currency) return null
  return amount === undefined ? (tx.receivedMinor ?? tx.amountMinor) : (parseAmount(amount, tx.currency) ?? null)
}
