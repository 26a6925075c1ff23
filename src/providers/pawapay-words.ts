import { inSigns } from '../kernel/folding.ts'
import { CURRENCIES, formatAmount, type Money } from '../kernel/money.ts'
import { smallestStep } from '../kernel/operators.ts'

/**
 * The amount as the provider wants it: with the currency's decimals, or none at all.
 * @returns undefined for cents at a provider that takes whole amounts only
 */
export function amountFor(money: Money, provider: string): string | undefined {
  const text = formatAmount(money.amountMinor, money.currency)
  if (smallestStep(provider, money.currency) === 1) return text
  return isWhole(money) ? wholeOf(text) : undefined
}

/** The amount of a refund, whose provider is the deposit's: a whole amount goes without decimals, which all accept. */
export function refundAmount(money: Money): string {
  const text = formatAmount(money.amountMinor, money.currency)
  return isWhole(money) ? wholeOf(text) : text
}

/** The text that the payer reads: 4 to 22 letters, digits and spaces, or nothing when too little is left. */
export function customerMessage(message: string): string | undefined {
  const text = inSigns(message, (sign) => /[ -~]/.test(sign))
    .replace(/[^A-Za-z0-9]+/g, ' ')
    .trim()
    .slice(0, 22)
    .trim()
  return text.length < 4 ? undefined : text
}

const isWhole = ({ amountMinor, currency }: Money) => amountMinor % 10 ** CURRENCIES[currency].decimals === 0

const wholeOf = (text: string) => text.replace(/\..*$/, '')
