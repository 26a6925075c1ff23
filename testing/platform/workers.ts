import { AsyncLocalStorage } from 'node:async_hooks'
import { readFileSync } from 'node:fs'
import { setImmediate as aTurn, setTimeout as wait } from 'node:timers/promises'
import { BINDINGS, SANDBOX_BINDINGS } from '../bindings.ts'
import { d1Over } from '../d1.ts'
import { openStore } from '../store.ts'
import { emptyEdge, lookOn, purge } from './edge.ts'
import { memoryBucket, memoryKv } from './memory.ts'
import { namespaceOf } from './objects.ts'

/*
 * Stands in for `cloudflare:workers` where tests of the front door run in plain Node (vitest.config.ts): the same
 * Worker, the same sandbox, over SQLite and maps in memory. It is there for speed; `npm run test:workerd` has the last word.
 */

export { DurableObject } from './objects.ts'

/** Number of trips that were made to the database. */
export const d1 = { trips: 0 }

/** A request under way; when it leaves something to do once it is answered, how long that waits. */
type Asked = { answered: Promise<unknown>; held?: Promise<unknown>; generation: number }
const asked = new AsyncLocalStorage<Asked>()
/** A request that goes on to ask the database beside what it left to do waits no longer than this, once, for its own answer. */
const LONGEST_HOLD_MS = 20

/** Others may come first, as at D1; and what a request left to do makes no trip before the answer that counts them. */
async function waitForTurn(): Promise<void> {
  await aTurn()
  await asked.getStore()?.held
}

/** A test that empties the database undoes everything since it began: whoever holds `env.DB` goes on with an empty one. */
class Database {
  /** Counts the databases: what a request of an earlier one left to do writes nothing into this one. */
  generation = 0
  readonly #store = openStore({ isKept: true })
  #d1 = d1Over(
    // As at D1, a statement is prepared for the binding and not for what the database holds at that moment.
    {
      isWrite: (sql) => this.#store.isWrite(sql),
      batch: (all) => this.#store.batch(all),
      run: (one) => this.#store.run(one),
    },
    async (_kind, work) => {
      d1.trips++
      await waitForTurn()
      const request = asked.getStore()
      if (request && request.generation !== this.generation) throw new Error('the database of this request is gone')
      return work()
    },
  )

  prepare(sql: string) {
    return this.#d1.prepare(sql)
  }
  batch(statements: D1PreparedStatement[]) {
    return this.#d1.batch(statements)
  }
  /** Statements stay prepared: that is half the time of a small file of tests. */
  empty() {
    if (this.generation++ > 0) this.#store.forget()
    this.#store.begin()
  }
}

const database = new Database()
const kv = memoryKv()
const bucket = memoryBucket()
const backup = memoryBucket()
const namespaces: { empty(): void }[] = []

type Loaded = {
  worker: { fetch(request: Request, env: unknown, execution: unknown): Promise<Response> | Response }
  sandbox: { fetch(request: Request, env: unknown): Promise<Response> }
}
let loaded: Promise<Loaded> | undefined

/** The Worker and the sandbox import this file: they are loaded when they are first asked. */
function load(): Promise<Loaded> {
  loaded ??= (async () => {
    const worker = await import('#src/index.ts')
    const sandbox = await import('../../sandbox/index.ts')
    const bind = (name: string, type: Parameters<typeof namespaceOf>[0], settings: object) => {
      const namespace = namespaceOf(type, settings)
      namespaces.push(namespace)
      Object.assign(settings, { [name]: namespace })
    }
    const objects = Object.entries(worker).filter(([name]) => name !== 'default')
    for (const [name, type] of objects) bind(bindingOf(name), type as unknown as Parameters<typeof namespaceOf>[0], env)
    bind('SANDBOX', sandbox.SandboxObject as unknown as Parameters<typeof namespaceOf>[0], sandboxEnv)
    return { worker: worker.default, sandbox: sandbox.default } as unknown as Loaded
  })()
  return loaded
}

/** ApprovalConfirm is bound as APPROVAL_CONFIRM. */
const bindingOf = (name: string) => name.replace(/(?!^)[A-Z]/g, '_$&').toUpperCase()

/** Keeps the work that a request leaves once it is answered. */
export const execution = () => {
  const work: Promise<unknown>[] = []
  return {
    waitUntil: (promise: Promise<unknown>) => {
      work.push(promise.catch(() => undefined))
      const request = asked.getStore()
      if (request) request.held ??= Promise.race([request.answered, wait(LONGEST_HOLD_MS)])
    },
    passThroughOnException: () => undefined,
    cache: {
      purge: async ({ tags }: { tags: string[] }) => {
        purge(tags)
        return { success: true, errors: [] }
      },
    },
    props: {},
    work,
  }
}

async function askMarket(request: Request): Promise<Response> {
  const { worker } = await load()
  const { promise: answered, resolve: answer } = Promise.withResolvers<unknown>()
  try {
    return await lookOn(request, (one) =>
      asked.run({ answered, generation: database.generation }, async () => worker.fetch(one, env, execution())),
    )
  } finally {
    answer(undefined)
  }
}

/** Node makes a stream of a form, and fails the process when the service refuses to read it to its end. */
const inOnePiece = async (request: Request) =>
  request.headers.get('content-type')?.startsWith('multipart/')
    ? new Request(request, { body: await request.arrayBuffer() })
    : request

export const exports = {
  default: {
    fetch: async (input: Request | string, init?: RequestInit) => askMarket(await inOnePiece(new Request(input, init))),
  },
}

const sandboxEnv = { ...SANDBOX_BINDINGS, PRIMARY: exports.default }

declare global {
  /** Answers what a test watches before the sandbox does: a client keeps the fetch that was there when it was made. */
  var answersFirst: ((request: Request) => Promise<Response | undefined>) | undefined
}

globalThis.fetch = async (input, init) => {
  const { sandbox } = await load()
  const request = new Request(input as Request, init)
  const watched = await globalThis.answersFirst?.(request)
  if (watched) return watched
  const { signal } = request
  const answer = sandbox.fetch(request, sandboxEnv)
  // As on the network: who asked stops waiting, and the sandbox does its work all the same.
  const aborted = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  return Promise.race([answer, aborted])
}

let documents: Record<string, string> | undefined

/** Answers a file of assets: of assets/docs, as the code makes it now. */
async function assetAt({ pathname }: URL): Promise<Response> {
  if (pathname === '/robots.txt') return new Response(readFileSync('assets/robots.txt', 'utf8'))
  const { documentFiles } = await import('../../scripts/openapi/files.ts')
  documents ??= documentFiles()
  const text = documents[pathname.replace('/docs/', '')]
  return new Response(text ?? null, { status: text === undefined ? 404 : 200 })
}

export const env: Record<string, unknown> = {
  ...BINDINGS,
  PROVIDER_TIMEOUT_MS: '300',
  SMS_COUNTRIES: '+243,+250',
  SMS_DAILY_MAX: '5000',
  MAIL_DAILY_MAX: '20000',
  DB: database,
  LIMITS: kv,
  MEDIA: bucket,
  BACKUP: backup,
  SELF: exports.default,
  ASSETS: { fetch: assetAt },
  EMAIL: { send: async () => ({ messageId: 'never' }) },
}

/** Everything is as in the beginning. */
export async function reset(): Promise<void> {
  await load()
  database.empty()
  emptyEdge()
  kv.empty()
  bucket.empty()
  backup.empty()
  for (const namespace of namespaces) namespace.empty()
}
