import { sql } from 'drizzle-orm'
import type { Ctx } from '#domain/core/context.ts'
import { DAY_MS } from '#kernel/time.ts'

/** The full-text tables that hold words that people write. */
const INDEXES = [
  'users_search',
  'sellers_search',
  'shops_search',
  'products_search',
  'all_products_search',
  'stock_search',
  'orders_search',
] as const

/** The indexes are rebuilt each night for this long after an erasure, in case a night fails. */
const LOOKS_BACK_MS = 3 * DAY_MS

/** Rebuilds the full-text indexes if an account was erased lately: an index keeps the words of deleted rows until it is rebuilt. */
export async function forgetIndexedWords(ctx: Ctx, hasTime: () => boolean): Promise<void> {
  const [erased] = await ctx.db.all(
    sql`SELECT 1 FROM users u WHERE u.erased_at > ${ctx.now - LOOKS_BACK_MS} AND u.erasure_due_at IS NOT NULL LIMIT 1`,
  )
  if (!erased) return
  for (const name of INDEXES) {
    if (!hasTime()) return
    await ctx.db.run(sql.raw(`INSERT INTO ${name} (${name}) VALUES ('optimize')`))
  }
}
