import type { Answer, Query, Store } from './store.ts'

/** What surrounds each trip to the database: turns, crashes and D1's own errors. */
export type Trip = <T>(kind: 'read' | 'commit', work: () => T) => Promise<T>

/** D1's interface over the store. Only what drizzle and the domain use of it. */
export function d1Over(store: Store, trip: Trip): D1Database {
  const kindOf = (queries: Query[]) => (queries.some(({ sql }) => store.isWrite(sql)) ? 'commit' : 'read')
  const queryOf = new WeakMap<object, Query>()

  function prepare(sql: string, params: unknown[] = []): D1PreparedStatement {
    const query = { sql, params }
    const one = () => trip(kindOf([query]), () => store.run(query))
    const statement = {
      bind: (...values: unknown[]) => {
        for (const value of values) refuseUndefined(value)
        return prepare(sql, values)
      },
      all: async () => resultOf(await one()),
      run: async () => resultOf(await one()),
      raw: async () => (await one()).rows.map((row) => row.map(plain)),
      first: async (column?: string) => {
        const [row] = resultOf(await one()).results as Record<string, unknown>[]
        return row === undefined ? null : column === undefined ? row : row[column]
      },
    } as unknown as D1PreparedStatement
    queryOf.set(statement, query)
    return statement
  }

  return {
    prepare: (sql: string) => prepare(sql),
    batch: async (statements: D1PreparedStatement[]) => {
      const queries = statements.map((statement) => queryOf.get(statement) as Query)
      const answers = await trip(kindOf(queries), () => store.batch(queries))
      return answers.map(resultOf)
    },
  } as unknown as D1Database
}

/** D1 answers by column name: of two columns with one name the later value stands at the first one's place. */
function resultOf({ columns, rows, changes }: Answer) {
  const results = rows.map((row) => {
    const result: Record<string, unknown> = {}
    for (let i = 0; i < columns.length; i++) result[columns[i] as string] = plain(row[i])
    return result
  })
  return { success: true, results, meta: { changes, duration: 0, rows_read: rows.length, rows_written: changes } }
}

/** Answers travel as JSON: bytes are numbers, and zero has no sign. */
const plain = (value: unknown) => (value instanceof Uint8Array ? [...value] : value === 0 ? 0 : value)

function refuseUndefined(value: unknown): void {
  if (value === undefined) throw new Error("D1_TYPE_ERROR: Type 'undefined' not supported for value 'undefined'")
}
