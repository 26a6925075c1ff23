import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { abortUnlessChanged, NOT_FOUND } from '#db/guard.ts'
import { withinDay } from '#domain/core/codes/day-quota.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { cartLinesOf, changeCart, raiseVersion, requireExactTotal, requireVersion } from './change.ts'
import { baseVersion, cartQuantity } from './fields.ts'

export const SetCartItem = z.strictObject({ quantity: cartQuantity, baseVersion })

/**
 * Sets how many pieces of a line are wanted; its price of this moment is seen (docs/states.md, Cart).
 * @throws 404; 409 VERSION_MISMATCH when the cart changed since `baseVersion`
 */
export async function setCartItem(ctx: Ctx, itemId: string, input: z.output<typeof SetCartItem>) {
  return changeCart(ctx, [
    ctx.db.run(sql`
      UPDATE cart_items SET quantity = ${input.quantity}, seen_price_minor = v.price_minor, seen_currency = p.currency,
        updated_at = ${ctx.now}
      FROM variants v JOIN products p ON p.id = v.product_id
      WHERE cart_items.id = ${itemId} AND cart_items.user_id = ${actorOf(ctx).id} AND v.id = cart_items.variant_id`),
    abortUnlessChanged(ctx.db, NOT_FOUND),
    ...withinDay(ctx, cartLinesOf(ctx)),
    ...requireVersion(ctx, input.baseVersion),
    requireExactTotal(ctx),
    raiseVersion(ctx),
  ])
}
