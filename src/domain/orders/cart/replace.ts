import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { abortWhen, NOT_FOUND } from '#db/guard.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import {
  changeCart,
  insertLines,
  isAnother,
  isInCart,
  linesJson,
  namingLines,
  REPLACED,
  raiseVersion,
  requireExactTotal,
  requireVersion,
  someLineIsNot,
} from './change.ts'
import { baseVersion, cartLines } from './fields.ts'
import { isSold } from './queries.ts'

export const ReplaceCart = z.strictObject({ items: cartLines, baseVersion })

/**
 * Replaces the whole cart; a line that stays keeps its id, even if it is no longer on sale (docs/states.md, Cart).
 * @throws 404 for new lines that are not on sale, each named, 409 VERSION_MISMATCH if the cart changed since `baseVersion`
 */
export async function replaceCart(ctx: Ctx, input: z.output<typeof ReplaceCart>) {
  const lines = linesJson(ctx, input.items)
  const allowed = isSold(ctx)
  const writes = [
    abortWhen(ctx.db, NOT_FOUND, someLineIsNot(lines, allowed, isInCart(ctx))),
    ...requireVersion(ctx, input.baseVersion),
    raiseVersion(ctx, isAnother(ctx, lines)),
    ctx.db.run(sql`
      DELETE FROM cart_items WHERE user_id = ${actorOf(ctx).id}
        AND variant_id NOT IN (SELECT l.value ->> 'variantId' FROM json_each(${lines}) l)`),
    ...insertLines(ctx, lines, REPLACED),
    requireExactTotal(ctx),
  ]
  return namingLines(ctx, lines, allowed, () => changeCart(ctx, writes))
}
