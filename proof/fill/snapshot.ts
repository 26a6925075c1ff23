import { env } from 'cloudflare:workers'

export type Value = string | number | null
export type Row = Record<string, Value>
/** A table, and the columns of its key. */
export type Table = { name: string; key: string[] }
/** Rows by table. */
export type Rows = Map<string, Row[]>

const ask = async <T>(sql: string): Promise<T[]> => (await env.DB.prepare(sql).all<T>()).results

/** The ordinary tables of the database, without those in which full-text tables keep their words. */
export const listTables = async (): Promise<Table[]> => {
  const columns = await ask<{ name: string; column: string; pk: number }>(
    `SELECT t.name, c.name AS "column", c.pk FROM pragma_table_list t JOIN pragma_table_info(t.name) c
     WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT GLOB 'sqlite_*' ORDER BY t.name, c.pk`,
  )
  return [...Map.groupBy(columns, ({ name }) => name)].map(([name, all]) => ({
    name,
    key: all.filter(({ pk }) => pk > 0).map(({ column }) => column),
  }))
}

const keyOf = ({ key }: Table, row: Row) => JSON.stringify(key.length > 0 ? key.map((column) => row[column]) : row)

/** Every row of every table. */
export async function takeRows(tables: Table[]): Promise<Rows> {
  const rows: Rows = new Map()
  for (const { name } of tables) rows.set(name, await ask<Row>(`SELECT * FROM "${name}"`))
  return rows
}

/** The rows that came between two moments. */
export function rowsSince(tables: Table[], before: Rows, after: Rows): Rows {
  const fresh: Rows = new Map()
  for (const table of tables) {
    const known = new Set(before.get(table.name)?.map((row) => keyOf(table, row)))
    const more = after.get(table.name)?.filter((row) => !known.has(keyOf(table, row))) ?? []
    if (more.length > 0) fresh.set(table.name, more)
  }
  return fresh
}
