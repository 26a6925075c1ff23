import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { minuteCronAfter } from '#testing/clock.ts'
import { count, run } from '#testing/fixtures/database.ts'
import { ADDRESS, freshEmail } from '#testing/fixtures/inputs.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { aroundDatabase, LOST, OVERLOADED, type Trip } from '#testing/fixtures/shaky-database.ts'
import { inbox } from '#testing/sandbox.ts'
import { callWith } from '#testing/stories/people.ts'

// Fates of an Idempotency-Key, of jobs and of messages if the database stumbles (docs/database.md).

const real = env.DB
beforeEach(() => {
  for (const name of ['info', 'error'] as const) vi.spyOn(console, name).mockReturnValue()
})
afterEach(() => void Object.assign(env, { DB: real }))

const post = (DB: D1Database, as: Parameters<typeof callWith>[1], key: string) =>
  callWith({ DB }, as, 'POST', '/users/me/addresses', ADDRESS, { 'idempotency-key': key })
const addresses = ({ id }: { id: string }) => count('addresses WHERE user_id = ?', id)
const about = (words: RegExp) => (trip: Trip) => trip.isCommit && trip.sql.some((one) => words.test(one))
const isCommit = about(/insert into "addresses/i)
const isKept = about(/INSERT INTO idempotency_keys .*status, response/)
const isReleased = (trip: Trip) => trip.isCommit && trip.sql.every((one) => /INSERT INTO idempotency_keys/.test(one))

/** A database that loses the answer of the first trip of each kind, once that is done. */
function losing(...kinds: ((trip: Trip) => boolean)[]) {
  const left = [...kinds]
  return aroundDatabase(real, async (trip, go) => {
    const answer = await go()
    const at = left.findIndex((is) => is(trip))
    if (at < 0) return answer
    left.splice(at, 1)
    throw new Error(LOST)
  })
}

describe('a key whose request lost an answer of the database', () => {
  it('of its commit has the answer: the client was told to ask again', async () => {
    const [person, key] = [await signUp(), crypto.randomUUID()]
    const refused = await post(losing(isCommit), person, key)
    expect([refused.status, refused.error?.code]).toEqual([503, 'SERVICE_UNAVAILABLE'])
    const again = await post(real, person, key)
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true'])
    expect(again.data).toMatchObject({ label: ADDRESS.label })
    expect(await addresses(person)).toBe(1)
  })

  it('of keeping it notices nothing', async () => {
    const [person, key] = [await signUp(), crypto.randomUUID()]
    expect((await post(losing(isKept), person, key)).status).toBe(201)
    await vi.waitFor(async () =>
      expect((await post(real, person, key)).headers.get('idempotent-replayed')).toBe('true'),
    )
    expect(await addresses(person)).toBe(1)
  })

  it('of giving it back may use it at once', async () => {
    const [person, key] = [await signUp(), crypto.randomUUID()]
    const shaky = aroundDatabase(losing(isReleased), (trip, go) =>
      isCommit(trip) ? Promise.reject(new Error(OVERLOADED)) : go(),
    )
    expect((await post(shaky, person, key)).status).toBe(503)
    expect((await post(real, person, key)).status).toBe(201)
  })

  it('after its commit, for longer than it is tried, says at once that it was done', async () => {
    const [person, key] = [await signUp(), crypto.randomUUID()]
    let isDone = false
    const shaky = aroundDatabase(losing(isCommit), (trip, go) => {
      isDone ||= isCommit(trip)
      return isDone && !trip.isCommit && trip.sql.some((one) => /from "addresses"/.test(one))
        ? Promise.reject(new Error(LOST))
        : go()
    })
    expect((await post(shaky, person, key)).status).toBe(503)
    const again = await post(real, person, key)
    expect([again.error?.reason, again.error?.message]).toEqual([
      'REQUEST_IN_PROGRESS',
      expect.stringMatching('exécutée'),
    ])
    expect(await addresses(person)).toBe(1)
  })

  it('whose commit comes through only after it was used again writes nothing more', async () => {
    const [person, key] = [await signUp(), crypto.randomUUID()]
    let comeThrough: (() => Promise<unknown>) | undefined
    const shaky = aroundDatabase(real, (trip, go) => {
      if (!isCommit(trip) || comeThrough) return go()
      comeThrough = go
      return Promise.reject(new Error(LOST))
    })
    expect((await post(shaky, person, key)).status).toBe(503)
    expect((await post(real, person, key)).status).toBe(201)
    await expect(comeThrough?.()).rejects.toThrow('KEY_GONE')
    expect(await addresses(person)).toBe(1)
    // A late commit writes nothing either if nobody asks again.
    const [other, late] = [await signUp(), crypto.randomUUID()]
    comeThrough = undefined
    expect((await post(shaky, other, late)).status).toBe(503)
    await expect((comeThrough as unknown as () => Promise<unknown>)()).rejects.toThrow('KEY_GONE')
    expect(await addresses(other)).toBe(0)
  })
})

/** Writes messages into the outbox that wait to be sent. */
async function tell(...to: string[]): Promise<void> {
  for (const [i, email] of to.entries())
    await run(
      `INSERT INTO outbox (id, channel, kind, recipient, subject, body, status, attempts, next_at, created_at)
       VALUES (?, 'EMAIL', 'test', ?, 'Bonjour', 'Un message', 'PENDING', 0, ?, 1)`,
      ...[crypto.randomUUID(), email, i],
    )
}
const isSent = about(/update "outbox" set .*"status" = /)

describe('messages', () => {
  it('leave once, also where it is lost that one left', async () => {
    const email = freshEmail()
    await tell(email)
    let lost = 0
    const shaky = aroundDatabase(real, (trip, go) => {
      if (!isSent(trip) || lost > 0) return go()
      lost++
      return Promise.reject(new Error(LOST))
    })
    Object.assign(env, { DB: shaky })
    await minuteCronAfter(0)
    expect(lost).toBe(1)
    await minuteCronAfter(120_000)
    expect(await inbox(email)).toHaveLength(1)
    expect(await count("outbox WHERE status = 'PENDING'")).toBe(0)
  })

  it('of others leave where one cannot be written off', async () => {
    const emails = Array.from({ length: 6 }, () => freshEmail())
    await tell(...emails)
    let sound = -1
    const shaky = aroundDatabase(real, (trip, go) =>
      isSent(trip) && ++sound <= 0 ? Promise.reject(new Error('D1_ERROR: internal error')) : go(),
    )
    Object.assign(env, { DB: shaky })
    await minuteCronAfter(0)
    for (const email of emails) expect(await inbox(email)).toHaveLength(1)
    expect(sound).toBe(5)
  })
})
