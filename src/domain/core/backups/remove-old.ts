import { eq } from 'drizzle-orm'
import { backups } from '#db/schema/core/backups.ts'
import { addMonths, utcDayOf } from '#kernel/time.ts'
import type { Ctx } from '../context.ts'

/** A chain begins at most a month before its last backup, which is kept for twelve. */
const KEPT_MONTHS = 13

/** Removes chains that began longer ago, each from the bucket and then from the list; what is left is the next night's. */
export async function removeOldChains(ctx: Ctx, hasTime: () => boolean): Promise<void> {
  const before = utcDayOf(addMonths(ctx.now, -KEPT_MONTHS))
  for (const chain of (await ctx.backups.folders()).filter((name) => /^\d{4}-\d\d-\d\d-/.test(name) && name < before)) {
    for (let keys = await ctx.backups.list(chain); keys.length > 0; keys = await ctx.backups.list(chain)) {
      if (!hasTime()) return
      await ctx.backups.remove(keys)
    }
    await ctx.db.delete(backups).where(eq(backups.chain, chain))
  }
}
