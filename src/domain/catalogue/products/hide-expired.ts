import { sql } from 'drizzle-orm'
import type { Ctx } from '../../core/context.ts'

/** Takes products whose date has passed out of the public list; readers already skip them. */
export async function hideExpiredProducts(ctx: Ctx): Promise<void> {
  await ctx.db.run(
    sql`UPDATE products SET visible = 0 WHERE visible = 1 AND expires_at IS NOT NULL AND expires_at <= ${ctx.now}`,
  )
}
