import { inArray, type SQL, sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { removedFiles } from '#db/schema/core/files.ts'
import type { Ctx } from '../context.ts'

/** One DELETE names them all, and D1 binds at most 100 parameters (docs/limits.md, The database's own limits). */
const BATCH = 100

/**
 * Notes stored files for removal, in the commit after which nothing shows them. `removeFiles` removes them afterwards:
 * at once or at a later tick.
 * @param keys a SELECT of one column, `key`; one that ends in a slash is a folder
 */
export const queueFileRemoval = (ctx: Ctx, keys: SQL): Write =>
  ctx.db.run(sql`
    INSERT INTO removed_files (key, created_at)
    SELECT gone.key, ${ctx.now} FROM (${keys}) AS gone WHERE gone.key IS NOT NULL ON CONFLICT DO NOTHING`)

/** Whether a noted key stands for all files whose keys begin with it. */
const isFolder = (key: string) => key.endsWith('/')

async function removeFolder(ctx: Ctx, folder: string): Promise<void> {
  for (;;) {
    const keys = await ctx.files.keysBefore(folder, Number.POSITIVE_INFINITY)
    if (keys.length === 0) return
    await ctx.files.remove(keys)
  }
}

/** Removes the files that were noted, at most 100 a call. Twice does no harm. @returns how many it removed */
export async function removeFiles(ctx: Ctx): Promise<number> {
  const rows = await ctx.db.select({ key: removedFiles.key }).from(removedFiles).limit(BATCH)
  const keys = rows.map(({ key }) => key)
  if (keys.length === 0) return 0
  await ctx.files.remove(keys.filter((key) => !isFolder(key)))
  for (const folder of keys.filter(isFolder)) await removeFolder(ctx, folder)
  await ctx.db.delete(removedFiles).where(inArray(removedFiles.key, keys))
  return keys.length
}
