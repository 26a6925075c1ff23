import { eq, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { abortUnlessChanged, abortWhen, guard, NOT_FOUND } from '../../../db/guard.ts'
import { exchangeRates } from '../../../db/schema/money/rates.ts'
import { fail } from '../../../kernel/failure.ts'
import { audited } from '../../core/audit.ts'
import { commit } from '../../core/commit.ts'
import type { Ctx } from '../../core/context.ts'
import { ONE_CURRENCY, rateFields, rateIn } from './fields.ts'
import { RATE_FROZEN, selectRate } from './queries.ts'
import { viewRate } from './view.ts'

const PAIR_OF_ONE = guard('PAIR_OF_ONE', 'VALIDATION_ERROR', {
  message: ONE_CURRENCY.message,
  details: [ONE_CURRENCY],
})

export const UpdateRate = z.strictObject(rateFields).partial()
type UpdateRate = z.output<typeof UpdateRate>

/**
 * Finance corrects a rate: only what is given changes, so of several at once each keeps what it set. One that was frozen can
 * only be switched off and on (docs/money.md, Rates).
 * @throws 400 for a pair of one currency, 404, 409 IN_USE
 */
export async function updateRate(ctx: Ctx, id: string, input: UpdateRate) {
  const { rate, effectiveAt, isActive, ...given } = input
  const fixed = {
    ...given,
    ...(rate !== undefined && { rateScaled: rateIn(rate) }),
    ...(effectiveAt !== undefined && { effectiveAt: Date.parse(effectiveAt) }),
  }
  const it = (condition: SQL) => sql`EXISTS (SELECT 1 FROM exchange_rates f WHERE f.id = ${id} AND ${condition})`
  const differs = Object.entries(fixed).map(
    ([column, value]) => sql`f.${sql.identifier(exchangeRates[column as keyof typeof fixed].name)} <> ${value}`,
  )
  const [[updated]] = await commit(
    ctx,
    [
      abortWhen(
        ctx.db,
        RATE_FROZEN,
        it(sql`f.frozen_at IS NOT NULL AND (${sql.join([sql`0`, ...differs], sql` OR `)})`),
      ),
      ctx.db
        .update(exchangeRates)
        .set({ id, ...fixed, ...(isActive !== undefined && { isActive }) })
        .where(eq(exchangeRates.id, id)),
      abortUnlessChanged(ctx.db, NOT_FOUND),
      abortWhen(ctx.db, PAIR_OF_ONE, it(sql`f.base_currency = f.quote_currency`)),
      audited(ctx, 'rate.update', id, input),
    ],
    selectRate(ctx, id),
  )
  return viewRate(updated ?? fail('NOT_FOUND'))
}
