import { readTogether } from '#db/client.ts'
import { EVERY_TURN, retryOnStale } from '#db/commit.ts'
import { exchangeRates } from '#db/schema/money/rates.ts'
import { recordAct } from '#domain/core/audit.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'
import { changeRates, selectLive, selectMemories } from './change-rates.ts'
import { requirePair, type SetRate } from './fields.ts'
import { newRate } from './new-rate.ts'
import { selectRate } from './queries.ts'
import { viewRate } from './view.ts'

/**
 * Finance adds a rate beside those that are there (docs/money.md, Rates).
 * @throws 400 for a pair of one currency, 409 RATE_JUMP, 403 REAUTH_REQUIRED
 */
export const createRate = (ctx: Ctx, input: SetRate) =>
  retryOnStale(async () => {
    requirePair(input.baseCurrency, input.quoteCurrency)
    const { row, details } = newRate(ctx, input)
    const [live, memories] = await readTogether(ctx.db, selectLive(ctx), selectMemories(ctx))
    const [[added]] = await commit(
      ctx,
      changeRates(ctx, { live, memories }, { to: row, confirmJump: input.confirmJump }, [
        ctx.db.insert(exchangeRates).values(row),
        recordAct(ctx, 'rate.create', row.id, details),
      ]),
      selectRate(ctx, row.id),
    )
    return viewRate(added ?? fail('NOT_FOUND'))
  }, EVERY_TURN)
