import { asc, eq } from 'drizzle-orm'
import * as z from 'zod'
import { counterName, totalOf } from '#db/counters.ts'
import { readPage } from '#db/read-page.ts'
import { accounts } from '#db/schema/money/ledger.ts'
import type { Ctx } from '#domain/core/context.ts'
import * as f from '#kernel/fields.ts'
import { formatAmount } from '#kernel/money.ts'

export const ListAccounts = z.strictObject({ ...f.pageQuery, currency: f.currency.optional() })

const AccountView = z
  .object({ code: z.string(), currency: f.currency, balance: f.decimal, mayOverdraw: z.boolean() })
  .meta({ id: 'LedgerAccount' })

export const AccountList = f.listOf('accounts', AccountView)

/** Ledger accounts by code, for finance (docs/money.md, Accounts). A positive balance is what the service owes or has earned. */
export async function listLedgerAccounts(ctx: Ctx, { currency, ...page }: z.output<typeof ListAccounts>) {
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
