import { asc, eq } from 'drizzle-orm'
import * as z from 'zod'
import { accounts } from '../../../db/schema/money/ledger.ts'
import * as f from '../../../kernel/fields.ts'
import { formatAmount } from '../../../kernel/money.ts'
import type { Ctx } from '../../core/context.ts'
import { GATEWAY_B_CLEARING } from '../ledger/accounts.ts'

export const GatewayBBalancesView = z
  .object({ balances: z.array(z.object({ currency: f.currency, balance: f.decimal })) })
  .meta({ id: 'GatewayBBalances' })

/**
 * What gateway B must hold for us by our books: it is not asked. Our clearing account is the mirror of it, so its balance is
 * shown with the other sign (docs/money.md, Accounts).
 */
export async function showGatewayBBalances(ctx: Ctx): Promise<z.output<typeof GatewayBBalancesView>> {
  const rows = await ctx.db
    .select()
    .from(accounts)
    .where(eq(accounts.code, GATEWAY_B_CLEARING))
    .orderBy(asc(accounts.currency))
  return {
    balances: rows.map(({ currency, balanceMinor }) => ({ currency, balance: formatAmount(-balanceMinor, currency) })),
  }
}
