import { asc, sql } from 'drizzle-orm'
import * as z from 'zod'
import { accounts } from '#db/schema/money/ledger.ts'
import type { Ctx } from '#domain/core/context.ts'
import * as f from '#kernel/fields.ts'
import { formatAmount } from '#kernel/money.ts'
import { FX } from './accounts.ts'

export const TrialBalanceView = z
  .object({
    currencies: z.array(
      z.object({
        currency: f.currency,
        credit: f.decimal,
        debit: f.decimal,
        difference: f.decimal,
        balanced: z.boolean(),
        exchangePosition: f.decimal.meta({ description: 'Le solde de platform:fx, à nous.' }),
      }),
    ),
  })
  .meta({ id: 'TrialBalance' })

/** Per currency, what accounts hold against what they lack: the two are equal, or money was made or lost. With our exchange position. */
export async function showTrialBalance(ctx: Ctx): Promise<z.output<typeof TrialBalanceView>> {
  const rows = await ctx.db
    .select({
      currency: accounts.currency,
      creditMinor: sql<number>`sum(max(balance_minor, 0))`.as('credit_minor'),
      positionMinor: sql<number>`sum(iif(code = ${FX}, balance_minor, 0))`.as('position_minor'),
      debitMinor: sql<number>`-sum(min(balance_minor, 0))`.as('debit_minor'),
    })
    .from(accounts)
    .groupBy(accounts.currency)
    .orderBy(asc(accounts.currency))
  return {
    currencies: rows.map(({ currency, creditMinor, debitMinor, positionMinor }) => ({
      currency,
      credit: formatAmount(creditMinor, currency),
      debit: formatAmount(debitMinor, currency),
      difference: formatAmount(creditMinor - debitMinor, currency),
      balanced: creditMinor === debitMinor,
      exchangePosition: formatAmount(positionMinor, currency),
    })),
  }
}
