import { sql } from 'drizzle-orm'
import type { Db } from './client.ts'

/** Tables whose rows no backup holds, each with its reason: what an empty one does to a restored market. */
export const NOT_BACKED_UP: Record<string, string> = {
  guard: 'never holds a row: its trigger raises the name of a broken rule',
  sealing: 'never holds a row after its commit',
  idempotency_keys:
    'answers for a retry within a day, 6 KB an order: a restored market has forgotten the requests since',
  attempts: 'tries counted for a day at most',
  message_counts: 'messages counted for a day',
  codes: 'one-time codes of half an hour: who waits for one asks again',
  data_copies: 'copies of their data for a week: who waits for one asks again',
  pending_approvals: 'requests of ten minutes, whose codes are not kept either',
  heartbeats: 'how the running service is: a restored one begins its own',
  heartbeat_quarters: 'as heartbeats',
  law_verdicts: 'as heartbeats: laws are held anew',
  law_faults: 'as law_verdicts',
  law_walks: 'as law_verdicts',
  law_clock: 'as law_verdicts',
  law_parts: 'written by whoever applies the migrations',
  touched: 'as law_verdicts: the next night holds everything',
  alerts: 'what a webhook was told, or is still to be, about the service of before',
  live_listeners: 'who is connected at this moment: a restored market has no connections',
  live_notes: 'never holds a row after its commit',
  backups: 'the state of the backups themselves: a restored market begins with a full one',
  backup_files: 'as backups',
  backup_marks: 'as backups',
  changed_rows: 'as backups',
  d1_migrations: 'written by whoever applies the migrations',
}

/** A table as the database itself describes it. */
export type BackedUp = {
  name: string
  columns: string[]
  /** Types of the columns, as declared. */
  types: string[]
  /** The columns of the primary key of a table without rowids, in its order; null if rows are found by rowid. */
  key: string[] | null
  /** The column that is the rowid under another name. */
  alias: string | null
  /** False if a trigger refuses every update, or every delete. */
  isUpdated: boolean
  isDeleted: boolean
}

/** All tables with rows of their own, whatever the schema is. Full-text tables and SQLite's own have another type or name. */
const TABLES = `
  SELECT l.name, l.wr, (
    SELECT json_group_array(json_array(x.name, x.type, x.pk)) FROM pragma_table_xinfo(l.name) x WHERE x.hidden = 0) AS columns
  FROM pragma_table_list l WHERE l.schema = 'main' AND l.type = 'table' AND l.name NOT GLOB '_cf_*' AND l.name NOT GLOB 'sqlite_*'
  ORDER BY l.name`

const TRIGGERS = `
  SELECT name FROM sqlite_schema WHERE type = 'trigger'
    AND (name GLOB 'changed_*' OR name GLOB '*_no_update' OR name GLOB '*_no_delete')`

type TableRow = { name: string; wr: number; columns: string }

/** The tables that a backup holds, the tables that it does not, and the triggers that say how rows change. */
export type Catalogue = { tables: BackedUp[]; others: string[]; triggers: Set<string> }

export const catalogueOf = (described: readonly TableRow[], triggers: Set<string>): Catalogue => ({
  tables: described.filter(({ name }) => !(name in NOT_BACKED_UP)).map((one) => tableOf(one, triggers)),
  others: described.map(({ name }) => name).filter((name) => name in NOT_BACKED_UP),
  triggers,
})

function tableOf({ name, wr, columns }: TableRow, triggers: Set<string>): BackedUp {
  const all = JSON.parse(columns) as [name: string, type: string, pk: number][]
  const key = all.filter(([, , pk]) => pk > 0).sort(([, , a], [, , b]) => a - b)
  const [first] = key
  return {
    name,
    columns: all.map(([column]) => column),
    types: all.map(([, type]) => type),
    key: wr ? key.map(([column]) => column) : null,
    alias: !wr && key.length === 1 && first?.[1].toUpperCase() === 'INTEGER' ? first[0] : null,
    isUpdated: !triggers.has(`${name}_no_update`),
    isDeleted: !triggers.has(`${name}_no_delete`),
  }
}

/** The tables of a database, asked of it in one trip. */
export async function readCatalogue(db: Db): Promise<Catalogue> {
  const [described, triggers] = await db.batch([
    db.all<TableRow>(sql.raw(TABLES)),
    db.all<{ name: string }>(sql.raw(TRIGGERS)),
  ])
  return catalogueOf(described, new Set(triggers.map(({ name }) => name)))
}

/** Reads the catalogue of a database that answers at once. */
export const catalogueAtOnce = (rows: <T>(query: string) => T[]): Catalogue =>
  catalogueOf(rows<TableRow>(TABLES), new Set(rows<{ name: string }>(TRIGGERS).map(({ name }) => name)))
