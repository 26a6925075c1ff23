import { customType, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { id, instant, keyedTable } from '#db/columns.ts'

/** Backups of the database, one a night; one without `finishedAt` is under way (docs/restore.md). */
export const backups = sqliteTable(
  'backups',
  {
    id: id(),
    /** The chain of its full backup, as the folder in the bucket is named. */
    chain: text('chain').notNull().default(''),
    /** The last migration that the database had. */
    migration: text('migration'),
    startedAt: integer('started_at').notNull(),
    finishedAt: instant('finished_at'),
    rows: integer('rows').notNull().default(0),
    bytes: integer('bytes').notNull().default(0),
    manifestKey: text('manifest_key'),
    /** The run that works on it, and the end of its turn. */
    turn: text('turn').notNull().default(''),
    turnEndsAt: integer('turn_ends_at').notNull().default(0),
  },
  (t) => [index('backups_started').on(t.startedAt)],
)

/** Files of the backup that is under way; its manifest lists them when it is finished. */
export const backupFiles = keyedTable(
  'backup_files',
  {
    backupId: text('backup_id').notNull(),
    number: integer('number').notNull(),
    key: text('key').notNull(),
    sha256: text('sha256').notNull(),
    rows: integer('rows').notNull(),
    bytes: integer('bytes').notNull(),
  },
  (t) => [primaryKey({ columns: [t.backupId, t.number] })],
)

/** The place up to which each table is backed up. Triggers read it, and note each change of a row before it in `changed_rows`. */
export const backupMarks = keyedTable('backup_marks', {
  name: text('name').primaryKey(),
  /** Raised at each read of notes, so that a later change is noted again. */
  epoch: integer('epoch').notNull().default(1),
  /** Rows up to this rowid have been read. */
  readTo: integer('read_to').notNull().default(0),
  /** Rows up to this rowid are in files. */
  keptTo: integer('kept_to').notNull().default(0),
  /** For a table without rowids: the key, as a JSON array, that the first copy reached. */
  keptKey: text('kept_key').notNull().default('[]'),
})

/** A rowid, or the key of a table without rowids as a JSON array. */
const anyKey = customType<{ data: number | string }>({ dataType: () => 'any' })

/** Rows that were changed or deleted after they were backed up. */
export const changedRows = keyedTable(
  'changed_rows',
  { name: text('name').notNull(), epoch: integer('epoch').notNull(), key: anyKey('key').notNull() },
  (t) => [primaryKey({ columns: [t.name, t.epoch, t.key] })],
)
