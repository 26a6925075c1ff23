import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { openStore } from '../../proof/simulation/store.ts'
import { madeOf, schemaStatements } from '../schema.ts'

const quick = new DatabaseSync(':memory:', { enableDoubleQuotedStringLiterals: true })
for (const statement of schemaStatements()) quick.exec(statement)
const migrated = openStore().db

const byName = (db: DatabaseSync) =>
  Object.fromEntries(madeOf(db).map(({ type, name, tbl_name, sql }) => [`${type} ${name}`, { tbl_name, sql }]))

it('the database that tests in workerd begin with has everything that the migrations make, and nothing else', () => {
  expect(byName(quick)).toEqual(byName(migrated))
})

it('and the same rows', () => {
  // The full-text search counts its own writes.
  const tables = madeOf(migrated).filter(({ type, name }) => type === 'table' && !/_search(_|$)/.test(name))
  const rows = (db: DatabaseSync) =>
    Object.fromEntries(tables.map(({ name }) => [name, db.prepare(`SELECT * FROM "${name}"`).all()]))
  expect(rows(quick)).toEqual(rows(migrated))
  expect(rows(quick).money_settings).toHaveLength(3)
})

it('and rows of the same full-text search: none', () => {
  const searched = madeOf(migrated).filter(({ sql }) => sql?.startsWith('CREATE VIRTUAL TABLE'))
  expect(searched.length).toBeGreaterThan(5)
  for (const { name } of searched)
    expect(migrated.prepare(`SELECT count(*) AS n FROM ${name}_docsize`).get(), name).toEqual({ n: 0 })
})
