/**
 * `npm run backup -- FOLDER`: the service's own job takes a backup of the local database of the server on PORT, and the
 * files are copied into the folder.
 * If that server runs, this is a full backup of a copy.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { backup as copyDatabase, DatabaseSync } from 'node:sqlite'
import { backUp } from '../src/domain/core/backups/back-up.ts'
import type { Env } from '../src/env.ts'
import { readPorts, stateFolder } from './dev/environment.ts'
import { lockState } from './dev/state-lock.ts'
import { databaseFile, openPlatform } from './restore/local-state.ts'
import { contextsOf } from './seed/at.ts'

const [folder] = process.argv.slice(2)
try {
  if (!folder) throw new Error('Say where the backup goes: npm run backup -- FOLDER')
  const state = stateFolder(readPorts())
  const database = databaseFile(state)
  if (!database) throw new Error(`There is no database in ${state} yet: npm run dev makes it.`)
  const release = lockUnlessRunning(state)
  if (release) {
    await takeBackup(state, folder)
    release()
  } else {
    const copy = mkdtempSync(join(tmpdir(), 'soko-'))
    await copyState(database, state, copy)
    await takeBackup(copy, folder)
    rmSync(copy, { recursive: true })
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

/** Keeps the data to this process until the lock is released; undefined if a server runs on the data. */
function lockUnlessRunning(state: string): (() => void) | undefined {
  try {
    return lockState(state)
  } catch {
    return undefined
  }
}

/** Copies the database as it is at one moment, without its notes on backups: a backup of the copy is no part of its chain. */
async function copyState(database: string, state: string, copy: string): Promise<void> {
  const path = join(copy, dirname(database).slice(state.length), basename(database))
  mkdirSync(dirname(path), { recursive: true })
  const source = new DatabaseSync(database, { readOnly: true, timeout: 10_000 })
  await copyDatabase(source, path)
  source.close()
  const copied = new DatabaseSync(path)
  for (const table of ['backups', 'backup_files', 'backup_marks', 'changed_rows']) copied.exec(`DELETE FROM ${table}`)
  copied.close()
}

async function takeBackup(state: string, into: string): Promise<void> {
  const platform = await openPlatform(state)
  try {
    let outcome: string
    do outcome = await backUp(contextsOf(platform.env, Date.now())(0), () => true, { isWanted: true })
    while (outcome === 'more')
    if (outcome !== 'finished') throw new Error('Another backup is under way.')
    const copied = await copyBucket(platform.env, into)
    console.log(`${copied} files are new in ${into}. npm run restore -- ${into} builds a database from it.`)
  } finally {
    await platform.dispose()
  }
}

/** Copies the files that the folder does not have yet. @returns how many files */
async function copyBucket({ BACKUP }: Env, into: string): Promise<number> {
  let copied = 0
  let cursor: string | undefined
  do {
    const page = await BACKUP.list(cursor === undefined ? {} : { cursor })
    for (const { key } of page.objects) {
      const path = join(into, key)
      if (existsSync(path)) continue
      const object = await BACKUP.get(key)
      if (!object) continue
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, Buffer.from(await object.arrayBuffer()))
      copied++
    }
    cursor = page.truncated ? page.cursor : undefined
  } while (cursor !== undefined)
  return copied
}
