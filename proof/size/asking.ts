import { mkdtempSync, renameSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { text as readText } from 'node:stream/consumers'
import { bundle } from '../bench/build.ts'
import type { Step } from '../bench/recording.ts'
import { type Servers, startOn } from '../bench/servers.ts'
import type { Who } from './requests.ts'
import type { Subjects } from './subjects.ts'

const PASSWORD = 'Test-2026-marche'
/** Work that follows an answer is done by then. */
const REST_MS = 30

/** Parts of answers that later requests are about. */
type Data = {
  quoteId: string
  orders: { id: string }[]
  delivery: { id: string }
  pickupCode: string
  dropoffCode: string
}
export type Answer = { status: number; data: Data; headers: Headers; steps: Step[] }
/** Asks as somebody; waits, and gives what was done outside meanwhile. */
export type Asking = {
  ask(as: Who, method: string, path: string, body?: unknown): Promise<Answer>
  wait(ms: number): Promise<Step[]>
}

/** Serves a filled database by workerd, in a place where D1 finds it, and puts it back with what came into it meanwhile. */
export async function serve<T>(entry: string, file: string, work: (servers: Servers, file: string) => Promise<T>) {
  const nothing = 'export default { fetch: () => new Response(null, { status: 404 }) }'
  const [market = '', metered = '', sandbox = ''] = await Promise.all(
    [entry, 'proof/bench/metered.ts', 'sandbox/index.ts'].map(bundle),
  )
  const built = { market, metered, sandbox, floor: nothing, near: nothing, bundleGzipKiB: 0 }
  const directory = mkdtempSync(join(dirname(file), 'soko-size-'))
  let placed = file
  const servers = await startOn(
    built,
    directory,
    (path) => {
      // A second factor of an earlier run, with which nobody could sign in.
      withFile(file, (db) => db.exec(`DELETE FROM totp WHERE sealed_seed = 'sealed'; PRAGMA journal_mode = WAL`))
      renameSync(file, path)
      placed = path
    },
    true,
  )
  try {
    return await work(servers, placed)
  } finally {
    await servers.stop()
    withFile(placed, (db) => db.exec('PRAGMA wal_checkpoint(TRUNCATE)'))
    renameSync(placed, file)
    rmSync(directory, { recursive: true, force: true })
  }
}

/** Opens a database file for one piece of work. */
export function withFile<T>(file: string, work: (db: DatabaseSync) => T): T {
  const db = new DatabaseSync(file, { enableDoubleQuotedStringLiterals: true })
  try {
    return work(db)
  } finally {
    db.close()
  }
}

/** Signs in one of each kind. */
export async function newAsking({ urls: { metered } }: Servers, subjects: Subjects, restMs = REST_MS): Promise<Asking> {
  const tokens = await signInAll(metered, subjects)
  const wait = (ms: number) => takeSteps(metered, ms)
  const ask: Asking['ask'] = async (as, method, path, body) => {
    await wait(0)
    const token = tokens[as]
    const { status, headers, text } = await send(new URL(`/api/v1${path}`, metered), method, body, {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(method !== 'GET' && !path.endsWith('/location') && { 'idempotency-key': crypto.randomUUID() }),
    })
    if (status >= 300) process.stdout.write(`${as} ${method} ${path}: ${status} ${text.slice(0, 200)}\n`)
    const data = text.startsWith('{') ? JSON.parse(text).data : undefined
    return { status, headers, data, steps: await wait(restMs) }
  }
  return { ask, wait }
}

/** Takes the steps outside since the last call, a moment from now. */
export async function takeSteps(metered: URL, restMs = REST_MS): Promise<Step[]> {
  await new Promise((resolve) => setTimeout(resolve, restMs))
  return JSON.parse((await send(new URL('/steps', metered), 'GET')).text)
}

/** Sends a request and waits for as long as it takes: all laws of a million orders take minutes. */
export const send = (url: URL, method: string, body?: unknown, more: Record<string, string> = {}) =>
  new Promise<{ status: number; headers: Headers; text: string }>((resolve, reject) => {
    const headers = {
      'x-client-type': 'mobile',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...more,
    }
    const outgoing = request(url.href, { method, headers }, async (incoming) => {
      const answered = new Headers(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]))
      resolve({ status: incoming.statusCode ?? 0, headers: answered, text: await readText(incoming) })
    })
    outgoing.on('error', reject)
    outgoing.end(body === undefined ? undefined : JSON.stringify(body))
  })

async function signInAll(metered: URL, { admin, finance, support }: Subjects): Promise<Partial<Record<Who, string>>> {
  const mails = { admin, finance, support, buyer: 'buyer0', seller: 'seller0', rider: 'rider0' }
  const tokens: Partial<Record<Who, string>> = {}
  for (const [who, mail = ''] of Object.entries(mails)) {
    const email = mail.includes('@') ? mail : `${mail}@fill.example`
    const signIn = new URL('/api/v1/auth/login/password', metered)
    const { status, text } = await send(signIn, 'POST', { email, password: PASSWORD })
    if (status !== 200) throw new Error(`${email} could not sign in: ${text}`)
    tokens[who as Who] = JSON.parse(text).data.accessToken
  }
  return tokens
}
