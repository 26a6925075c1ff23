import { eq, sql } from 'drizzle-orm'
import { abortUnlessChanged, abortWhen, NOT_FOUND } from '../../../db/guard.ts'
import { exchangeRates } from '../../../db/schema/money/rates.ts'
import { audited } from '../../core/audit.ts'
import { commit } from '../../core/commit.ts'
import type { Ctx } from '../../core/context.ts'
import { RATE_FROZEN } from './queries.ts'

/** Finance takes a rate away that nothing counted with yet (docs/money.md, Rates). 404, 409 IN_USE */
export async function deleteRate(ctx: Ctx, id: string): Promise<{ deleted: true }> {
  const isFrozen = sql`EXISTS (SELECT 1 FROM exchange_rates f WHERE f.id = ${id} AND f.frozen_at IS NOT NULL)`
  await commit(ctx, [
    abortWhen(ctx.db, RATE_FROZEN, isFrozen),
    ctx.db.delete(exchangeRates).where(eq(exchangeRates.id, id)),
    abortUnlessChanged(ctx.db, NOT_FOUND),
    audited(ctx, 'rate.delete', id),
  ])
  return { deleted: true }
}
