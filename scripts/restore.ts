/**
 * `npm run restore -- FOLDER [--into PORT|PATH] [--until MOMENT]`: builds a database from a folder of backups, checks
 * all of it, and reports the result (docs/restore.md). Without --into the database goes to dist/restored.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { parseArgs } from 'node:util'
import { stateFolder } from './dev/environment.ts'
import { lockState } from './dev/state-lock.ts'
import { buildDatabase } from './restore/build.ts'
import { dumpSql } from './restore/dump.ts'
import { databaseFile, makeDatabaseFile } from './restore/local-state.ts'
import { LAWS_HELD } from './restore/verdict.ts'

const USAGE = 'npm run restore -- FOLDER [--into PORT|PATH] [--until 2026-12-01T01:30:00Z]'

try {
  const { folder, into, until } = readArguments()
  const state = /^\d+$/.test(into) ? stateFolder({ api: Number(into), sandbox: 0 }) : undefined
  const path = state ? await newStateOf(state) : folderOf(into)
  const startedAt = performance.now()
  const seconds = () => ((performance.now() - startedAt) / 1000).toFixed(1)
  const { at, backups, rows, migrated, erased, unread, faults } = buildDatabase(folder, path, until)
  console.log(`${rows} rows as of ${at}, from ${backups} backup${backups === 1 ? '' : 's'}, in ${seconds()} s: ${path}`)
  if (migrated.length > 0) console.log(`Migrations that came since: ${migrated.join(', ')}`)
  if (erased > 0) console.log(`${erased} people were erased since: the service erases them again within the hour.`)
  for (const key of unread) console.warn(`Not read for who was erased since: ${key} is missing or damaged.`)
  if (!state) writeSql(path, into)
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) throw new Error('The restored database is not sound.')
  console.log(`Sound: integrity, foreign keys and ${LAWS_HELD} laws hold.`)
  if (state) console.log(`PORT=${into} npm run dev serves it.`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

function readArguments(): { folder: string; into: string; until: string | undefined } {
  const options = { into: { type: 'string', default: 'dist/restored' }, until: { type: 'string' } } as const
  const { positionals, values } = parseArgs({ allowPositionals: true, options })
  const [folder] = positionals
  if (!folder || positionals.length > 1) throw new Error(USAGE)
  if (values.until !== undefined && Number.isNaN(Date.parse(values.until)))
    throw new Error(`${values.until} is no moment. ${USAGE}`)
  return { folder, into: values.into, until: values.until && new Date(values.until).toISOString() }
}

/** Makes the data of a server that has none yet: a database that is there is never replaced. */
async function newStateOf(state: string): Promise<string> {
  if (databaseFile(state)) throw new Error(`${state} has a database already: take another port, or delete it first.`)
  const release = lockState(state)
  const path = await makeDatabaseFile(state)
  release()
  return path
}

function folderOf(into: string): string {
  mkdirSync(into, { recursive: true })
  return join(into, 'market.sqlite')
}

function writeSql(path: string, into: string): void {
  const db = new DatabaseSync(path, { readOnly: true })
  const files = dumpSql(db, join(into, 'sql'))
  db.close()
  console.log(
    `As SQL for D1, ${files.length} file${files.length === 1 ? '' : 's'} to be sent in order: ${join(into, 'sql')}`,
  )
}
