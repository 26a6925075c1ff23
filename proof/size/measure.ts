import { LAWS } from '#domain/money/ledger/checks.ts'
import { NIGHT_LAWS } from '#domain/money/ledger/night-laws.ts'
import { nulls, type Step as PlanStep, walksOf } from '#testing/walks.ts'
import type { Step } from '../bench/recording.ts'
import type { Servers } from '../bench/servers.ts'
import { newAsking, send, serve, takeSteps, withFile } from './asking.ts'
import { readsOf } from './requests.ts'
import { findSubjects, type Subjects } from './subjects.ts'
import { buy } from './writes.ts'

/** Trips to D1, rows read and written, and of laws and jobs the time that they took. */
export type Cost = { status: number; trips: number; read: number; written: number; ms?: number }
export type Measured = { orders: number; bytes: number; costs: Record<string, Cost>; walks: string[]; broken: string[] }

/** Longer work is told while it goes on. */
const SLOW_SECONDS = 10

type IsLeft = (name: string) => boolean

/**
 * Asks everything once over a filled database.
 * @param isLeft whether a read, a law or a job of this name is left out
 */
export const measure = (file: string, isLeft: IsLeft = () => false): Promise<Measured> => {
  const subjects = findSubjects(file)
  return serve('proof/size/market.ts', file, (servers, placed) => measureOn(servers, subjects, placed, isLeft))
}

async function measureOn(servers: Servers, subjects: Subjects, file: string, isLeft: IsLeft): Promise<Measured> {
  const { metered } = servers.urls
  const [sqls, costs, broken] = [new Set<string>(), {} as Record<string, Cost>, [] as string[]]
  let startedAt = performance.now()
  const note = (name: string, cost: Cost) => {
    costs[name] = cost
    const seconds = (performance.now() - startedAt) / 1000
    if (seconds > SLOW_SECONDS) process.stdout.write(`${name}: ${cost.read} rows, ${Math.round(seconds)} s\n`)
    startedAt = performance.now()
  }
  const asking = await newAsking(servers, subjects)
  await servers.addSecondFactors()

  for (const { name, as, path } of readsOf(subjects)) {
    if (isLeft(`${as}: ${name}`)) continue
    // The first request of a kind warms what later ones find ready.
    await asking.ask(as, 'GET', path)
    const { status, steps } = await asking.ask(as, 'GET', path)
    note(`${as}: ${name}`, { status, ...costOf(steps, sqls) })
  }
  for await (const { name, status, steps } of buy(asking, subjects)) note(name, { status, ...costOf(steps, sqls) })

  const jobs: { cron: string; name: string }[] = JSON.parse((await send(new URL('/jobs', metered), 'GET')).text)
  for (const { cron, name } of jobs) {
    if (isLeft(`job ${cron}: ${name}`)) continue
    await takeSteps(metered)
    const beganAt = Date.now()
    const path = `/job?cron=${encodeURIComponent(cron)}&name=${name}`
    const { status } = await send(new URL(path, metered), 'POST')
    const ms = Date.now() - beganAt
    note(`job ${cron}: ${name}`, { status, ...costOf(await takeSteps(metered), sqls), ms })
  }

  for (const name of Object.keys({ ...LAWS, ...NIGHT_LAWS })) {
    if (isLeft(`law: ${name}`)) continue
    const { text } = await send(new URL(`/law?name=${encodeURIComponent(name)}`, metered), 'GET')
    const held: { broken: object[]; rowsRead: number; ms: number } = JSON.parse(text)
    if (held.broken.length > 0) broken.push(`${name}: ${JSON.stringify(held.broken[0])}`)
    const kind = name in LAWS ? 'law' : 'law of the night'
    note(`${kind}: ${name}`, { status: 200, trips: 1, read: held.rowsRead, written: 0, ms: held.ms })
  }
  const db = await servers.database()
  const { results, meta } = await db.prepare('SELECT count(*) AS orders FROM orders').all<{ orders: number }>()
  return { orders: results[0]?.orders ?? 0, bytes: meta.size_after, costs, walks: walksOn(file, sqls), broken }
}

/** Trips and rows of steps, whose statements come into `sqls`. */
function costOf(steps: Step[], sqls: Set<string>) {
  const trips = steps.filter((step) => step.kind === 'trip')
  for (const { statements } of trips) for (const { sql } of statements) sqls.add(sql)
  return {
    trips: trips.length,
    read: trips.reduce((sum, { rows }) => sum + rows.read, 0),
    written: trips.reduce((sum, { rows }) => sum + rows.written, 0),
  }
}

/** Plans of every statement on this database, whose statistics are off as they are on D1. */
const walksOn = (file: string, sqls: Set<string>) =>
  withFile(file, (db) => {
    if (db.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'sqlite_stat1'`).get()) throw new Error('ANALYZE ran here')
    const laws = new Set(Object.values({ ...LAWS, ...NIGHT_LAWS }))
    const asked = [...sqls].filter((sql) => !/^\s*insert|^\s*pragma|as "broken"/i.test(sql) && !laws.has(sql))
    return asked.flatMap((sql) => {
      const plan = db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...nulls(sql)) as unknown as PlanStep[]
      return walksOf(sql, plan)
    })
  })
