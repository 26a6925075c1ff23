import { sql } from 'drizzle-orm'
import type { Ctx } from '../../core/context.ts'

/** Whether the database answers: an error here is a 500, which takes this place out of service. */
export async function checkReadiness(ctx: Ctx): Promise<{ status: 'ready' }> {
  await ctx.db.run(sql`SELECT 1`)
  return { status: 'ready' }
}
