import type { Ctx } from '#domain/core/context.ts'
import { getCheckout } from './queries.ts'
import { viewCheckout } from './view.ts'

/** Shows a checkout to its buyer (docs/states.md, Checkout). @throws 404 for everybody else */
export async function showCheckout(ctx: Ctx, checkoutId: string) {
  const { orders, payins } = await getCheckout(ctx, checkoutId)
  return viewCheckout(ctx, checkoutId, orders, payins)
}
