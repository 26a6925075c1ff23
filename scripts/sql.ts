/**
 * `npm run sql -- "SELECT number, status FROM orders"`: runs one statement on the database of `npm run dev`, also while that runs,
 * and prints its rows. The database is opened for reading only, unless `--write` comes first.
 */
import { DatabaseSync } from 'node:sqlite'
import { readPorts, stateFolder } from './dev/environment.ts'
import { databaseFile } from './restore/local-state.ts'

const [first = '', ...rest] = process.argv.slice(2)
const canWrite = first === '--write'
const statement = (canWrite ? rest : [first, ...rest]).join(' ').trim()
if (statement === '') throw new Error('Give a statement: npm run sql -- "SELECT number, status FROM orders"')

const state = stateFolder(readPorts())
const path = databaseFile(state)
if (!path) throw new Error(`There is no database in ${state}: npm run dev makes it.`)

const db = new DatabaseSync(path, { readOnly: !canWrite, enableDoubleQuotedStringLiterals: true, timeout: 5000 })
try {
  const rows = db.prepare(statement).all()
  if (rows.length > 0) console.table(rows.map((row) => ({ ...row })))
  console.log(`${rows.length} ${rows.length === 1 ? 'row' : 'rows'}`)
} finally {
  db.close()
}
