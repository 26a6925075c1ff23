import type { DatabaseSync } from 'node:sqlite'
import { madeOf } from '#testing/schema.ts'

const plain = (sql: string) =>
  sql
    .replace(/[`"]/g, '')
    .replace(/\s+/g, ' ')
    .replace(/\s*([(),])\s*/g, '$1')

/** The parts of a table's definition: columns and constraints, and what stands behind them. */
function partsOf(sql: string): { parts: string[]; options: string } {
  const parts: string[] = ['']
  let depth = 0
  let isQuoted = false
  const start = sql.indexOf('(') + 1
  for (let i = start; i < sql.length; i++) {
    const sign = sql[i] ?? ''
    if (sign === "'") isQuoted = !isQuoted
    else if (!isQuoted && sign === '(') depth++
    else if (!isQuoted && sign === ')' && depth-- === 0) return { parts, options: sql.slice(i + 1) }
    if (sign === ',' && depth === 0 && !isQuoted) parts.push('')
    else parts[parts.length - 1] += sign
  }
  throw new Error(`no end: ${sql}`)
}

/** A table whatever way led to it: a column that ALTER TABLE added stands last, and says itself where it points. */
function tableOf(db: DatabaseSync, name: string, sql: string) {
  const { parts, options } = partsOf(plain(sql))
  const rows = (query: string) =>
    db
      .prepare(query)
      .all(name)
      .map((row) => JSON.stringify(row))
      .sort()
  return {
    columns: rows('SELECT name, type, "notnull", dflt_value, pk, hidden FROM pragma_table_xinfo(?)'),
    keys: rows('SELECT "table", "from", "to", on_update, on_delete FROM pragma_foreign_key_list(?)'),
    checks: parts.filter((part) => /^CONSTRAINT|CHECK\(/.test(part)).sort(),
    options: options.trim(),
  }
}

/** Lists the parts of a database by name, however it was made. */
export const anatomyOf = (db: DatabaseSync) =>
  Object.fromEntries(
    madeOf(db).map(({ type, name, tbl_name, sql }) => {
      const isTable = type === 'table' && sql?.startsWith('CREATE TABLE')
      return [`${type} ${name}`, isTable ? tableOf(db, name, sql as string) : { on: tbl_name, sql: sql && plain(sql) }]
    }),
  )
