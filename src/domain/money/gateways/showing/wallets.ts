import * as z from 'zod'
import type { Ctx } from '#domain/core/context.ts'
import { formatAmount } from '#kernel/money.ts'
import type { GatewayId } from '#providers/gateways.ts'
import { unreachable } from '../get-configuration.ts'

/** Money that a gateway holds for us, by country and currency, in its words. */
export const WalletsView = z.object({
  balances: z.array(z.object({ country: z.string(), currency: z.string(), balance: z.string() })),
})

/** Reads the money that a gateway holds for us now. 503 if it does not say */
export async function showWallets(ctx: Ctx, gateway: GatewayId): Promise<z.output<typeof WalletsView>> {
  const { night } = ctx.providers.gateways[gateway]
  const told = (night.by === 'balances' ? await night.read() : undefined) ?? unreachable()
  return {
    balances: told.map(({ country, currency, balance, money }) => ({
      country,
      currency,
      // With the decimals that we write our currencies with.
      balance: money ? formatAmount(money.amountMinor, money.currency) : balance,
    })),
  }
}
