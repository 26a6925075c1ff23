import { exchangeRates } from '../../../db/schema/money/rates.ts'
import { fail } from '../../../kernel/failure.ts'
import { audited } from '../../core/audit.ts'
import { commit } from '../../core/commit.ts'
import type { Ctx } from '../../core/context.ts'
import { requirePair, type SetRate } from './fields.ts'
import { newRate } from './new-rate.ts'
import { selectRate } from './queries.ts'
import { viewRate } from './view.ts'

/** Finance adds a rate beside those that are there (docs/money.md, Rates). 400 for a pair of one currency */
export async function createRate(ctx: Ctx, input: SetRate) {
  requirePair(input.baseCurrency, input.quoteCurrency)
  const { row, details } = newRate(ctx, input)
  const [[added]] = await commit(
    ctx,
    [ctx.db.insert(exchangeRates).values(row), audited(ctx, 'rate.create', row.id, details)],
    selectRate(ctx, row.id),
  )
  return viewRate(added ?? fail('NOT_FOUND'))
}
