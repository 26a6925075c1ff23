/** The state of a movement. */
export type MovementState = 'waiting' | 'succeeded' | 'failed'

export type Settings = {
  /** The address of the market: gateway A sends its callbacks there, and signs the authority with them. */
  MARKET_BASE_URL: string
  /** The Worker under test, to which callbacks go directly in the tests, not over a network. */
  PRIMARY?: Fetcher
  /** Milliseconds until a movement ends by itself; 1000 by default. */
  SETTLE_MS?: string
  PAWAPAY_TOKEN: string
  MBIYOPAY_SECRET_KEY: string
  MBIYOPAY_WEBHOOK_SECRET: string
  SMS_API_KEY: string
  GOOGLE_CLIENT_ID: string
}

/** Work for later: a movement ends by itself (`state` is null), or a callback that was not answered 200 is sent again. */
export type Job = { movementId: string; state: MovementState | null; attempt: number }

/** The tools of every part of the sandbox: its database, its clock and its settings. */
export type Sandbox = {
  readonly settings: Settings
  /** Milliseconds until a movement ends by itself. */
  readonly settleMs: number
  /** The rows of a query. The caller gives their type. */
  rows<Row extends Record<string, SqlStorageValue>>(query: string, ...values: SqlStorageValue[]): Row[]
  run(statement: string, ...values: SqlStorageValue[]): void
  /** Runs a job after a delay, even if the object was evicted in between. */
  schedule(delayMs: number, job: Job): Promise<void>
  deleteEverything(): void
}

/** The environment of every route of Hono. */
export type RouteEnv = { Bindings: { sandbox: Sandbox } }
