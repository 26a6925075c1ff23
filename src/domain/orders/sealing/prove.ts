import { sql } from 'drizzle-orm'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { isWritten, readSealed } from '#domain/core/files/sealed.ts'

/** Files that one night reads, each of about a megabyte. */
const FILES = 100

/**
 * Reads sealed files, broken ones and those not read for the longest first, and notes which are missing or not what was written: a law
 * tells of them (docs/growth.md, Sealed orders).
 */
export async function proveSealed(ctx: Ctx): Promise<void> {
  const files = await ctx.db.all<{ n: number; key: string; sha256: string }>(sql`
    SELECT f.n, f.key, f.sha256 FROM sealed_files f ORDER BY f.is_broken DESC, f.proved_at LIMIT ${FILES}`)
  const verdicts: { n: number; isBroken: 0 | 1 }[] = []
  for (const { n, key, sha256 } of files) {
    const read = await readSealed(ctx, key).then(
      (bytes) => ({ bytes }),
      () => undefined,
    )
    // Another night reads a file that R2 did not give.
    if (read) verdicts.push({ n, isBroken: (await isWritten(read.bytes, sha256)) ? 0 : 1 })
  }
  if (verdicts.length === 0) return
  await commit(ctx, [
    ctx.db.run(sql`
      UPDATE sealed_files SET proved_at = ${ctx.now}, is_broken = v.value ->> 'isBroken'
      FROM json_each(${JSON.stringify(verdicts)}) v WHERE n = v.value ->> 'n'`),
  ])
}
