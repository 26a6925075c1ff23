import { mkdtempSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { bundle } from '../bench/build.ts'
import type { Step } from '../bench/recording.ts'
import { type Servers, startOn } from '../bench/servers.ts'
import type { Who } from './requests.ts'
import type { Subjects } from './subjects.ts'

const PASSWORD = 'Test-2026-marche'
/** Work that follows an answer is done by then. */
const REST_MS = 30

// biome-ignore lint/suspicious/noExplicitAny: what an operation answers is the matter of its own tests.
export type Answer = { status: number; data: any; headers: Headers; steps: Step[] }
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
    const response = await fetch(new URL(`/api/v1${path}`, metered), {
      method,
      headers: {
        'x-client-type': 'mobile',
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(method !== 'GET' && !path.endsWith('/location') && { 'idempotency-key': crypto.randomUUID() }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const { status, headers } = response
    const text = await response.text()
    if (status >= 300) process.stdout.write(`${as} ${method} ${path}: ${status} ${text.slice(0, 200)}\n`)
    const data = text.startsWith('{') ? JSON.parse(text).data : undefined
    return { status, headers, data, steps: await wait(restMs) }
  }
  return { ask, wait }
}

/** Takes the steps outside since the last call, a moment from now. */
export async function takeSteps(metered: URL, restMs = REST_MS): Promise<Step[]> {
  await new Promise((resolve) => setTimeout(resolve, restMs))
  return (await (await fetch(new URL('/steps', metered))).json()) as Step[]
}

async function signInAll(metered: URL, { admin, finance, support }: Subjects): Promise<Partial<Record<Who, string>>> {
  const mails = { admin, finance, support, buyer: 'buyer0', seller: 'seller0', rider: 'rider0' }
  const tokens: Partial<Record<Who, string>> = {}
  for (const [who, mail = ''] of Object.entries(mails)) {
    const email = mail.includes('@') ? mail : `${mail}@fill.example`
    const response = await fetch(new URL('/api/v1/auth/login/password', metered), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-client-type': 'mobile' },
      body: JSON.stringify({ email, password: PASSWORD }),
    })
    const answer = (await response.json()) as { data?: { accessToken: string }; error?: object }
    if (!answer.data) throw new Error(`${email} could not sign in: ${JSON.stringify(answer.error)}`)
    tokens[who as Who] = answer.data.accessToken
  }
  return tokens
}
