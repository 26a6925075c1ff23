import { type SQL, sql } from 'drizzle-orm'
import { type Mark, passAll, passNext, type Read, selectMarks, selectNext } from '#db/backup-statements.ts'
import type { BackedUp, Catalogue } from '#db/backup-tables.ts'
import type { Write } from '#db/client.ts'
import { MINUTE_MS } from '#kernel/time.ts'
import type { Ctx } from '../context.ts'
import type { Backup } from './begin.ts'
import { addLines, isFull, type Lines, noLines } from './lines.ts'

/** Time for which a run that was cut off keeps others out, in ms. */
const TURN_MS = 2 * MINUTE_MS

/** Bytes that one statement should answer: rows of some tables are a hundred times as wide as those of others. */
const PAGE_BYTES = 1024 * 1024
/** Rows that are read of a table whose width is not known yet. */
const FIRST_PAGE = 100

/**
 * One share of a backup, by one run. `page`: most rows, and most notes, that one statement reads of a table; `pages`: its rows for each
 * table whose width is known.
 */
export type Share = {
  ctx: Ctx
  backup: Backup
  turn: string
  catalogue: Catalogue
  statements: number
  page: number
  pages: Map<string, number>
}

export const hasTurn = ({ backup, turn }: Share): SQL =>
  sql`EXISTS (SELECT 1 FROM backups WHERE id = ${backup.id} AND turn = ${turn} AND finished_at IS NULL)`

async function ask<T>(share: Share, statements: [SQL, ...SQL[]]): Promise<T[][]> {
  share.statements += statements.length
  const asked = statements.map((one) => share.ctx.db.all(one)) as unknown as [Write, ...Write[]]
  return (await share.ctx.db.batch(asked)) as T[][]
}

/**
 * Takes the turn, and goes back to the rows that are not yet in files.
 * @returns the marks of the tables; undefined if another run has the turn
 */
export async function takeTurn(share: Share): Promise<Mark[] | undefined> {
  const { ctx, backup, turn, catalogue } = share
  const [, [mine] = [], , marks] = await ask(share, [
    sql`UPDATE backups SET turn = ${turn}, turn_ends_at = ${ctx.now + TURN_MS}
      WHERE id = ${backup.id} AND finished_at IS NULL AND (turn = ${turn} OR turn_ends_at <= ${ctx.now})`,
    sql`SELECT ${hasTurn(share)} AS held`,
    sql`UPDATE backup_marks SET read_to = kept_to WHERE read_to <> kept_to AND ${hasTurn(share)}`,
    selectMarks(catalogue.tables),
  ])
  return (mine as { held: number } | undefined)?.held ? (marks as Mark[]) : undefined
}

/**
 * Reads table by table until a file is full.
 * @returns whether little is left: every table was read to its end, and none had more than a page
 */
export async function readTables(share: Share, marks: Mark[], lines: Lines): Promise<boolean> {
  let isLittle = true
  const behind = new Map(marks.map((mark) => [mark.name, mark]))
  for (const table of share.catalogue.tables) {
    const mark = behind.get(table.name)
    if (!mark?.hasMore) continue
    for (let hasMore = true; hasMore; ) {
      if (isFull(lines)) return false
      const page = Math.min(share.page, share.pages.get(table.name) ?? FIRST_PAGE)
      const before = lines.bytes
      const after = lines.keys.get(table.name) ?? mark.keptKey
      const [rows = []] = await ask<Read>(share, [
        selectNext(table, page, after, lines.notes.get(table.name)),
        passNext(table, page, hasTurn(share)),
      ])
      hasMore = addLines(lines, table, rows, page)
      if (hasMore) isLittle = false
      const width = (lines.bytes - before) / Math.max(1, rows.length)
      if (hasMore) share.pages.set(table.name, Math.max(FIRST_PAGE, Math.floor(PAGE_BYTES / width)))
    }
  }
  return isLittle
}

/** The remaining rows of all tables, and the sequences, as they are at one moment: in one transaction. */
export type Rest = { lines: Lines; sequences: { name: string; seq: number }[] }

/**
 * Reads the rest of all tables in one transaction.
 * @returns undefined if a table has too much for one: then nothing of this share may be kept, because the marks have passed it
 */
export async function readRest(share: Share, marks: Mark[], before: Lines): Promise<Rest | undefined> {
  const { tables } = share.catalogue
  const keys = new Map(marks.map(({ name, keptKey }) => [name, keptKey]))
  const after = ({ name }: BackedUp) => before.keys.get(name) ?? keys.get(name) ?? '[]'
  const [sequences = [], ...answers] = await ask(share, [
    sql`SELECT name, seq FROM sqlite_sequence WHERE name <> 'd1_migrations' ORDER BY name`,
    ...tables.map((table) => selectNext(table, share.page, after(table), before.notes.get(table.name))),
    passAll(tables, hasTurn(share)),
  ])
  const lines = noLines()
  for (const [i, table] of tables.entries())
    if (addLines(lines, table, (answers[i] ?? []) as Read[], share.page)) return undefined
  return { lines, sequences: sequences as Rest['sequences'] }
}
