/** How far a movement has come. */
export type MovementState = 'waiting' | 'succeeded' | 'failed'

export type Settings = {
  /** The address of the market. Gateway A's callbacks go there, and the authority is part of what is signed. */
  MARKET_BASE_URL: string
  /** In the tests callbacks go straight to the Worker under test, not over a network. */
  PRIMARY?: Fetcher
  /** Milliseconds until a movement ends by itself; 1000 when unset. */
  SETTLE_MS?: string
  PAWAPAY_TOKEN: string
  MBIYOPAY_SECRET_KEY: string
  MBIYOPAY_WEBHOOK_SECRET: string
  SMS_API_KEY: string
  GOOGLE_CLIENT_ID: string
}

/** Work for later: a movement ends by itself (`state` is null), or a callback that was not answered 200 is sent again. */
export type Job = { movementId: string; state: MovementState | null; attempt: number }

/** What every part of the sandbox works with: its database, its clock and its settings. */
export type Sandbox = {
  readonly settings: Settings
  /** Milliseconds until a movement ends by itself. */
  readonly settleMs: number
  /** The rows of a query. The caller gives their type. */
  rows<Row extends Record<string, SqlStorageValue>>(query: string, ...values: SqlStorageValue[]): Row[]
  run(statement: string, ...values: SqlStorageValue[]): void
  /** Runs a job after a delay, also when the object was evicted in between. */
  schedule(delayMs: number, job: Job): Promise<void>
  deleteEverything(): void
}

/** What Hono gives to every route. */
export type RouteEnv = { Bindings: { sandbox: Sandbox } }
