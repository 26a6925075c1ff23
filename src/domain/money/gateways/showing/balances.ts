import { asc, eq } from 'drizzle-orm'
import * as z from 'zod'
import { accounts } from '#db/schema/money/ledger.ts'
import type { Ctx } from '#domain/core/context.ts'
import { clearingOf } from '#domain/money/ledger/accounts.ts'
import * as f from '#kernel/fields.ts'
import { formatAmount } from '#kernel/money.ts'
import type { GatewayId } from '#providers/gateways.ts'

export const BalancesView = z.object({ balances: z.array(z.object({ currency: f.currency, balance: f.decimal })) })

/**
 * Shows the money that a gateway must hold for us by our books, without asking it. Our clearing account is the mirror of that
 * money, so its balance is shown with the other sign (docs/money.md, Accounts).
 */
export async function showBalances(ctx: Ctx, gateway: GatewayId): Promise<z.output<typeof BalancesView>> {
  const rows = await ctx.db
    .select()
    .from(accounts)
    .where(eq(accounts.code, clearingOf(gateway)))
    .orderBy(asc(accounts.currency))
  return {
    balances: rows.map(({ currency, balanceMinor }) => ({ currency, balance: formatAmount(-balanceMinor, currency) })),
  }
}
