import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { app } from '../../src/app.ts'
import { rememberedParties, tallyOf } from '../../src/http/counters.ts'
import { FAILED_PROOFS, TIERS } from '../../src/kernel/limits.ts'
import { type Caller, call, guest, tally, together } from '../api.ts'
import { newAuthenticator } from '../authenticator.ts'
import { freshEmail, otherCode } from '../fixtures/inputs.ts'
import { registerPasskey } from '../fixtures/passkeys.ts'
import { PASSWORD, signUp } from '../fixtures/people.ts'

const HOUR_MS = 3_600_000
/** Five seconds into an hour, so that no window ends in the middle of a test. */
const EARLY = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + 5000
const at = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: EARLY + ms })
beforeEach(() => at(0))

let addresses = 0
const freshAddress = () => `102.68.${Math.floor(++addresses / 250)}.${addresses % 250}`
const from = (address: string) => ({ 'cf-connecting-ip': address })
const guess = (address: string) =>
  call(guest, 'POST', '/auth/login/password', { email: freshEmail(), password: 'x' }, from(address))

/** Twenty wrong passwords from one address, as slowly as its tier wants; the clock is two minutes on. */
async function getBlocked(address = freshAddress()): Promise<string> {
  for (const minute of [0, 1]) {
    at(minute * 60_000)
    expect(tally(await together(10, () => guess(address)))).toEqual({ 401: 10 })
  }
  at(120_000)
  return address
}

describe('the headers of an answer', () => {
  it('count down to the refusal, which says when to come back', async () => {
    const address = freshAddress()
    const left = []
    for (let i = 0; i < 11; i++) left.push((await guess(address)).headers.get('ratelimit'))
    expect(left).toEqual([...[9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 0].map((r) => `"credential";r=${r};t=55`)])
    const refused = await guess(address)
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

describe('an address with twenty wrong passwords in an hour', () => {
  it('is refused for an hour whatever a guest could guess with, send or create', async () => {
    const address = await getBlocked()
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
      expect([path, refused.status]).toEqual([path, 429])
      const wait = Number(refused.headers.get('retry-after'))
      expect(wait).toBe((FAILED_PROOFS.blockMs - 60_000) / 1000)
      expect(refused.headers.get('ratelimit')).toContain(`;r=0;t=${wait}`)
    }
    expect((await call(guest, 'GET', '/plans', undefined, from(address))).status).toBe(200)
    expect((await guess(freshAddress())).status).toBe(401)
    at(FAILED_PROOFS.blockMs + 61_000)
    expect((await guess(address)).status).toBe(401)
  })

  it('goes on for whoever is signed in there, their codes and their refresh too', async () => {
    const person = await signUp()
    const { data } = await call(guest, 'POST', '/auth/login/password', { email: person.email, password: PASSWORD })
    const address = await getBlocked()
    const phone = `24381${String(Date.now()).slice(-7)}`
    const signedIn: Caller = { ...person, token: data.accessToken }
    expect((await call(signedIn, 'GET', '/auth/me', undefined, from(address))).status).toBe(200)
    expect((await call(signedIn, 'POST', '/users/phone/request', { phone }, from(address))).status).toBe(200)
    const wrong = await call(signedIn, 'POST', '/users/phone/verify', { code: otherCode('') }, from(address))
    expect(wrong.status).toBe(401)
    const { refreshToken } = data
    expect((await call(guest, 'POST', '/auth/refresh-token', { refreshToken }, from(address))).status).toBe(200)
  })

  it('lets a passkey in, which nobody can guess', async () => {
    const person = await signUp()
    const device = await newAuthenticator()
    await registerPasskey(person, device)
    const address = await getBlocked()
    const started = await call(guest, 'POST', '/auth/passkey/login/options', {}, from(address))
    expect(started.status).toBe(200)
    const { challengeId, options } = started.data
    const json = { challengeId, response: await device.get(options) }
    expect((await call(guest, 'POST', '/auth/passkey/login/verify', json, from(address))).status).toBe(200)
  })

  it('is not one with nineteen, nor one whose requests were refused for other reasons', async () => {
    const address = freshAddress()
    await together(10, () => guess(address))
    at(60_000)
    await together(9, () => guess(address))
    const invalid = await call(guest, 'POST', '/auth/login/password', { email: 'x' }, from(address))
    expect(invalid.status).toBe(400)
    at(120_000)
    expect(await guess(address)).toMatchObject({ status: 401 })
    expect(await guess(address)).toMatchObject({ status: 429 })
  })

  it('forgets failures of an hour ago', async () => {
    const address = freshAddress()
    await together(10, () => guess(address))
    at(FAILED_PROOFS.windowMs + 1000)
    await together(10, () => guess(address))
    at(FAILED_PROOFS.windowMs + 61_000)
    expect((await guess(address)).status).toBe(401)
  })

  it('stays blocked for another isolate, which learns it from KV', async () => {
    const address = await getBlocked()
    const other = freshAddress()
    const stored = await vi.waitUntil(() => env.LIMITS.get(`tally:address ${address}`))
    await env.LIMITS.put(`tally:address ${other}`, stored)
    expect((await guess(other)).status).toBe(429)
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

  it('a tight tier: one read of KV a minute for an address, and a write for each failure', async () => {
    const address = freshAddress()
    const { asked, kv } = countedKv()
    for (let i = 0; i < 10; i++) {
      at(i * 1500)
      expect(await ask(kv, 'POST', '/auth/login/password', address, wrong())).toBe(401)
    }
    expect(asked).toEqual({ get: 1, put: 10 })
    for (let i = 0; i < 20; i++) expect(await ask(kv, 'POST', '/auth/login/password', address, wrong())).toBe(429)
    expect(asked).toEqual({ get: 1, put: 10 })
  })

  it('a tight tier without failures: one read a minute, and one write for two requests', async () => {
    const address = freshAddress()
    const { asked, kv } = countedKv()
    for (let i = 0; i < 10; i++) {
      at(i * 1500)
      expect(await ask(kv, 'POST', '/auth/login/request-otp', address, { email: freshEmail() })).toBe(200)
      expect(asked).toEqual({ get: 1, put: Math.floor((i + 1) / 2) })
    }
  })

  it('twenty at once within a second: one write, and one read each at most', async () => {
    const { asked, kv } = countedKv()
    const address = freshAddress()
    await together(20, () => ask(kv, 'POST', '/auth/login/password', address, wrong()))
    expect(asked.put).toBe(1)
    expect(asked.get).toBeLessThanOrEqual(20)
  })

  it('a loose tier: nothing below a tenth of it, then one read and one write for each tenth', async () => {
    const { asked, kv } = countedKv()
    const address = freshAddress()
    const read = () => ask(kv, 'GET', '/health', address)
    for (let i = 0; i < 59; i++) await read()
    expect(asked).toEqual({ get: 0, put: 0 })
    for (let i = 0; i < 121; i++) {
      at(i * 100)
      await read()
    }
    expect(asked).toEqual({ get: 3, put: 3 })
  })

  it('is nothing for a KV that fails: requests go on, counted here', async () => {
    const broken = { get: () => Promise.reject(new Error('KV')), put: () => Promise.reject(new Error('KV')) }
    const kv = broken as unknown as KVNamespace
    const address = freshAddress()
    const answers = []
    for (let i = 0; i < 11; i++) answers.push(await ask(kv, 'POST', '/auth/login/password', address, wrong()))
    expect(answers).toEqual([...Array(10).fill(401), 429])
  })

  it('is counted together with what other isolates told KV', async () => {
    const address = freshAddress()
    const endsAt = EARLY - 5000 + TIERS.credential.windowMs
    const windows = { credential: { count: 8, endsAt }, request: { count: 10, endsAt: EARLY - 1 } }
    await env.LIMITS.put(`tally:address ${address}`, JSON.stringify({ blockedUntil: 0, windows }))
    expect(tally(await together(5, () => guess(address)))).toEqual({ 401: 2, 429: 3 })
    expect((await call(guest, 'POST', '/auth/login/request-otp', { email: freshEmail() }, from(address))).status).toBe(
      200,
    )
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
