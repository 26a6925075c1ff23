import { sql } from 'drizzle-orm'
import { type Currency, currencies, RATE_SCALE, type Rate } from '../../../kernel/money.ts'
import type { Ctx } from '../../core/context.ts'

type Row = { base: Currency; quote: Currency; rateScaled: number | null }

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
 * The rate from one currency to another: as set, else the one that was set the other way round, else through the dollar
 * (docs/money.md, Rates).
 * @returns undefined when nothing that was set leads there
 */
export function rateBetween(rates: Row[], from: Currency, to: Currency): Rate | undefined {
  if (from === to) return { times: 1, over: 1 }
  const direct = oneWay(rates, from, to)
  if (direct !== undefined) return direct
  const toDollar = oneWay(rates, from, 'USD')
  const fromDollar = oneWay(rates, 'USD', to)
  return toDollar && fromDollar && chain(toDollar, fromDollar)
}

function oneWay(rates: Row[], from: Currency, to: Currency): Rate | undefined {
  const find = (base: Currency, quote: Currency) =>
    rates.find((rate) => rate.base === base && rate.quote === quote)?.rateScaled
  const set = find(from, to)
  if (set) return { times: set, over: RATE_SCALE }
  const turned = find(to, from)
  return turned ? { times: RATE_SCALE, over: turned } : undefined
}

/** One rate after the other. Where the fraction does not fit into whole numbers, its last digits go: far beyond a minor unit. */
function chain(first: Rate, second: Rate): Rate {
  let times = BigInt(first.times) * BigInt(second.times)
  let over = BigInt(first.over) * BigInt(second.over)
  const shared = greatestDivisor(times, over)
  times /= shared
  over /= shared
  while (times > MOST || over > MOST) {
    times /= 2n
    over /= 2n
  }
  return { times: Number(times), over: Number(over) }
}

const MOST = BigInt(Number.MAX_SAFE_INTEGER)
const greatestDivisor = (a: bigint, b: bigint): bigint => (b === 0n ? a : greatestDivisor(b, a % b))
