import { expect, it, vi } from 'vitest'
import { runStages } from '#cron/run.ts'
import { CRON, type Jobs } from '#cron/table.ts'
import { drain, newTick, type Tick } from '#cron/tick.ts'
import type { Ctx } from '#domain/core/context.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#kernel/time.ts'
import { NOW, openDomain } from '#testing/domain/domain.ts'

const domain = openDomain()
vi.spyOn(console, 'error').mockImplementation(() => undefined)

const EVERY_MINUTE = '* * * * *'

/** One tick of these stages, some ms later; each job moves the clock by what it takes. */
async function tickAfter(ms: number, stages: Jobs[], { ctx = domain.after(ms), time = Number.POSITIVE_INFINITY } = {}) {
  let passed = 0
  const tick: Tick = { ...newTick(), now: () => NOW + ms + passed, hasTime: () => passed < time }
  clock.pass = (more) => {
    passed += more
  }
  await runStages(ctx, EVERY_MINUTE, () => tick, { [EVERY_MINUTE]: stages, '17 * * * *': [{ hourly: async () => {} }] })
}
const clock = { pass: (_ms: number) => {} }

type Row = { started_at: number; succeeded_at: number | null; duration_ms: number; left_over: number; failing: 0 | 1 }
const heartbeat = (job: string) => domain.row<Row>('SELECT * FROM heartbeats WHERE job = ?', job)
const failing = () => domain.rows<{ job: string }>('SELECT job FROM heartbeats WHERE failing = 1').map(({ job }) => job)
const things = (...ids: string[]) => ids.map((id) => ({ id }))

it('keeps of each job and of the tick when it last succeeded and how long it took', async () => {
  await tickAfter(0, [{ quick: async () => clock.pass(300) }, { last: async () => clock.pass(50) }])
  expect(heartbeat('quick')).toMatchObject({ started_at: NOW, succeeded_at: NOW + 300, duration_ms: 300, failing: 0 })
  expect(heartbeat('last')).toMatchObject({ started_at: NOW + 300, succeeded_at: NOW + 350, duration_ms: 50 })
  expect(heartbeat(EVERY_MINUTE)).toMatchObject({ started_at: NOW, succeeded_at: NOW + 350, duration_ms: 350 })
  // One that has never run is there as well.
  expect(heartbeat('hourly')).toMatchObject({ started_at: null, succeeded_at: null, failing: 0 })
})

it('a job that throws is failing until it succeeds, and the others and the tick go on', async () => {
  const after = async () => undefined
  await tickAfter(0, [{ job: after, other: after }])
  await tickAfter(MINUTE_MS, [{ job: () => Promise.reject(new Error('no')), other: after }, { last: after }])
  expect(failing()).toEqual(['job'])
  expect(heartbeat('job')).toMatchObject({ started_at: NOW + MINUTE_MS, succeeded_at: NOW })
  expect(heartbeat(EVERY_MINUTE)).toMatchObject({ succeeded_at: NOW + MINUTE_MS })
  await tickAfter(2 * MINUTE_MS, [{ job: after }])
  expect(failing()).toEqual([])
  expect(heartbeat('job')).toMatchObject({ succeeded_at: NOW + 2 * MINUTE_MS })
})

it('a job is failing while one of its things does, and says how many are left', async () => {
  const done = new Set<string>()
  const job = (broken: string[]) => (_: Ctx, tick: Tick) =>
    drain(tick, 'job', {
      due: async () => things('a', 'b', 'c').filter(({ id }) => !done.has(id)),
      work: async ({ id }) => {
        if (broken.includes(id)) throw new Error('no')
        done.add(id)
      },
    })
  await tickAfter(0, [{ job: job(['b', 'c']) }])
  expect(heartbeat('job')).toMatchObject({ left_over: 2, failing: 1, succeeded_at: null })
  expect(heartbeat(EVERY_MINUTE)).toMatchObject({ left_over: 2 })
  await tickAfter(MINUTE_MS, [{ job: job([]) }])
  expect(heartbeat('job')).toMatchObject({ left_over: 0, failing: 0 })
})

it('work for which there was no time is counted as left over', async () => {
  const due = things(...'abcdefghijkl')
  const job = (_: Ctx, tick: Tick) =>
    drain(tick, 'job', { due: async () => due, work: async () => clock.pass(10 * SECOND_MS) })
  const inShares = async () => {
    clock.pass(20 * SECOND_MS)
    return 20
  }
  await tickAfter(0, [{ job }, { inShares }], { time: 25 * SECOND_MS })
  const { left_over, failing: isFailing } = heartbeat('job') as Row
  expect(left_over).toBeGreaterThan(4)
  expect(left_over).toBeLessThan(12)
  expect(isFailing).toBe(0)
  expect(heartbeat('inShares')?.left_over).toBe(20)
})

it('a tick that died half-way has no success, and the next one says so', async () => {
  await tickAfter(0, [{ job: async () => undefined }])
  void tickAfter(MINUTE_MS, [{ job: () => new Promise(() => {}) }])
  await vi.waitFor(() => expect(heartbeat(EVERY_MINUTE)?.started_at).toBe(NOW + MINUTE_MS))
  expect(heartbeat(EVERY_MINUTE)).toMatchObject({ succeeded_at: NOW, failing: 0 })
  void tickAfter(2 * MINUTE_MS, [{ job: () => new Promise(() => {}) }])
  await vi.waitFor(() => expect(heartbeat(EVERY_MINUTE)?.started_at).toBe(NOW + 2 * MINUTE_MS))
  expect(heartbeat(EVERY_MINUTE)).toMatchObject({ succeeded_at: NOW, failing: 1 })
  await tickAfter(3 * MINUTE_MS, [{ job: async () => undefined }])
  expect(heartbeat(EVERY_MINUTE)).toMatchObject({ succeeded_at: NOW + 3 * MINUTE_MS, failing: 0 })
})

it('if two ticks run at once, the one that began later says how a job goes, whichever ends last', async () => {
  const { promise, reject: fail } = Promise.withResolvers<void>()
  const slow = tickAfter(0, [{ job: () => promise }])
  await vi.waitFor(() => expect(heartbeat(EVERY_MINUTE)?.started_at).toBe(NOW))
  await tickAfter(MINUTE_MS, [{ job: async () => undefined }])
  fail(new Error('no'))
  await slow
  expect(heartbeat('job')).toMatchObject({ started_at: NOW + MINUTE_MS, succeeded_at: NOW + MINUTE_MS, failing: 0 })
  expect(heartbeat(EVERY_MINUTE)).toMatchObject({ started_at: NOW + MINUTE_MS, succeeded_at: NOW + MINUTE_MS })
})

it('no job and no tick fails because its heartbeat cannot be written', async () => {
  const batch = () => Promise.reject(new Error('D1_ERROR: overloaded'))
  const ctx = {
    ...domain.ctx,
    db: new Proxy(domain.ctx.db, { get: (db, name) => (name === 'batch' ? batch : Reflect.get(db, name)) }),
  }
  const job = vi.fn(async () => undefined)
  await tickAfter(0, [{ job }], { ctx })
  expect(job).toHaveBeenCalledOnce()
  expect(heartbeat('job')).toBeUndefined()
})

it('keeps the worst of each quarter of an hour', async () => {
  const job = (ms: number) => async () => {
    clock.pass(ms)
    if (ms > 500) throw new Error('no')
  }
  for (const [i, ms] of [100, 900, 300].entries()) await tickAfter(i * MINUTE_MS, [{ job: job(ms) }])
  await tickAfter(15 * MINUTE_MS, [{ job: job(10) }])
  const rows = domain.rows(
    `SELECT quarter, runs, failures, worst_ms FROM heartbeat_quarters WHERE job = 'job' ORDER BY 1`,
  )
  expect(rows).toEqual([
    { quarter: NOW, runs: 3, failures: 1, worst_ms: 900 },
    { quarter: NOW + 15 * MINUTE_MS, runs: 1, failures: 0, worst_ms: 10 },
  ])
})

it('an idle tick writes its heartbeat in two trips and three rows; its jobs are noted again after ten minutes', async () => {
  const stages = [{ job: async () => undefined, counting: async () => 0 }, { last: async () => 0 }]
  await tickAfter(0, stages)
  let trips = 0
  const batch = domain.ctx.db.batch.bind(domain.ctx.db)
  vi.spyOn(domain.ctx.db, 'batch').mockImplementation(((all: never) => {
    trips++
    return batch(all)
  }) as never)
  const changes = domain.store.totalChanges()
  await tickAfter(MINUTE_MS, stages)
  expect(trips).toBe(2)
  expect(domain.store.totalChanges() - changes).toBe(3)
  await tickAfter(10 * MINUTE_MS, stages)
  expect(heartbeat('job')?.succeeded_at).toBe(NOW + 10 * MINUTE_MS)
})

it('knows every job of the table', async () => {
  const tick = { ...newTick(), now: () => NOW }
  await runStages(domain.ctx, EVERY_MINUTE, () => tick, { ...CRON, [EVERY_MINUTE]: [] })
  const names = Object.values(CRON)
    .flat()
    .flatMap((jobs) => Object.keys(jobs))
  const kept = domain.rows<{ job: string }>('SELECT job FROM heartbeats').map(({ job }) => job)
  expect(kept).toEqual(
    expect.arrayContaining(
      names.filter(
        (name) => !(name in (CRON[EVERY_MINUTE]?.[0] ?? {})) && !['sendAlerts', 'purgeAgain'].includes(name),
      ),
    ),
  )
})

it('tells once a day of an expression of an hour or a night that does not come to its end', async () => {
  const lines = () => domain.rows<{ text: string }>(`SELECT text FROM alerts WHERE kind = 'LATE'`)
  const idle = [{ job: async () => undefined }]
  await tickAfter(0, idle)
  await tickAfter(3 * HOUR_MS, idle)
  expect(lines()).toEqual([])
  for (const ms of [1, MINUTE_MS, 20 * HOUR_MS]) await tickAfter(3 * HOUR_MS + ms, idle)
  expect(lines()).toEqual([{ text: expect.stringContaining('« 17 * * * * »') }])
  domain.run('UPDATE heartbeats SET succeeded_at = ?', NOW + 30 * HOUR_MS)
  await tickAfter(32 * HOUR_MS, idle)
  expect(lines()).toHaveLength(1)
  await tickAfter(34 * HOUR_MS, idle)
  expect(lines()).toHaveLength(2)
})
