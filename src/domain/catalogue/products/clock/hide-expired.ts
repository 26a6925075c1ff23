import { sql } from 'drizzle-orm'
import type { Ctx } from '#domain/core/context.ts'

/** Hides expired products from the public list; readers already skip them. */
export async function hideExpiredProducts(ctx: Ctx): Promise<void> {
  await ctx.db.run(
    sql`UPDATE products SET visible = 0 WHERE visible = 1 AND expires_at IS NOT NULL AND expires_at <= ${ctx.now}`,
  )
}
