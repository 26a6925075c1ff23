import type { DatabaseSync } from 'node:sqlite'
import { recount } from '../../src/db/counter-sql.ts'
import { sumAnew } from '../../src/db/day-totals-sql.ts'
import type { Generated, Present } from './present.ts'

type Made = { name: string; sql: string }

const nameOf = (statement: string) => /^CREATE (?:VIRTUAL )?(?:TABLE|TRIGGER) (\w+)/.exec(statement)?.[1]

/** Adds up anew what a trigger keeps that is new or another. */
const again = ({ name, table }: Generated): string[] => {
  if (name.startsWith('count_')) return recount(table)
  return name.startsWith('sum_') ? sumAnew(table) : []
}

/**
 * What a database needs beside its tables to be as the sources say: the tables that are written by hand, then the triggers.
 * @throws where a table that is written by hand is another
 */
export function afterTables(db: DatabaseSync, { byHand, generated }: Present): string[] {
  const there = new Map(
    (db.prepare('SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL').all() as Made[]).map((one) => [
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
  const old = db.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").all() as Made[]
  const fresh = [...triggers].filter(([name, text]) => there.get(name ?? '') !== text)
  return [
    ...tables.filter((one) => !there.has(nameOf(one) ?? '')),
    ...old.filter(({ name, sql }) => triggers.get(name) !== sql).map(({ name }) => `DROP TRIGGER ${name}`),
    ...fresh.map(([, text]) => text),
    ...new Set(generated.filter(({ name }) => fresh.some(([other]) => other === name)).flatMap(again)),
  ]
}
