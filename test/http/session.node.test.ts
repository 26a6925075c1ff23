import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import type { AppEnv } from '#http/app-env.ts'
import { answerFailure } from '#http/failure.ts'
import { secureHeaders } from '#http/headers.ts'
import {
  accessTokenOf,
  clearSessionCookies,
  deviceOf,
  deviceTokenOf,
  giveSession,
  isAllowedOrigin,
  isByCookie,
  refreshTokenOf,
  requireAllowedOrigin,
} from '#http/session.ts'

// docs/accounts.md, Cookies: a web client's tokens are cookies, a mobile client's are in headers and bodies.

type Session = Extract<Parameters<typeof giveSession>[1], { tokens: unknown }>
const tokens = { accessToken: 'a.b.c', refreshToken: 'r.s.t', expiresIn: 900 }
const session = { user: { id: 'me' }, tokens, deviceToken: 'device-token' } as unknown as Session
const challenge = { requiresTotp: true, pendingToken: 'pending' } as const

const app = new Hono<AppEnv>()
  .onError(answerFailure)
  .all('/read', async (c) => {
    const refresh = await refreshTokenOf(c)
    return c.json({
      access: accessTokenOf(c) ?? null,
      isByCookie: isByCookie(c),
      refresh: refresh ?? null,
      device: deviceTokenOf(c) ?? null,
      from: deviceOf(c),
    })
  })
  .post('/sign-in', (c) => c.json(giveSession(c, session)))
  .post('/sign-in-first', (c) => c.json(giveSession(c, challenge)))
  .post('/sign-out', (c) => {
    clearSessionCookies(c)
    return c.json({})
  })
  .all('/write', (c) => {
    requireAllowedOrigin(c)
    return c.json({})
  })
const env = { ALLOWED_ORIGINS: 'https://soko.example,https://admin.soko.example' }

async function ask(method: string, path: string, headers: Record<string, string> = {}, body?: string) {
  const answer = await app.request(path, { method, headers, ...(body !== undefined && { body }) }, env)
  const text = await answer.text()
  return { status: answer.status, body: text && JSON.parse(text), cookies: answer.headers.getSetCookie() }
}
const read = async (headers: Record<string, string>, body?: string) =>
  (await ask(body === undefined ? 'GET' : 'POST', '/read', headers, body)).body
const mobile = { 'x-client-type': 'mobile' }

describe('the token of a request', () => {
  it('is the one of its header', async () => {
    expect(await read({ authorization: 'Bearer a.b-_1.c' })).toMatchObject({ access: 'a.b-_1.c', isByCookie: false })
    for (const authorization of [
      'a.b.c',
      'Basic a.b.c',
      'Bearer a.b',
      'Bearer a.b.c.d',
      'x Bearer a.b.c',
      'Bearer a.b.',
      'Bearer .b.c',
      'Bearer a..c',
      'Bearer  a.b.c',
    ])
      expect(await read({ authorization }), authorization).toMatchObject({ access: null, isByCookie: false })
  })

  it('is the cookie of a web client without one', async () => {
    const cookie = '__Host-access=x.y.z'
    expect(await read({ cookie })).toMatchObject({ access: 'x.y.z', isByCookie: true })
    expect(await read({ cookie, 'x-client-type': 'web' })).toMatchObject({ access: 'x.y.z', isByCookie: true })
    expect(await read({ cookie, authorization: 'Bearer a.b.c' })).toMatchObject({ access: 'a.b.c', isByCookie: false })
    expect(await read({ cookie, ...mobile })).toMatchObject({ access: null, isByCookie: false })
    expect(await read({ cookie: 'access=x.y.z; __Secure-access=x.y.z' })).toMatchObject({ access: null })
  })
})

describe('what renews a session', () => {
  it('is a web client’s cookie', async () => {
    const cookie = '__Secure-refresh=r.s.t; __Secure-device=d'
    expect(await read({ cookie })).toMatchObject({ refresh: 'r.s.t', device: 'd' })
    expect(await read({ cookie }, '{"refreshToken":"other"}')).toMatchObject({ refresh: 'r.s.t' })
    expect(await read({ cookie, ...mobile })).toMatchObject({ refresh: null, device: null })
  })

  it('is what a mobile client sends in its body', async () => {
    for (const body of [
      '{"refreshToken":"r.s-_1.t"}',
      '{"a":1, "refreshToken" : "r.s-_1.t"}',
      '{"refreshToken":\n"r.s-_1.t"}',
    ])
      expect(await read(mobile, body)).toMatchObject({ refresh: 'r.s-_1.t' })
    for (const body of [
      '{"refreshToken":"r s"}',
      '{"refreshToken":""}',
      `{"refreshToken":"${'x'.repeat(1001)}"}`,
      '{}',
      '',
    ])
      expect(await read(mobile, body), body).toMatchObject({ refresh: null })
    expect(await read(mobile, `{"refreshToken":"${'x'.repeat(1000)}"}`)).toMatchObject({ refresh: 'x'.repeat(1000) })
    expect(await read(mobile)).toMatchObject({ refresh: null })
  })
})

it('a device is known by its header, or by the cookie of a browser', async () => {
  expect(await read({ ...mobile, 'x-device-token': 'one' })).toMatchObject({ device: 'one' })
  expect(await read({ 'x-device-token': 'one', cookie: '__Secure-device=two' })).toMatchObject({ device: 'one' })
  expect(await read({})).toMatchObject({ device: null })
})

it('a session is listed with the kind of its client, the beginning of its name and its address', async () => {
  const name = 'x'.repeat(201)
  expect((await read({ 'user-agent': name, 'cf-connecting-ip': '41.243.0.1' })).from).toEqual({
    clientType: 'WEB',
    deviceName: 'x'.repeat(200),
    ipAddress: '41.243.0.1',
  })
  expect((await read(mobile)).from).toEqual({ clientType: 'MOBILE', deviceName: null, ipAddress: null })
})

describe('a sign-in', () => {
  it('gives a browser cookies, and no token in its body', async () => {
    const { body, cookies } = await ask('POST', '/sign-in')
    expect(body).toEqual({ user: { id: 'me' } })
    const attributes = 'HttpOnly; Secure; SameSite=Lax'
    expect(cookies).toEqual([
      `__Host-access=a.b.c; Max-Age=900; Path=/; ${attributes}`,
      `__Secure-refresh=r.s.t; Max-Age=2592000; Path=/api/v1/auth; ${attributes}`,
      `__Secure-device=; Max-Age=0; Path=/api/v1/auth; ${attributes}`,
      `__Secure-device=device-token; Max-Age=31536000; Path=/api/v1; ${attributes}`,
    ])
  })

  it('gives a mobile client its tokens, and no cookie', async () => {
    const { body, cookies } = await ask('POST', '/sign-in', mobile)
    expect(body).toEqual({ user: { id: 'me' }, ...tokens, deviceToken: 'device-token' })
    expect(cookies).toEqual([])
  })

  it('that wants a code first gives neither', async () => {
    expect(await ask('POST', '/sign-in-first')).toEqual({ status: 200, body: challenge, cookies: [] })
  })

  it('ends with its cookies; the device stays known', async () => {
    const { cookies } = await ask('POST', '/sign-out')
    const attributes = 'HttpOnly; Secure; SameSite=Lax'
    expect(cookies).toEqual([
      `__Host-access=; Max-Age=0; Path=/; ${attributes}`,
      `__Secure-refresh=; Max-Age=0; Path=/api/v1/auth; ${attributes}`,
    ])
  })
})

describe('the pages that may write with a cookie', () => {
  it.each([
    ['https://soko.example', true],
    ['https://admin.soko.example', true],
    ['https://soko.example,https://admin.soko.example', false],
    ['https://soko.example.evil.example', false],
    ['http://soko.example', false],
    ['null', false],
    ['', false],
    [undefined, false],
  ])('%s: %s', async (origin, isAllowed) => {
    expect(isAllowedOrigin(env.ALLOWED_ORIGINS, origin)).toBe(isAllowed)
    const { status, body } = await ask('POST', '/write', origin === undefined ? {} : { origin })
    expect(status).toBe(isAllowed ? 200 : 403)
    if (!isAllowed) expect(body.error).toMatchObject({ code: 'FORBIDDEN', reason: 'CSRF' })
  })

  it('may be any when they only read', async () => {
    for (const method of ['GET', 'HEAD']) expect((await ask(method, '/write')).status).toBe(200)
    for (const method of ['PUT', 'DELETE']) expect((await ask(method, '/write')).status).toBe(403)
  })
})

describe('every answer', () => {
  const page = new Hono<AppEnv>()
    .onError(answerFailure)
    .use(secureHeaders)
    .get('/', (c) => c.text(c.get('requestId')))
    .get('/page', (c) => c.text('', 200, { 'Content-Security-Policy': "default-src 'self'" }))

  it('has the headers of docs/conventions.md, Headers, and an id of its own', async () => {
    const answer = await page.request('/')
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'cross-origin',
      'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
      'x-request-id': expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
    })
    expect(await answer.text()).toBe(answer.headers.get('x-request-id'))
    const other = await page.request('/')
    expect(other.headers.get('x-request-id')).not.toBe(answer.headers.get('x-request-id'))
  })

  it('of a page that needs more keeps the policy of that page', async () => {
    expect((await page.request('/page')).headers.get('content-security-policy')).toBe("default-src 'self'")
  })
})
