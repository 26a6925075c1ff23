import { sql } from 'drizzle-orm'
import { isOrdered } from '#domain/catalogue/above.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { queueFileRemoval } from '#domain/core/files/remove.ts'
import { DAY_MS } from '#kernel/time.ts'

export const DELETED_KEPT_MS = 30 * DAY_MS
/** Products of one commit. */
const BATCH = 100

/**
 * Erases texts, variants' texts and pictures of products deleted 30 days ago, except those ordered and paid (docs/states.md, Product). The
 * rows stay without them, because stock movements, which are never deleted, name the variants.
 */
export async function forgetDeleted(ctx: Ctx, hasTime: () => boolean): Promise<void> {
  while (hasTime()) {
    const due = await ctx.db.all<{ id: string }>(
      sql`SELECT p.id FROM products p WHERE p.forget_at <= ${ctx.now} ORDER BY p.forget_at LIMIT ${BATCH}`,
    )
    if (due.length === 0) return
    const all = sql`SELECT j.value FROM json_each(${JSON.stringify(due.map(({ id }) => id))}) j`
    const unordered = sql`${all} WHERE NOT ${isOrdered(sql`i.product_id = j.value`)}
      AND NOT EXISTS (SELECT 1 FROM variants v WHERE v.product_id = j.value AND v.sealed_moves > 0)`
    await commit(ctx, [
      queueFileRemoval(ctx, sql`SELECT g.key AS key FROM product_images g WHERE g.product_id IN (${unordered})`),
      ctx.db.run(sql`DELETE FROM product_images WHERE product_id IN (${unordered})`),
      ctx.db.run(
        sql`UPDATE variants SET name = NULL, attributes = NULL, sku = NULL WHERE product_id IN (${unordered})`,
      ),
      ctx.db.run(
        sql`UPDATE products SET name = '', slug = id, description = '', brand = NULL WHERE id IN (${unordered})`,
      ),
      ctx.db.run(sql`UPDATE products SET forget_at = NULL WHERE id IN (${all})`),
    ])
  }
}
