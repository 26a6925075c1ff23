import { env } from 'cloudflare:workers'
import { describe, expect, it, vi } from 'vitest'
import { type Caller, call, guest } from '#testing/api.ts'
import { count } from '#testing/fixtures/database.ts'
import { ADDRESS } from '#testing/fixtures/inputs.ts'
import { signUp } from '#testing/fixtures/people.ts'
import {
  INTERNAL,
  LOST,
  OVERLOADED,
  RESET,
  type Stumble,
  shakyDatabase,
  type Trip,
} from '#testing/fixtures/shaky-database.ts'
import { callWith } from '#testing/stories/people.ts'

// Rule: reads, and commits of which nothing began, are repeated twice; what may have committed is not. Overloaded and lost are 503
// SERVICE_UNAVAILABLE with Retry-After 1 to 5, everything else of D1 a 500; both are logged by the database's own message. 5xx is
// never kept under a key.
//
// Silent: whether a read is repeated after an internal error, whether a reset is told as 503 or as 500, and what the same key
// answers where the commit stands and only its answer was lost: the thing, or 409 REQUEST_IN_PROGRESS.

const WRONG = 'D1_ERROR: no such column: nowhere at offset 7: SQLITE_ERROR'

/** Everything that is logged meanwhile. */
function logged(): () => string {
  const spies = (['error', 'warn', 'info', 'log'] as const).map((name) => vi.spyOn(console, name).mockReturnValue())
  return () =>
    spies
      .flatMap((spy) => spy.mock.calls.map((words) => words.map((word) => JSON.stringify(word) ?? '').join(' ')))
      .join('\n')
}

/** One request to a service whose database fails the first trips that fit, so many times. */
async function ask(
  stumble: Stumble & { times: number; at?: (trip: Trip) => boolean },
  as: Caller,
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) {
  const { times, at = () => true, ...how } = stumble
  const log = logged()
  let failed = 0
  const shaky = shakyDatabase(env.DB, (trip) => (at(trip) && failed++ < times ? how : undefined))
  const answer = await callWith({ DB: shaky.DB }, as, method, path, body, headers)
  return { ...answer, trips: shaky.trips, tries: shaky.trips.filter(at).length, log: log() }
}
type Asked = Awaited<ReturnType<typeof ask>>

function expectComeAgain(answer: Asked) {
  expect(answer).toMatchObject({ status: 503, error: { code: 'SERVICE_UNAVAILABLE' } })
  expect(answer.headers.get('retry-after')).toMatch(/^[1-5]$/)
}

const always = { when: 'before', times: Infinity } as const
const writesAddress = ({ sql }: Trip) => sql.some((one) => /^\s*insert into "?addresses/i.test(one))
const addresses = (id: string) => count('addresses WHERE user_id = ?', id)

describe('a read', () => {
  it.each([LOST, OVERLOADED, RESET])('is repeated twice: %s', async (message) => {
    const answer = await ask({ when: 'before', message, times: 2 }, guest, 'GET', '/products')
    expect([answer.status, answer.tries]).toEqual([200, 3])
    expect((await ask({ when: 'after', message, times: 2 }, guest, 'GET', '/products')).status).toBe(200)
  })

  it.each([LOST, OVERLOADED])(
    'is tried no more often than that: then it is 503, and says when to come back: %s',
    async (message) => {
      const answer = await ask({ ...always, message }, guest, 'GET', '/products')
      expectComeAgain(answer)
      expect(answer.tries).toBe(3)
      expect(answer.log).toContain(message.replace('D1_ERROR: ', ''))
    },
  )

  it.each([INTERNAL, WRONG])(
    'is 500 after everything else, and the log has the words of the database: %s',
    async (message) => {
      const answer = await ask({ ...always, message }, guest, 'GET', '/products')
      expect(answer).toMatchObject({ status: 500, error: { code: 'INTERNAL_ERROR' } })
      expect(JSON.stringify(answer.error)).not.toMatch(/D1|SQLITE|nowhere/)
      expect(answer.log).toContain(message.replace('D1_ERROR: ', ''))
    },
  )

  it('of who is signed in is never taken for one of a guest', async () => {
    const person = await signUp()
    for (const message of [LOST, OVERLOADED]) {
      expect((await ask({ when: 'before', message, times: 2 }, person, 'GET', '/cart')).status).toBe(200)
      expectComeAgain(await ask({ ...always, message }, person, 'GET', '/cart'))
    }
  })
})

describe('a commit', () => {
  const post = (stumble: Parameters<typeof ask>[0], as: Caller, headers?: Record<string, string>) =>
    ask({ at: writesAddress, ...stumble }, as, 'POST', '/users/me/addresses', ADDRESS, headers)

  it('of which nothing began is repeated twice, and done once', async () => {
    const person = await signUp()
    const answer = await post({ when: 'before', message: OVERLOADED, times: 2 }, person)
    expect([answer.status, answer.tries, await addresses(person.id)]).toEqual([201, 3, 1])
  })

  it('is tried no more often than that: then it is 503, nothing is written, and the same key works', async () => {
    const person = await signUp()
    const key = { 'idempotency-key': crypto.randomUUID() }
    const refused = await post({ ...always, message: OVERLOADED }, person, key)
    expectComeAgain(refused)
    expect([refused.tries, await addresses(person.id)]).toEqual([3, 0])
    expect((await call(person, 'POST', '/users/me/addresses', ADDRESS, key)).status).toBe(201)
    const replayed = await call(person, 'POST', '/users/me/addresses', ADDRESS, key)
    expect([replayed.status, replayed.headers.get('idempotent-replayed')]).toEqual([201, 'true'])
    expect(await addresses(person.id)).toBe(1)
  })

  it.each([LOST, RESET, INTERNAL])('that may be done is not repeated, and the same key works: %s', async (message) => {
    const person = await signUp()
    const key = { 'idempotency-key': crypto.randomUUID() }
    const refused = await post({ when: 'before', message, times: 1 }, person, key)
    expect([refused.tries, await addresses(person.id)]).toEqual([1, 0])
    if (message === LOST) expectComeAgain(refused)
    if (message === INTERNAL) expect(refused.status).toBe(500)
    expect([500, 503]).toContain(refused.status)
    expect(refused.log).toContain(message.replace('D1_ERROR: ', ''))
    expect((await call(person, 'POST', '/users/me/addresses', ADDRESS, key)).status).toBe(201)
    expect(await addresses(person.id)).toBe(1)
  })

  it.each([LOST, RESET, INTERNAL])(
    'whose answer is lost is done once, whatever is asked again: %s',
    async (message) => {
      const person = await signUp()
      const key = { 'idempotency-key': crypto.randomUUID() }
      const refused = await post({ when: 'after', message, times: 1 }, person, key)
      if (message === LOST) expectComeAgain(refused)
      expect([500, 503]).toContain(refused.status)
      expect([refused.tries, await addresses(person.id)]).toEqual([1, 1])
      for (let i = 0; i < 2; i++) {
        const again = await call(person, 'POST', '/users/me/addresses', ADDRESS, key)
        expect([201, 'REQUEST_IN_PROGRESS']).toContain(again.error?.reason ?? again.status)
      }
      expect(await addresses(person.id)).toBe(1)
    },
  )
})
