import { asc, eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import { counterName, totalOf } from '../../../db/counters.ts'
import { readPage } from '../../../db/read-page.ts'
import { accounts } from '../../../db/schema/money/ledger.ts'
import * as f from '../../../kernel/fields.ts'
import { formatAmount } from '../../../kernel/money.ts'
import type { Ctx } from '../../core/context.ts'

export const ListAccounts = z.strictObject({ ...f.pageQuery, currency: f.currency.optional() })

export const AccountView = z
  .object({ code: z.string(), currency: f.currency, balance: f.decimal, mayOverdraw: z.boolean() })
  .meta({ id: 'LedgerAccount' })
export const AccountList = f.listOf('accounts', AccountView)

/** Ledger accounts by code, for finance (docs/money.md, Accounts). A positive balance is what the service owes or has earned. */
export async function listAccounts(ctx: Ctx, { currency, ...page }: z.output<typeof ListAccounts>) {
  const { rows, pagination } = await readPage(
    ctx.db,
    page,
    ctx.db
      .select()
      .from(accounts)
      .where(currency && eq(accounts.currency, currency))
      .orderBy(asc(accounts.code), asc(accounts.currency)),
    totalOf(ctx.db, counterName('accounts', { currency })),
  )
  return {
    accounts: rows.map((row) => ({
      code: row.code,
      currency: row.currency,
      balance: formatAmount(row.balanceMinor, row.currency),
      mayOverdraw: row.mayOverdraw,
    })),
    pagination,
  }
}

export const TrialBalanceView = z
  .object({
    currencies: z.array(
      z.object({
        currency: f.currency,
        credit: f.decimal,
        debit: f.decimal,
        difference: f.decimal,
        balanced: z.boolean(),
      }),
    ),
  })
  .meta({ id: 'TrialBalance' })

/** Per currency, what accounts hold against what they lack: the two are equal, or money was made or lost. */
export async function trialBalance(ctx: Ctx): Promise<z.output<typeof TrialBalanceView>> {
  const rows = await ctx.db
    .select({
      currency: accounts.currency,
      creditMinor: sql<number>`sum(max(balance_minor, 0))`.as('credit_minor'),
      debitMinor: sql<number>`-sum(min(balance_minor, 0))`.as('debit_minor'),
    })
    .from(accounts)
    .groupBy(accounts.currency)
    .orderBy(asc(accounts.currency))
  return {
    currencies: rows.map(({ currency, creditMinor, debitMinor }) => ({
      currency,
      credit: formatAmount(creditMinor, currency),
      debit: formatAmount(debitMinor, currency),
      difference: formatAmount(creditMinor - debitMinor, currency),
      balanced: creditMinor === debitMinor,
    })),
  }
}
