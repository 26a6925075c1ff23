import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { constants, DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'

export type Answer = {
  columns: string[]
  rows: unknown[][]
  changes: number
  /** Size of the database now. */
  bytes: () => number
}
export type Query = { sql: string; params: unknown[] }

/** Columns that a statement and its triggers read and write: `table.column`, and `table.*` where rows come or go. */
export type Touch = { reads: Set<string>; writes: Set<string> }
type Seen = { rows: unknown[]; at: number; tables: Set<string> }
type Compiled = { statement: StatementSync; columns: string[]; isWrite: boolean; touch: Touch }

/** D1's own limits (docs/limits.md, The database's own limits): a statement beyond them must fail here too. */
const MOST_PARAMETERS = 100

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

const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url).href)

/** The statements of every migration, in order. */
export const migrations = (): string[] =>
  readdirSync(MIGRATIONS)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .flatMap((name) => readFileSync(join(MIGRATIONS, name), 'utf8').split('--> statement-breakpoint'))

// D1 takes "text" for 'text' where no column has the name; workerd enables it.
const inMemory = () =>
  new DatabaseSync(':memory:', { enableDoubleQuotedStringLiterals: true, limits: { compoundSelect: 5 } })

function migrate(db: DatabaseSync): void {
  for (const statement of migrations()) db.exec(statement)
}
/** A database with every migration applied, as bytes: reading it back takes a thirtieth of applying them again. */
let migrated: Uint8Array | undefined
function migratedBytes(): Uint8Array {
  const db = inMemory()
  migrate(db)
  const bytes = db.serialize()
  db.close()
  return bytes
}

/**
 * A migrated SQLite database in memory that answers as D1 does; statements stay prepared from one history to the next.
 * `isKept` for one that a whole process uses: it takes longer to open, and SQLite works a tenth faster in it than in a copy.
 */
export function openStore({ countsChanges = true, isKept = false } = {}) {
  const db = inMemory()
  if (isKept) {
    migrate(db)
  } else {
    migrated ??= migratedBytes()
    db.deserialize(migrated)
  }
  const compiled = new Map<string, Compiled>()
  let touch: Touch = { reads: new Set(), writes: new Set() }
  /** The writes that ran since somebody last asked. */
  let written = new Set<Touch>()
  // SQLite says of a statement that it prepares, triggers included, what it will touch.
  db.setAuthorizer((action, table, column) => {
    if (action === constants.SQLITE_READ) touch.reads.add(`${table}.${column}`)
    else if (action === constants.SQLITE_UPDATE) touch.writes.add(`${table}.${column}`)
    else if (action === constants.SQLITE_INSERT || action === constants.SQLITE_DELETE) touch.writes.add(`${table}.*`)
    return constants.SQLITE_OK
  })

  /** Counts writes, so that what was read before one is known to be old. */
  let writes = 1
  let forgottenAt = 0
  const writtenAt = new Map<string, number>()
  const seen = new Map<string, Seen>()
  const tables = new Map<Touch, Set<string>>()
  function note(touch: Touch): void {
    written.add(touch)
    writes++
    let known = tables.get(touch)
    if (!known) {
      known = tablesOf(touch.writes)
      tables.set(touch, known)
    }
    for (const table of known) writtenAt.set(table, writes)
  }

  function compile(sql: string): Compiled {
    const known = compiled.get(sql)
    if (known) return known
    touch = { reads: new Set(), writes: new Set() }
    const statement = db.prepare(planned(sql))
    statement.setReturnArrays(true)
    const columns = statement.columns().map(({ name }) => name)
    const fresh = { statement, columns, isWrite: isWriting(sql), touch }
    compiled.set(sql, fresh)
    return fresh
  }

  function run({ sql, params }: Query): Answer {
    if (params.length > MOST_PARAMETERS) throw new Error('D1_ERROR: too many SQL variables: SQLITE_ERROR')
    try {
      const { statement, columns, isWrite, touch } = compile(sql)
      if (isWrite) note(touch)
      const isCounted = isWrite && countsChanges
      const before = isCounted ? totalChanges() : 0
      const rows = statement.all(...params.map(bindable)) as unknown as unknown[][]
      for (const row of rows) makePlain(row)
      return { columns, rows, changes: isCounted ? totalChanges() - before : 0, bytes }
    } catch (error) {
      throw error instanceof Error && error.message.startsWith('D1_') ? error : d1Error(error)
    }
  }

  // D1 counts what triggers change too.
  const total = db.prepare('SELECT total_changes() AS n')
  const size = db.prepare('SELECT page_count * page_size AS n FROM pragma_page_count, pragma_page_size')
  const bytes = () => (size.get() as { n: number }).n
  let changesTaken = 0
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
    /** Rows as objects that stay the same until somebody writes to their tables: not to be changed. */
    look<T>(sql: string): readonly T[] {
      let before = seen.get(sql)
      if (!before) {
        before = { rows: [], at: -1, tables: tablesOf(compile(sql).touch.reads) }
        seen.set(sql, before)
      }
      let last = 0
      for (const table of before.tables) last = Math.max(last, writtenAt.get(table) ?? 0)
      if (before.at < last || before.at < forgottenAt) {
        before.rows = this.rows<T>(sql)
        before.at = writes
      }
      return before.rows as T[]
    },
    touchOf: (sql: string): Touch => compile(sql).touch,
    /** Gives the writes since the last call, whether or not they were taken back. */
    takeWritten(): Set<Touch> {
      const taken = written
      written = new Set()
      // Statements ran, but no row changed.
      const changes = totalChanges()
      if (changes === changesTaken) taken.clear()
      changesTaken = changes
      return taken
    },
    /** Everything until `forget` is undone by it: that is how each history starts from the same market. */
    begin: () => db.exec('BEGIN'),
    forget() {
      db.exec('ROLLBACK')
      forgottenAt = ++writes
    },
    /** Everything until `prune` is undone by it, and what was before stays. */
    branch: () => db.exec('SAVEPOINT branch'),
    prune() {
      db.exec('ROLLBACK TO branch; RELEASE branch')
      forgottenAt = ++writes
      this.takeWritten()
    },
  }
}
export type Store = ReturnType<typeof openStore>

/**
 * SQLite plans a statement again for each new value of a bare parameter in LIMIT, or beside the condition of a partial
 * index, and planning costs twenty times what running does here. Behind a plus it is the same value and a fixed plan.
 */
const planned = (sql: string) =>
  /^\s*EXPLAIN/i.test(sql) ? sql : sql.replace(/((?:[=<>]|\blimit|\boffset)\s*)\?/gi, '$1+?')

const isWriting = (sql: string) => !/^\s*(SELECT|WITH|EXPLAIN)\b/i.test(sql)

const tablesOf = (columns: Set<string>) => new Set([...columns].map((one) => one.slice(0, one.indexOf('.'))))

/** Answers travel as JSON: bytes are numbers, and zero has no sign. */
function makePlain(row: unknown[]): void {
  for (let i = 0; i < row.length; i++) {
    const value = row[i]
    if (value === 0) row[i] = 0
    else if (value instanceof Uint8Array) row[i] = [...value]
  }
}

function bindable(value: unknown): SQLInputValue {
  if (typeof value === 'boolean') return value ? 1 : 0
  if (value === null || typeof value === 'number' || typeof value === 'string') return value
  if (value instanceof Uint8Array) return value
  throw new Error(`D1_TYPE_ERROR: Type '${typeof value}' not supported for value '${String(value)}'`)
}
