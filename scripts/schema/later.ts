import type { DatabaseSync } from 'node:sqlite'
import { recount } from '#db/counter-sql.ts'
import { sumAnew } from '#db/day-totals-sql.ts'
import { lawRows, lawStatements } from './law-rows.ts'
import type { GeneratedTrigger, PresentSchema } from './present.ts'

type SchemaObject = { name: string; sql: string }

const nameOf = (statement: string) => /^CREATE (?:VIRTUAL )?(?:TABLE|TRIGGER) (\w+)/.exec(statement)?.[1]

/** The statements that add up the totals of a trigger anew. */
const again = ({ name, table }: GeneratedTrigger): string[] => {
  if (name.startsWith('count_')) return recount(table)
  return name.startsWith('sum_') ? sumAnew(table) : []
}

/** Whether the laws of a database are those of the sources. */
function sameLaws(db: DatabaseSync): boolean {
  const isThere = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'law_parts'").get() !== undefined
  const rows = isThere ? db.prepare('SELECT * FROM law_parts ORDER BY seq').all() : []
  return JSON.stringify(rows.map((row) => Object.values(row))) === JSON.stringify(lawRows())
}

/**
 * The statements that a database needs after its tables to match the sources: tables written by hand, then triggers.
 * @throws if a table written by hand has changed
 */
export function afterTables(db: DatabaseSync, { byHand, generated }: PresentSchema): string[] {
  const there = new Map(
    (db.prepare('SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL').all() as SchemaObject[]).map((one) => [
      one.name,
      one.sql,
    ]),
  )
  const triggers = new Map([
    ...byHand.filter((one) => one.startsWith('CREATE TRIGGER')).map((one) => [nameOf(one), one] as const),
    ...generated.map(({ name, text }) => [name, text] as const),
  ])
  const tables = byHand.filter((one) => /^CREATE (VIRTUAL )?TABLE/.test(one))
  const changed = tables.filter((one) => there.has(nameOf(one) ?? '') && there.get(nameOf(one) ?? '') !== one)
  if (changed.length > 0) throw new Error(`Write by hand what becomes of ${changed.map(nameOf).join(', ')}.`)
  const old = db.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").all() as SchemaObject[]
  const fresh = [...triggers].filter(([name, text]) => there.get(name ?? '') !== text)
  return [
    ...tables.filter((one) => !there.has(nameOf(one) ?? '')),
    ...old.filter(({ name, sql }) => triggers.get(name) !== sql).map(({ name }) => `DROP TRIGGER ${name}`),
    ...fresh.map(([, text]) => text),
    ...(sameLaws(db) ? [] : lawStatements()),
    ...new Set(generated.filter(({ name }) => fresh.some(([other]) => other === name)).flatMap(again)),
  ]
}
