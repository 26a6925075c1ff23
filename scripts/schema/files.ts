import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { DrizzleSQLiteSnapshotJSON } from 'drizzle-kit/api'

export type Snapshot = DrizzleSQLiteSnapshotJSON

const BREAKPOINT = '--> statement-breakpoint'
const NO_DATABASE = '00000000-0000-0000-0000-000000000000'

type Entry = { idx: number; version: string; when: number; tag: string; breakpoints: boolean }
type Journal = { version: string; dialect: string; entries: Entry[] }

/** The parts of a migration: its statements, and the snapshot of the tables after it, as drizzle-kit keeps it. */
export type Migration = { tag: string; statements: string[]; snapshot: Snapshot }

const number = (idx: number) => String(idx).padStart(4, '0')
export const tagOf = (idx: number, name: string): string => `${number(idx)}_${name}`

export const textOf = (statements: readonly string[]): string =>
  `${statements.map((one) => `${one};`).join(`\n${BREAKPOINT}\n`)}\n`

/** The names of the migrations, in order. */
export const tagsIn = (folder = 'migrations'): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .map((name) => name.slice(0, -4))
    .sort()

const read = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'))
const write = (path: string, value: unknown) => writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`)

/** The tables after the last migration. */
export const lastSnapshot = (folder = 'migrations'): Snapshot =>
  read(`${folder}/meta/${number(tagsIn(folder).length - 1)}_snapshot.json`) as Snapshot

/** Writes a migration after the present ones. */
export function addMigration({ tag, statements, snapshot }: Migration, when: number, folder = 'migrations'): void {
  mkdirSync(`${folder}/meta`, { recursive: true })
  const path = `${folder}/meta/_journal.json`
  const idx = tagsIn(folder).length
  const journal = idx === 0 ? { version: '7', dialect: 'sqlite', entries: [] } : (read(path) as Journal)
  writeFileSync(`${folder}/${tag}.sql`, textOf(statements))
  write(`${folder}/meta/${number(idx)}_snapshot.json`, snapshot)
  write(path, { ...journal, entries: [...journal.entries, { idx, version: '6', when, tag, breakpoints: true }] })
}

/** Deletes every migration. */
export const removeMigrations = (folder = 'migrations'): void => rmSync(folder, { recursive: true, force: true })

/** Whether wrangler.toml names a database: the baseline was applied to it, and only later migrations may change it. */
export const isDeployed = (): boolean =>
  [...readFileSync('wrangler.toml', 'utf8').matchAll(/^database_id = "(.*)"/gm)].some(([, id]) => id !== NO_DATABASE)
