import type { moneySettings } from '#db/schema/money/wallets.ts'
import type { Currency } from '#kernel/money.ts'
import { smallestStep } from '#kernel/operators.ts'
import { receivedCurrency } from '../payouts/exchange.ts'
import type { WalletRow } from './queries.ts'

type Standing = {
  wallet: WalletRow | undefined
  currency: Currency
  availableMinor: number
  /** Amount that counts against the maximum of 24 hours. */
  lastDayMinor: number
  /** Whether a withdrawal under the minimum was made in the last 30 days. */
  hadDust: boolean
  limits: typeof moneySettings.$inferSelect | undefined
}

/**
 * Whether a withdrawal of some amount would be accepted now: the rules of `termsToday` and of the commit of `withdraw`, without an amount
 * (docs/money.md, Wallet).
 */
export function canWithdraw({ wallet, currency, availableMinor, lastDayMinor, hadDust, limits }: Standing): boolean {
  if (!wallet?.payoutNetwork || !wallet.payoutCountry || wallet.frozenAt !== null) return false
  if (!limits) return false
  // The exchange makes the amount whole if the phone receives another currency.
  const isExchanged = receivedCurrency(wallet.payoutCountry, currency) !== currency
  const step = isExchanged ? 1 : smallestStep(wallet.payoutNetwork, currency)
  const leastMinor = Math.ceil(limits.minPayoutMinor / step) * step
  const roomMinor = (limits.maxPayoutPerDayMinor ?? Number.POSITIVE_INFINITY) - lastDayMinor
  if (Math.min(availableMinor, roomMinor) >= leastMinor) return true
  const isDust = availableMinor > 0 && availableMinor < limits.minPayoutMinor && availableMinor % step === 0
  return isDust && !hadDust && availableMinor <= roomMinor
}
