import type { Ctx } from '../../core/context.ts'
import { getCheckout } from './queries.ts'
import { viewCheckout } from './view.ts'

/** What was ordered at once, for its buyer; 404 for everybody else (docs/states.md, Checkout). */
export async function showCheckout(ctx: Ctx, checkoutId: string) {
  const { orders, payins } = await getCheckout(ctx, checkoutId)
  return viewCheckout(ctx, checkoutId, orders, payins)
}
