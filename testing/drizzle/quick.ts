import { isDeepStrictEqual } from 'node:util'
import { DrizzleQueryError, SQL } from 'drizzle-orm'
import { SQLiteD1Session } from 'drizzle-orm/d1'
import {
  SQLiteDeleteBase,
  SQLiteDialect,
  SQLiteInsertBase,
  SQLiteSelectBase,
  SQLiteUpdateBase,
} from 'drizzle-orm/sqlite-core'
import { ALONE, resultOf, type Shortcut, TOGETHER } from '../d1.ts'
import type { Answer } from '../store.ts'
import { type Flat, type Select, walkDelete, walkInsert, walkSelect, walkUpdate } from './clauses.ts'
import { flatOf, type Reader, readerOf } from './reader.ts'
import { Shape, Unshaped, Walk } from './shapes.ts'

type Text = { sql: string; params: unknown[] }
type Known = { sql: string; read: Reader | undefined }
type Client = D1Database & Partial<Shortcut>
type Session = { client: Client; batch: (queries: Preparable[]) => Promise<unknown[]> }
type Dialect = { sqlToQuery: (sql: SQL, source?: string) => Text }
type Preparable = { _prepare(): { getQuery(): Text; mapResult(result: unknown, isFromBatch: true): unknown } }
/** What drizzle itself prepares. */
type Twin = { getQuery(): Text; mapAllResult(rows: unknown[][]): unknown }
type Builder = {
  session: Session
  dialect: Dialect
  config: { returning?: Flat }
  getSQL(): SQL
  _prepare(isOneTime?: boolean): Twin
}

const proto = <T>(of: { prototype: unknown }) => of.prototype as T
const dialect = proto<Dialect>(SQLiteDialect)
const drizzleWrites = dialect.sqlToQuery
let isChecking = false
let isQuick = false
/** How many queries were compared with drizzle's own. */
export let compared = 0

function compare(ours: Text, theirs: Text): void {
  compared++
  if (ours.sql !== theirs.sql || !isDeepStrictEqual(ours.params, theirs.params))
    throw new Error(`another query than drizzle's: ${JSON.stringify([ours, theirs])}`)
}

/** A query whose text was known: what drizzle's D1PreparedQuery does, without a cache, a logger or placeholders. */
class Prepared {
  client: Client & Shortcut
  known: Known
  params: unknown[]
  twin: Twin | undefined

  constructor(client: Client & Shortcut, known: Known, params: unknown[], twin: Twin | undefined) {
    this.client = client
    this.known = known
    this.params = params
    this.twin = twin
    if (twin) compare(this.getQuery(), twin.getQuery())
  }

  getQuery() {
    return { sql: this.known.sql, params: this.params }
  }

  async answer(): Promise<Answer> {
    try {
      return await this.client[ALONE](this.getQuery())
    } catch (error) {
      throw new DrizzleQueryError(this.known.sql, this.params, error as Error)
    }
  }

  read(answer: Answer): unknown {
    if (!this.known.read) return resultOf(answer)
    const rows = this.known.read(answer.rows)
    if (this.twin && !isDeepStrictEqual(rows, this.twin.mapAllResult(answer.rows)))
      throw new Error(`rows read otherwise than by drizzle: ${this.known.sql}`)
    return rows
  }

  all = async () => this.read(await this.answer()) as unknown[]
  run = async () => resultOf(await this.answer())
  get = async () => (await this.all())[0]
  execute = () => (this.known.read ? this.all() : this.run())
}

function quicken<B>(
  of: { prototype: unknown },
  walkOf: (walk: Walk, builder: B) => void,
  readOf: (builder: B) => Reader | undefined,
): void {
  const own = proto<{ _prepare: (isOneTime?: boolean) => unknown }>(of)
  const drizzlePrepares = own._prepare as (this: Builder, isOneTime?: boolean) => Twin
  const shapes = new Shape()
  own._prepare = function (this: Builder & B, isOneTime) {
    const { client } = this.session
    // What the domain prepared itself is written once anyway.
    if (!client[TOGETHER] || isOneTime === false) return drizzlePrepares.call(this, isOneTime)
    const walk = new Walk(shapes)
    try {
      walkOf(walk, this)
    } catch (error) {
      if (error instanceof Unshaped) return drizzlePrepares.call(this, isOneTime)
      throw error
    }
    let known = walk.at.known as Known | undefined
    if (!known) {
      const text = drizzleWrites.call(this.dialect, this.getSQL())
      compare({ sql: text.sql, params: walk.params }, text)
      known = { sql: text.sql, read: readOf(this) }
      walk.at.known = known
    }
    const twin = isChecking ? drizzlePrepares.call(this, isOneTime) : undefined
    return new Prepared(client as Client & Shortcut, known, walk.params, twin)
  }
}

/**
 * Makes drizzle remember the texts of queries in this process, for databases that offer `Shortcut`. With `check` it
 * still writes and reads everything itself as well, and any difference is an error.
 */
export function quickenDrizzle({ check = false } = {}): void {
  isChecking = check
  if (isQuick) return
  isQuick = true
  const returned = ({ config }: Builder) => config.returning && readerOf(config.returning, undefined)
  quicken<Select & { joinsNotNullableMap: Record<string, boolean> }>(
    SQLiteSelectBase,
    (walk, builder) => walkSelect(walk, builder),
    ({ config, joinsNotNullableMap }) => readerOf(flatOf(config.fields), joinsNotNullableMap),
  )
  quicken<Builder>(SQLiteInsertBase, (walk, { config }) => walkInsert(walk, config as never), returned)
  quicken<Builder>(SQLiteUpdateBase, (walk, { config }) => walkUpdate(walk, config as never), returned)
  quicken<Builder>(SQLiteDeleteBase, (walk, { config }) => walkDelete(walk, config as never), returned)
  rememberTexts()
  quickenBatch()
}

/** Makes drizzle write each statement once in this process, for any database. */
export function rememberTexts(): void {
  if (dialect.sqlToQuery !== drizzleWrites) return
  const shapes = new Shape()
  dialect.sqlToQuery = function (this: Dialect, sql, source) {
    if (source !== undefined || !(sql instanceof SQL)) return drizzleWrites.call(this, sql, source)
    const walk = new Walk(shapes)
    try {
      walk.piece(sql)
    } catch (error) {
      if (error instanceof Unshaped) return drizzleWrites.call(this, sql)
      throw error
    }
    const { at, params } = walk
    if (at.known === undefined || isChecking) {
      const text = drizzleWrites.call(this, sql)
      compare({ sql: (at.known as string | undefined) ?? text.sql, params }, text)
      at.known = text.sql
    }
    return { sql: at.known as string, params }
  }
}

function quickenBatch(): void {
  const session = proto<Session>(SQLiteD1Session)
  const drizzleBatches = session.batch
  session.batch = async function (this: Session, queries) {
    const together = this.client[TOGETHER]
    if (!together) return drizzleBatches.call(this, queries)
    const prepared = queries.map((query) => query._prepare())
    const answers = await together(prepared.map((one) => one.getQuery()))
    return prepared.map((one, i) => {
      const answer = answers[i] as Answer
      return one instanceof Prepared ? one.read(answer) : one.mapResult(resultOf(answer), true)
    })
  }
}
