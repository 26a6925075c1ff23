import { fail } from '../../../kernel/failure.ts'
import type { Ctx } from '../../core/context.ts'

export const unreachable = (): never =>
  fail('GATEWAY_UNAVAILABLE', { message: "L'opérateur est injoignable pour le moment. Réessayez plus tard." })

/** What gateway A says it offers now (docs/gateways.md, Active configuration). 503 GATEWAY_UNAVAILABLE without a readable answer */
export const getConfiguration = async (ctx: Ctx) => (await ctx.providers.pawapay.activeConfiguration()) ?? unreachable()
