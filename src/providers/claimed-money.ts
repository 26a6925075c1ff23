import { currencies, type Money, parseAmount } from '../kernel/money.ts'
import type { Reading } from '../kernel/outcome.ts'

/**
 * The money an answer claims. Gateways normalise ("100" comes back "100.00"), so zeros after the point do not count.
 * @returns undefined when the answer does not say, 'unreadable' when it says something we cannot hold
 */
export function claimedMoney(amount: unknown, currency: unknown): Money | 'unreadable' | undefined {
  if (amount == null || currency == null) return undefined
  const known = currencies.find((code) => code === currency)
  if (!known || (typeof amount !== 'string' && typeof amount !== 'number')) return 'unreadable'
  const amountMinor = parseAmount(withoutZeros(String(amount)), known)
  return amountMinor === undefined ? 'unreadable' : { amountMinor, currency: known }
}

/** A reading with the money beside it. A success of a sum that cannot be compared with ours is not believed. */
export function readingOf(outcome: Reading['outcome'], money: ReturnType<typeof claimedMoney>): Reading {
  if (money !== 'unreadable') return { outcome, ...(money && { money }) }
  return { outcome: outcome.kind === 'succeeded' ? { kind: 'unknown', detail: 'UNREADABLE_AMOUNT' } : outcome }
}

export const sameMoney = (a: Money, b: Money) => a.amountMinor === b.amountMinor && a.currency === b.currency

const withoutZeros = (text: string) => text.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '')
