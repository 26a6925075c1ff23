import { DurableObject } from 'cloudflare:workers'
import { app } from './app.ts'
import { redeliver } from './callbacks.ts'
import type { State } from './movements.ts'
import { endingOf, findMovement } from './movements.ts'
import { settle } from './settle.ts'

export type Env = {
  WORLD: DurableObjectNamespace<World>
  /** Where callbacks of gateway A go; its authority is part of what is signed. */
  MARKET_BASE_URL: string
  /** In the tests: the Worker under test, instead of a network. */
  PRIMARY?: Fetcher
  /** How long a number that ends by itself takes; 1000 when unset. */
  SETTLE_MS?: string
  PAWAPAY_TOKEN: string
  MBIYOPAY_SECRET_KEY: string
  MBIYOPAY_WEBHOOK_SECRET: string
  SMS_API_KEY: string
  GOOGLE_CLIENT_ID: string
}

/** What happens later: a movement ends by itself, or a callback that was not answered 200 is sent again. */
export type Job = { movementId: string; state: State | null; attempt: number }

const TABLES = `
CREATE TABLE IF NOT EXISTS movement (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, gateway TEXT NOT NULL, kind TEXT NOT NULL,
  phone TEXT NOT NULL, network TEXT NOT NULL, country TEXT NOT NULL, amount TEXT NOT NULL, currency TEXT NOT NULL,
  state TEXT NOT NULL, failureCode TEXT, reference TEXT, callbackUrl TEXT NOT NULL, depositId TEXT,
  echo TEXT NOT NULL, faults TEXT NOT NULL, createdAt INTEGER NOT NULL, updatedAt INTEGER NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS callback (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, movementId TEXT NOT NULL, url TEXT NOT NULL, body TEXT NOT NULL,
  status INTEGER, at INTEGER NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS message (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, channel TEXT NOT NULL, recipient TEXT NOT NULL, sentTo TEXT NOT NULL,
  subject TEXT, text TEXT NOT NULL, code TEXT, sentAt INTEGER NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS fault (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, gateway TEXT NOT NULL, fault TEXT NOT NULL, kind TEXT NOT NULL,
  times INTEGER NOT NULL, ms INTEGER, failureCode TEXT, UNIQUE (gateway, fault, kind)) STRICT;
CREATE TABLE IF NOT EXISTS setting (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS job (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, movementId TEXT NOT NULL, state TEXT,
  attempt INTEGER NOT NULL) STRICT;`

/** The one place where the outside world happens: its state, its clock, and the routes that show both. */
export class World extends DurableObject<Env> {
  /** Rows of a query. The caller names the columns, as SQLite cannot. */
  rows<Row extends Record<string, SqlStorageValue>>(query: string, ...values: SqlStorageValue[]): Row[] {
    return this.ctx.storage.sql.exec<Row>(query, ...values).toArray()
  }

  run(statement: string, ...values: SqlStorageValue[]): void {
    this.ctx.storage.sql.exec(statement, ...values)
  }

  get settings() {
    return this.env
  }

  get settleMs(): number {
    return Number(this.env.SETTLE_MS ?? 1000)
  }

  /** Remembers a job and wakes up for it: an alarm outlives an eviction, a timer does not. */
  async later(delayMs: number, job: Job): Promise<void> {
    const { movementId, state, attempt } = job
    const at = Date.now() + delayMs
    this.run('INSERT INTO job (at, movementId, state, attempt) VALUES (?, ?, ?, ?)', at, movementId, state, attempt)
    await this.wakeUp()
  }

  forgetEverything(): void {
    for (const table of ['movement', 'callback', 'message', 'fault', 'setting', 'job']) this.run(`DELETE FROM ${table}`)
  }

  override fetch(request: Request): Response | Promise<Response> {
    this.prepare()
    return app.fetch(request, { world: this })
  }

  override async alarm(): Promise<void> {
    this.prepare()
    const due = this.rows<Job>('DELETE FROM job WHERE at <= ? RETURNING movementId, state, attempt', Date.now())
    // Not awaited: one slow answer to a callback must not hold the others back.
    for (const job of due) this.ctx.waitUntil(this.perform(job).catch(console.error))
    await this.wakeUp()
  }

  private async perform({ movementId, state, attempt }: Job): Promise<void> {
    const movement = findMovement(this, movementId)
    if (!movement) return
    if (state) return redeliver(this, movement, state, attempt)
    const ending = endingOf(movement)
    if (ending) await settle(this, movement, ending.state, ending.failureCode)
  }

  private async wakeUp(): Promise<void> {
    const next = this.rows<{ at: number | null }>('SELECT min(at) AS at FROM job')[0]?.at
    if (next != null) await this.ctx.storage.setAlarm(next)
  }

  /** At every call, not once in the constructor: the test pool's reset() empties the storage under a living object. */
  private prepare(): void {
    this.ctx.storage.sql.exec(TABLES)
  }
}
