import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { generateSQLiteDrizzleJson, generateSQLiteMigration } from 'drizzle-kit/api'
import { getTableName, is } from 'drizzle-orm'
import { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { catalogueAtOnce } from '#db/backup-tables.ts'
import { changeTriggers } from '#db/change-triggers.ts'
import { isKeyed } from '#db/columns.ts'
import { counterTriggers } from '#db/counter-sql.ts'
import { dayTotalTriggers } from '#db/day-totals-sql.ts'
import { statementsByHand } from './by-hand.ts'
import { type Migration, type Snapshot, tagOf } from './files.ts'
import { lawStatements } from './law-rows.ts'
import { touchTriggers } from './touched.ts'

/** The snapshot before the first table, in drizzle-kit's form. */
const NOTHING: Snapshot = {
  ...{ version: '6', dialect: 'sqlite', tables: {}, views: {}, enums: {} },
  ...{ id: '00000000-0000-0000-0000-000000000000', prevId: '', _meta: { tables: {}, columns: {} } },
} as Snapshot

/** A database in memory that accepts the SQL that D1 accepts. */
export const inMemory = () => new DatabaseSync(':memory:', { enableDoubleQuotedStringLiterals: true })

/** Everything that the files of src/db/schema export. */
async function exportsOfSchema(): Promise<Record<string, unknown>> {
  const files = globSync('src/db/schema/*/*.ts').sort()
  const modules = await Promise.all(files.map((file) => import(/* @vite-ignore */ pathToFileURL(resolve(file)).href)))
  return Object.assign({}, ...modules)
}

/** Makes tables STRICT, so that D1 refuses a value of a wrong type, and keyed ones WITHOUT ROWID; drizzle-kit writes neither. */
const withOptions = (statement: string, keyed: Set<string>) =>
  statement.replace(
    /(CREATE TABLE `(\w+)` \([^;]*?\n\));/g,
    (_all, table: string, name: string) => `${table} STRICT${keyed.has(name) ? ', WITHOUT ROWID' : ''};`,
  )

/** SQL that changes the tables of one snapshot into those of src/db/schema, as drizzle-kit writes it. */
export async function tableChanges(before: Snapshot): Promise<{ snapshot: Snapshot; statements: string[] }> {
  const exported = await exportsOfSchema()
  const tables = Object.values(exported).filter((one) => is(one, SQLiteTable))
  const keyed = new Set(tables.filter(isKeyed).map(getTableName))
  const snapshot = await generateSQLiteDrizzleJson(exported, before.id)
  const statements = await generateSQLiteMigration(before, snapshot)
  return { snapshot, statements: statements.map((one) => withOptions(one.trim(), keyed).replace(/;$/, '')) }
}

/** A trigger that src/db writes, and the table whose rows it watches. */
export type GeneratedTrigger = { table: string; name: string; text: string }

/** The triggers that follow from src/db/counters.ts, src/db/day-totals.ts, and from the tables themselves. */
const generatedTriggers = (db: DatabaseSync): GeneratedTrigger[] => [
  ...counterTriggers(),
  ...dayTotalTriggers(),
  ...touchTriggers(),
  ...changeTriggers(catalogueAtOnce(<T>(query: string) => db.prepare(query).all() as T[])),
]

/** The database that the sources describe. */
export type PresentSchema = {
  snapshot: Snapshot
  statements: string[]
  byHand: string[]
  generated: GeneratedTrigger[]
}

/** Puts the database together: the tables of src/db/schema, the files of src/db/triggers, and the triggers that src/db writes. */
export async function presentSchema(): Promise<PresentSchema> {
  const { snapshot, statements } = await tableChanges(NOTHING)
  const byHand = statementsByHand()
  const db = inMemory()
  try {
    for (const statement of [...statements, ...byHand]) db.exec(statement)
    const generated = generatedTriggers(db)
    const written = [...generated.map(({ text }) => text), ...lawStatements()]
    return { snapshot, statements: [...statements, ...byHand, ...written], byHand, generated }
  } finally {
    db.close()
  }
}

/** The baseline's id is fixed, so that the same sources write the same files. */
const BASELINE_ID = '00000000-0000-4000-8000-000000000000'

/** The one migration that makes the database that the sources describe. */
export async function baseline(): Promise<Migration> {
  const { snapshot, statements } = await presentSchema()
  return { tag: tagOf(0, 'baseline'), statements, snapshot: { ...snapshot, id: BASELINE_ID } }
}
