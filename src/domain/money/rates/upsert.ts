import { and, eq, sql } from 'drizzle-orm'
import { readTogether } from '#db/client.ts'
import { EVERY_TURN, retryOnStale } from '#db/commit.ts'
import { abortWhen, failureOf } from '#db/guard.ts'
import { exchangeRates } from '#db/schema/money/rates.ts'
import { recordAct } from '#domain/core/audit.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'
import { changeRates, selectLive, selectMemories } from './change-rates.ts'
import { requirePair, type SetRate } from './fields.ts'
import { newRate } from './new-rate.ts'
import { isFrozen, RATE_FROZEN, selectRate } from './queries.ts'
import { viewRate } from './view.ts'

/**
 * Sets the rate of a pair from an instant on: changes the latest row of that pair and instant, or adds one (docs/money.md, Rates).
 * @throws 400 for a pair of one currency; 409 IN_USE if another rate is frozen there, RATE_JUMP; 403 REAUTH_REQUIRED
 */
export const upsertRate = (ctx: Ctx, input: SetRate) =>
  retryOnStale(async () => {
    requirePair(input.baseCurrency, input.quoteCurrency)
    const { row, details } = newRate(ctx, input)
    const [[from], live, memories] = await readTogether(
      ctx.db,
      selectLatest(ctx, row),
      selectLive(ctx),
      selectMemories(ctx),
    )
    const to = from ? { ...from, ...changedColumns(row, input) } : row
    const isOther = from !== undefined && (to.rateScaled !== from.rateScaled || to.source !== from.source)
    if (isOther && from.frozenAt !== null) throw failureOf(RATE_FROZEN)
    const { id } = to
    const set = { ...changedColumns(row, input), ...(isOther && { jumpConfirmed: false }) }
    const write = from
      ? ctx.db.update(exchangeRates).set(set).where(eq(exchangeRates.id, id))
      : ctx.db.insert(exchangeRates).values(row)
    const [[fresh]] = await commit(
      ctx,
      changeRates(ctx, { live, memories }, { from, to, confirmJump: input.confirmJump }, [
        ...(isOther ? [abortWhen(ctx.db, RATE_FROZEN, isFrozen(id))] : []),
        write,
        recordAct(ctx, 'rate.set', id, details),
      ]),
      selectRate(ctx, id),
    )
    return viewRate(fresh ?? fail('NOT_FOUND'))
  }, EVERY_TURN)

type NewRow = ReturnType<typeof newRate>['row']

/** The columns of an existing row that the input changes. */
const changedColumns = ({ rateScaled }: NewRow, { source, isActive }: SetRate) => ({
  rateScaled,
  ...(source !== undefined && { source }),
  ...(isActive !== undefined && { isActive }),
})

const selectLatest = (ctx: Ctx, { baseCurrency, quoteCurrency, effectiveAt }: NewRow) =>
  ctx.db
    .select()
    .from(exchangeRates)
    .where(
      and(
        eq(exchangeRates.baseCurrency, baseCurrency),
        eq(exchangeRates.quoteCurrency, quoteCurrency),
        eq(exchangeRates.effectiveAt, effectiveAt),
      ),
    )
    .orderBy(sql`rowid DESC`)
    .limit(1)
