import { and, lte, sql } from 'drizzle-orm'
import { documents } from '#db/schema/core/files.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { dropDocuments } from '#domain/core/files/documents.ts'
import { DAY_MS } from '#kernel/time.ts'

const BATCH = 200
/** Written out: a bound value would keep SQLite from the partial index. */
const isUnused = sql`kind = 'ATTACHMENT' AND message_id IS NULL`

/** Takes away pictures that went with no message for a day (docs/limits.md, Kept for how long). @returns whether there may be more */
export async function forgetUnusedAttachments(ctx: Ctx): Promise<boolean> {
  const due = await ctx.db
    .select({ id: documents.id })
    .from(documents)
    .where(and(isUnused, lte(documents.createdAt, ctx.now - DAY_MS)))
    .orderBy(documents.createdAt)
    .limit(BATCH)
  if (due.length === 0) return false
  const ids = JSON.stringify(due.map(({ id }) => id))
  // One may have gone with a message at this moment.
  await commit(
    ctx,
    dropDocuments(ctx, sql`documents.id IN (SELECT value FROM json_each(${ids})) AND documents.message_id IS NULL`),
  )
  return due.length === BATCH
}
