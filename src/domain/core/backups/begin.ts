import { and, desc, eq, isNotNull, sql } from 'drizzle-orm'
import type { Catalogue } from '#db/backup-tables.ts'
import { readTogether, type Write } from '#db/client.ts'
import { backupFiles, backups } from '#db/schema/core/backups.ts'
import { Defect } from '#kernel/defect.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, utcDayOf } from '#kernel/time.ts'
import { commit } from '../commit.ts'
import type { Ctx } from '../context.ts'

export type Backup = typeof backups.$inferSelect

/** The begin of nights after midnight UTC: there is little traffic at that time in the market. */
const NIGHT_AT_MS = HOUR_MS + 23 * MINUTE_MS

/** The last 01:23 UTC before `now`. */
const nightBefore = (now: number) => Math.floor((now - NIGHT_AT_MS) / DAY_MS) * DAY_MS + NIGHT_AT_MS

const newest = (ctx: Ctx) => ctx.db.select().from(backups).orderBy(desc(backups.startedAt), desc(backups.id)).limit(1)

/** The backup under way, or whether this night's is still to be begun. */
export async function findWork(ctx: Ctx): Promise<{ last: Backup | undefined; isDue: boolean }> {
  const [last] = await newest(ctx)
  return { last, isDue: !last || last.finishedAt === null || last.startedAt < nightBefore(ctx.now) }
}

/** The last applied migration; null in a database without a table of migrations. */
async function lastMigration(ctx: Ctx, { others }: Catalogue): Promise<string | null> {
  if (!others.includes('d1_migrations')) return null
  const [row] = await ctx.db.all<{ name: string }>(sql`SELECT name FROM d1_migrations ORDER BY id DESC LIMIT 1`)
  return row?.name ?? null
}

/**
 * The backup to work on: the one under way, or a new one. A new one continues the last chain, unless there is none, a month has begun, or a
 * migration was applied: then it is a full one, of a new chain.
 */
export async function beginBackup(ctx: Ctx, catalogue: Catalogue, last: Backup | undefined): Promise<Backup> {
  const migration = await lastMigration(ctx, catalogue)
  const same = last?.migration === migration ? last : undefined
  if (same && same.finishedAt === null) return same
  const goesOn = same?.chain.slice(0, 7) === utcDayOf(ctx.now).slice(0, 7)
  const id = ctx.ids.v7()
  const chain = same && goesOn ? same.chain : `${utcDayOf(ctx.now)}-${id}`
  const [[begun]] = await commit(
    ctx,
    [
      ...(last?.finishedAt === null ? giveUp(ctx, last.id) : []),
      // If two begin at once, one does.
      ctx.db.run(sql`
        INSERT INTO backups (id, chain, migration, started_at) SELECT ${id}, ${chain}, ${migration}, ${ctx.now}
        WHERE NOT EXISTS (SELECT 1 FROM backups WHERE finished_at IS NULL)`),
      ...openMarks(ctx, catalogue, goesOn ? sql`0` : sql`EXISTS (SELECT 1 FROM backups WHERE id = ${id})`),
    ],
    newest(ctx),
  )
  if (!begun) throw new Defect('no backup was begun')
  return begun
}

/** Deletes a backup that was under way on another schema: its chain ends with the backup before it. */
const giveUp = (ctx: Ctx, id: string): Write[] => [
  ctx.db.delete(backupFiles).where(eq(backupFiles.backupId, id)),
  ctx.db.delete(backups).where(eq(backups.id, id)),
]

/** Gives every table a mark; a full backup sets each back to the beginning. Epochs only rise. */
const openMarks = (ctx: Ctx, { tables }: Catalogue, isFull: ReturnType<typeof sql>): Write[] => [
  ctx.db.run(sql`
    INSERT INTO backup_marks (name) SELECT j.value FROM json_each(${JSON.stringify(tables.map(({ name }) => name))}) j
    WHERE true ON CONFLICT DO NOTHING`),
  ctx.db.run(sql`UPDATE backup_marks SET read_to = 0, kept_to = 0, kept_key = '[]' WHERE ${isFull}`),
]

/** The manifest of the backup before this one in its chain, and the number of files that this one has. */
export async function readPrevious(
  ctx: Ctx,
  { id, chain }: Backup,
): Promise<{ previous: string | null; number: number }> {
  const [[last], [files]] = await readTogether(
    ctx.db,
    ctx.db
      .select({ key: backups.manifestKey })
      .from(backups)
      .where(and(eq(backups.chain, chain), isNotNull(backups.finishedAt)))
      .orderBy(desc(backups.startedAt), desc(backups.id))
      .limit(1),
    ctx.db.select({ count: sql<number>`count(*)` }).from(backupFiles).where(eq(backupFiles.backupId, id)),
  )
  return { previous: last?.key ?? null, number: files?.count ?? 0 }
}
