import type { Ctx } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'
import type { Operator } from '#kernel/mobile-money.ts'
import type { GatewayId } from '#providers/gateways.ts'
import { readAvailability } from '../read-availability.ts'

/**
 * Refuses a deposit that its gateway would refuse because the operator is closed, before anything is written or anybody is
 * asked. What is not known is left to the gateway.
 * @throws 503 GATEWAY_UNAVAILABLE
 */
export async function requireOpen(ctx: Ctx, gateway: GatewayId, provider: Operator): Promise<void> {
  const told = (await readAvailability(ctx, gateway)) ?? []
  const operator = told.flatMap(({ providers }) => providers).find((each) => each.provider === provider)
  if (operator?.operationTypes.DEPOSIT !== 'CLOSED') return
  fail('GATEWAY_UNAVAILABLE', {
    message: `${provider} ne prend pas de paiements pour le moment. Réessayez plus tard ou payez par un autre opérateur.`,
  })
}
