import * as z from 'zod'
import { fail, invalid } from '../../../kernel/failure.ts'
import * as f from '../../../kernel/fields.ts'
import { type Currency, RATE_SCALE } from '../../../kernel/money.ts'

/** Nine million million hundred-millionths: the largest that stays a whole number exactly. */
const MOST_SCALED = 9_000_000_000_000_000

/** A rate with eight decimals as a whole number; undefined for what is none, for zero and for what is too large. */
function scaledRate(value: number | string): number | undefined {
  // A number writes small ones with an exponent.
  const text = typeof value === 'number' && Number(value.toFixed(8)) === value ? value.toFixed(8) : String(value)
  const parts = /^(\d{1,8})(?:\.(\d{1,8}))?$/.exec(text)
  if (!parts) return undefined
  const scaled = Number(parts[1]) * RATE_SCALE + Number((parts[2] ?? '').padEnd(8, '0'))
  return scaled > 0 && scaled <= MOST_SCALED ? scaled : undefined
}

/** What one unit of the base costs in the quote, as it comes in. */
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

/** A rate that the schema has let in. */
export const rateIn = (value: number | string): number => scaledRate(value) ?? fail('INTERNAL_ERROR')

export const rateFields = {
  baseCurrency: f.currency,
  quoteCurrency: f.currency,
  rate,
  /** Who says so: a bank, a person. */
  source: f.line(1, 80),
  effectiveAt: f.instant,
  isActive: z.boolean(),
  confirmJump: z.boolean(),
}

/** What a rate is made of, or found by: a pair, and since when it counts; from now on where that is not told. */
export const SetRate = z.strictObject(rateFields).partial({
  ...{ source: true, effectiveAt: true, isActive: true, confirmJump: true },
})
export type SetRate = z.output<typeof SetRate>

export const ONE_CURRENCY = { field: 'quoteCurrency', message: 'Les deux devises doivent être différentes.' }

/** A rate leads from one currency to another. 400 */
export function requirePair(base: Currency, quote: Currency): void {
  if (base === quote) invalid(ONE_CURRENCY.field, ONE_CURRENCY.message)
}
