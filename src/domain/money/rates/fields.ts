import * as z from 'zod'
import { fail, invalid } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { type Currency, RATE_SCALE } from '#kernel/money.ts'

/** The largest scaled rate (nine million million hundred-millionths) that a number keeps exactly. */
const MOST_SCALED = 9_000_000_000_000_000

/** A rate with eight decimals as a whole number; undefined if it is no rate, zero or too large. */
function scaledRate(value: number | string): number | undefined {
  // String() writes a small number with an exponent.
  const text = typeof value === 'number' && Number(value.toFixed(8)) === value ? value.toFixed(8) : String(value)
  const parts = /^(\d{1,8})(?:\.(\d{1,8}))?$/.exec(text)
  if (!parts) return undefined
  const scaled = Number(parts[1]) * RATE_SCALE + Number((parts[2] ?? '').padEnd(8, '0'))
  return scaled > 0 && scaled <= MOST_SCALED ? scaled : undefined
}

/** The price of one unit of the base in the quote, as it comes in. */
const rate = z
  .union([z.number(), z.string().max(20)])
  .refine((value) => scaledRate(value) !== undefined, {
    error: 'Un taux au-dessus de zéro est attendu, avec au plus huit décimales.',
  })
  .meta({
    json: {
      description: 'Taux décimal, avec au plus huit décimales.',
      anyOf: [
        { type: 'number', minimum: 0.00000001, maximum: 90_000_000 },
        { type: 'string', pattern: '^([1-9]\\d{0,6}(\\.\\d{1,8})?|0\\.\\d{0,7}[1-9])$' },
      ],
    },
  })

/** The scaled rate of a value that the schema has accepted. */
export const rateIn = (value: number | string): number => scaledRate(value) ?? fail('INTERNAL_ERROR')

export const rateFields = {
  baseCurrency: f.currency,
  quoteCurrency: f.currency,
  rate,
  /** The source of the rate: a bank, a person. */
  source: f.line(1, 80),
  effectiveAt: f.instant,
  isActive: z.boolean(),
  confirmJump: z.boolean(),
}

/** A pair, its rate, and the time from which it counts: now if there is none. */
export const SetRate = z.strictObject(rateFields).partial({
  ...{ source: true, effectiveAt: true, isActive: true, confirmJump: true },
})
export type SetRate = z.output<typeof SetRate>

export const ONE_CURRENCY = { field: 'quoteCurrency', message: 'Les deux devises doivent être différentes.' }

/** Refuses a pair of one currency. @throws 400 */
export function requirePair(base: Currency, quote: Currency): void {
  if (base === quote) invalid(ONE_CURRENCY.field, ONE_CURRENCY.message)
}
