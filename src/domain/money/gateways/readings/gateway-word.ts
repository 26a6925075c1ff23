import { ATTEMPT_DIRECTIONS, ATTEMPT_STATES, type GatewayTransaction } from '#db/schema/money/gateways.ts'
import { formatMoney } from '#kernel/format.ts'
import { parseAmount } from '#kernel/money.ts'
import type { Reading } from '#kernel/outcome.ts'

/** Words of an operator for money that it took back. */
export const TAKEN_BACK = /revers|refund|charge.?back|return/i

/** A gateway's answer about an attempt in one word; for another amount or currency than ours, `announced` says it. */
export type GatewayWord = { is: 'succeeded' | 'failed' | 'reversed' | 'open' } | { is: 'amount'; announced: string }

/** The word of a reading about an attempt, whatever its state here. On its way, unknown and not found are `open`. */
export function gatewayWordOf(tx: GatewayTransaction, reading: Reading): GatewayWord {
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

/** Whether people decided it, and its gateway has not said the same since. */
export const awaitsAgreement = ({ status, decidedAt, agreedAt }: GatewayTransaction) =>
  decidedAt !== null && agreedAt === null && ATTEMPT_STATES.decided.has(status)

/** Whether a payment brought less than was asked for: it paid nothing here, and succeeded at its gateway. */
export const isShort = ({ status, receivedMinor }: GatewayTransaction) => status === 'failed' && receivedMinor !== null

/**
 * Whether a gateway says what our books say. A short payment is failed here and succeeded there; failed and taken back agree, because both
 * moved nothing in the end. A payout with another amount agrees if people decided it.
 */
export function agrees(tx: GatewayTransaction, { is }: GatewayWord): boolean {
  if (isShort(tx)) return is === 'succeeded'
  if (is === 'amount')
    return tx.status === 'succeeded' && tx.decidedAt !== null && !ATTEMPT_DIRECTIONS.incoming.has(tx.kind)
  return ATTEMPT_STATES.undone.has(tx.status) ? is === 'failed' || is === 'reversed' : is === tx.status
}

/** The announced amount or currency if it is not ours, else undefined. If an answer leaves one of them out, the other is compared. */
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

/** The amount of an attempt that a gateway tells, in our minor units; ours if it tells none, null if it is in another currency. */
export function amountIn(tx: GatewayTransaction, { money, amount, currency }: Reading): number | null {
  if (money) return money.currency === tx.currency ? money.amountMinor : null
  if (currency !== undefined && currency !== tx.currency) return null
  return amount === undefined ? (tx.receivedMinor ?? tx.amountMinor) : (parseAmount(amount, tx.currency) ?? null)
}
