import { inArray, type SQL, sql } from 'drizzle-orm'
import type { Write } from '../../../db/client.ts'
import { removedFiles } from '../../../db/schema/core/files.ts'
import type { Ctx } from '../context.ts'

/** What R2 takes away in one call is ten times this. */
const BATCH = 100

/**
 * Lets go of stored files, in the commit after which nothing shows them: they are noted here, and taken away after it by
 * `removeFiles`, now or at a later tick.
 * @param keys a SELECT of one column, `key`
 */
export const queueFileRemoval = (ctx: Ctx, keys: SQL): Write =>
  ctx.db.run(sql`
    INSERT INTO removed_files (key, created_at)
    SELECT gone.key, ${ctx.now} FROM (${keys}) AS gone WHERE gone.key IS NOT NULL ON CONFLICT DO NOTHING`)

/** Takes away the files that were let go of. Doing so twice does no harm. @returns how many there were */
export async function removeFiles(ctx: Ctx): Promise<number> {
  const rows = await ctx.db.select({ key: removedFiles.key }).from(removedFiles).limit(BATCH)
  const keys = rows.map(({ key }) => key)
  if (keys.length === 0) return 0
  await ctx.files.remove(keys)
  await ctx.db.delete(removedFiles).where(inArray(removedFiles.key, keys))
  return keys.length
}
