import { fail } from '../../../kernel/failure.ts'
import type { GatewayAProvider } from '../../../kernel/mobile-money.ts'
import type { Ctx } from '../../core/context.ts'

/**
 * Refuses a deposit that gateway A would refuse because its operator is closed, before anything is written or anybody is
 * asked. What is not known is left to gateway A.
 * @throws 503 GATEWAY_UNAVAILABLE
 */
export async function requireOpen(ctx: Ctx, provider: GatewayAProvider): Promise<void> {
  const told = (await ctx.providers.pawapay.availability(ctx.now)) ?? []
  const operator = told.flatMap(({ providers }) => providers).find((each) => each.provider === provider)
  if (operator?.operationTypes.DEPOSIT !== 'CLOSED') return
  fail('GATEWAY_UNAVAILABLE', {
    message: `${provider} ne prend pas de paiements pour le moment. Réessayez plus tard ou payez par un autre opérateur.`,
  })
}
