import type { Ctx } from '#domain/core/context.ts'
import type { GatewayId } from '#providers/gateways.ts'
import { compareAttempts } from '../night/compare.ts'
import { compareBalances } from '../night/compare-balances.ts'

/** Compares our books at night with what a gateway lists, or with what it holds for us (docs/gateways.md, Night job). */
export function compareWithGateway(ctx: Ctx, gateway: GatewayId): Promise<void> {
  const { night } = ctx.providers.gateways[gateway]
  switch (night.by) {
    case 'movements':
      return compareAttempts(ctx, gateway, night.list)
    case 'balances':
      return compareBalances(ctx, gateway, night.read)
  }
}
