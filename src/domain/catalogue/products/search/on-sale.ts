import { sql } from 'drizzle-orm'
import type { Ctx } from '#domain/core/context.ts'

/**
 * Condition: guests may see and buy the product. `alias` is the table's name in the statement. An expired product stays `visible` until the
 * cron hides it.
 */
export const onSale = ({ now }: Pick<Ctx, 'now'>, alias: 'p' | 'products') => {
  const p = sql.raw(alias)
  return sql`${p}.visible = 1 AND (${p}.expires_at IS NULL OR ${p}.expires_at > ${now})`
}
