import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { signAccessToken } from '#domain/people/sessions/tokens.ts'
import { isOwnAccount } from '#http/operation.ts'
import { Failure } from '#kernel/failure.ts'
import { isOfTeam, ROLES, type Role } from '#kernel/roles.ts'
import { MINUTE_MS } from '#kernel/time.ts'
import { contextOf } from '#src/platform-context.ts'
import { type Answer, call, guest, type Person } from '#testing/api.ts'
import { claimsOf } from '#testing/fixtures/claims.ts'
import { PASSWORD, signUp } from '#testing/fixtures/people.ts'
import { withTotp } from '#testing/fixtures/totp.ts'
import { oneOfEach } from './callers.ts'
import { address, emptyBody, endsSession, isAllowed, isPublic, type Named, operations, roleFor } from './operations.ts'

// Every operation × every kind of caller (docs/conventions.md, Who may call). Requests name things that do not exist and carry
// empty bodies, so that whoever is let in is answered 400 or 404, and 403 without a reason can only mean the role.

const ROLE_REFUSED = new Failure('FORBIDDEN').message
const isRoleRefusal = ({ error }: Answer) =>
  error?.code === 'FORBIDDEN' && error.reason === undefined && error.message === ROLE_REFUSED

const ask = (as: Person | null, route: Named, headers: Record<string, string> = {}) =>
  call(as, route.method, address(route), emptyBody(route), headers)

let people: Record<Role, Person>
let blocked: Person
let expired: Person
let refreshOnly: Person
let pendingOnly: Person
let outsider: Person

const tokensOf = async ({ email }: Person) =>
  (await call(guest, 'POST', '/auth/login/password', { email, password: PASSWORD })).data

beforeAll(async () => {
  people = await oneOfEach()

  blocked = await signUp('ADMIN')
  await env.DB.prepare('UPDATE users SET blocked_at = 1 WHERE id = ?').bind(blocked.id).run()

  const admin = people.ADMIN
  const { sid } = JSON.parse(atob(admin.token.split('.')[1] ?? '')) as { sid: string }
  const past = { ...contextOf(env, () => undefined), now: Date.now() - 16 * MINUTE_MS }
  expired = { ...admin, token: await signAccessToken(past, claimsOf(admin.id, sid)) }

  refreshOnly = { ...admin, token: (await tokensOf(admin)).refreshToken }
  const { person } = await withTotp('ADMIN')
  pendingOnly = { ...person, token: (await tokensOf(person)).pendingToken }

  const forged = {
    ...past,
    now: Date.now(),
    settings: { ...past.settings, jwtSecret: 'somebody-else-0123456789abcdef' },
  }
  outsider = { ...admin, token: await signAccessToken(forged, claimsOf(admin.id, sid)) }
})

const closed = operations.filter((route) => !isPublic(route))
const open = operations.filter(isPublic)

describe('who is not signed in', () => {
  it.each(closed)('$name: 401 for a guest and for every token that is not an access token of ours', async (route) => {
    for (const nobody of [guest, refreshOnly, pendingOnly, outsider]) {
      const { status, error } = await ask(nobody, route)
      expect([status, error?.code, error?.reason]).toEqual([401, 'UNAUTHORIZED', undefined])
    }
    const late = await ask(expired, route)
    expect([late.status, late.error?.reason]).toEqual([401, 'TOKEN_EXPIRED'])
  })

  it.each(closed)('$name: 403 for a blocked account', async (route) => {
    const { status, error } = await ask(blocked, route)
    expect([status, error?.reason]).toEqual([403, 'ACCOUNT_BLOCKED'])
  })
})

describe('who is signed in', () => {
  it.each(closed)('$name: lets its roles in, and no other', async (route) => {
    for (const role of ROLES) {
      const person = endsSession(route) ? await signUp(role) : people[role]
      const answer = await ask(person, route)
      if (isAllowed(route, role)) {
        expect(isRoleRefusal(answer), `${role} may`).toBe(false)
        expect(answer.status, `${role} may`).not.toBe(401)
        expect(answer.status, `${role} may`).toBeLessThan(500)
      } else {
        expect(answer.status, `${role} may not`).toBe(403)
        expect(isRoleRefusal(answer), `${role} may not`).toBe(true)
      }
    }
  })
})

describe('public operations', () => {
  /** The body itself holds the proof: a refresh token, a signature. */
  const proves = ({ operation, path }: Named) => operation.rawBody || path === '/api/v1/auth/refresh-token'

  it.each(open)('$name answers everybody as it answers a guest', async (route) => {
    const asGuest = await ask(guest, route)
    expect(asGuest.status).not.toBe(403)
    if (!proves(route)) expect(asGuest.status).not.toBe(401)
    expect(asGuest.status).toBeLessThan(500)
    const signedIn = endsSession(route) ? await Promise.all(ROLES.map((role) => signUp(role))) : Object.values(people)
    const others = endsSession(route) ? [outsider] : [blocked, expired, refreshOnly, pendingOnly, outsider]
    for (const anybody of [...signedIn, ...others]) {
      expect((await ask(anybody, route)).status).toBe(asGuest.status)
    }
  })
})

describe('who is signed in by cookie', () => {
  const isWrite = ({ method }: Named) => method !== 'GET'
  const asWeb = (route: Named, person: Person, headers: Record<string, string>) =>
    ask(null, route, { 'x-client-type': 'web', cookie: `__Host-access=${person.token}`, ...headers })

  it.each(closed.filter(isWrite))('$name: refuses a page that is not ours', async (route) => {
    const person = people[roleFor(route)]
    for (const headers of [{}, { origin: 'https://evil.example' }, { origin: 'null' }] as Record<string, string>[]) {
      const { status, error } = await asWeb(route, person, headers)
      expect([status, error?.reason]).toEqual([403, 'CSRF'])
    }
    const signedIn = endsSession(route) ? await signUp(person.role) : person
    const ours = await asWeb(route, signedIn, { origin: 'http://localhost:8787' })
    expect(ours.error?.reason).not.toBe('CSRF')
    expect(ours.status).not.toBe(401)
  })

  it.each(closed.filter((route) => !isWrite(route)))('$name: a read needs no Origin', async (route) => {
    const answer = await asWeb(route, people[roleFor(route)], {})
    expect(answer.status).not.toBe(401)
    expect(answer.error?.reason).not.toBe('CSRF')
  })

  it.each(closed.filter(({ path }) => !isOwnAccount(path)))(
    '$name: takes the team from the office alone, whoever else may ask',
    async (route) => {
      const storefront = 'https://soko.example'
      const { ALLOWED_ORIGINS } = env
      env.ALLOWED_ORIGINS = `${ALLOWED_ORIGINS},${storefront}`
      try {
        for (const role of ROLES.filter((each) => isAllowed(route, each))) {
          const { error } = await asWeb(route, people[role], { origin: storefront })
          if (isOfTeam(role)) expect([role, error?.reason]).toEqual([role, 'CSRF'])
          else expect([role, error?.reason]).not.toEqual([role, 'CSRF'])
        }
      } finally {
        env.ALLOWED_ORIGINS = ALLOWED_ORIGINS
      }
    },
  )

  it('POST /auth/refresh-token by cookie needs an Origin of ours too', async () => {
    const { refreshToken } = await tokensOf(people.BUYER)
    const headers = { 'x-client-type': 'web', cookie: `__Secure-refresh=${refreshToken}` }
    const refused = await call(guest, 'POST', '/auth/refresh-token', {}, headers)
    expect([refused.status, refused.error?.reason]).toEqual([403, 'CSRF'])
    const origin = 'http://localhost:8787'
    expect((await call(guest, 'POST', '/auth/refresh-token', {}, { ...headers, origin })).status).toBe(200)
  })

  it('a header that names nobody does not make up for the Origin: what counts is where the identity came from', async () => {
    const route = closed.find(({ operation }) => operation.id === 'createAddress') ?? (closed.find(isWrite) as Named)
    const person = people[roleFor(route)]
    for (const authorization of ['Basic YTpi', 'Bearer', 'Bearer nonsense', 'x']) {
      const { status, error } = await asWeb(route, person, { authorization, origin: 'https://evil.example' })
      expect([status, error?.reason]).toEqual([403, 'CSRF'])
    }
    const named = await asWeb(route, person, {
      authorization: `Bearer ${person.token}`,
      origin: 'https://evil.example',
    })
    expect(named.error?.reason).not.toBe('CSRF')
    const { refreshToken } = await tokensOf(people.BUYER)
    const cookie = `__Secure-refresh=${refreshToken}`
    const headers = { 'x-client-type': 'web', cookie, authorization: `Bearer ${people.BUYER.token}` }
    expect(await call(guest, 'POST', '/auth/refresh-token', {}, headers)).toMatchObject({ error: { reason: 'CSRF' } })
  })

  it('a mobile client is not signed in by a cookie', async () => {
    const { status } = await call(guest, 'GET', '/auth/me', undefined, {
      cookie: `__Host-access=${people.BUYER.token}`,
    })
    expect(status).toBe(401)
  })
})
