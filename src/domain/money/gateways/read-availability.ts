import { admitted } from '#db/admission.ts'
import type { Ctx } from '#domain/core/context.ts'
import type { GatewayId } from '#providers/gateways.ts'

/**
 * Reads which operators of a gateway work. Its answer is remembered for everybody, and so is that none came: it is asked only for a caller
 * who is admitted.
 */
export async function readAvailability(ctx: Ctx, gateway: GatewayId) {
  await admitted()
  return ctx.providers.gateways[gateway].operators?.availability(ctx.now)
}
