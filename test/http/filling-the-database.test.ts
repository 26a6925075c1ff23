import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { call, guest, type Person, together } from '#testing/api.ts'
import { hourCronAfter, wait } from '#testing/clock.ts'
import { count, run } from '#testing/fixtures/database.ts'
import { freshEmail } from '#testing/fixtures/inputs.ts'
import { bearer, PASSWORD, signUp } from '#testing/fixtures/people.ts'
import { DAY, enter, HOUR, MINUTE, signedIn } from '#testing/stories/people.ts'

/** A request with a key of its own, whose answer is kept: a 409 after the account's twenty addresses. */
const ADDRESS = { label: 'Maison', recipientName: 'Aline', phone: '0810 000 123', country: 'CD', city: 'Bukavu' }
const keyed = (as: Person, key: string) => call(as, 'POST', '/users/me/addresses', ADDRESS, { 'idempotency-key': key })
const keys = () => count('idempotency_keys')

describe('Idempotency-Keys', () => {
  it('of one account: 2,000 live ones, then no more are kept; others go on, and a day later so does it', async () => {
    const [person, other] = [await signUp(), await signUp()]
    for (let i = 0; i < 50; i++) await keyed(person, `cle-${i}`)
    const mine = await keys()
    expect(mine).toBeGreaterThan(40)
    // Two thousand requests take minutes of a slow machine: the answers of most are copies.
    await run(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
       INSERT INTO idempotency_keys (scope, key, body_hash, committed_at, status, response, created_at)
       SELECT k.scope, 'copie-' || n.i, k.body_hash, k.committed_at, k.status, k.response, k.created_at
       FROM n, (SELECT * FROM idempotency_keys LIMIT 1) k`,
      1970 - mine,
    )
    await together(100, (n) => keyed(person, `suite-${n}`))
    expect(await keys()).toBeLessThanOrEqual(2000)
    const refused = await keyed(person, 'une-de-plus')
    expect(refused.status).toBe(429)
    expect(await keys()).toBeLessThanOrEqual(2000)
    // Without a key it goes on, and so do a key that is known and everybody else.
    expect((await call(person, 'GET', '/users/me/addresses')).status).toBe(200)
    expect((await keyed(person, 'cle-0')).headers.get('idempotent-replayed')).toBe('true')
    expect((await keyed(other, 'cle-0')).status).toBe(201)
    wait(DAY)
    const again = await signedIn(person)
    await hourCronAfter(MINUTE)
    expect((await keyed(again, 'le-lendemain')).status).not.toBe(429)
  })

  it('have 1 to 64 characters', async () => {
    const person = await signUp()
    for (const [key, status] of [
      ['k'.repeat(65), 400],
      ['k'.repeat(5000), 400],
      ['', 400],
      ['k'.repeat(64), 201],
    ] as const)
      expect([key.length, (await keyed(person, key)).status]).toEqual([key.length, status])
  })
})

/** The hour's job runs, an hour apart, as often as it takes. */
async function clean(hours = 24) {
  for (let i = 0; i < hours; i++) await hourCronAfter(HOUR)
}

describe('old rows go in bounded steps', () => {
  it('20,000 messages that were sent long ago go too, and not in one statement', async () => {
    const old = Date.now() - 40 * DAY
    const before = await count('outbox')
    await run(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
       INSERT INTO outbox (id, channel, recipient, kind, subject, body, status, attempts, next_at, created_at, sent_at)
       SELECT printf('%08x-%04x-7000-8000-%012x', ?1 >> 16, ?1 & 65535, i), 'EMAIL', 'x@test.example', 'x', '', '', 'SENT', 1, ?1, ?1, ?1 FROM n`,
      old,
    )
    expect(await count('outbox')).toBe(before + 20_000)
    const changed: number[] = []
    const batch = env.DB.batch.bind(env.DB)
    env.DB.batch = (async (statements: D1PreparedStatement[]) => {
      const results = await batch(statements)
      for (const { meta } of results) changed.push(meta.changes)
      return results
    }) as typeof env.DB.batch
    try {
      await clean()
    } finally {
      env.DB.batch = batch
    }
    expect(await count("outbox WHERE recipient = 'x@test.example'")).toBe(0)
    expect(Math.max(0, ...changed)).toBeLessThan(20_000)
  })

  it('messages stay three days after they were sent, not longer', async () => {
    await run(
      `INSERT INTO outbox (id, channel, recipient, kind, subject, body, status, attempts, next_at, created_at, sent_at)
       VALUES (printf('%08x-%04x-7000-8000-%012x', ?1 >> 16, ?1 & 65535, 7), 'EMAIL', 'young@test.example', 'x', '', '', 'SENT', 1, ?1, ?1, ?1)`,
      Date.now() - 2 * DAY,
    )
    await clean(2)
    expect(await count("outbox WHERE recipient = 'young@test.example'")).toBe(1)
    wait(2 * DAY)
    await clean(2)
    expect(await count("outbox WHERE recipient = 'young@test.example'")).toBe(0)
  })

  it('sessions go thirty days after their end, and live ones stay', async () => {
    const person = await signUp()
    const { data: ended } = await enter(person.email)
    expect((await call(bearer(ended.accessToken), 'POST', '/auth/logout')).status).toBe(200)
    const sessions = () => count('sessions WHERE user_id = ?', person.id)
    const before = await sessions()
    wait(20 * DAY)
    await enter(person.email)
    await clean(2)
    expect(await sessions()).toBe(before + 1)
    wait(11 * DAY)
    await clean(2)
    expect(await sessions()).toBeLessThanOrEqual(before)
    expect(await sessions()).toBeGreaterThan(0)
  })

  it('accounts whose address nobody proved go after seven days, and their address is free', async () => {
    const [unproved, young] = [freshEmail(), freshEmail()]
    const join = (email: string) =>
      call(guest, 'POST', '/auth/create-account', { name: 'Aline', email, password: PASSWORD, role: 'BUYER' })
    await join(unproved)
    const proved = await signUp()
    wait(4 * DAY)
    await join(young)
    wait(4 * DAY)
    await clean(2)
    expect(await count('users WHERE email = ?', unproved)).toBe(0)
    expect(await count('users WHERE email = ?', young)).toBe(1)
    expect((await enter(proved.email)).status).toBe(200)
  })

  it('keys go after a day', async () => {
    const person = await signUp()
    await clean(26)
    expect((await keyed(await signedIn(person), 'cle')).status).toBe(201)
    await clean(2)
    expect(await keys()).toBe(1)
    wait(DAY)
    await clean(2)
    expect(await keys()).toBe(0)
  })
})
