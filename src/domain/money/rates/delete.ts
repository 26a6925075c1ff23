import { eq } from 'drizzle-orm'
import { readTogether } from '#db/client.ts'
import { EVERY_TURN, retryOnStale } from '#db/commit.ts'
import { abortUnlessChanged, abortWhen, failureOf, NOT_FOUND } from '#db/guard.ts'
import { exchangeRates } from '#db/schema/money/rates.ts'
import { recordAct } from '#domain/core/audit.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'
import { changeRates, selectLive, selectMemories } from './change-rates.ts'
import { isFrozen, RATE_FROZEN, selectRate } from './queries.ts'

/**
 * Deletes a rate that nothing counted with yet (docs/money.md, Rates).
 * @throws 404; 409 IN_USE, RATE_JUMP if the deletion brings back a far one
 */
export const deleteRate = (ctx: Ctx, id: string): Promise<{ deleted: true }> =>
  retryOnStale(async () => {
    const [[from], live, memories] = await readTogether(
      ctx.db,
      selectRate(ctx, id),
      selectLive(ctx),
      selectMemories(ctx),
    )
    if (!from) fail('NOT_FOUND')
    if (from.frozenAt !== null) throw failureOf(RATE_FROZEN)
    await commit(
      ctx,
      changeRates(ctx, { live, memories }, { from }, [
        abortWhen(ctx.db, RATE_FROZEN, isFrozen(id)),
        ctx.db.delete(exchangeRates).where(eq(exchangeRates.id, id)),
        abortUnlessChanged(ctx.db, NOT_FOUND),
        recordAct(ctx, 'rate.delete', id),
      ]),
    )
    return { deleted: true }
  }, EVERY_TURN)
