import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { abortWhen, guard, NOT_FOUND } from '#db/guard.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import {
  changeCart,
  insertLines,
  linesJson,
  raiseVersion,
  requireExactTotal,
  requireRoom,
  SEEN,
  someLineIsNot,
} from './change.ts'
import { cartLine, MOST_PIECES } from './fields.ts'
import { isSold } from './queries.ts'

const TOO_MANY = `Une ligne du panier a au plus ${MOST_PIECES} pièces.`
const LINE_FULL = guard('LINE_FULL', 'VALIDATION_ERROR', {
  message: TOO_MANY,
  details: [{ field: 'quantity', message: TOO_MANY }],
})

export const AddCartItem = z.strictObject(cartLine)

/**
 * Adds pieces to the cart's one line of a variant that is on sale, as many as are wanted (docs/states.md, Cart).
 * @throws 400 over 999 pieces, 404 for what is not on sale, 409 over the lines of a cart
 */
export async function addCartItem(ctx: Ctx, line: z.output<typeof AddCartItem>) {
  const lines = linesJson(ctx, [line])
  const isTooMuch = sql`EXISTS (
    SELECT 1 FROM cart_items i
    WHERE i.user_id = ${actorOf(ctx).id} AND i.variant_id = ${line.variantId} AND i.quantity + ${line.quantity} > ${MOST_PIECES})`
  return changeCart(ctx, [
    abortWhen(ctx.db, LINE_FULL, isTooMuch),
    abortWhen(ctx.db, NOT_FOUND, someLineIsNot(lines, isSold(ctx))),
    ...insertLines(ctx, lines, { set: sql`quantity = quantity + excluded.quantity, ${SEEN}` }),
    requireRoom(ctx),
    requireExactTotal(ctx),
    raiseVersion(ctx),
  ])
}
