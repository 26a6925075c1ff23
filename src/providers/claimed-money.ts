import { currencies, type Money, parseAmount } from '../kernel/money.ts'
import type { Reading } from '../kernel/outcome.ts'

type MoneyClaim = Pick<Reading, 'money' | 'amount' | 'currency'>

/**
 * The money an answer claims, or the half of it that it says. Gateways normalise ("100" comes back "100.00"), so zeros
 * after the point do not count.
 * @returns 'unreadable' when it says something we cannot hold
 */
export function claimedMoney(amount: unknown, currency: unknown): MoneyClaim | 'unreadable' {
  const isText = typeof amount === 'string' || typeof amount === 'number'
  const known = currencies.find((code) => code === currency)
  if ((amount != null && !isText) || (currency != null && !known)) return 'unreadable'
  if (!isText) return known ? { currency: known } : {}
  const text = withoutZeros(String(amount))
  if (!known) return { amount: text }
  const amountMinor = parseAmount(text, known)
  return amountMinor === undefined ? 'unreadable' : { money: { amountMinor, currency: known } }
}

/** A reading with the money beside it. A success of a sum that cannot be compared with ours is not believed. */
export function readingOf(outcome: Reading['outcome'], claimed: ReturnType<typeof claimedMoney>): Reading {
  if (claimed !== 'unreadable') return { outcome, ...claimed }
  return { outcome: outcome.kind === 'succeeded' ? { kind: 'unknown', detail: 'UNREADABLE_AMOUNT' } : outcome }
}

/** Whether what is claimed, as far as it goes, is this money. */
export function claims(claimed: ReturnType<typeof claimedMoney>, { amountMinor, currency }: Money): boolean {
  if (claimed === 'unreadable') return false
  const said = claimed.money?.currency ?? claimed.currency ?? currency
  const saidMinor =
    claimed.money?.amountMinor ?? (claimed.amount === undefined ? amountMinor : parseAmount(claimed.amount, currency))
  return said === currency && saidMinor === amountMinor
}

const withoutZeros = (text: string) => text.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '')
