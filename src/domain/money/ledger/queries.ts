import { sql } from 'drizzle-orm'
import type { Ctx } from '../../core/context.ts'

/** How many things break a law. */
export function selectBroken(ctx: Ctx, law: string) {
  const broken = sql<number>`(SELECT count(*) FROM (${sql.raw(law)}))`.as('broken')
  return ctx.db.select({ broken }).from(sql`(SELECT 1)`)
}
