import type { BackedUp, Catalogue } from './backup-tables.ts'
import { IS_SEALING, isSealed } from './sealed.ts'

// The triggers that note what changes of rows that are backed up already (docs/restore.md), written from the schema itself.

const trigger = (table: string, event: 'insert' | 'update' | 'delete', statements: string[], when = '') => {
  const name = `changed_${table}_${event}`
  const text = `CREATE TRIGGER ${name} AFTER ${event.toUpperCase()} ON ${table}${when} BEGIN\n${statements.join('\n')}\nEND`
  return { table, name, text }
}

/** Notes a row under the present epoch, if a backup of its table is kept and has passed the row. */
const note = (table: string, key: string, condition: string) =>
  `  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, ${key} FROM backup_marks WHERE name = '${table}'${condition} ON CONFLICT DO NOTHING;`

/** A table without rowids has no order in which rows come, so each new row is noted too. */
function byKey({ name, key, isUpdated, isDeleted }: BackedUp & { key: string[] }) {
  const noteOf = (row: 'OLD' | 'NEW') =>
    note(name, `json_array(${key.map((column) => `${row}.${column}`).join(', ')})`, '')
  return [
    trigger(name, 'insert', [noteOf('NEW')]),
    ...(isUpdated ? [trigger(name, 'update', [noteOf('OLD'), noteOf('NEW')])] : []),
    ...(isDeleted ? [trigger(name, 'delete', [noteOf('OLD')])] : []),
  ]
}

function byRowid({ name, alias, isUpdated, isDeleted }: BackedUp) {
  const noteOf = (row: 'OLD' | 'NEW') => note(name, `${row}.rowid`, ` AND read_to >= ${row}.rowid`)
  const last = `(SELECT coalesce(max(rowid), 0) FROM ${name})`
  // After the last row SQLite gives the same rowids again: the mark goes back to the last row.
  const goBack = `  UPDATE backup_marks SET read_to = ${last}, kept_to = min(kept_to, ${last}) WHERE name = '${name}' AND read_to > ${last};`
  return [
    // An insert that names its rowid may name one before the mark; so does one that unseals.
    ...(alias ? [trigger(name, 'insert', [noteOf('NEW')])] : []),
    ...(isSealed(name) ? [trigger(name, 'insert', [noteOf('NEW')], ` WHEN ${IS_SEALING}`)] : []),
    ...(isUpdated ? [trigger(name, 'update', alias ? [noteOf('OLD'), noteOf('NEW')] : [noteOf('OLD')])] : []),
    ...(isDeleted ? [trigger(name, 'delete', [noteOf('OLD'), goBack])] : []),
  ]
}

/** Which of the database's triggers are these: a condition on sqlite_schema. */
export const isChangeTrigger = `name GLOB 'changed_*'`

export const changeTriggers = ({ tables }: Catalogue) =>
  tables.flatMap((table) => (table.key ? byKey({ ...table, key: table.key }) : byRowid(table)))

/** The triggers that a database should have and has not: a backup of it would miss changes. */
export const missingTriggers = (catalogue: Catalogue): string[] =>
  changeTriggers(catalogue).flatMap(({ name }) => (catalogue.triggers.has(name) ? [] : [name]))
