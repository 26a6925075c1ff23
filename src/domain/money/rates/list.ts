import { and, desc, eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import { countUpTo1000, readPage } from '#db/read-page.ts'
import { exchangeRates } from '#db/schema/money/rates.ts'
import type { Ctx } from '#domain/core/context.ts'
import * as f from '#kernel/fields.ts'
import { viewRate } from './view.ts'

export const ListRates = z.strictObject({
  ...f.pageQuery,
  baseCurrency: f.currency.optional(),
  quoteCurrency: f.currency.optional(),
})

/** Every rate that was set, newest first, those not in force too (docs/money.md, Rates); `total` stops at 1000. */
export async function listRates(ctx: Ctx, { baseCurrency, quoteCurrency, ...page }: z.output<typeof ListRates>) {
  const where = and(
    baseCurrency && eq(exchangeRates.baseCurrency, baseCurrency),
    quoteCurrency && eq(exchangeRates.quoteCurrency, quoteCurrency),
  )
  const { rows, pagination } = await readPage(
    ctx.db,
    page,
    ctx.db.select().from(exchangeRates).where(where).orderBy(desc(exchangeRates.createdAt), desc(exchangeRates.id)),
    countUpTo1000(ctx.db, sql`SELECT 1 FROM exchange_rates WHERE ${where ?? sql`1`}`),
  )
  return { rates: rows.map(viewRate), pagination }
}
