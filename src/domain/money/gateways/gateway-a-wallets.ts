import * as z from 'zod'
import { formatAmount } from '../../../kernel/money.ts'
import type { Ctx } from '../../core/context.ts'
import { unreachable } from './get-configuration.ts'

/** What gateway A holds for us, by country and currency, in its words. */
export const GatewayAWalletsView = z
  .object({ balances: z.array(z.object({ country: z.string(), currency: z.string(), balance: z.string() })) })
  .meta({ id: 'GatewayAWallets' })

/** What gateway A says that it holds for us now. 503 where it does not say */
export async function showGatewayAWallets(ctx: Ctx): Promise<z.output<typeof GatewayAWalletsView>> {
  const told = (await ctx.providers.pawapay.walletBalances()) ?? unreachable()
  return {
    balances: told.map(({ country, currency, balance, money }) => ({
      country,
      currency,
      // With the decimals that we write our currencies with.
      balance: money ? formatAmount(money.amountMinor, money.currency) : balance,
    })),
  }
}
