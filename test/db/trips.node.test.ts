import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { connect, readTogether } from '#db/client.ts'
import { meterWork, newMeter } from '#db/meter.ts'
import { isReading } from '#db/trips.ts'
import { failureOfStumble, type Stumble, stumbleBehind } from '#kernel/stumble.ts'

// A trip over which D1 stumbles is repeated as docs/database.md says.

const LOST = 'D1_ERROR: Network connection lost.'
const OVERLOADED = 'D1_ERROR: D1 DB is overloaded. Requests queued for too long.'
const ANSWER = { success: true, results: [{ n: 1 }], meta: { rows_read: 1, rows_written: 0 } }

/** A database whose first so many tries fail. */
function failing(times: number, message: string) {
  const waits: number[] = []
  let tries = 0
  const go = async <T>(answer: T): Promise<T> => {
    if (++tries <= times) throw new Error(message)
    return answer
  }
  const statement = {
    bind: () => statement,
    all: () => go(ANSWER),
    run: () => go(ANSWER),
    raw: () => go([[1]]),
    first: () => go({ n: 1 }),
  }
  const d1 = { prepare: () => statement, batch: (all: unknown[]) => go(all.map(() => ANSWER)) }
  const db = connect(d1 as unknown as D1Database, async (ms) => void waits.push(ms))
  return { db, waits, tries: () => tries }
}
const SELECT = sql`SELECT 1 AS n`
const UPDATE = sql`UPDATE users SET name = 'x'`
const stumbleOf = async (work: Promise<unknown>): Promise<Stumble | undefined> =>
  work.then(() => undefined, stumbleBehind)

beforeEach(() => void vi.spyOn(console, 'info').mockReturnValue())
afterEach(() => void vi.restoreAllMocks())

describe('a trip that D1 stumbles over', () => {
  it.each([LOST, OVERLOADED, 'D1_ERROR: Cannot resolve D1 DB due to transient issue on remote node.'])(
    'is made again for a read, a little later each time: %s',
    async (message) => {
      const { db, waits, tries } = failing(2, message)
      expect(await db.all(SELECT)).toEqual([{ n: 1 }])
      expect(tries()).toBe(3)
      expect(waits).toHaveLength(2)
      const [first = 0, second = 0] = waits
      expect(first >= 50 && first <= 150 && second >= 150 && second <= 400).toBe(true)
    },
  )

  it('is tried three times at most', async () => {
    const { db, tries } = failing(9, LOST)
    expect(await stumbleOf(readTogether(db, db.all(SELECT), db.all(SELECT)))).toMatchObject({ mayBeDone: false })
    expect(tries()).toBe(3)
  })

  it('is made again for a write that did not begin, and for no other', async () => {
    const refused = failing(2, OVERLOADED)
    await refused.db.run(UPDATE)
    expect(refused.tries()).toBe(3)
    const lost = failing(1, LOST)
    expect(await stumbleOf(Promise.resolve(lost.db.run(UPDATE)))).toMatchObject({ mayBeDone: true, message: LOST })
    expect(lost.tries()).toBe(1)
    const together = failing(1, LOST)
    expect(await stumbleOf(together.db.batch([together.db.all(SELECT), together.db.run(UPDATE)]))).toBeDefined()
    expect(together.tries()).toBe(1)
  })

  it('counts each time that it was tried', async () => {
    const { db } = failing(2, LOST)
    const meter = newMeter()
    await meterWork(meter, () => Promise.resolve(db.all(SELECT)))
    expect(meter).toEqual({ trips: 3, rowsRead: 1, rowsWritten: 0 })
  })

  it.each([
    'D1_ERROR: no such column: reset: SQLITE_ERROR',
    'D1_ERROR: UNIQUE constraint failed: users.email: SQLITE_CONSTRAINT',
    'D1_ERROR: internal error; reference = 8f2c1d0a',
  ])('is none where the statement is at fault, or nobody says what is: %s', async (message) => {
    const { db, tries } = failing(1, message)
    const error = await db.all(SELECT).then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
    expect([error instanceof Error, stumbleBehind(error), tries()]).toEqual([true, undefined, 1])
  })

  it.each([
    'D1_ERROR: D1 DB reset because its code was updated.',
    'D1_ERROR: Internal error while starting up D1 DB storage caused object to be reset.',
    'D1_ERROR: Internal error in D1 DB storage caused object to be reset.',
    'D1_ERROR: D1 DB storage operation exceeded timeout which caused object to be reset.',
    "D1_ERROR: D1 DB's isolate exceeded its memory limit and was reset.",
    'D1_ERROR: D1 DB exceeded its CPU time limit and was reset.',
    "D1_ERROR: Can't read from request stream because client disconnected.",
    'Network connection lost.',
  ])('leaves open what became of a write: %s', async (message) => {
    const { db } = failing(1, message)
    expect(await stumbleOf(Promise.resolve(db.run(UPDATE)))).toMatchObject({ mayBeDone: true, isOverloaded: false })
  })

  it('is told as 503 with a second or some to wait, and what to do', () => {
    for (const isOverloaded of [true, false])
      for (const mayBeDone of [true, false]) {
        const failure = failureOfStumble({ isOverloaded, mayBeDone } as Stumble)
        expect([failure.status, failure.code]).toEqual([503, 'SERVICE_UNAVAILABLE'])
        expect(failure.retryAfter).toBeGreaterThanOrEqual(1)
        expect(failure.retryAfter).toBeLessThanOrEqual(5)
        expect(failure.message.includes('Vérifiez')).toBe(mayBeDone)
      }
  })
})

it.each([
  ['SELECT replace(name, 1, 2), updated_at, deleted FROM users', true],
  ['  select 1', true],
  ['WITH a AS (SELECT 1) SELECT * FROM a', true],
  ['EXPLAIN QUERY PLAN SELECT 1', true],
  ['WITH a AS (SELECT 1) INSERT INTO t SELECT * FROM a', false],
  ['WITH a AS (SELECT 1) DELETE FROM t', false],
  ['update "users" set x = 1 returning x', false],
  ['INSERT INTO t VALUES (1)', false],
  ['REPLACE INTO t VALUES (1)', false],
  ['PRAGMA optimize', false],
])('knows a read from a write: %s', (text, isRead) => {
  expect(isReading(text)).toBe(isRead)
})

describe('a database that never answers', () => {
  afterEach(() => void vi.useRealTimers())
  const hanging = () => {
    let tries = 0
    const never = () => {
      tries++
      return new Promise(() => undefined)
    }
    const statement = { bind: () => statement, all: never, run: never, raw: never, first: never }
    const d1 = { prepare: () => statement, batch: never }
    return { db: connect(d1 as unknown as D1Database), tries: () => tries }
  }

  it.each([
    ['a read', SELECT, false],
    ['a write, which may be done', UPDATE, true],
  ])('is given up after 30 seconds, and not asked again: %s', async (_, statement, mayBeDone) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { db, tries } = hanging()
    const found = stumbleOf(db.run(statement))
    await vi.advanceTimersByTimeAsync(29_900)
    expect(vi.getTimerCount()).toBe(1)
    await vi.advanceTimersByTimeAsync(200)
    const stumble = await found
    expect(stumble).toMatchObject({ mayBeDone, isOverloaded: false })
    expect(stumble && failureOfStumble(stumble).status).toBe(503)
    expect(tries()).toBe(1)
    expect(vi.getTimerCount()).toBe(0)
  })
})
