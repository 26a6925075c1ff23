import { actorOf, type Ctx } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'
import { findOrder } from '../orders/queries.ts'
import {
  changeCart,
  insertLines,
  LARGER,
  linesJson,
  raiseVersion,
  requireExactTotal,
  requireRoom,
  someLineChanges,
} from './change.ts'
import { isSold } from './queries.ts'

/**
 * The buyer orders the same again: what of it is still on sale comes into the cart at its price of this moment, and of each
 * variant the larger quantity stays, so that doing it twice changes nothing (docs/states.md, Cart).
 * @throws 404 for anybody but the buyer, 409 over the lines of a cart
 */
export async function reorder(ctx: Ctx, id: string) {
  const order = await findOrder(ctx, id)
  if (order?.buyerId !== actorOf(ctx).id) fail('NOT_FOUND')
  const lines = linesJson(
    ctx,
    order.items.map(({ variantId, quantity }) => ({ variantId, quantity })),
  )
  const sold = isSold(ctx)
  return changeCart(ctx, [
    raiseVersion(ctx, someLineChanges(ctx, lines, sold)),
    ...insertLines(ctx, lines, LARGER, sold),
    requireRoom(ctx),
    requireExactTotal(ctx),
  ])
}
