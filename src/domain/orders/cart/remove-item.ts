import { and, eq } from 'drizzle-orm'
import { abortUnlessChanged, NOT_FOUND } from '#db/guard.ts'
import { cartItems } from '#db/schema/orders/carts.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { changeCart, raiseVersion } from './change.ts'

/** Takes a line out of the cart and answers what remains (docs/states.md, Cart). 404 */
export async function removeCartItem(ctx: Ctx, itemId: string) {
  return changeCart(ctx, [
    ctx.db.delete(cartItems).where(and(eq(cartItems.id, itemId), eq(cartItems.userId, actorOf(ctx).id))),
    abortUnlessChanged(ctx.db, NOT_FOUND),
    raiseVersion(ctx),
  ])
}
