import { sql } from 'drizzle-orm'
import { DAY_MS } from '../../../kernel/time.ts'
import type { Ctx } from '../../core/context.ts'

/** The full-text tables that hold what people write. */
const INDEXES = [
  'users_search',
  'sellers_search',
  'shops_search',
  'products_search',
  'all_products_search',
  'stock_search',
  'orders_search',
] as const

/** How long after an erasure the indexes are built anew: a night that failed is made up for. */
const LOOKS_BACK_MS = 3 * DAY_MS

/** A full-text index keeps the words of rows that are gone until it is built anew: so the night after an erasure it is. */
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
