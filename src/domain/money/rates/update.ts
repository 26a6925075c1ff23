import { eq } from 'drizzle-orm'
import * as z from 'zod'
import { readTogether } from '#db/client.ts'
import { EVERY_TURN, retryOnStale } from '#db/commit.ts'
import { abortUnlessChanged, abortWhen, failureOf, NOT_FOUND } from '#db/guard.ts'
import { exchangeRates } from '#db/schema/money/rates.ts'
import { recordAct } from '#domain/core/audit.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'
import { changeRates, selectLive, selectMemories } from './change-rates.ts'
import { rateFields, rateIn, requirePair } from './fields.ts'
import { isFrozen, RATE_FROZEN, selectRate } from './queries.ts'
import { viewRate } from './view.ts'

export const UpdateRate = z.strictObject(rateFields).partial()
const COLUMNS = ['baseCurrency', 'quoteCurrency', 'rateScaled', 'source', 'effectiveAt'] as const
type UpdateRate = z.output<typeof UpdateRate>

/**
 * Finance corrects a rate: only what is given changes, so of several at once each keeps what it set. One that was frozen can
 * only be switched off and on (docs/money.md, Rates).
 * @throws 400 for a pair of one currency, 404, 409 IN_USE, RATE_JUMP; 403 REAUTH_REQUIRED
 */
export const updateRate = (ctx: Ctx, id: string, input: UpdateRate) =>
  retryOnStale(async () => {
    const [[from], live, memories] = await readTogether(
      ctx.db,
      selectRate(ctx, id),
      selectLive(ctx),
      selectMemories(ctx),
    )
    if (!from) fail('NOT_FOUND')
    const fixed = {
      baseCurrency: input.baseCurrency ?? from.baseCurrency,
      quoteCurrency: input.quoteCurrency ?? from.quoteCurrency,
      rateScaled: input.rate === undefined ? from.rateScaled : rateIn(input.rate),
      source: input.source ?? from.source,
      effectiveAt: input.effectiveAt === undefined ? from.effectiveAt : Date.parse(input.effectiveAt),
    }
    requirePair(fixed.baseCurrency, fixed.quoteCurrency)
    const isOther = COLUMNS.some((column) => fixed[column] !== from[column])
    if (isOther && from.frozenAt !== null) throw failureOf(RATE_FROZEN)
    const set = { ...fixed, isActive: input.isActive ?? from.isActive, ...(isOther && { jumpConfirmed: false }) }
    const [[updated]] = await commit(
      ctx,
      changeRates(ctx, { live, memories }, { from, to: { ...from, ...set }, confirmJump: input.confirmJump }, [
        ...(isOther ? [abortWhen(ctx.db, RATE_FROZEN, isFrozen(id))] : []),
        ctx.db.update(exchangeRates).set(set).where(eq(exchangeRates.id, id)),
        abortUnlessChanged(ctx.db, NOT_FOUND),
        recordAct(ctx, 'rate.update', id, input),
      ]),
      selectRate(ctx, id),
    )
    return viewRate(updated ?? fail('NOT_FOUND'))
  }, EVERY_TURN)
