/** A table or an index. `bytes`: without the room that its pages have left; `pages`: with it, as it counts in the file. */
type Tree = { name: string; table: string; bytes: number; pages: number; rows: number }

/** Weighs each table and index of the database. */
export const weigh = async (db: D1Database) => {
  const { results } = await db
    .prepare(
      `SELECT d.name, coalesce(s.tbl_name, d.name) AS "table", d.pages - d.unused AS bytes, d.pages,
         iif(d.name = coalesce(s.tbl_name, d.name), d.cells, 0) AS rows
       FROM (SELECT name, sum(pgsize) AS pages, sum(unused) AS unused,
           sum(iif(pagetype = 'leaf' OR name IN (SELECT name FROM pragma_table_list WHERE wr), ncell, 0)) AS cells
         FROM dbstat GROUP BY name) d
       LEFT JOIN sqlite_schema s ON s.name = d.name`,
    )
    .all<Tree>()
  return results
}
export type Weights = Awaited<ReturnType<typeof weigh>>

/** Days that rows of a table stay if a job deletes them; all others stay until their order is sealed. */
const PASSES: Record<string, string> = {
  notifications: '60 days',
  outbox: '3 days',
  idempotency_keys: '1 day',
  quotes: '1 day',
}

const sum = (numbers: number[]) => numbers.reduce((all, number) => all + number, 0)
const shortly = (name: string, table: string) =>
  name.startsWith('sqlite_autoindex') ? 'key' : name.replace(`${table}_`, '')

/** Writes what grew between two weighings as a table of bytes an order: what stays, then what passes. */
export function tableOf(before: Weights, after: Weights, orders: number): string {
  const was = new Map(before.map((tree) => [tree.name, tree]))
  const grown = after.map((tree) => {
    const old = was.get(tree.name)
    const each = (of: 'bytes' | 'pages' | 'rows') => (tree[of] - (old?.[of] ?? 0)) / orders
    return { ...tree, bytes: each('bytes'), pages: each('pages'), rows: each('rows') }
  })
  const tables = [...Map.groupBy(grown, ({ table }) => table)]
    .map(([table, trees]) => ({
      table,
      rows: sum(trees.map(({ rows }) => rows)),
      data: sum(trees.filter(({ name }) => name === table).map(({ bytes }) => bytes)),
      indexes: trees.filter(({ name, bytes }) => name !== table && bytes >= 1),
      bytes: sum(trees.map(({ bytes }) => bytes)),
      pages: sum(trees.map(({ pages }) => pages)),
    }))
    .filter(({ bytes }) => bytes >= 1)
    .sort((a, b) => b.bytes - a.bytes)
  const line = ({ table, rows, data, indexes, bytes }: (typeof tables)[number]) => {
    const parts = indexes.map((tree) => `${shortly(tree.name, table)} ${Math.round(tree.bytes)}`).join(', ')
    const of = `${Math.round(sum(indexes.map((tree) => tree.bytes)))}${parts && ` (${parts})`}`
    return `| ${PASSES[table] ?? 'warm'} | ${table} | ${rows.toFixed(1)} | ${Math.round(data)} | ${of} | ${Math.round(bytes)} |`
  }
  const total = (name: string, of: typeof tables) => {
    const [rows, bytes, pages] = (['rows', 'bytes', 'pages'] as const).map((key) => sum(of.map((one) => one[key])))
    return `| **${name}** | in whole pages ${Math.round(pages ?? 0)} | ${rows?.toFixed(1)} | | | **${Math.round(bytes ?? 0)}** |`
  }
  const [passing, warm] = [tables.filter(({ table }) => PASSES[table]), tables.filter(({ table }) => !PASSES[table])]
  return [
    '| Kept | Table | Rows | Data | Indexes | Bytes |',
    '|---|---|---|---|---|---|',
    ...warm.map(line),
    total('warm', warm),
    ...passing.map(line),
    total('passes', passing),
  ].join('\n')
}
