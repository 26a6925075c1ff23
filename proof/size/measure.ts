import { mkdtempSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { LAWS } from '#domain/money/ledger/checks.ts'
import { NIGHT_LAWS } from '#domain/money/ledger/night-laws.ts'
import { nulls, type Step as PlanStep, walksOf } from '#testing/walks.ts'
import type { Built } from '../bench/build.ts'
import type { Step } from '../bench/recording.ts'
import { type Servers, startOn } from '../bench/servers.ts'
import { readsOf, type Who } from './requests.ts'
import { findSubjects, type Subjects } from './subjects.ts'
import { buy } from './writes.ts'

/** What something cost: trips to D1, rows read and written, and for laws and jobs the time in the database or of the job. */
export type Cost = { status: number; trips: number; read: number; written: number; ms?: number }
export type Measured = { orders: number; bytes: number; costs: Record<string, Cost>; walks: string[]; broken: string[] }

const PASSWORD = 'Test-2026-marche'

/** Asks everything once over a filled database, which lies in another place meanwhile. */
export async function measure(built: Built, file: string): Promise<Measured> {
  const subjects = findSubjects(file)
  const directory = mkdtempSync(join(dirname(file), 'soko-size-'))
  let placed = ''
  const put = (path: string) => {
    toWal(file)
    renameSync(file, path)
    placed = path
  }
  const servers = await startOn(built, directory, put, true)
  try {
    return await measureOn(servers, subjects, placed)
  } finally {
    await servers.stop()
    settleFile(placed)
    renameSync(placed, file)
    rmSync(directory, { recursive: true, force: true })
  }
}

const toWal = (file: string) => withFile(file, (db) => void db.exec('PRAGMA journal_mode = WAL'))
/** What the journal beside the file holds comes into it. */
const settleFile = (file: string) => withFile(file, (db) => void db.exec('PRAGMA wal_checkpoint(TRUNCATE)'))
function withFile<T>(file: string, work: (db: DatabaseSync) => T): T {
  const db = new DatabaseSync(file, { enableDoubleQuotedStringLiterals: true })
  try {
    return work(db)
  } finally {
    db.close()
  }
}

async function measureOn(servers: Servers, subjects: Subjects, file: string): Promise<Measured> {
  const { metered } = servers.urls
  const sqls = new Set<string>()
  const tokens = await signInAll(metered, subjects)
  await servers.addSecondFactors()
  const ask: Ask = async (as, method, path, body, isCounted = true) => {
    await takeSteps(metered)
    const token = tokens[as]
    const response = await fetch(new URL(`/api/v1${path}`, metered), {
      method,
      headers: {
        'x-client-type': 'mobile',
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(method !== 'GET' && { 'idempotency-key': crypto.randomUUID() }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const cost = costOf(await takeSteps(metered), sqls)
    if (response.status >= 300)
      process.stdout.write(`${as} ${method} ${path}: ${response.status} ${text.slice(0, 200)}\n`)
    return {
      data: isCounted && text.startsWith('{') ? JSON.parse(text).data : undefined,
      cost: { status: response.status, ...cost },
    }
  }

  const costs: Record<string, Cost> = {}
  const note = (name: string, cost: Cost) => Object.assign(costs, { [name]: cost })
  for (const { name, as, path } of readsOf(subjects)) {
    // The first request of a kind warms what later ones find ready.
    await ask(as, 'GET', path, undefined, false)
    note(`${as}: ${name}`, (await ask(as, 'GET', path, undefined, false)).cost)
  }
  for await (const { name, cost } of buy(ask, subjects)) note(name, cost)
  const db = await servers.database()
  const broken: string[] = []
  for (const [name, law] of Object.entries({ ...LAWS, ...NIGHT_LAWS })) {
    const { meta, results } = await db.prepare(law).all()
    if (results.length > 0) broken.push(`${name}: ${JSON.stringify(results[0])}`)
    note(`${name in LAWS ? 'law' : 'law of the night'}: ${name}`, {
      status: 200,
      trips: 1,
      read: meta.rows_read,
      written: 0,
      ms: meta.duration,
    })
  }
  const jobs = (await (await fetch(new URL('/jobs', metered))).json()) as { cron: string; name: string }[]
  for (const { cron, name } of jobs) {
    await takeSteps(metered)
    const startedAt = Date.now()
    const { status } = await fetch(new URL(`/job?cron=${encodeURIComponent(cron)}&name=${name}`, metered), {
      method: 'POST',
    })
    const ms = Date.now() - startedAt
    note(`job ${cron}: ${name}`, { status, ...costOf(await takeSteps(metered), sqls), ms })
  }
  const told = await db.prepare('SELECT count(*) AS orders FROM orders').all<{ orders: number }>()
  const orders = told.results[0]?.orders ?? 0
  return { orders, bytes: told.meta.size_after, costs, walks: walksOn(file, sqls), broken }
}

export type Ask = (
  as: Who,
  method: string,
  path: string,
  body?: unknown,
  isCounted?: boolean,
  // biome-ignore lint/suspicious/noExplicitAny: what an operation answers is the matter of its own tests.
) => Promise<{ data: any; cost: Cost }>

/** Takes the steps since the last call, once what follows an answer is done. */
async function takeSteps(metered: URL): Promise<Step[]> {
  await new Promise((resolve) => setTimeout(resolve, 30))
  return (await (await fetch(new URL('/steps', metered))).json()) as Step[]
}

function costOf(steps: Step[], sqls: Set<string>) {
  const trips = steps.filter((step) => step.kind === 'trip')
  for (const { statements } of trips) for (const { sql } of statements) sqls.add(sql)
  return {
    trips: trips.length,
    read: trips.reduce((sum, { rows }) => sum + rows.read, 0),
    written: trips.reduce((sum, { rows }) => sum + rows.written, 0),
  }
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

/** Plans of every statement on this database, whose statistics are off as they are on D1. */
const walksOn = (file: string, sqls: Set<string>) =>
  withFile(file, (db) => {
    if (db.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'sqlite_stat1'`).get()) throw new Error('ANALYZE ran here')
    const asked = [...sqls].filter((sql) => !/^\s*insert|^\s*pragma|as "broken"/i.test(sql))
    return asked.flatMap((sql) => {
      const plan = db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...nulls(sql)) as unknown as PlanStep[]
      return walksOf(sql, plan)
    })
  })
