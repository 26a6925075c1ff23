import { sql } from 'drizzle-orm'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { writeSealed } from '#domain/core/files/sealed.ts'
import { Defect } from '#kernel/defect.ts'
import { sha256Bytes } from '#kernel/digest.ts'
import { monthOf } from '#kernel/period.ts'

const SERIES = 'series:sealed'

/**
 * Writes a new file of these packs, in which no order is yet. Its row is there before it, so that a file to which no order comes is found
 * and removed.
 * @param written number of its orders
 * @returns its number
 */
export async function beginFile(
  ctx: Ctx,
  packs: Uint8Array<ArrayBuffer>[],
  { written, lastDay }: { written: number; lastDay: string },
): Promise<number> {
  const bytes = new Uint8Array(await new Blob(packs).arrayBuffer())
  const [[file]] = await commit(
    ctx,
    [
      ctx.db.run(sql`
        INSERT INTO counters (name, value) VALUES (${SERIES}, 1) ON CONFLICT (name) DO UPDATE SET value = value + 1`),
      ctx.db.run(sql`
        INSERT INTO sealed_files (n, key, sha256, bytes, written, orders, total_minor, last_day, created_at)
        SELECT c.value, ${`sealed/${monthOf(ctx.now).replace('-', '/')}/`} || c.value, ${await sha256Bytes(bytes)},
          ${bytes.byteLength}, ${written}, 0, 0, ${lastDay}, ${ctx.now}
        FROM counters c WHERE c.name = ${SERIES}`),
    ],
    ctx.db.all<{ n: number; key: string }>(sql`
      SELECT f.n, f.key FROM sealed_files f WHERE f.n = (SELECT c.value FROM counters c WHERE c.name = ${SERIES})`),
  )
  if (!file) throw new Defect('no sealed file was begun')
  await writeSealed(ctx, file.key, bytes)
  return file.n
}
