import type { Ctx } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'
import type { GatewayId } from '#providers/gateways.ts'

export const unreachable = (): never =>
  fail('GATEWAY_UNAVAILABLE', { message: "L'opérateur est injoignable pour le moment. Réessayez plus tard." })

/** The services that a gateway says it offers now (docs/gateways.md, Active configuration). 503 GATEWAY_UNAVAILABLE without a readable answer */
export const getConfiguration = async (ctx: Ctx, gateway: GatewayId) =>
  (await ctx.providers.gateways[gateway].operators?.configuration()) ?? unreachable()
