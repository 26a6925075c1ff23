import { type SQL, sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { RATE_SCALE } from '#kernel/money.ts'
import { comparePrices, productsAfter } from '../above.ts'
import { inForce } from './between.ts'

/** Products that one commit brings to a new rate. */
const SLICE = 1000

/** The value of francs at the rate in force: as it is set, else as the inverse of the opposite rate. */
function worth(ctx: Ctx): SQL {
  const scaled = (base: string, quote: string) =>
    sql`(SELECT e.rate_scaled FROM exchange_rates e WHERE e.id = ${inForce(ctx, sql`${base}`, sql`${quote}`)})`
  return sql`coalesce(${scaled('CDF', 'USD')} * 1000.0 / ${RATE_SCALE}, ${RATE_SCALE} * 1000.0 / ${scaled('USD', 'CDF')})`
}

const some = (after: SQL) => productsAfter(after, SLICE)

/**
 * Compares the prices of products at the rate in force, a part of them in each commit, if their rate has changed; prices that are set
 * meanwhile already count with it.
 */
export const keepPriceRate = (ctx: Ctx): Write[] => [
  ctx.db.run(sql`
    INSERT INTO price_rates (currency, worth, renewed_to) VALUES ('CDF', ${worth(ctx)}, '')
    ON CONFLICT (currency) DO UPDATE SET worth = excluded.worth, renewed_to = '' WHERE price_rates.worth IS NOT excluded.worth`),
  comparePrices(ctx, some(sql`(SELECT k.renewed_to FROM price_rates k WHERE k.currency = 'CDF')`)),
  ctx.db.run(sql`
    UPDATE price_rates SET renewed_to = (
      SELECT CASE WHEN count(*) = ${SLICE} THEN max(s.id) END FROM (${some(sql`price_rates.renewed_to`)}) s)
    WHERE currency = 'CDF' AND renewed_to IS NOT NULL`),
]

/** Takes a planned rate over when its time has come, and goes on with what a change of rates left. */
export async function renewPrices(ctx: Ctx, hasTime: () => boolean): Promise<void> {
  while (hasTime()) {
    const [due] = await ctx.db.all<{ one: 1 }>(sql`
      SELECT 1 AS one FROM (SELECT ${worth(ctx)} AS worth) w LEFT JOIN price_rates k ON k.currency = 'CDF'
      WHERE k.worth IS NOT w.worth OR k.renewed_to IS NOT NULL`)
    if (!due) return
    await commit(ctx, keepPriceRate(ctx))
  }
}
