import { type Context, Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { connect } from '#db/client.ts'
import { NOT_FOUND } from '#db/guard.ts'
import type { Actor } from '#domain/core/context.ts'
import type { Claimed } from '#domain/people/sessions/identify.ts'
import type { AppEnv } from '#http/app-env.ts'
import { ReceivedView, rawCallback } from '#http/callback.ts'
import { tallyOf } from '#http/counters.ts'
import { answerFailure } from '#http/failure.ts'
import { underAdmission } from '#http/identify.ts'
import { op } from '#http/op.ts'
import type { Declaration } from '#http/operation.ts'
import { asksForPdf, csv, ok, pdf } from '#http/reply.ts'
import { Failure } from '#kernel/failure.ts'
import { claimsOf } from '#testing/fixtures/claims.ts'
import { captureErrors } from '#testing/logged-errors.ts'

// The first handler of every route lets requests through, refuses in an order, and counts callers: docs/conventions.md
// (Who may call, Order of refusals) and docs/limits.md (Tiers), with a person and a clock of the test's own.

const NOW = 1_700_000_000_000
const person = (more: Partial<Actor> = {}): Actor => ({
  id: 'me',
  role: 'BUYER',
  sessionId: 'session',
  provenAt: null,
  email: 'me@example.org',
  phone: null,
  hasSecondFactor: false,
  sellerProfileId: null,
  riderId: null,
  ...more,
})

type World = {
  actor?: Actor | null | Error
  session?: string
  former?: string
  now?: number
  staffMfa?: 'required' | 'optional'
}
const said: { party: string; value: string }[] = []
const env = {
  ALLOWED_ORIGINS: 'https://soko.example',
  PUBLIC_BASE_URL: 'https://api.soko.example',
  LIMITS: { get: async () => null, put: async (party: string, value: string) => void said.push({ party, value }) },
}

/** A caller whose token says what the session says. */
const claimedAs = (actor: Actor): Claimed => ({
  claims: claimsOf(actor.id, actor.sessionId, actor),
  questions: (judge) => [{ statement: { sql: 'SELECT 1', params: [] }, judge }],
  actorOf: () => actor,
  hold: { statement: { sql: 'SELECT 1', params: [] }, guard: NOT_FOUND.name },
})

const base = { id: 'op', summary: 'Op', doc: 'Op.', reasons: [], ok: z.object({}) } as const
/** An API of one operation at every address, which answers who asked and what came in. */
function api(declared: Partial<Declaration>, world: World = {}, path = '/api/v1/things') {
  const app = new Hono<AppEnv>().onError(answerFailure)
  app.use(async (c, next) => {
    const { actor = null, staffMfa = 'optional', now = NOW } = world
    const db = connect({
      prepare: () => ({ bind: () => ({}) }),
      batch: async () => [{ results: [], meta: {} }],
    } as unknown as D1Database)
    const later = (work: () => Promise<unknown>) => void work()
    c.set('ctx', { db, now, caller: { kind: 'guest' }, settings: { staffMfa }, later, providers: {} } as never)
    c.set('identify', async () => {
      if (actor instanceof Error) throw actor
      return actor && claimedAs(actor)
    })
    c.set('openShelf', () => ({ put: () => Promise.reject(new TypeError('one file')), clear: () => undefined }))
    c.set('sessionOf', async () => world.session)
    c.set('formerSession', async () => world.former)
    await next()
  })
  const operation = op({ ...base, roles: 'public', ...declared } as Declaration)
  const handle = async (c: Context<AppEnv>) => {
    const { caller } = c.get('ctx')
    const who = caller.kind === 'person' ? caller.actor.id : caller.kind
    if (!declared.rawBody) return c.json({ who })
    const { method, url, headers, body, countAsGuest } = await rawCallback(c)
    if (url.endsWith('?forged')) await countAsGuest()
    return c.json({ who, method, url, sign: headers.get('x-sign'), text: new TextDecoder().decode(body) })
  }
  app.all(path, operation, (c) => underAdmission(c, () => handle(c)))
  return async (
    method: string,
    {
      address = path,
      headers = {},
      body,
    }: { address?: string; headers?: Record<string, string>; body?: BodyInit } = {},
  ) => {
    const json = typeof body === 'string' ? { 'content-type': 'application/json' } : {}
    const answer = await app.request(
      address,
      { method, headers: { ...json, ...headers }, ...(body !== undefined && { body }), duplex: 'half' } as RequestInit,
      env,
    )
    const text = await answer.text()
    const { error, ...data } = text.startsWith('{') ? JSON.parse(text) : ({} as Record<string, never>)
    const of = (name: string) => answer.headers.get(name)
    return {
      status: answer.status,
      why: error && (error.reason ?? error.code),
      message: error?.message,
      details: error?.details,
      data,
      of,
    }
  }
}
const why = async (answer: Promise<{ status: number; why: string }>) => {
  const { status, why } = await answer
  return why ? `${status} ${why}` : status
}
const inBody = { json: z.strictObject({ name: z.string() }), tier: 'session' as const }
const named = '{"name":"x"}'

describe('who may call', () => {
  it('what is public: anybody, whom it does not look at unless it says so', async () => {
    expect((await api({}, { actor: person() })('GET')).data).toEqual({ who: 'guest' })
    const knows = (actor: World['actor']) => api({ knowsCaller: true }, actor === undefined ? {} : { actor })('GET')
    expect((await knows(person())).data).toEqual({ who: 'me' })
    expect((await knows(null)).data).toEqual({ who: 'guest' })
    expect((await knows(new Failure('FORBIDDEN', { reason: 'ACCOUNT_BLOCKED' }))).data).toEqual({ who: 'guest' })
  })

  it('what is public when it cannot be known who asks: nobody, because that is a failure', async () => {
    captureErrors()
    const world = { actor: new TypeError('down') }
    expect(await why(api({ knowsCaller: true }, world)('GET'))).toBe('500 INTERNAL_ERROR')
  })

  it('anything else: whoever is signed in', async () => {
    expect(await why(api({ roles: 'signedIn' })('GET'))).toBe('401 UNAUTHORIZED')
    const blocked = new Failure('FORBIDDEN', { reason: 'ACCOUNT_BLOCKED' })
    expect(await why(api({ roles: 'signedIn' }, { actor: blocked })('GET'))).toBe('403 ACCOUNT_BLOCKED')
    const { data, of } = await api({ roles: 'signedIn' }, { actor: person() })('GET')
    expect(data).toEqual({ who: 'me' })
    expect(of('cache-control')).toBe('no-store')
  })

  it('with roles: those', async () => {
    const ask = (role: Actor['role']) => api({ roles: ['SELLER', 'ADMIN'] }, { actor: person({ role }) })('GET')
    expect(await why(ask('BUYER'))).toBe('403 FORBIDDEN')
    expect(await why(ask('SELLER'))).toBe(200)
    expect(await why(ask('ADMIN'))).toBe(200)
  })

  it('of the team: with a second factor, but for one’s own account', async () => {
    const ask = (more: Partial<Actor>, declared: Partial<Declaration> = {}, world: World = {}, path?: string) =>
      api(
        { roles: 'signedIn', ...declared },
        { actor: person({ role: 'ADMIN', ...more }), staffMfa: 'required', ...world },
        path,
      )('GET')
    expect(await why(ask({}))).toBe('403 MFA_REQUIRED')
    expect(await why(ask({ hasSecondFactor: true }))).toBe(200)
    expect(await why(ask({ role: 'BUYER' }))).toBe(200)
    expect(await why(ask({}, {}, { staffMfa: 'optional' }))).toBe(200)
    expect(await why(ask({}, {}, {}, '/api/v1/users/me'))).toBe(200)
    expect(await why(ask({}, { roles: ['SELLER'] }))).toBe('403 FORBIDDEN')
    const shown = await ask({}, { roles: 'public', knowsCaller: true })
    expect(shown.data).toEqual({ who: 'guest' })
    expect((await ask({ hasSecondFactor: true }, { roles: 'public', knowsCaller: true })).data).toEqual({ who: 'me' })
  })

  it('by a cookie: from a page of ours when it writes', async () => {
    const ask = (headers: Record<string, string>, method = 'POST') =>
      why(api({ roles: 'signedIn' }, { actor: person() })(method, { headers }))
    const cookie = '__Host-access=a.b.c'
    expect(await ask({ cookie })).toBe('403 CSRF')
    expect(await ask({ cookie, origin: 'https://evil.example' })).toBe('403 CSRF')
    expect(await ask({ cookie, origin: 'https://soko.example' })).toBe(200)
    expect(await ask({ cookie, authorization: 'Bearer a.b.c' })).toBe(200)
    expect(await ask({ cookie }, 'GET')).toBe(200)
  })

  it('by a cookie of the team: from the office, but for their own account; elsewhere they are shown what guests are', async () => {
    const ask = async (origin: string, declared: Partial<Declaration> = { roles: 'signedIn' }, path?: string) => {
      const answer = api(declared, { actor: person({ role: 'SUPPORT' }) }, path)
      const headers = { cookie: '__Host-access=a.b.c', origin }
      return [await why(answer('POST', { headers })), await why(answer('GET', { headers }))]
    }
    const [storefront, office] = ['https://soko.example', 'https://api.soko.example']
    expect(await ask(storefront)).toEqual(['403 CSRF', '403 CSRF'])
    expect(await ask(storefront, { roles: ['SELLER', 'SUPPORT'] })).toEqual(['403 CSRF', '403 CSRF'])
    expect(await ask(office)).toEqual([200, 200])
    expect(await ask(storefront, { roles: 'signedIn' }, '/api/v1/users/me')).toEqual([200, 200])
    const known = api({ roles: 'public', knowsCaller: true }, { actor: person({ role: 'SUPPORT' }) })
    const shown = async (origin: string) =>
      (await known('GET', { headers: { cookie: '__Host-access=a.b.c', origin } })).data
    expect(await shown(storefront)).toEqual({ who: 'guest' })
    expect(await shown(office)).toEqual({ who: 'me' })
  })
})

describe('the first of these answers', () => {
  it('size, type, who asks, role, then fields', async () => {
    const large = JSON.stringify({ name: 'x'.repeat(1_100_000) })
    const roles = ['SELLER'] as const
    const guest = api({ ...inBody, roles })
    const buyer = api({ ...inBody, roles }, { actor: person() })
    const seller = api({ ...inBody, roles }, { actor: person({ role: 'SELLER' }) })
    const length = { 'content-type': 'text/plain', 'content-length': String(large.length) }
    expect(await why(guest('POST', { body: large, headers: length }))).toBe('413 PAYLOAD_TOO_LARGE')
    expect(await why(guest('POST', { body: '{', headers: { 'content-type': 'text/plain' } }))).toBe(
      '415 UNSUPPORTED_MEDIA_TYPE',
    )
    expect(await why(guest('POST', { body: '{' }))).toBe('401 UNAUTHORIZED')
    expect(await why(buyer('POST', { body: '{' }))).toBe('403 FORBIDDEN')
    expect(await why(seller('POST', { body: '{' }))).toBe('400 VALIDATION_ERROR')
    expect(await why(seller('POST', { body: named }))).toBe(200)
  })

  it('before anything of the body is read, but of what guests may send', async () => {
    let read = 0
    const body = () => {
      read = 0
      const pull = (stream: ReadableStreamDefaultController) => {
        read++
        stream.enqueue(new TextEncoder().encode(named))
        stream.close()
      }
      return new ReadableStream({ pull }, { highWaterMark: 0 })
    }
    const headers = { 'content-type': 'application/json' }
    const send = (declared: Partial<Declaration>, world: World, type = headers) =>
      why(api(declared, world)('POST', { body: body(), headers: type, duplex: 'half' } as object))
    const sellers = { ...inBody, roles: ['SELLER'] as const }
    const form = { form: z.strictObject({ name: z.string() }), roles: ['SELLER'] as const }
    const asForm = { 'content-type': 'multipart/form-data; boundary=x' }
    for (const [answer, was] of [
      [await send(sellers, {}), '401 UNAUTHORIZED'],
      [await send(sellers, { actor: person() }), '403 FORBIDDEN'],
      [await send(form, {}, asForm), '401 UNAUTHORIZED'],
      [await send(form, { actor: person() }, asForm), '403 FORBIDDEN'],
      [await send(sellers, {}, { 'content-type': 'text/plain' }), '415 UNSUPPORTED_MEDIA_TYPE'],
    ])
      expect([answer, read]).toEqual([was, 0])
    expect([await send(sellers, { actor: person({ role: 'SELLER' }) }), read]).toEqual([200, 1])
    expect([await send(inBody, {}), read]).toEqual([200, 1])
  })

  it('a refusal says its limit all the same', async () => {
    const { of, status } = await api(inBody)('POST', { body: named, headers: { 'content-type': 'text/plain' } })
    expect([status, of('ratelimit'), of('ratelimit-policy')]).toEqual([
      415,
      '"session";r=120;t=60',
      '"session";q=120;w=60',
    ])
    const signedIn = await api({ roles: 'signedIn' })('GET')
    expect([signedIn.status, signedIn.of('ratelimit')]).toEqual([401, '"public";r=6000;t=60'])
  })

  it('of a size that is smaller where people sign in, or as an operation says', async () => {
    const body = JSON.stringify({ name: 'x'.repeat(20_000) })
    expect(await why(api(inBody, {}, '/api/v1/auth/login')('POST', { body }))).toBe('413 PAYLOAD_TOO_LARGE')
    expect(await why(api(inBody, {}, '/api/v1/things/api/v1/auth/')('POST', { body }))).toBe(200)
    expect(await why(api(inBody)('POST', { body }))).toBe(200)
    expect(await why(api({ ...inBody, maxBytes: 100 })('POST', { body }))).toBe('413 PAYLOAD_TOO_LARGE')
    for (const more of [{ tier: 'public' }, { roles: 'signedIn', guestsBring: 'items' }] as const)
      expect(await why(api({ ...inBody, ...more })('POST', { body: `{"n":"${'x'.repeat(65 * 1024)}"}` }))).toBe(
        '413 PAYLOAD_TOO_LARGE',
      )
    expect(await why(api({ ...inBody, maxBytes: 30_000 }, {}, '/api/v1/auth/login')('POST', { body }))).toBe(200)
  })
})

describe('what comes in', () => {
  it('has no fields that the operation does not know', async () => {
    expect(await why(api(inBody)('POST', { body: '{"name":"x","other":1}' }))).toBe('400 VALIDATION_ERROR')
    expect(await why(api({})('GET', { address: '/api/v1/things?a=1' }))).toBe('400 VALIDATION_ERROR')
    const query = z.strictObject({ a: z.string() })
    expect(await why(api({ query })('GET', { address: '/api/v1/things?a=1' }))).toBe(200)
    expect(await why(api({ query })('GET'))).toBe('400 VALIDATION_ERROR')
    const bare = api({ roles: 'signedIn' }, { actor: person() })
    for (const body of [undefined, '{}']) expect(await why(bare('POST', body === undefined ? {} : { body }))).toBe(200)
    for (const body of ['{"a":1}', '[]', '1', '"x"', 'null', '{', '{"a":"\\u0000"}'])
      expect(await why(bare('POST', { body })), body).toBe('400 VALIDATION_ERROR')
    const message = 'Ce texte contient des caractères interdits.'
    const broken = await bare('POST', { body: '{"a":"\\u0000"}' })
    expect([broken.message, broken.details]).toEqual([message, [{ field: 'a', message }]])
    expect(await why(bare('POST', { body: '{}', headers: { 'content-type': 'text/plain' } }))).toBe(
      '415 UNSUPPORTED_MEDIA_TYPE',
    )
    for (const method of ['GET', 'HEAD']) expect(await why(bare(method))).toBe(200)
  })

  it('has no broken text in any part', async () => {
    for (const body of ['{"name":"\\u0000"}', '{"name":"x","name":"x"}'])
      expect(await why(api(inBody)('POST', { body }))).toBe('400 VALIDATION_ERROR')
    const query = z.looseObject({})
    const broken = await api({ query })('GET', { address: '/api/v1/things?a=%00' })
    expect(broken).toMatchObject({ status: 400, message: 'Ce texte contient des caractères interdits.' })
    const form = z.looseObject({})
    const body = new FormData()
    body.set('a', '\0')
    expect(await api({ form, tier: 'session' })('POST', { body })).toMatchObject({
      status: 400,
      message: broken.message,
    })
    body.set('a', 'x')
    expect(await api({ form, tier: 'session' })('POST', { body })).toMatchObject({ status: 200 })
  })

  it('that is no id of anything is a 404', async () => {
    const param = z.object({ id: z.uuid(), other: z.string().optional() })
    const ask = (id: string, more = '') =>
      why(api({ param }, {}, '/api/v1/things/:id/:other?')('GET', { address: `/api/v1/things/${id}${more}` }))
    expect(await ask('01936f3a-0000-7000-8000-000000000000')).toBe(200)
    expect(await ask('1')).toBe('404 NOT_FOUND')
    expect(await ask('01936f3a-0000-7000-8000-000000000000', '/a%00b')).toBe('404 NOT_FOUND')
  })

  it('may be asked for again with its tag where guests read it', async () => {
    const { of } = await api({ cache: 'shared' })('GET')
    expect([of('cache-control'), of('etag')]).toEqual(['public, max-age=30', expect.any(String)])
    expect((await api({})('GET')).of('etag')).toBeNull()
  })

  it('from a gateway is read byte for byte, with whatever stands in its address', async () => {
    const call = api({ rawBody: true, tier: 'public' }, { actor: person() }, '/callbacks')
    const { data, status } = await call('POST', {
      address: '/callbacks?a=1',
      body: ' {x',
      headers: { 'content-type': 'text/plain', 'x-sign': 's' },
    })
    expect(status).toBe(200)
    expect(data).toEqual({
      who: 'guest',
      method: 'POST',
      url: 'http://localhost/callbacks?a=1',
      sign: 's',
      text: ' {x',
    })
    expect(await why(call('POST', { body: 'x'.repeat(1024 * 1024 + 1) }))).toBe('413 PAYLOAD_TOO_LARGE')
  })
})

describe('a request is counted', () => {
  let addresses = 0
  const from = (address = `10.9.8.${++addresses}`) => ({ 'cf-connecting-ip': address })
  const left = async (answer: ReturnType<ReturnType<typeof api>>) =>
    (await answer).of('ratelimit')?.match(/r=(\d+)/)?.[1]

  it('of a guest: by address, or by the session of its token', async () => {
    const headers = from()
    const [ask, of] = [api({}), (session: string) => api({}, { session })]
    expect(await left(ask('GET', { headers }))).toBe('5999')
    expect(await left(ask('GET', { headers }))).toBe('5998')
    expect(await left(of('a')('GET', { headers }))).toBe('5999')
    expect(await left(of('a')('GET', { headers: from() }))).toBe('5998')
    expect(await left(of('b')('GET', { headers }))).toBe('5999')
    expect(await left(ask('GET', { headers }))).toBe('5997')
    expect(await left(ask('GET'))).toBe('6000')
  })

  it('nowhere of what all look at, nor of what says so: no limit is told, and none is met', async () => {
    const headers = from()
    const party = `address ${headers['cf-connecting-ip']}`
    tallyOf(party).windows.set('public', { count: 6000, endsAt: NOW + 60_000, unsent: 0 })
    for (const uncounted of [{ cache: 'shared' }, { cache: 'forever' }, { tier: null }] as const)
      for (const asked of [{ headers }, {}])
        for (const session of [undefined, 'looker']) {
          const world = session ? { session, actor: person({ sessionId: session }) } : {}
          const { status, of } = await api(uncounted, world)('GET', asked)
          expect([status, of('ratelimit'), of('ratelimit-policy')]).toEqual([200, null, null])
        }
    expect(tallyOf(party).windows.get('public')?.count).toBe(6000)
    expect(tallyOf('session looker').windows.size).toBe(0)
    expect(await why(api({})('GET', { headers }))).toBe('429 TOO_MANY_REQUESTS')
  })

  it('that needs a sign-in and gets none: of its address, among what guests read', async () => {
    const headers = from()
    const party = `address ${headers['cf-connecting-ip']}`
    const inVain = api({ roles: 'signedIn' })
    const answer = await inVain('GET', { headers })
    expect([answer.status, answer.of('ratelimit-policy')]).toEqual([401, '"public";q=6000;w=60'])
    const roles = ['SELLER'] as const
    expect(await left(api({ ...inBody, roles })('POST', { body: named, headers }))).toBe('5998')
    expect(await left(api({})('GET', { headers }))).toBe('5997')
    tallyOf(party).windows.set('public', { count: 6000, endsAt: NOW + 60_000, unsent: 0 })
    expect(await why(inVain('GET', { headers }))).toBe('429 TOO_MANY_REQUESTS')
    // Nobody who is signed in notices.
    expect(await why(api({ roles: 'signedIn' }, { actor: person() })('GET', { headers }))).toBe(200)
  })

  it('of a session that is over: of its address too, but nobody else there keeps it from learning so', async () => {
    const headers = from()
    const window = () => tallyOf(`address ${headers['cf-connecting-ip']}`).windows.get('public')
    for (const actor of [
      new Failure('UNAUTHORIZED', { reason: 'TOKEN_EXPIRED' }),
      new Failure('FORBIDDEN', { reason: 'ACCOUNT_BLOCKED' }),
    ]) {
      const former = `over ${actor.reason}`
      const ask = () => api({ roles: 'signedIn' }, { actor, former })('GET', { headers })
      const before = window()?.count ?? 0
      expect((await ask()).of('ratelimit')).toMatch(/^"public";r=5999;/)
      expect(window()?.count).toBe(before + 1)
      Object.assign(window() ?? {}, { count: 6000 })
      expect((await ask()).why).toBe(actor.reason)
      tallyOf(`session ${former}`).windows.set('public', { count: 6000, endsAt: NOW + 60_000, unsent: 0 })
      expect(await why(ask())).toBe('429 TOO_MANY_REQUESTS')
    }
  })

  it('not where it cannot be known who asks, which is our failure', async () => {
    captureErrors()
    const headers = from()
    for (const actor of [new TypeError('down'), new Failure('GATEWAY_UNAVAILABLE')])
      expect((await api({ roles: 'signedIn' }, { actor })('GET', { headers })).status).toBeGreaterThanOrEqual(500)
    expect(tallyOf(`address ${headers['cf-connecting-ip']}`).windows.size).toBe(0)
  })

  it('of what sessions do, without one: of its address, among what guests read', async () => {
    const headers = from()
    const refresh = (session?: string) => api(inBody, session ? { session } : {})('POST', { body: named, headers })
    for (const left of ['5999', '5998'])
      expect((await refresh()).of('ratelimit')).toMatch(new RegExp(`^"public";r=${left};`))
    expect((await refresh('refreshing')).of('ratelimit')).toMatch(/^"session";r=119;/)
  })

  it('of who is signed in: by account, or by session where sessions are limited; never by address', async () => {
    const headers = from()
    const ask = (more: Partial<Actor>, declared: Partial<Declaration> = {}) =>
      left(api({ roles: 'signedIn', ...declared }, { actor: person(more) })('GET', { headers }))
    expect(await ask({ id: 'c1', sessionId: 's1' })).toBe('599')
    expect(tallyOf(`address ${headers['cf-connecting-ip']}`).windows.size).toBe(0)
    expect(await ask({ id: 'c1', sessionId: 's2' })).toBe('598')
    expect(await ask({ id: 'c2', sessionId: 's1' })).toBe('599')
    expect(await ask({ id: 'c1', sessionId: 's1' }, { tier: 'session' })).toBe('119')
    expect(await ask({ id: 'c2', sessionId: 's1' }, { tier: 'session' })).toBe('118')
    expect(await ask({ id: 'c1', sessionId: 's2' }, { tier: 'session' })).toBe('119')
    expect(await left(api({})('GET', { headers }))).toBe('5999')
    const local = api({ roles: 'signedIn' }, { actor: person({ id: 'c1' }) })
    expect(await left(local('GET'))).toBe('600')
  })

  it('that is public once, also of whom it knows', async () => {
    const headers = from()
    const ask = (sessionId: string) =>
      left(api({ knowsCaller: true }, { actor: person({ sessionId }) })('GET', { headers }))
    expect([await ask('s3'), await ask('s4')]).toEqual(['5999', '5998'])
  })

  it('is refused when the tier is used up, until its window ends', async () => {
    const tally = tallyOf('session full')
    const endsAt = (Math.floor(NOW / 60_000) + 1) * 60_000
    tally.windows.set('session', { count: 119, endsAt, unsent: 0 })
    const ask = (now = NOW) =>
      api({ roles: 'signedIn', tier: 'session' }, { actor: person({ sessionId: 'full' }), now })('GET', {
        headers: from(),
      })
    const seconds = Math.ceil((endsAt - NOW) / 1000)
    const last = await ask()
    expect([last.status, last.of('ratelimit')]).toEqual([200, `"session";r=0;t=${seconds}`])
    const refused = await ask()
    expect([refused.status, refused.of('ratelimit'), refused.of('retry-after')]).toEqual([
      429,
      `"session";r=0;t=${seconds}`,
      String(seconds),
    ])
    expect(tally.windows.get('session')?.count).toBe(120)
    expect(await left(ask(endsAt))).toBe('119')
  })

  it('of IPv6 by its /64, whatever the other phones of the /48 read', async () => {
    const at = (address: string) => api({})('GET', { headers: { 'cf-connecting-ip': address } })
    tallyOf('address 2001:db8:77:1::/64').windows.set('public', { count: 5999, endsAt: NOW + 60_000, unsent: 0 })
    tallyOf('address 2001:db8:77::/48').windows.set('public', { count: 6000, endsAt: NOW + 60_000, unsent: 0 })
    expect(await left(at('2001:db8:77:1::1'))).toBe('0')
    expect(await why(at('2001:db8:77:1::2'))).toBe('429 TOO_MANY_REQUESTS')
    expect(await left(at('2001:db8:77:2::1'))).toBe('5999')
  })

  it('is told to KV after each tenth of a large quota', async () => {
    const headers = from('10.9.9.1')
    const read = api({})
    for (let i = 0; i < 599; i++) await read('GET', { headers })
    expect(said.filter(({ party }) => party.endsWith('10.9.9.1'))).toEqual([])
    await read('GET', { headers })
    await new Promise((resolve) => setTimeout(resolve))
    expect(said.filter(({ party }) => party.endsWith('10.9.9.1'))).toEqual([
      { party: 'tally:address 10.9.9.1', value: expect.stringContaining('"public":{"count":600') },
    ])
  })

  it('at the door: of the address, as long as there is one, and told to KV after two', async () => {
    const headers = from('10.9.9.2')
    const create = api({ tier: 'creation' })
    expect(await left(create('POST'))).toBe('10')
    expect(await left(create('POST', { headers }))).toBe('9')
    expect(said.filter(({ party }) => party.endsWith('10.9.9.2'))).toEqual([])
    expect(await left(create('POST', { headers }))).toBe('8')
    await new Promise((resolve) => setTimeout(resolve))
    expect(said.filter(({ party }) => party.endsWith('10.9.9.2'))).toHaveLength(1)
  })

  it('of a session that tries a small quota: of nobody else', async () => {
    const ask = api({ roles: 'signedIn', tier: 'request' }, { actor: person({ sessionId: 'few' }) })
    for (let i = 0; i < 10; i++) expect((await ask('POST', { headers: from() })).status).toBe(200)
    expect((await ask('POST', { headers: from() })).status).toBe(429)
    await new Promise((resolve) => setTimeout(resolve))
    expect(said.filter(({ party }) => party.endsWith('few'))).toEqual([])
  })

  it('of a gateway only where it did not prove to be one', async () => {
    const headers = from()
    const call = api({ rawBody: true, tier: 'public' }, {}, '/callbacks')
    expect(await left(call('POST', { body: 'x', headers }))).toBe('6000')
    expect(await left(call('POST', { address: '/callbacks?forged', body: 'x', headers }))).toBe('5999')
  })
})

it('a gateway is told that its callback came, and nothing else', () => {
  expect(ReceivedView.safeParse({ received: true }).success).toBe(true)
  for (const other of [{ received: false }, {}]) expect(ReceivedView.safeParse(other).success).toBe(false)
})

describe('an answer', () => {
  const app = new Hono<AppEnv>()
    .get('/csv', (c) => csv(c, { name: 'orders.csv', body: 'a,b\r\n' as never }))
    .get('/pdf', (c) => {
      c.header('Vary', 'Origin')
      if (!asksForPdf(c)) return c.json(ok({ a: 1 }))
      return pdf(c, { name: 'invoice.pdf', bytes: new Uint8Array([37, 80, 68, 70]) })
    })
  const read = async (path: string, accept?: string) => {
    const { status, headers } = await app.request(path, accept === undefined ? {} : { headers: { accept } })
    return {
      status,
      type: headers.get('content-type'),
      name: headers.get('content-disposition'),
      vary: headers.get('vary'),
    }
  }

  it('of a list is a CSV file to be kept', async () => {
    expect(await read('/csv')).toMatchObject({
      status: 200,
      type: 'text/csv; charset=utf-8',
      name: 'attachment; filename="orders.csv"',
    })
  })

  it('is a PDF to be looked at for whoever would rather have one than JSON', async () => {
    const asPdf = {
      status: 200,
      type: 'application/pdf',
      name: 'inline; filename="invoice.pdf"',
      vary: 'Origin, Accept',
    }
    for (const accept of ['application/pdf', 'application/pdf, application/json;q=0.5'])
      expect(await read('/pdf', accept)).toEqual(asPdf)
    for (const accept of [undefined, 'application/json', 'application/json, application/pdf;q=0.5', 'text/html', '*/*'])
      expect(await read('/pdf', accept), accept).toMatchObject({
        type: 'application/json',
        name: null,
        vary: 'Origin, Accept',
      })
    expect(await (await app.request('/pdf')).json()).toEqual({ success: true, data: { a: 1 } })
  })
})
