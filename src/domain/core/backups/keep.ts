import { eq, sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { abortWhen, guard } from '#db/guard.ts'
import { backupFiles, backups } from '#db/schema/core/backups.ts'
import { sha256Bytes } from '#kernel/digest.ts'
import { iso } from '#kernel/time.ts'
import { commit } from '../commit.ts'
import { readPrevious } from './begin.ts'
import type { Lines } from './lines.ts'
import { describeTables, type KeptFile, type Manifest } from './manifest.ts'
import { hasTurn, type Rest, type Share } from './read.ts'

/** Another run has taken the backup over, and reads again what this run has read. */
export const TURN_LOST = guard('BACKUP_TURN_LOST', 'CONFLICT')

const encoder = new TextEncoder()
const encode = (text: string) => encoder.encode(text) as Uint8Array<ArrayBuffer>

/** The folder of a backup in the bucket. */
const folderOf = ({ backup }: Share) => `${backup.chain}/${backup.id}`

/** Puts the lines into the bucket, under their hash: lines that were written twice are there twice, and listed once. */
async function putLines(share: Share, number: number, { text }: Lines): Promise<KeptFile> {
  const bytes = encode(`${text.join('\n')}\n`)
  const sha256 = await sha256Bytes(bytes)
  const key = `${folderOf(share)}/${String(number).padStart(5, '0')}-${sha256}.ndjson`
  await share.ctx.backups.put(key, bytes)
  return { key, sha256, rows: text.length, bytes: bytes.length }
}

/** Passes the mark of each table, after its lines are in the bucket. */
function pass(share: Share, all: Lines[], file: (KeptFile & { number: number }) | undefined): Write[] {
  const { ctx, backup } = share
  const notes = JSON.stringify([...new Map(all.flatMap(({ notes }) => [...notes])).values()])
  const keys = JSON.stringify([...new Map(all.flatMap(({ keys }) => [...keys]))])
  return [
    abortWhen(ctx.db, TURN_LOST, sql`NOT ${hasTurn(share)}`),
    ctx.db.run(sql`UPDATE backup_marks SET kept_to = read_to WHERE kept_to <> read_to`),
    ctx.db.run(sql`
      UPDATE backup_marks SET kept_key = (SELECT j.value ->> 1 FROM json_each(${keys}) j WHERE j.value ->> 0 = name)
      WHERE name IN (SELECT j.value ->> 0 FROM json_each(${keys}) j)`),
    ctx.db.run(sql`
      DELETE FROM changed_rows WHERE (name, epoch, key) IN (
        SELECT c.name, c.epoch, c.key FROM json_each(${notes}) j
        CROSS JOIN changed_rows c ON c.name = j.value ->> 0 AND (c.epoch, c.key) <= (j.value ->> 1, j.value ->> 2))`),
    ...(file
      ? [
          ctx.db.insert(backupFiles).values({ backupId: backup.id, ...file }),
          ctx.db
            .update(backups)
            .set({ rows: sql`rows + ${file.rows}`, bytes: sql`bytes + ${file.bytes}` })
            .where(eq(backups.id, backup.id)),
        ]
      : []),
  ]
}

/** Keeps a share of a backup that continues. */
export async function keepShare(share: Share, lines: Lines): Promise<void> {
  if (lines.text.length === 0) return
  const { number } = await readPrevious(share.ctx, share.backup)
  const file = await putLines(share, number, lines)
  await commit(share.ctx, pass(share, [lines], { ...file, number }))
}

/** Keeps the last share, then the manifest, and finishes the backup. */
export async function finishBackup(share: Share, lines: Lines, { lines: rest, sequences }: Rest): Promise<void> {
  const { ctx, backup, catalogue } = share
  const { previous, number } = await readPrevious(ctx, backup)
  const all = { ...rest, text: [...lines.text, ...rest.text] }
  const file = all.text.length > 0 ? await putLines(share, number, all) : undefined
  const before = await ctx.db
    .select()
    .from(backupFiles)
    .where(eq(backupFiles.backupId, backup.id))
    .orderBy(backupFiles.number)
  const files = [
    ...before.map(({ key, sha256, rows, bytes }) => ({ key, sha256, rows, bytes })),
    ...(file ? [file] : []),
  ]
  const manifest: Manifest = {
    ...{ format: 1, chain: backup.chain, backup: backup.id, at: iso(ctx.now), migration: backup.migration, previous },
    ...{ tables: describeTables(catalogue), others: catalogue.others, sequences, files },
    rows: files.reduce((sum, one) => sum + one.rows, 0),
    bytes: files.reduce((sum, one) => sum + one.bytes, 0),
  }
  const bytes = encode(JSON.stringify(manifest))
  const manifestKey = `${folderOf(share)}/manifest-${await sha256Bytes(bytes)}.json`
  await ctx.backups.put(manifestKey, bytes)
  await commit(ctx, [
    ...pass(share, [lines, rest], file && { ...file, number }),
    ctx.db.delete(backupFiles).where(eq(backupFiles.backupId, backup.id)),
    ctx.db.update(backups).set({ finishedAt: ctx.now, manifestKey }).where(eq(backups.id, backup.id)),
  ])
}
