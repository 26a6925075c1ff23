import { eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import { abortUnlessChanged, abortWhen, NOT_FOUND } from '../../../db/guard.ts'
import { exchangeRates } from '../../../db/schema/money/rates.ts'
import { fail } from '../../../kernel/failure.ts'
import { audited } from '../../core/audit.ts'
import { commit } from '../../core/commit.ts'
import type { Ctx } from '../../core/context.ts'
import { rateFields, rateIn, requirePair } from './fields.ts'
import { RATE_FROZEN, selectRate } from './queries.ts'
import { type RateRow, viewRate } from './view.ts'

export const UpdateRate = z.strictObject(rateFields).partial()
type UpdateRate = z.output<typeof UpdateRate>

/**
 * Finance corrects a rate; one that was frozen can only be switched off and on (docs/money.md, Rates).
 * @throws 400 for a pair of one currency, 404, 409 IN_USE
 */
export async function updateRate(ctx: Ctx, id: string, input: UpdateRate) {
  const [row] = await selectRate(ctx, id)
  const set = columnsOf(input, row ?? fail('NOT_FOUND'))
  requirePair(set.baseCurrency, set.quoteCurrency)
  const { isActive, ...fixed } = set
  const isOther = sql`EXISTS (SELECT 1 FROM exchange_rates f WHERE f.id = ${id} AND f.frozen_at IS NOT NULL AND (
    f.base_currency <> ${fixed.baseCurrency} OR f.quote_currency <> ${fixed.quoteCurrency}
    OR f.rate_scaled <> ${fixed.rateScaled} OR f.source <> ${fixed.source} OR f.effective_at <> ${fixed.effectiveAt}))`
  const [[updated]] = await commit(
    ctx,
    [
      abortWhen(ctx.db, RATE_FROZEN, isOther),
      ctx.db.update(exchangeRates).set(set).where(eq(exchangeRates.id, id)),
      abortUnlessChanged(ctx.db, NOT_FOUND),
      audited(ctx, 'rate.update', id, input),
    ],
    selectRate(ctx, id),
  )
  return viewRate(updated ?? fail('NOT_FOUND'))
}

const columnsOf = ({ rate, effectiveAt, ...given }: UpdateRate, row: RateRow) => ({
  baseCurrency: given.baseCurrency ?? row.baseCurrency,
  quoteCurrency: given.quoteCurrency ?? row.quoteCurrency,
  source: given.source ?? row.source,
  isActive: given.isActive ?? row.isActive,
  rateScaled: rate === undefined ? row.rateScaled : rateIn(rate),
  effectiveAt: effectiveAt === undefined ? row.effectiveAt : Date.parse(effectiveAt),
})
