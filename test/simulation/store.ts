import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'

export type Answer = { columns: string[]; rows: unknown[][]; changes: number }
export type Query = { sql: string; params: unknown[] }

type Compiled = { statement: StatementSync; columns: string[]; isWrite: boolean }

/** D1's own limits (platform.md): a statement beyond them must fail here too. */
const MOST_PARAMETERS = 100
const MOST_COMPOUND_TERMS = 5

const EXTENDED: Record<number, string> = {
  275: 'CHECK',
  787: 'FOREIGNKEY',
  1299: 'NOTNULL',
  1555: 'PRIMARYKEY',
  1811: 'TRIGGER',
  2067: 'UNIQUE',
  3091: 'DATATYPE',
}
const PRIMARY: Record<number, string> = { 1: 'SQLITE_ERROR', 19: 'SQLITE_CONSTRAINT', 20: 'SQLITE_MISMATCH' }

/** The error D1 would throw, in its words. */
function d1Error(error: unknown): Error {
  const { errcode = 1, message } = error as Error & { errcode?: number }
  const primary = PRIMARY[errcode & 0xff] ?? `SQLITE_${errcode & 0xff}`
  const extended = EXTENDED[errcode] ? ` (extended: SQLITE_CONSTRAINT_${EXTENDED[errcode]})` : ''
  return new Error(`D1_ERROR: ${message}: ${primary}${extended}`)
}

const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url).href)

/** The statements of every migration, in order. */
export const migrations = (): string[] =>
  readdirSync(MIGRATIONS)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .flatMap((name) => readFileSync(join(MIGRATIONS, name), 'utf8').split('--> statement-breakpoint'))

/** A SQLite database in memory that answers as D1 does; statements stay prepared from one history to the next. */
export function openStore(schema: string[]) {
  // D1 takes "text" for 'text' where no column has the name; workerd enables it.
  const db = new DatabaseSync(':memory:', { enableDoubleQuotedStringLiterals: true })
  const compiled = new Map<string, Compiled>()
  for (const statement of schema) db.exec(statement)

  function compile(sql: string): Compiled {
    const known = compiled.get(sql)
    if (known) return known
    const terms = sql.match(/\b(UNION|INTERSECT|EXCEPT)\b/gi)?.length ?? 0
    if (terms >= MOST_COMPOUND_TERMS) throw new Error('D1_ERROR: too many terms in compound SELECT: SQLITE_ERROR')
    const statement = db.prepare(sql)
    statement.setReturnArrays(true)
    const columns = statement.columns().map(({ name }) => name)
    const fresh = { statement, columns, isWrite: isWriting(sql) }
    compiled.set(sql, fresh)
    return fresh
  }

  function run({ sql, params }: Query): Answer {
    if (params.length > MOST_PARAMETERS) throw new Error('D1_ERROR: too many SQL variables: SQLITE_ERROR')
    try {
      const { statement, columns, isWrite } = compile(sql)
      const before = isWrite ? totalChanges() : 0
      const rows = statement.all(...params.map(bindable)) as unknown as unknown[][]
      return { columns, rows, changes: isWrite ? totalChanges() - before : 0 }
    } catch (error) {
      throw error instanceof Error && error.message.startsWith('D1_') ? error : d1Error(error)
    }
  }

  // D1 counts what triggers change too.
  const total = db.prepare('SELECT total_changes() AS n')
  const totalChanges = () => (total.get() as { n: number }).n
  const [savepoint, release, undo] = ['SAVEPOINT batch', 'RELEASE batch', 'ROLLBACK TO batch'].map((sql) =>
    db.prepare(sql),
  ) as [StatementSync, StatementSync, StatementSync]

  return {
    db,
    totalChanges,
    isWrite: (sql: string) => compiled.get(sql)?.isWrite ?? isWriting(sql),
    run,
    /** One transaction: all of it or nothing. */
    batch(queries: Query[]): Answer[] {
      savepoint.run()
      try {
        const answers = queries.map(run)
        release.run()
        return answers
      } catch (error) {
        undo.run()
        release.run()
        throw error
      }
    },
    /** Rows as objects, for the harness itself. */
    rows<T>(sql: string, ...params: unknown[]): T[] {
      const { columns, rows } = run({ sql, params })
      return rows.map((row) => Object.fromEntries(columns.map((column, i) => [column, row[i]]))) as T[]
    },
    /** Everything until `forget` is undone by it: that is how each history starts from the same market. */
    begin: () => db.exec('BEGIN'),
    forget: () => db.exec('ROLLBACK'),
  }
}
export type Store = ReturnType<typeof openStore>

const isWriting = (sql: string) => !/^\s*(SELECT|WITH|EXPLAIN)\b/i.test(sql)

function bindable(value: unknown): SQLInputValue {
  if (typeof value === 'boolean') return value ? 1 : 0
  if (value === null || typeof value === 'number' || typeof value === 'string') return value
  if (value instanceof Uint8Array) return value
  throw new Error(`D1_TYPE_ERROR: Type '${typeof value}' not supported for value '${String(value)}'`)
}
