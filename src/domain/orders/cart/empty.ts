import { eq, sql } from 'drizzle-orm'
import { cartItems } from '#db/schema/orders/carts.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { changeCart, raiseVersion } from './change.ts'

/** Takes everything out of the cart; an empty one stays as it is (docs/states.md, Cart). */
export async function emptyCart(ctx: Ctx) {
  const { id } = actorOf(ctx)
  return changeCart(ctx, [
    raiseVersion(ctx, sql`EXISTS (SELECT 1 FROM cart_items i WHERE i.user_id = ${id})`),
    ctx.db.delete(cartItems).where(eq(cartItems.userId, id)),
  ])
}
