import { env, exports } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { operationOf } from '#http/operation.ts'
import { app } from '#src/app.ts'
import { call, guest } from '#testing/api.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { oneOfEach, type People } from './callers.ts'
import { address, emptyBody, endsSession, isPublic, type Named, operations, roleFor } from './operations.ts'

const ORIGIN = 'http://localhost:8787'
const ask = (method: string, path: string, headers: Record<string, string> = {}) =>
  exports.default.fetch(new Request(`${ORIGIN}${path}`, { method, headers }))

let people: People
beforeAll(async () => {
  people = await oneOfEach()
})

const patterns = [...new Set(operations.map(({ path }) => path))]
const methodsOf = (pattern: string) => operations.filter(({ path }) => path === pattern).map(({ method }) => method)
const allowOf = (pattern: string) =>
  [...methodsOf(pattern), ...(methodsOf(pattern).includes('GET') ? ['HEAD'] : []), 'OPTIONS'].sort()
const partsOf = (pattern: string) => pattern.split('/')
const isParameter = (part: string | undefined) => part?.startsWith(':') ?? false

/** An address that both patterns fit, if there is one. */
function shared(a: string, b: string): string | undefined {
  const [left, right] = [partsOf(a), partsOf(b)]
  const fits =
    left.length === right.length &&
    left.every((part, i) => part === right[i] || isParameter(part) || isParameter(right[i]))
  return fits
    ? left
        .map((part, i) => (isParameter(part) ? right[i] : part))
        .map((part) => (isParameter(part) ? 'x' : part))
        .join('/')
    : undefined
}

/** Whether `a` is the literal one at the first segment where the two differ. */
function comesFirst(a: string, b: string): boolean {
  const at = partsOf(a).findIndex((part, i) => isParameter(part) !== isParameter(partsOf(b)[i]))
  return at >= 0 && !isParameter(partsOf(a)[at])
}

const crossings = patterns.flatMap((winner) =>
  patterns.flatMap((loser) => {
    const path = winner === loser ? undefined : shared(winner, loser)
    return path && comesFirst(winner, loser) ? [{ winner, loser, path }] : []
  }),
)

/** The operation whose guard Hono runs first for this request. */
const answering = (method: string, path: string) =>
  app.router
    .match(method, path)[0]
    .map(([[handler]]) => operationOf(handler))
    .find((operation) => operation !== undefined)

describe('a literal segment wins over a parameter, and owns all its methods', () => {
  it('paths cross, and none is hidden by another that is the same', () => {
    expect(crossings.length).toBeGreaterThan(10)
    const shapes = patterns.map((pattern) => pattern.replace(/:\w+/g, ':'))
    expect(shapes.filter((shape, i) => shapes.indexOf(shape) !== i)).toEqual([])
  })

  it.each(crossings)('$path is $winner, not $loser', async ({ winner, loser, path }) => {
    for (const method of methodsOf(winner)) {
      const expected = operations.find((route) => route.path === winner && route.method === method)
      expect(answering(method, path)).toBe(expected?.operation)
    }
    for (const method of methodsOf(loser).filter((each) => !methodsOf(winner).includes(each))) {
      const response = await ask(method, path)
      expect(response.status).toBe(405)
      expect(response.headers.get('allow')?.split(', ').sort()).toEqual(allowOf(winner))
    }
  })
})

describe('what is not there', () => {
  it.each(patterns)('%s: 405 and its Allow for every other method', async (pattern) => {
    const path = address({ path: pattern } as Named)
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter(
      (each) => !methodsOf(pattern).includes(each),
    )) {
      const { status, error, headers } = await call(guest, method, path)
      expect([status, error?.code], method).toEqual([405, 'METHOD_NOT_ALLOWED'])
      expect(headers.get('allow')?.split(', ').sort()).toEqual(allowOf(pattern))
    }
  })

  it.each(['/nope', '/orders/1/2/3/4', '/orders/', '//orders/me', '/health/x', '/Health', '', '/'])(
    '404 at %s, whatever the method and whoever asks',
    async (path) => {
      for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH']) {
        const { status, error } = await call(guest, method, path)
        expect([status, error?.code], method).toEqual([404, 'NOT_FOUND'])
      }
      expect((await call(people.ADMIN, 'GET', path)).status).toBe(404)
    },
  )

  it.each(['/api/v2/health', '/api', '/nope', '/docs/nope', '/api/v1/../v1/nope', '/API/v1/health'])(
    '404 at %s, in the envelope',
    async (path) => {
      const response = await ask('GET', path)
      expect(response.status).toBe(404)
      expect(await response.json()).toMatchObject({ success: false, error: { code: 'NOT_FOUND' } })
    },
  )
})

describe('HEAD', () => {
  it.each(operations.filter(({ method }) => method === 'GET'))('answers as $name, without the body', async (route) => {
    const path = `/api/v1${address(route, () => 'x')}`
    const headers: Record<string, string> = isPublic(route)
      ? {}
      : { cookie: `__Host-access=${people[roleFor(route)].token}` }
    const [got, head] = [await ask('GET', path, headers), await ask('HEAD', path, headers)]
    expect(head.status).toBe(got.status)
    expect(await head.text()).toBe('')
    expect(head.headers.get('content-type')).toBe(got.headers.get('content-type'))
    await got.text()
  })
})

const SECURE = {
  'strict-transport-security': /^max-age=\d{8,}/,
  'x-content-type-options': /^nosniff$/,
  'referrer-policy': /^no-referrer$/,
  'content-security-policy':
    /^default-src 'none'; (base-uri 'none'; (frame-ancestors 'none'|sandbox)$|script-src 'self'.* base-uri 'none';)/,
}
/** An answer that everybody gets has no number of one request. */
const isForAll = (headers: Headers) => headers.has('cloudflare-cdn-cache-control')

describe('headers of every answer', () => {
  /** The OpenAPI document is a file of the build: caches keep it for five minutes. */
  const DOCUMENT = 'public, max-age=300'
  const expectSecure = (headers: Headers, what: string) => {
    for (const [name, value] of Object.entries(SECURE))
      expect(headers.get(name) ?? 'none', `${name} of ${what}`).toMatch(value)
    expect(headers.get('x-request-id') ?? '').toMatch(isForAll(headers) ? /^$/ : /^[0-9a-f-]{36}$/)
    const keeps = headers.get('cache-control') ?? ''
    if (keeps !== DOCUMENT) expect(keeps, what).toMatch(isForAll(headers) ? /^public, max-age=\d+$/ : /no-store/)
  }

  it.each(operations)('$name: secure, and not stored where somebody is signed in', async (route) => {
    const asGuest = await call(guest, route.method, address(route), emptyBody(route))
    expectSecure(asGuest.headers, `${asGuest.status}`)
    const person = people[roleFor(route)]
    const caller = endsSession(route) ? await signUp(person.role) : person
    const known = await call(caller, route.method, address(route), emptyBody(route))
    expectSecure(known.headers, `${known.status}`)
    if (asGuest.status >= 400) expect(asGuest.headers.get('cache-control')).toBe('no-store')
    for (const { status, headers } of [asGuest, known]) {
      const tier = status === 401 && !isPublic(route) ? 'public' : route.operation.tier
      expect(headers.get('ratelimit-policy') ?? '').toMatch(tier ? new RegExp(`^"${tier}";q=\\d+;w=\\d+$`) : /^$/)
      expect(headers.get('ratelimit') ?? '').toMatch(tier ? new RegExp(`^"${tier}";r=\\d+;t=\\d+$`) : /^$/)
    }
    const isShared = route.operation.cache === 'shared'
    expect(isForAll(asGuest.headers)).toBe(isShared && asGuest.status === 200)
    if (!isShared || route.operation.knowsCaller) expect(isForAll(known.headers)).toBe(false)
  })

  it('also of a wrong path, a wrong method, a body that is too large, a preflight, a page', async () => {
    expectSecure((await ask('GET', '/api/v1/nope')).headers, '404')
    expectSecure((await ask('PATCH', '/api/v1/health')).headers, '405')
    expectSecure((await call(guest, 'POST', '/auth/login/password', 'x'.repeat(2 ** 21))).headers, '413')
    expectSecure((await ask('GET', '/')).headers, 'the page')
    expectSecure((await ask('GET', '/nope')).headers, '404 outside the API')
  })

  it('never say what the service is made with', async () => {
    const { headers } = await ask('GET', '/api/v1/health')
    for (const name of ['server', 'x-powered-by']) expect(headers.get(name)).toBeNull()
  })
})

describe('CORS', () => {
  const origins = env.ALLOWED_ORIGINS.split(',')
  const STRANGE = [
    'https://evil.example',
    'null',
    `${ORIGIN}.evil.example`,
    'http://localhost',
    'http://LOCALHOST:8787',
    ORIGIN.replace('http', 'https'),
  ]
  const cases: [method: string, path: string][] = [
    ['GET', '/api/v1/plans'],
    ['GET', '/api/v1/auth/me'],
    ['GET', '/api/v1/nope'],
    ['PATCH', '/api/v1/plans'],
    ['POST', '/api/v1/orders'],
    ['GET', '/api/v1/products'],
  ]

  it.each(cases)('%s %s: exactly our origins, and caches told apart', async (method, path) => {
    for (const origin of origins) {
      const { headers } = await ask(method, path, { origin })
      expect(headers.get('access-control-allow-origin')).toBe(origin)
      expect(headers.get('access-control-allow-credentials')).toBe('true')
      // A page reads how a file is called.
      if (method !== 'OPTIONS') expect(headers.get('access-control-expose-headers')).toMatch(/\bContent-Disposition\b/)
      expect(headers.get('vary') ?? '').toMatch(/\borigin\b/i)
    }
    for (const origin of STRANGE) {
      const { headers } = await ask(method, path, { origin })
      expect(headers.get('access-control-allow-origin'), origin).toBeNull()
      expect(headers.get('vary') ?? '').toMatch(/\borigin\b/i)
    }
    expect((await ask(method, path)).headers.get('vary') ?? '').toMatch(/\borigin\b/i)
  })

  it('a preflight of ours tells methods and headers; of a stranger nothing', async () => {
    const asked = {
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'content-type,idempotency-key',
    }
    const ours = await ask('OPTIONS', '/api/v1/plans/x', { origin: ORIGIN, ...asked })
    expect(ours.status).toBe(204)
    expect(ours.headers.get('access-control-allow-methods')?.split(',').sort()).toEqual([
      'DELETE',
      'GET',
      'POST',
      'PUT',
    ])
    expect(ours.headers.get('access-control-allow-headers')?.toLowerCase()).toContain('idempotency-key')
    const theirs = await ask('OPTIONS', '/api/v1/plans/x', { origin: 'https://evil.example', ...asked })
    expect(theirs.headers.get('access-control-allow-origin')).toBeNull()
  })
})
