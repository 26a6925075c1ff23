import { sql } from 'drizzle-orm'
import { abortWhen } from '../../../db/guard.ts'
import { exchangeRates } from '../../../db/schema/money/rates.ts'
import { fail } from '../../../kernel/failure.ts'
import { audited } from '../../core/audit.ts'
import { commit } from '../../core/commit.ts'
import type { Ctx } from '../../core/context.ts'
import { requirePair, type SetRate } from './fields.ts'
import { newRate } from './new-rate.ts'
import { RATE_FROZEN } from './queries.ts'
import { viewRate } from './view.ts'

/**
 * Finance says what a pair is worth from an instant on: the latest row of that pair and instant is changed, or one added
 * (docs/money.md, Rates). @throws 400 for a pair of one currency, 409 IN_USE where another rate was frozen there
 */
export async function upsertRate(ctx: Ctx, input: SetRate) {
  requirePair(input.baseCurrency, input.quoteCurrency)
  const { row, details } = newRate(ctx, input)
  const latest = sql`SELECT e.id FROM exchange_rates e WHERE e.base_currency = ${row.baseCurrency}
    AND e.quote_currency = ${row.quoteCurrency} AND e.effective_at = ${row.effectiveAt} ORDER BY e.rowid DESC LIMIT 1`
  const isOther = sql`(f.rate_scaled <> ${row.rateScaled} OR f.source <> ${input.source ?? sql`f.source`})`
  const [[set]] = await commit(
    ctx,
    [
      abortWhen(
        ctx.db,
        RATE_FROZEN,
        sql`EXISTS (SELECT 1 FROM exchange_rates f WHERE f.id = (${latest}) AND f.frozen_at IS NOT NULL AND ${isOther})`,
      ),
      ctx.db
        .update(exchangeRates)
        .set({
          rateScaled: row.rateScaled,
          ...(input.source !== undefined && { source: input.source }),
          ...(input.isActive !== undefined && { isActive: input.isActive }),
        })
        .where(sql`id = (${latest})`),
      ctx.db.run(sql`
        INSERT INTO exchange_rates (id, base_currency, quote_currency, rate_scaled, source, effective_at, is_active, created_at)
        SELECT ${row.id}, ${row.baseCurrency}, ${row.quoteCurrency}, ${row.rateScaled}, ${row.source}, ${row.effectiveAt},
          ${row.isActive ? 1 : 0}, ${row.createdAt} WHERE NOT EXISTS (${latest})`),
      audited(ctx, 'rate.set', sql<string>`(${latest})`, details),
    ],
    ctx.db.select().from(exchangeRates).where(sql`id = (${latest})`),
  )
  return viewRate(set ?? fail('NOT_FOUND'))
}
