import { sql } from 'drizzle-orm'
import type { Ctx } from '../../core/context.ts'

/**
 * What guests may see and buy of a table of products, by its name in the statement: what has run out stays `visible` until the
 * cron has been there.
 */
export const onSale = (ctx: Ctx, alias: 'p' | 'products') => {
  const p = sql.raw(alias)
  return sql`${p}.visible = 1 AND (${p}.expires_at IS NULL OR ${p}.expires_at > ${ctx.now})`
}
