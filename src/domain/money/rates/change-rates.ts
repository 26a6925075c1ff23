import { inArray, type SQL, sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { abortUnlessChanged, guard } from '#db/guard.ts'
import { exchangeRates, rateMemories } from '#db/schema/money/rates.ts'
import { unlessHeld } from '#domain/core/approvals/held.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { isInOffice } from '#domain/core/guards.ts'
import { mailEverybody } from '#domain/core/notices/notify.ts'
import { requireProof } from '#domain/core/owner/proof.ts'
import { fail } from '#kernel/failure.ts'
import { currencies, formatRate, RATE_SCALE } from '#kernel/money.ts'
import { acceptJumps, type Direction, directionOf, type Jump, type Memory, ONE_STEP_MS, stepsOf } from './jump.ts'
import { firstRate, rateJump } from './notices.ts'
import { keepPriceRate } from './price-rates.ts'
import type { RateRow } from './view.ts'

/** Another change of these rates came first: the jumps must be found again. */
const RATES_MOVED = guard('RATES_MOVED', 'CONFLICT', { isStale: true })

const DIRECTIONS: Direction[] = currencies.flatMap((base) =>
  currencies.filter((quote) => quote !== base).map((quote) => ({ base, quote })),
)

/** Active rates of every direction, from the last but one that was in force some hours ago on: a change may bring these back. */
export const selectLive = (ctx: Ctx) => {
  const isOf = (rate: string) =>
    sql.raw(`${rate}.base_currency = d.value ->> 'base' AND ${rate}.quote_currency = d.value ->> 'quote'`)
  const first = sql`(SELECT b.effective_at FROM exchange_rates b WHERE ${isOf('b')} AND b.is_active = 1
    AND b.effective_at <= ${ctx.now - ONE_STEP_MS} ORDER BY b.effective_at DESC LIMIT 1 OFFSET 1)`
  const ids = sql`(SELECT e.id FROM json_each(${JSON.stringify(DIRECTIONS)}) d CROSS JOIN exchange_rates e
    WHERE ${isOf('e')} AND e.effective_at >= coalesce(${first}, 0) AND e.is_active = 1)`
  return ctx.db
    .select()
    .from(exchangeRates)
    .where(inArray(exchangeRates.id, ids))
    .orderBy(exchangeRates.effectiveAt, sql`rowid`)
}

export const selectMemories = (ctx: Ctx): PromiseLike<Memory[]> & Write =>
  ctx.db
    .select({
      base: rateMemories.baseCurrency,
      quote: rateMemories.quoteCurrency,
      lastScaled: rateMemories.lastScaled,
      fromScaled: rateMemories.fromScaled,
      changedAt: rateMemories.changedAt,
      isOff: rateMemories.isOff,
      version: rateMemories.version,
    })
    .from(rateMemories)
    .where(inArray(rateMemories.baseCurrency, [...currencies]))

type KnownRates = { live: RateRow[]; memories: Memory[] }
/** A row before and after the change: no `from` if it is new, no `to` if it is deleted. */
type RateChange = { from?: RateRow | undefined; to?: RateRow | undefined; confirmJump?: boolean | undefined }

/**
 * Writes a change of one rate with the memory of its pair, so that the second of two changes at once decides again. An ADMIN must
 * confirm a step of more than 20 %, and ADMINs and ACCOUNTANTs are mailed.
 * @throws 409 RATE_JUMP, 403 REAUTH_REQUIRED
 */
export function changeRates(
  ctx: Ctx,
  { live, memories }: KnownRates,
  { from, to, confirmJump }: RateChange,
  change: Write[],
): Write[] {
  const others = live.filter(({ id }) => id !== from?.id)
  const states = { now: ctx.now, before: live, after: to ? [...others, to] : others, memories }
  const touched = [from, to].flatMap((rate) => (rate ? [directionOf(rate)] : []))
  const isTouched = (one: Direction) =>
    touched.some(
      ({ base, quote }) => (base === one.base && quote === one.quote) || (base === one.quote && quote === one.base),
    )
  const found = DIRECTIONS.filter(isTouched).map((direction) => stepsOf(states, direction))
  const jumps = found.flatMap((each) => each.jumps)
  if (jumps[0]) requireWord(ctx, jumps[0], confirmJump === true, to !== undefined)
  const outcomes = jumps.length > 0 ? found.map(acceptJumps) : found
  const meant = jumps.map(({ rateId }) => rateId)
  return [
    ...(jumps[0] ? [unlessHeld(ctx)] : []),
    ...outcomes.flatMap(({ memory }) => keep(ctx, memory)),
    ...change,
    ...keepPriceRate(ctx),
    ...(meant.length === 0
      ? []
      : [ctx.db.update(exchangeRates).set({ jumpConfirmed: true }).where(inArray(exchangeRates.id, meant))]),
    ...jumps.map((jump) => tell(ctx, jump)),
    ...(to && outcomes.some(({ isFirst }) => isFirst) ? [tellFirst(ctx, to)] : []),
  ]
}

const numberOfRate = (scaled: number) => Number(formatRate({ times: Math.round(scaled), over: RATE_SCALE }))
const percentOf = ({ fromScaled, toScaled }: Jump) => Math.round((toScaled / fromScaled - 1) * 100)

/** Refuses a jump that no ADMIN confirms. @throws 409 RATE_JUMP; 403 if the ADMIN has no fresh proof */
function requireWord(ctx: Ctx, jump: Jump, confirmJump: boolean, isKept: boolean): void {
  if (confirmJump && actorOf(ctx).role === 'ADMIN') {
    requireProof(ctx)
    return
  }
  const [from, to, percent] = [numberOfRate(jump.fromScaled), numberOfRate(jump.toScaled), percentOf(jump)]
  const step = `1 ${jump.base} passerait de ${words(from)} à ${words(to)} ${jump.quote} (${percent > 0 ? '+' : '−'}${Math.abs(percent)} %)`
  const way = isKept
    ? "Vérifiez ce taux. Si c'est bien lui, un administrateur le fixe en confirmant ce saut (confirmJump)."
    : 'Un administrateur peut désactiver ce taux en confirmant ce saut (confirmJump) ; il se supprime ensuite.'
  fail('CONFLICT', { reason: 'RATE_JUMP', message: `${step}. ${way}` })
}

const words = (rate: number) => String(rate).replace('.', ',')

function keep(ctx: Ctx, { base, quote, ...kept }: Memory): Write[] {
  const row = { baseCurrency: base, quoteCurrency: quote, ...kept }
  const isAsRead: SQL = sql`rate_memories.version = ${kept.version - 1}`
  return [
    ctx.db
      .insert(rateMemories)
      .values(row)
      .onConflictDoUpdate({
        target: [rateMemories.baseCurrency, rateMemories.quoteCurrency],
        set: kept,
        setWhere: isAsRead,
      }),
    abortUnlessChanged(ctx.db, RATES_MOVED),
  ]
}

const FINANCE_IN_OFFICE = isInOffice('ADMIN', 'ACCOUNTANT')

const tell = (ctx: Ctx, jump: Jump): Write =>
  mailEverybody(ctx, FINANCE_IN_OFFICE, rateJump, {
    ...{ base: jump.base, quote: jump.quote, percent: percentOf(jump) },
    ...{ from: numberOfRate(jump.fromScaled), to: numberOfRate(jump.toScaled), by: actorOf(ctx).email },
  })

const tellFirst = (ctx: Ctx, { baseCurrency, quoteCurrency, rateScaled }: RateRow): Write =>
  mailEverybody(ctx, FINANCE_IN_OFFICE, firstRate, {
    ...{ base: baseCurrency, quote: quoteCurrency, to: numberOfRate(rateScaled), by: actorOf(ctx).email },
  })
