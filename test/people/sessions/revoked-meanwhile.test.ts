import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { call, guest, type Person, tally, together } from '#testing/api.ts'
import { count, run } from '#testing/fixtures/database.ts'
import { ADDRESS } from '#testing/fixtures/inputs.ts'
import { changeUser, logIn, NEW_PASSWORD, PASSWORD, signUp } from '#testing/fixtures/people.ts'
import { aroundDatabase, LOST, type Trip } from '#testing/fixtures/shaky-database.ts'
import { captureErrors } from '#testing/logged-errors.ts'
import { callWith } from '#testing/stories/people.ts'

// A session that ends between the look at its token and the read of its row, or between that and the commit, gets nothing and
// leaves nothing (docs/accounts.md, Sessions): fifty requests of each kind wait at that point until it is over.

const MANY = 50
const real = env.DB
let admin: Person
beforeAll(async () => {
  admin = await signUp('ADMIN')
})

const asStaff = (act: string, body: object) => async (me: Person) =>
  expect((await call(admin, 'POST', `/users/${me.id}/${act}`, body)).status).toBe(200)
/** Signs the person in once more, in another session. */
const elsewhere = async (me: Person) => ({ ...me, token: (await logIn(me.email)).data.accessToken })

const ENDS: Record<string, (me: Person) => Promise<unknown>> = {
  'a sign-out': (me) => call(guest, 'POST', '/auth/logout', {}, { authorization: `Bearer ${me.token}` }),
  'a sign-out everywhere': async (me) => call(await elsewhere(me), 'POST', '/auth/logout-all'),
  'a sign-out by staff': asStaff('force-logout', {}),
  'a block': asStaff('block', { reason: 'Abus' }),
  'another role': asStaff('role', { role: 'SUPPORT' }),
  'another password': async (me) =>
    call(await elsewhere(me), 'POST', '/auth/password/update', {
      currentPassword: PASSWORD,
      newPassword: NEW_PASSWORD,
    }),
  'a deletion by staff': asStaff('delete', { reason: 'Demande' }),
  'a deletion of one’s own': async (me) =>
    call(await elsewhere(me), 'POST', '/users/me/delete', { password: PASSWORD }),
  'its own end': (me) => run('UPDATE sessions SET ends_at = 1 WHERE user_id = ?', me.id),
  'a block of the account alone': (me) => changeUser(me.id, 'blocked_at = 1'),
  'a deletion of the account alone': (me) => changeUser(me.id, 'deleted_at = 1'),
}

/** Sends many requests, each of which waits at a trip of this kind until `end` is done. */
async function meanwhile(isAt: (trip: Trip) => boolean, end: () => Promise<unknown>, ask: Ask) {
  let waiting = 0
  let open = () => {}
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  const DB = aroundDatabase(real, async (trip, go) => {
    if (isAt(trip)) {
      waiting++
      await gate
    }
    return go()
  })
  const answers = together(MANY, (i) => ask(DB, i))
  await vi.waitFor(() => expect(waiting).toBe(MANY), { timeout: 20_000 })
  await end()
  open()
  return answers
}
type Answered = Awaited<ReturnType<typeof callWith>>
type Ask = (DB: D1Database, i: number) => Promise<Answered>

const read =
  (me: Person): Ask =>
  (DB) =>
    callWith({ DB }, me, 'GET', '/users/me')
const write =
  (me: Person, headers: () => Record<string, string> = () => ({})): Ask =>
  (DB) =>
    callWith({ DB }, me, 'POST', '/users/me/addresses', ADDRESS, headers())
const withKey = () => ({ 'idempotency-key': crypto.randomUUID() })

const ofSession = ({ sql }: Trip) => sql.some((one) => one.includes('sessions.proven_at AS provenAt'))
const ofCommit = ({ sql }: Trip) => sql.some((one) => /insert into "addresses"/.test(one))
const addressesOf = ({ id }: Person) => count('addresses WHERE user_id = ?', id)
const keysOf = ({ id }: Person) => count("idempotency_keys WHERE scope LIKE ? || '%'", id)

function expectRefused(answers: Answered[], me: Person): void {
  expect(answers.map(({ data }) => data).filter((data) => data !== undefined)).toEqual([])
  const told = tally(answers)
  expect((told[401] ?? 0) + (told[403] ?? 0)).toBe(MANY)
  expect(JSON.stringify(answers.map(({ error }) => error))).not.toContain(me.email)
}

describe.each(Object.entries(ENDS))('a session that ends by %s', (_, end) => {
  it('before its row is read shows nothing', async () => {
    const me = await signUp()
    expectRefused(await meanwhile(ofSession, () => end(me), read(me)), me)
  })

  it('before its row is read writes nothing, and keeps no key', async () => {
    const me = await signUp()
    let i = 0
    const ask = write(me, () => (i++ % 2 ? withKey() : {}))
    expectRefused(await meanwhile(ofSession, () => end(me), ask), me)
    expect([await addressesOf(me), await keysOf(me)]).toEqual([0, 0])
  })

  it('before the commit writes nothing', async () => {
    const me = await signUp()
    expectRefused(await meanwhile(ofCommit, () => end(me), write(me)), me)
    expect(await addressesOf(me)).toBe(0)
  })
})

it('a session of the team that is idle too long, meanwhile, shows nothing', async () => {
  const me = await signUp('SUPPORT')
  const idle = () => run('UPDATE sessions SET last_used_at = 1 WHERE user_id = ?', me.id)
  expectRefused(await meanwhile(ofSession, idle, read(me)), me)
})

it('a sign-out among many requests lets each through whole or not at all, and none that begins after it', async () => {
  const me = await signUp()
  const reads = together(MANY, async (i) => {
    await new Promise((resolve) => setTimeout(resolve, i))
    return call(me, 'GET', '/users/me')
  })
  await new Promise((resolve) => setTimeout(resolve, 20))
  await call(guest, 'POST', '/auth/logout', {}, { authorization: `Bearer ${me.token}` })
  for (const { status, data } of await reads)
    expect([200, 401].includes(status) && (status === 200) === (data?.id === me.id)).toBe(true)
  expect(tally(await together(MANY, () => call(me, 'GET', '/users/me')))).toEqual({ 401: MANY })
})

describe('an ended session hears 401', () => {
  const ended = async (role?: Person['role']) => {
    const me = await signUp(role)
    await run('UPDATE sessions SET revoked_at = 1 WHERE user_id = ?', me.id)
    return me
  }
  const EXPIRED = { status: 401, error: { reason: 'TOKEN_EXPIRED' } }

  it('before a wrong body, a missing right, a wrong id, a wrong key or a page that is not ours', async () => {
    const me = await ended()
    const asked = [
      call(me, 'POST', '/users/me/addresses', { inconnu: 1 }),
      call(me, 'GET', '/users'),
      call(me, 'GET', '/orders/x'),
      call(me, 'POST', '/users/me/addresses', ADDRESS, { 'idempotency-key': 'a b' }),
      call(me, 'GET', `/orders/${crypto.randomUUID()}`),
      call(await ended('SELLER'), 'GET', '/seller/shop/me'),
      call(await ended('ADMIN'), 'POST', '/auth/totp/setup'),
    ]
    for (const answer of await Promise.all(asked)) expect(answer).toMatchObject(EXPIRED)
  })

  it('and not what a read of the same trip stumbled over, nor is that logged', async () => {
    const errors = captureErrors()
    const me = await ended()
    const DB = aroundDatabase(real, (trip, go) =>
      trip.sql.some((one) => /addresses/.test(one)) ? Promise.reject(new Error('D1_ERROR: no such table: x')) : go(),
    )
    expect(await callWith({ DB }, me, 'GET', '/users/me/addresses')).toMatchObject(EXPIRED)
    expect(await call(me, 'GET', '/users/me/addresses')).toMatchObject(EXPIRED)
    expect(errors()).toEqual([])
  })

  it('by each way that it may read: alone, together, at once', async () => {
    const me = await ended('SELLER')
    for (const path of [
      '/users/me',
      '/cart',
      '/seller/onboarding',
      '/notifications',
      '/wallet',
      '/orders/me',
      '/subscriptions/me',
    ])
      expect(await call(me, 'GET', path), path).toMatchObject(EXPIRED)
  })

  it('also where the public is shown something: as a guest', async () => {
    const me = await ended()
    expect((await call(me, 'GET', '/products/categories')).status).toBe(200)
  })
})

describe('a right that the token does not say', () => {
  it('is there at the next request, and so is one that is gone', async () => {
    const me = await signUp()
    expect((await call(me, 'GET', '/users')).status).toBe(403)
    await changeUser(me.id, "role = 'SUPPORT'")
    expect((await call(me, 'GET', '/users')).status).toBe(200)
    await changeUser(me.id, "role = 'BUYER'")
    expect((await call(me, 'GET', '/users')).status).toBe(403)
    const was = await signUp('SUPPORT')
    await changeUser(was.id, "role = 'BUYER'")
    expect((await call(was, 'GET', '/users')).status).toBe(403)
  })

  it('leaves a key whose answer was lost as it is', async () => {
    const [me, key] = [await signUp(), withKey()]
    await changeUser(me.id, "role = 'SELLER'")
    const DB = aroundDatabase(real, async (trip, go) => {
      const answer = await go()
      if (ofCommit(trip)) throw new Error(LOST)
      return answer
    })
    expect((await callWith({ DB }, me, 'POST', '/users/me/addresses', ADDRESS, key)).status).toBe(503)
    const again = await call(me, 'POST', '/users/me/addresses', ADDRESS, key)
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true'])
    expect(await addressesOf(me)).toBe(1)
  })
})
