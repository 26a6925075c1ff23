import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { Buffer } from 'node:buffer'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { rememberedParties, tallyOf } from '#http/counters.ts'
import { CHALLENGE_TTL_MS, SUSPECT, TIERS } from '#kernel/limits.ts'
import { app } from '#src/app.ts'
import { type Caller, call, guest, tally, together } from '#testing/api.ts'
import { newAuthenticator } from '#testing/authenticator.ts'
import { freshEmail, freshPhone } from '#testing/fixtures/inputs.ts'
import { registerPasskey } from '#testing/fixtures/passkeys.ts'
import { PASSWORD, signUp } from '#testing/fixtures/people.ts'

const HOUR_MS = 3_600_000
/** Five seconds into an hour, so that no window ends in the middle of a test. */
const EARLY = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + 5000
const at = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: EARLY + ms })
beforeEach(() => at(0))

let addresses = 0
const freshAddress = () => `102.68.${Math.floor(++addresses / 250)}.${addresses % 250}`
const from = (address: string) => ({ 'cf-connecting-ip': address })
const guess = (address: string, email = freshEmail()) =>
  call(guest, 'POST', '/auth/login/password', { email, password: 'x' }, from(address))

/** Wrong passwords, five at once: of more than eight that wait the service compares none. */
async function guesses(count: number, address: string, email?: string) {
  const answers = []
  for (let left = count; left > 0; left -= 5)
    answers.push(...(await together(Math.min(5, left), () => guess(address, email))))
  return answers
}

/** Fifty wrong passwords from one address at fifty accounts. */
async function becomeSuspect(address = freshAddress()): Promise<string> {
  expect(tally(await guesses(SUSPECT.failures, address))).toEqual({ 401: SUSPECT.failures })
  return address
}

describe('the headers of an answer', () => {
  it('count down to the refusal, which says when to come back', async () => {
    const address = freshAddress()
    const left = []
    const email = freshEmail()
    for (let i = 0; i < 11; i++) left.push((await guess(address, email)).headers.get('ratelimit'))
    expect(left).toEqual([...[9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 0].map((r) => `"credential";r=${r};t=55`)])
    const refused = await guess(address, email)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '55'])
    expect(refused.headers.get('ratelimit-policy')).toBe('"credential";q=10;w=60')
  })

  it('of somebody signed in are about their account', async () => {
    const person = await signUp()
    const [one, two] = [freshAddress(), freshAddress()]
    await call(person, 'GET', '/auth/identities', undefined, from(one))
    const { headers } = await call(person, 'GET', '/auth/identities', undefined, from(two))
    expect(headers.get('ratelimit')).toBe('"authenticated";r=598;t=55')
  })

  it('are also on what is refused before it is counted', async () => {
    const large = await call(guest, 'POST', '/auth/login/password', 'x'.repeat(2 ** 21), from(freshAddress()))
    expect([large.status, large.headers.get('ratelimit')]).toEqual([413, '"credential";r=10;t=60'])
  })

  it('may be read by a page of ours', async () => {
    const { headers } = await call(guest, 'GET', '/plans', undefined, { origin: 'http://localhost:8787' })
    const exposed = headers.get('access-control-expose-headers')?.split(',')
    expect(exposed).toEqual(expect.arrayContaining(['RateLimit', 'RateLimit-Policy', 'Retry-After']))
  })
})

describe('who is signed in', () => {
  it('is counted by account and session, however many share the address', async () => {
    const address = freshAddress()
    const [one, two] = [await signUp(), await signUp()]
    const me = (person: Caller) => call(person, 'GET', '/auth/me', undefined, from(address))
    expect(tally(await together(121, () => me(one)))).toEqual({ 200: 120, 429: 1 })
    expect((await me(two)).status).toBe(200)
  })

  it('refreshes by session, however many share the address', async () => {
    const address = freshAddress()
    const people = await together(2, () => signUp())
    const sessions = await together(2, async (i) => {
      const { email = '' } = people[i] ?? {}
      return (await call(guest, 'POST', '/auth/login/password', { email, password: PASSWORD })).data.refreshToken
    })
    const refresh = (i: number) =>
      call(guest, 'POST', '/auth/refresh-token', { refreshToken: sessions[i] }, from(address))
    expect(tally(await together(121, () => refresh(0)))).toEqual({ 200: 120, 429: 1 })
    expect((await refresh(1)).status).toBe(200)
  })

  it('reads what guests read as their session, and a made-up token as their address', async () => {
    const address = freshAddress()
    const person = await signUp()
    const health = (token?: string) =>
      call(token ? { ...person, token } : guest, 'GET', '/health', undefined, from(address))
    await health('a.b.c')
    expect((await health()).headers.get('ratelimit')).toBe('"public";r=5998;t=55')
    expect((await health(person.token)).headers.get('ratelimit')).toBe('"public";r=5999;t=55')
  })
})

/** The solution of a fresh challenge, as a solver sends it. */
async function solved(headers: Record<string, string> = {}): Promise<string> {
  const { data: challenge } = await call(guest, 'GET', '/auth/challenge', undefined, headers)
  const solution = await solveChallenge({ challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}
const login = (address: string, email: string, challenge?: string) =>
  call(
    guest,
    'POST',
    '/auth/login/password',
    { email, password: PASSWORD },
    { ...from(address), ...(challenge && { 'x-challenge': challenge }) },
  )
/** All that guests may read from an address in a minute is read. */
const useUp = (address: string) =>
  tallyOf(`address ${address}`).windows.set('public', {
    count: TIERS.public.max,
    endsAt: EARLY - 5000 + TIERS.public.windowMs,
    unsent: 0,
  })

describe('guests who look', () => {
  it('at somebody’s private file are counted', async () => {
    const address = freshAddress()
    const query = new URLSearchParams({ reader: 'x', expires: '1', signature: 'x' })
    const { status, headers } = await call(guest, 'GET', `/media/none?${query}`, undefined, from(address))
    expect([status, headers.get('ratelimit')]).toEqual([404, `"public";r=${TIERS.public.max - 1};t=55`])
  })
})

describe('what needs a sign-in and gets none', () => {
  it('learns that its session is over wherever it is, so that it can sign in again', async () => {
    const address = freshAddress()
    const [ended, expired] = [await signUp(), await signUp()]
    await call(ended, 'POST', '/auth/logout', {})
    const me = (person: Caller) => call(person, 'GET', '/auth/me', undefined, from(address))
    expect((await me(ended)).error?.reason).toBe('TOKEN_EXPIRED')
    const { headers } = await call(guest, 'GET', '/health', undefined, from(address))
    expect(headers.get('ratelimit')).toBe(`"public";r=${TIERS.public.max - 2};t=55`)
    useUp(address)
    expect((await me(ended)).error?.reason).toBe('TOKEN_EXPIRED')
    at(16 * 60_000)
    expect((await me(expired)).error?.reason).toBe('TOKEN_EXPIRED')
  })

  it('refreshes nothing: thousands whose sessions are no more are told to sign in', async () => {
    const address = freshAddress()
    const refresh = () => call(guest, 'POST', '/auth/refresh-token', { refreshToken: 'a.1.b' }, from(address))
    expect(tally(await together(200, refresh))).toEqual({ 401: 200 })
    expect((await refresh()).headers.get('ratelimit')).toBe(`"public";r=${TIERS.public.max - 201};t=55`)
  })
})

describe('an address with fifty failures in an hour, more than half of its tries', () => {
  it('asks guests for a challenge before whatever they could guess with, send or create', async () => {
    const address = await becomeSuspect()
    const email = freshEmail()
    const asked: [string, unknown][] = [
      ['/auth/login/password', { email, password: 'x' }],
      ['/auth/verify-email', { email, code: '123456' }],
      ['/auth/login/request-otp', { email }],
      ['/auth/create-account', { name: 'Aline', email, password: PASSWORD, role: 'BUYER' }],
      ['/auth/login/google', { idToken: 'x' }],
    ]
    for (const [path, body] of asked) {
      const refused = await call(guest, 'POST', path, body, from(address))
      expect([path, refused.status, refused.error?.reason]).toEqual([path, 429, 'CHALLENGE_REQUIRED'])
      // Whoever solves one is let in at once; the window's end is in the other header.
      expect(refused.headers.get('retry-after')).toBe('1')
      expect(refused.headers.get('ratelimit')).toContain(`;t=${SUSPECT.windowMs / 1000}`)
      expect(refused.error?.details).toBeUndefined()
    }
    expect((await call(guest, 'GET', '/plans', undefined, from(address))).status).toBe(200)
    expect((await guess(freshAddress())).status).toBe(401)
    at(SUSPECT.windowMs + 1000)
    expect((await guess(address)).status).toBe(401)
  })

  it('takes a solution of ten minutes ago for none', async () => {
    const address = await becomeSuspect()
    const solution = await solved()
    at(CHALLENGE_TTL_MS + 1000)
    const person = await signUp()
    const refused = await login(address, person.email, solution)
    expect(refused.error?.reason).toBe('CHALLENGE_REQUIRED')
    expect(refused.error?.message).toContain('fausse ou périmée')
  })

  it('keeps a solution that came with a mistyped field', async () => {
    const address = await becomeSuspect()
    const [person, solution] = [await signUp(), await solved()]
    expect((await login(address, 'x', solution)).status).toBe(400)
    expect((await login(address, person.email, solution)).status).toBe(200)
  })

  it('lets a passkey in, which nobody can guess', async () => {
    const person = await signUp()
    const device = await newAuthenticator()
    await registerPasskey(person, device)
    const address = await becomeSuspect()
    const started = await call(guest, 'POST', '/auth/passkey/login/options', {}, from(address))
    expect(started.status).toBe(200)
    const { challengeId, options } = started.data
    const json = { challengeId, response: await device.get(options) }
    expect((await call(guest, 'POST', '/auth/passkey/login/verify', json, from(address))).status).toBe(200)
  })

  it('is not one with forty-nine, nor one whose requests were refused for other reasons', async () => {
    const address = freshAddress()
    await guesses(SUSPECT.failures - 1, address)
    const invalid = await call(guest, 'POST', '/auth/login/password', { email: 'x' }, from(address))
    expect(invalid.status).toBe(400)
    expect((await guess(address)).status).toBe(401)
    expect((await guess(address)).status).toBe(429)
  })

  it('forgets failures of an hour ago', async () => {
    const address = freshAddress()
    await guesses(SUSPECT.failures - 1, address)
    at(SUSPECT.windowMs + 1000)
    await guess(address)
    expect((await guess(address)).status).toBe(401)
  })

  it('stays suspect for another isolate, which learns it from KV', async () => {
    const address = await becomeSuspect()
    at(1000)
    await guess(address)
    const other = freshAddress()
    const stored = await vi.waitUntil(async () => {
      const told = (await env.LIMITS.get(`tally:address ${address}`)) ?? ''
      return told.includes(`"failures":{"count":${SUSPECT.failures}`) && told
    })
    await env.LIMITS.put(`tally:address ${other}`, stored)
    expect((await guess(other)).error?.reason).toBe('CHALLENGE_REQUIRED')
  })
})

describe('past its quota an address', () => {
  it('still tries one account ten times a minute only, whatever it solves', async () => {
    const address = await becomeSuspect()
    const email = freshEmail()
    for (let i = 0; i < 10; i++) expect((await login(address, email, await solved())).status).toBe(401)
    const refused = await login(address, email, await solved())
    expect([refused.status, refused.error?.reason]).toEqual([429, undefined])
  })
})

describe('a device that the account knows', () => {
  const signIn = (address: string, email: string, more: Record<string, string> = {}, password = PASSWORD) =>
    call(guest, 'POST', '/auth/login/password', { email, password }, { ...from(address), ...more })

  it('signs in while somebody behind the same address uses up its ten tries a minute', async () => {
    const address = freshAddress()
    const { email } = await signUp()
    const { deviceToken } = (await signIn(freshAddress(), email)).data
    expect(tally(await guesses(12, address, email))).toEqual({ 401: 10, 429: 2 })
    const own = { 'x-device-token': deviceToken }
    expect((await signIn(address, email)).status).toBe(429)
    expect((await signIn(address, email, own)).status).toBe(200)
    expect((await signIn(address, email, { 'x-device-token': `${deviceToken}0` })).status).toBe(429)
    const tries = []
    for (let i = 0; i < 11; i++) tries.push(await signIn(address, email, own, 'x'))
    expect(tally(tries)).toEqual({ 401: 9, 429: 2 })
  })
})

describe('a first SMS', () => {
  it('asked from a suspect address wants a challenge', async () => {
    const person = await signUp()
    const address = await becomeSuspect()
    const ask = (headers = {}) =>
      call(person, 'POST', '/users/phone/request', { phone: freshPhone() }, { ...from(address), ...headers })
    expect((await ask()).error?.reason).toBe('CHALLENGE_REQUIRED')
    const headers = { 'x-challenge': await solved() }
    expect((await ask(headers)).status).toBe(200)
    expect((await ask(headers)).error?.reason).toBe('CHALLENGE_REQUIRED')
  })
})

/** KV that counts how often it is asked and told. */
function countedKv() {
  const asked = { get: 0, put: 0 }
  const kv = {
    get: (...args: Parameters<KVNamespace['get']>) => {
      asked.get++
      return (env.LIMITS.get as (...all: unknown[]) => unknown)(...args)
    },
    put: (...args: Parameters<KVNamespace['put']>) => {
      asked.put++
      return env.LIMITS.put(...args)
    },
  }
  return { asked, kv: kv as unknown as KVNamespace }
}

async function ask(kv: KVNamespace, method: string, path: string, address: string, body?: unknown) {
  const execution = createExecutionContext()
  const request = new Request(`http://localhost:8787/api/v1${path}`, {
    method,
    headers: { ...from(address), 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const { status } = await app.fetch(request, { ...env, LIMITS: kv } as typeof env, execution)
  await waitOnExecutionContext(execution)
  return status
}

describe('what a limit costs', () => {
  const wrong = () => ({ email: freshEmail(), password: 'x' })

  it('a tight tier: one read of KV a minute for an address, and a read and a write for each failure, once a second', async () => {
    const address = freshAddress()
    const { asked, kv } = countedKv()
    for (let i = 0; i < 10; i++) {
      at(i * 1500)
      expect(await ask(kv, 'POST', '/auth/login/password', address, wrong())).toBe(401)
    }
    expect(asked).toEqual({ get: 11, put: 10 })
    const email = freshEmail()
    const again = () => ask(kv, 'POST', '/auth/login/password', address, { email, password: 'x' })
    for (let i = 0; i < 10; i++) await again()
    const before = { ...asked }
    for (let i = 0; i < 20; i++) expect(await again()).toBe(429)
    expect(asked).toEqual(before)
  })

  it('a tight tier without failures: one read a minute, and one read and write for two requests', async () => {
    const address = freshAddress()
    const { asked, kv } = countedKv()
    for (let i = 0; i < 10; i++) {
      at(i * 1500)
      expect(await ask(kv, 'POST', '/auth/login/request-otp', address, { email: freshEmail() })).toBe(200)
      const told = Math.floor((i + 1) / 2)
      expect(asked).toEqual({ get: 1 + told, put: told })
    }
  })

  it('twenty at once within a second: one write, and one read each at most', async () => {
    const { asked, kv } = countedKv()
    const address = freshAddress()
    await together(20, () => ask(kv, 'POST', '/auth/login/password', address, wrong()))
    expect(asked.put).toBe(1)
    expect(asked.get).toBeLessThanOrEqual(21)
  })

  it('a loose tier: nothing below a tenth of it, then one read and one write for each tenth', async () => {
    const { asked, kv } = countedKv()
    const address = freshAddress()
    const read = () => ask(kv, 'GET', '/health', address)
    for (let i = 0; i < 599; i++) await read()
    expect(asked).toEqual({ get: 0, put: 0 })
    for (let i = 0; i < 1201; i++) {
      at(i * 10)
      await read()
    }
    expect(asked).toEqual({ get: 3, put: 3 })
  })

  it('a challenge, and what all look at: nothing', async () => {
    const { asked, kv } = countedKv()
    const address = await becomeSuspect()
    await ask(kv, 'GET', '/auth/challenge', address)
    const sign = vi.spyOn(crypto.subtle, 'sign')
    for (let i = 0; i < 20; i++) {
      at(i * 1500)
      expect(await ask(kv, 'GET', '/auth/challenge', address)).toBe(200)
    }
    expect(sign).toHaveBeenCalledTimes(20)
    for (let i = 0; i < 20; i++) expect(await ask(kv, 'GET', '/products/categories', address)).toBe(200)
    expect(asked).toEqual({ get: 0, put: 0 })
  })

  it('is nothing for a KV that fails: requests go on, counted here', async () => {
    const broken = { get: () => Promise.reject(new Error('KV')), put: () => Promise.reject(new Error('KV')) }
    const kv = broken as unknown as KVNamespace
    const address = freshAddress()
    const answers = []
    const same = wrong()
    for (let i = 0; i < 11; i++) answers.push(await ask(kv, 'POST', '/auth/login/password', address, same))
    expect(answers).toEqual([...Array(10).fill(401), 429])
  })

  it('is counted together with what other isolates told KV', async () => {
    const address = freshAddress()
    const endsAt = EARLY - 5000 + TIERS.credential.windowMs
    const windows = { credential: { count: 98, endsAt }, request: { count: 10, endsAt: EARLY - 1 } }
    await env.LIMITS.put(`tally:address ${address}`, JSON.stringify({ windows }))
    expect(tally(await together(5, () => guess(address)))).toEqual({ 401: 2, 429: 3 })
    expect((await call(guest, 'POST', '/auth/login/request-otp', { email: freshEmail() }, from(address))).status).toBe(
      200,
    )
  })

  it('never takes back what another isolate counted', async () => {
    const address = freshAddress()
    const key = `tally:address ${address}`
    const endsAt = EARLY - 5000 + TIERS.credential.windowMs
    await guess(address)
    await vi.waitUntil(() => env.LIMITS.get(key))
    await env.LIMITS.put(key, JSON.stringify({ windows: { credential: { count: 50, endsAt } } }))
    at(2000)
    await guess(address)
    const told = await vi.waitUntil(async () => {
      const { windows } = JSON.parse((await env.LIMITS.get(key)) ?? '{}')
      return windows.credential.count > 50 && windows
    })
    expect(told).toMatchObject({ credential: { count: 51 }, failures: { count: 2 } })
  })
})

describe('what an isolate remembers', () => {
  it('is the last 5,000 to 10,000 who asked, found without looking through the others', () => {
    const first = tallyOf('address first')
    for (let i = 0; i < 40_000; i++) {
      tallyOf(`address ${i}`)
      if (i % 4000 === 0) expect(tallyOf('address first')).toBe(first)
      expect(rememberedParties()).toBeLessThanOrEqual(10_000)
    }
    for (let i = 0; i < 10_000; i++) tallyOf(`address again ${i}`)
    expect(tallyOf('address first')).not.toBe(first)
  })
})
