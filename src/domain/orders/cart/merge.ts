import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { abortWhen, NOT_FOUND } from '../../../db/guard.ts'
import { actorOf, type Ctx } from '../../core/context.ts'
import { changeCart, insertLines, isInCart, linesJson, raiseVersion, requireRoom, someLineIsNot } from './change.ts'
import { baseVersion, cartLines } from './fields.ts'

export const MergeCart = z.strictObject({ items: cartLines, baseVersion })

/**
 * Brings what was chosen before the sign-in, or on another phone, into the cart: of each variant the larger quantity
 * stays, so that doing it twice changes nothing, and it is never stale. What went off sale meanwhile comes in too, and
 * says so (docs/states.md, Cart).
 * @throws 404 for what was never on sale, 409 over the lines of a cart
 */
export async function mergeCart(ctx: Ctx, { items }: z.output<typeof MergeCart>) {
  const lines = linesJson(ctx, items)
  const changes = sql`EXISTS (
    SELECT 1 FROM json_each(${lines}) l WHERE NOT EXISTS (
      SELECT 1 FROM cart_items i WHERE i.user_id = ${actorOf(ctx).id} AND i.variant_id = l.value ->> 'variantId'
        AND i.quantity >= l.value ->> 'quantity'))`
  return changeCart(ctx, [
    abortWhen(ctx.db, NOT_FOUND, someLineIsNot(lines, sql`p.published_at IS NOT NULL`, isInCart(ctx))),
    raiseVersion(ctx, changes),
    insertLines(ctx, lines, sql`quantity = max(quantity, excluded.quantity)`),
    requireRoom(ctx),
  ])
}
