import { readTogether } from '#db/client.ts'
import type { Ctx } from '#domain/core/context.ts'
import { selectCart } from './queries.ts'
import { type CartView, viewCart } from './view.ts'

/** The cart of the person asking, at the prices of this moment (docs/states.md, Cart). */
export async function showCart(ctx: Ctx): Promise<CartView> {
  return viewCart(ctx, ...(await readTogether(ctx.db, ...selectCart(ctx))))
}
