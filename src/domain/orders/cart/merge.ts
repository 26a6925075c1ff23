import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { abortWhen, NOT_FOUND } from '#db/guard.ts'
import type { Ctx } from '#domain/core/context.ts'
import {
  changeCart,
  insertLines,
  isInCart,
  LARGER,
  linesJson,
  namingLines,
  raiseVersion,
  requireExactTotal,
  requireRoom,
  someLineChanges,
  someLineIsNot,
} from './change.ts'
import { baseVersion, cartLines } from './fields.ts'
import { isUp } from './queries.ts'

export const MergeCart = z.strictObject({ items: cartLines, baseVersion })

/**
 * Brings what was chosen before the sign-in, or on another phone, into the cart: of each variant the larger quantity
 * stays, so that doing it twice changes nothing, and it is never stale. What went off sale meanwhile comes in too, and
 * says so; what the team took down is left out (docs/states.md, Cart).
 * @throws 404 for what was never on sale, each named, 409 over the lines of a cart
 */
export async function mergeCart(ctx: Ctx, { items }: z.output<typeof MergeCart>) {
  const lines = linesJson(ctx, items)
  const allowed = sql`p.published_at IS NOT NULL`
  const writes = [
    abortWhen(ctx.db, NOT_FOUND, someLineIsNot(lines, allowed, isInCart(ctx))),
    raiseVersion(ctx, someLineChanges(ctx, lines, isUp)),
    ...insertLines(ctx, lines, LARGER, isUp),
    requireRoom(ctx),
    requireExactTotal(ctx),
  ]
  return namingLines(ctx, lines, allowed, () => changeCart(ctx, writes))
}
