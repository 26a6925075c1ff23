import { sql } from 'drizzle-orm'
import { type Currency, currencies, RATE_SCALE } from '../../../kernel/money.ts'
import type { Ctx } from '../../core/context.ts'

type Rate = { base: Currency; quote: Currency; rateScaled: number | null }

const PAIRS = JSON.stringify(
  currencies.flatMap((base) => currencies.filter((quote) => quote !== base).map((quote) => ({ base, quote }))),
)

/** The rate in force of every pair, each by its index: for one trip with other reads; `rateBetween` picks from them. */
export const selectRatesInForce = (ctx: Ctx) =>
  ctx.db
    .select({
      base: sql<Currency>`p.value ->> 'base'`,
      quote: sql<Currency>`p.value ->> 'quote'`,
      rateScaled: sql<number | null>`(
        SELECT e.rate_scaled FROM exchange_rates e
        WHERE e.base_currency = p.value ->> 'base' AND e.quote_currency = p.value ->> 'quote'
          AND e.effective_at <= ${ctx.now} AND e.is_active = 1
        ORDER BY e.effective_at DESC LIMIT 1)`,
    })
    .from(sql`json_each(${PAIRS}) p`)

/**
 * The scaled rate from one currency to another: as set, turned round, or through the dollar.
 * @returns undefined when nothing that was set leads there
 */
export function rateBetween(rates: Rate[], from: Currency, to: Currency): number | undefined {
  if (from === to) return RATE_SCALE
  const direct = oneWay(rates, from, to)
  if (direct !== undefined) return direct
  const toDollar = oneWay(rates, from, 'USD')
  const fromDollar = oneWay(rates, 'USD', to)
  return toDollar === undefined || fromDollar === undefined
    ? undefined
    : Math.round((toDollar * fromDollar) / RATE_SCALE)
}

function oneWay(rates: Rate[], from: Currency, to: Currency): number | undefined {
  const find = (base: Currency, quote: Currency) =>
    rates.find((rate) => rate.base === base && rate.quote === quote)?.rateScaled
  const set = find(from, to)
  if (set) return set
  const turned = find(to, from)
  return turned ? Math.round((RATE_SCALE * RATE_SCALE) / turned) : undefined
}
