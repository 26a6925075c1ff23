import { DurableObject } from 'cloudflare:workers'
import { app } from './app.ts'
import { deliver } from './callbacks.ts'
import { automaticOutcome, findMovement } from './movements.ts'
import type { Job, Sandbox, Settings } from './sandbox.ts'
import { settle } from './settle.ts'

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
CREATE TABLE IF NOT EXISTS browser (
  endpoint TEXT PRIMARY KEY, p256dh TEXT NOT NULL, auth TEXT NOT NULL, privateKey TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS push (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, service TEXT NOT NULL, address TEXT NOT NULL, ttl TEXT NOT NULL, topic TEXT,
  urgency TEXT NOT NULL, authorization TEXT NOT NULL, body TEXT NOT NULL, data TEXT, sentAt INTEGER NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS fault (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, gateway TEXT NOT NULL, fault TEXT NOT NULL, kind TEXT NOT NULL,
  times INTEGER NOT NULL, ms INTEGER, failureCode TEXT, UNIQUE (gateway, fault, kind)) STRICT;
CREATE TABLE IF NOT EXISTS setting (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS job (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, movementId TEXT NOT NULL, state TEXT,
  attempt INTEGER NOT NULL) STRICT;`

/** The sandbox itself: one object keeps its state, answers every request, and runs the jobs that are due later. */
export class SandboxObject extends DurableObject<Settings> implements Sandbox {
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

  /** Stores a job and sets an alarm: an alarm outlives an eviction, a timer does not. */
  async schedule(delayMs: number, { movementId, state, attempt }: Job): Promise<void> {
    const at = Date.now() + delayMs
    this.run('INSERT INTO job (at, movementId, state, attempt) VALUES (?, ?, ?, ?)', at, movementId, state, attempt)
    await this.setNextAlarm()
  }

  deleteEverything(): void {
    for (const table of ['movement', 'callback', 'message', 'browser', 'push', 'fault', 'setting', 'job'])
      this.run(`DELETE FROM ${table}`)
  }

  override fetch(request: Request): Response | Promise<Response> {
    this.createTables()
    return app.fetch(request, { sandbox: this })
  }

  override async alarm(): Promise<void> {
    this.createTables()
    const due = this.rows<Job>('DELETE FROM job WHERE at <= ? RETURNING movementId, state, attempt', Date.now())
    // The jobs are not awaited: one slow answer to a callback must not hold the others back.
    for (const job of due) this.ctx.waitUntil(this.perform(job).catch(console.error))
    await this.setNextAlarm()
  }

  private async perform({ movementId, state, attempt }: Job): Promise<void> {
    const movement = findMovement(this, movementId)
    if (!movement) return
    if (state) {
      await deliver(this, movement, state, attempt)
      return
    }
    const outcome = automaticOutcome(movement)
    if (outcome) await settle(this, movement, outcome.state, outcome.failureCode)
  }

  private async setNextAlarm(): Promise<void> {
    const next = this.rows<{ at: number | null }>('SELECT min(at) AS at FROM job')[0]?.at
    if (next != null) await this.ctx.storage.setAlarm(next)
  }

  /** Runs before every call, not once in the constructor: reset() of the test pool empties the storage of a living object. */
  private createTables(): void {
    this.ctx.storage.sql.exec(TABLES)
  }
}
