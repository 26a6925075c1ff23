/** Money is whole minor units of one currency, never a float (docs/conventions.md, Amounts). */
export const CURRENCIES = { USD: { decimals: 2 }, CDF: { decimals: 2 }, RWF: { decimals: 0 } } as const

export type Currency = keyof typeof CURRENCIES
export const currencies = Object.keys(CURRENCIES) as [Currency, ...Currency[]]
/** Currencies in which a shop sets prices and an order is made (docs/conventions.md, Amounts). */
export const PRICE_CURRENCIES = ['USD', 'CDF'] as const
export type PriceCurrency = (typeof PRICE_CURRENCIES)[number]

export type Money = { amountMinor: number; currency: Currency }

/** No single amount is above this: ten thousand million major units with two decimals. */
export const MAX_AMOUNT_MINOR = 1_000_000_000_000

/**
 * Converts a decimal amount, given as number or text, to minor units.
 * @returns undefined for an exponent form, a sign, more decimals than the currency has, or an amount out of bounds
 */
export function parseAmount(amount: number | string, currency: Currency): number | undefined {
  const { decimals } = CURRENCIES[currency]
  const parts = /^(\d{1,13})(?:\.(\d+))?$/.exec(String(amount))
  if (!parts) return undefined
  const fraction = parts[2] ?? ''
  if (fraction.length > decimals) return undefined
  const minor = Number(parts[1]) * 10 ** decimals + Number(fraction.padEnd(decimals, '0') || 0)
  return minor <= MAX_AMOUNT_MINOR ? minor : undefined
}

/** Decimal text with the currency's own decimals: 1250 USD minor is "12.50", 1250 RWF is "1250". */
export function formatAmount(amountMinor: number, currency: Currency): string {
  const { decimals } = CURRENCIES[currency]
  const digits = String(Math.abs(amountMinor)).padStart(decimals + 1, '0')
  const text = decimals ? `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}` : digits
  return amountMinor < 0 ? `-${text}` : text
}

/** A rate with eight decimals is kept as a whole number: 2800.5 is 280050000000. */
export const RATE_SCALE = 100_000_000

/**
 * A rate between two currencies as a fraction of whole numbers: an amount is multiplied by `times` and divided by
 * `over`. A rate that was set in the other direction divides by the figure that was set, so only the amount is rounded.
 */
export type Rate = { times: number; over: number }

/** A rate as text with eight decimals, for people to read. */
export function formatRate({ times, over }: Rate): string {
  const scaled = String(halfUp(BigInt(times) * BigInt(RATE_SCALE), BigInt(over))).padStart(9, '0')
  return `${scaled.slice(0, -8)}.${scaled.slice(-8)}`
}

/**
 * Converts minor units at a rate and rounds half up, once; an amount above zero stays at least one minor unit. The
 * arithmetic is in whole numbers, so a frozen rate always gives the same amount.
 */
export function convert(amountMinor: number, from: Currency, to: Currency, rate: Rate): number {
  const converted = convertHalfUp(amountMinor, from, to, rate)
  return amountMinor > 0 ? Math.max(converted, 1) : converted
}

/** Converts and rounds half up, also down to zero: for amounts that nobody is asked for or paid. */
export const convertHalfUp = (amountMinor: number, from: Currency, to: Currency, rate: Rate): number =>
  Number(halfUp(...fractionOf(amountMinor, from, to, rate)))

/** Converts minor units at a rate and rounds down: a payout is never more than the amount was worth. */
export function convertDown(amountMinor: number, from: Currency, to: Currency, rate: Rate): number {
  const [numerator, denominator] = fractionOf(amountMinor, from, to, rate)
  return Number(numerator / denominator)
}

function fractionOf(amountMinor: number, from: Currency, to: Currency, { times, over }: Rate): [bigint, bigint] {
  const shift = CURRENCIES[to].decimals - CURRENCIES[from].decimals
  const numerator = BigInt(amountMinor) * BigInt(times) * 10n ** BigInt(Math.max(shift, 0))
  return [numerator, BigInt(over) * 10n ** BigInt(Math.max(-shift, 0))]
}

const halfUp = (numerator: bigint, denominator: bigint) => (2n * numerator + denominator) / (2n * denominator)

/** `part` of `whole` of an amount, rounded half up. */
export const proportionOf = (amountMinor: number, part: number, whole: number): number =>
  whole === 0 ? 0 : Number(halfUp(BigInt(amountMinor) * BigInt(part), BigInt(whole)))

/** A share in basis points, rounded half up. The rest belongs to the other side, so no money is made or lost. */
export function shareBps(amountMinor: number, bps: number): number {
  return Number((2n * BigInt(amountMinor) * BigInt(bps) + 10_000n) / 20_000n)
}
