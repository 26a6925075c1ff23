import type { Answer, Query, Store } from './store.ts'

/** Surroundings of each trip to the database: turns, crashes and D1's own errors. */
export type Trip = <T>(kind: 'read' | 'commit', work: () => T) => Promise<T>

/** D1's interface over the store. Only what drizzle and the domain use of it. */
export function d1Over(store: Pick<Store, 'isWrite' | 'batch' | 'run'>, trip: Trip): D1Database {
  const isWrite = ({ sql }: Query) => store.isWrite(sql)
  const kindOf = (queries: Query[]) => (queries.some(isWrite) ? 'commit' : 'read')
  const together = (queries: Query[]) => trip(kindOf(queries), () => store.batch(queries))
  const alone = (query: Query) => trip(isWrite(query) ? 'commit' : 'read', () => store.run(query))
  const queryOf = new WeakMap<object, Query>()

  function prepare(sql: string, params: unknown[] = []): D1PreparedStatement {
    const query = { sql, params }
    const one = () => alone(query)
    const statement = {
      bind: (...values: unknown[]) => {
        for (const value of values) refuseUndefined(value)
        return prepare(sql, values)
      },
      all: async () => resultOf(await one()),
      run: async () => resultOf(await one()),
      raw: async () => (await one()).rows,
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
      return (await together(queries)).map(resultOf)
    },
  } as unknown as D1Database
}

/**
 * D1 answers by column name: of two columns with one name the later value stands at the first one's place. How many rows a
 * statement walks nothing here knows: what asks for it gets no number, and belongs in workerd.
 */
function resultOf({ columns, rows, changes, bytes }: Answer) {
  const results = rows.map((row) => {
    const result: Record<string, unknown> = {}
    for (let i = 0; i < columns.length; i++) result[columns[i] as string] = row[i]
    return result
  })
  const meta = {
    changes,
    duration: 0,
    get size_after() {
      return bytes()
    },
  }
  return { success: true, results, meta }
}

function refuseUndefined(value: unknown): void {
  if (value === undefined) throw new Error("D1_TYPE_ERROR: Type 'undefined' not supported for value 'undefined'")
}
