import { type SQL, sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { abortWhen, guard } from '#db/guard.ts'
import type { Ctx } from '#domain/core/context.ts'
import * as f from '#kernel/fields.ts'

/** Most units of one change, and of one stock that a seller sets. */
export const MAX_UNITS = 1_000_000_000

/** The kind of a movement, in the seller's own word: RESTOCK, ADJUSTMENT, DAMAGE, … */
export const movementType = f.line(1, 40)

const TOO_MUCH_STOCK = guard('TOO_MUCH_STOCK', 'VALIDATION_ERROR', {
  message: "Le stock d'une variante est d'un milliard de pièces au plus.",
})

/** Refuses a commit after whose movements one of these variants has more than MAX_UNITS; `ids` is a SELECT or a value. 400 */
export const withinMost = (ctx: Ctx, ids: SQL): Write =>
  abortWhen(
    ctx.db,
    TOO_MUCH_STOCK,
    sql`EXISTS (SELECT 1 FROM variants v WHERE v.id IN (${ids}) AND v.stock > ${MAX_UNITS})`,
  )
