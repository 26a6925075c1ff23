import { type SQL, sql } from 'drizzle-orm'
import { once } from '#db/once.ts'
import type { Ctx } from '#domain/core/context.ts'
import { type Currency, currencies, RATE_SCALE, type Rate } from '#kernel/money.ts'

type Row = { base: Currency; quote: Currency; id: string | null; rateScaled: number | null }
export type RatesInForce = Row[]
/** A way from one currency to another: the fraction, and the ids of the rates in it. */
type RatePath = { rate: Rate; through: string[] }

const PAIRS = JSON.stringify(
  currencies.flatMap((base) => currencies.filter((quote) => quote !== base).map((quote) => ({ base, quote }))),
)

/** The id of the rate of a pair that is in force. */
export const inForce = ({ now }: Pick<Ctx, 'now'>, base: SQL, quote: SQL) => sql`(
  SELECT r.id FROM exchange_rates r
  WHERE r.base_currency = ${base} AND r.quote_currency = ${quote}
    AND r.effective_at <= ${now} AND r.is_active = 1
  ORDER BY r.effective_at DESC, r.rowid DESC LIMIT 1)`

/** The rate in force of every pair, each by its index: for one trip with other reads; `rateBetween` picks from them. */
export const selectRatesInForce = (ctx: Ctx) => ratesAt(ctx.db, ctx.now)

const ratesAt = once((db, now: number) =>
  db
    .select({
      base: sql<Currency>`p.value ->> 'base'`,
      quote: sql<Currency>`p.value ->> 'quote'`,
      id: sql<string | null>`e.id`.as('id'),
      rateScaled: sql<number | null>`e.rate_scaled`.as('rate_scaled'),
    })
    .from(
      sql`json_each(${PAIRS}) p LEFT JOIN exchange_rates e
        ON e.id = ${inForce({ now }, sql`p.value ->> 'base'`, sql`p.value ->> 'quote'`)}`,
    ),
)

/**
 * The rate from one currency to another: the one that is set, else the inverse of the opposite one, else through the dollar (docs/money.md,
 * Rates).
 * @returns undefined if no rates lead there
 */
export const rateBetween = (rates: Row[], from: Currency, to: Currency): Rate | undefined =>
  wayBetween(rates, from, to)?.rate

/** The way of `rateBetween`, with the ids of its rates. */
export function wayBetween(rates: Row[], from: Currency, to: Currency): RatePath | undefined {
  if (from === to) return { rate: { times: 1, over: 1 }, through: [] }
  const direct = oneWay(rates, from, to)
  if (direct !== undefined) return direct
  const toDollar = oneWay(rates, from, 'USD')
  const fromDollar = oneWay(rates, 'USD', to)
  if (!toDollar || !fromDollar) return undefined
  return { rate: chain(toDollar.rate, fromDollar.rate), through: [...toDollar.through, ...fromDollar.through] }
}

function oneWay(rates: Row[], from: Currency, to: Currency): RatePath | undefined {
  const find = (base: Currency, quote: Currency) =>
    rates.find((rate) => rate.base === base && rate.quote === quote && rate.id !== null)
  const set = find(from, to)
  if (set?.rateScaled && set.id) return { rate: { times: set.rateScaled, over: RATE_SCALE }, through: [set.id] }
  const turned = find(to, from)
  if (turned?.rateScaled && turned.id)
    return { rate: { times: RATE_SCALE, over: turned.rateScaled }, through: [turned.id] }
  return undefined
}

/** Multiplies two rates. If the fraction does not fit into whole numbers, it loses its last digits: far beyond a minor unit. */
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
