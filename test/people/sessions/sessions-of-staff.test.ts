import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { app } from '#src/app.ts'
import { call, type Person } from '#testing/api.ts'
import { newAuthenticator } from '#testing/authenticator.ts'
import { wait } from '#testing/clock.ts'
import { loginPasskey, registerPasskey } from '#testing/fixtures/passkeys.ts'
import { bearer, isSignedIn, PASSWORD, signUp } from '#testing/fixtures/people.ts'
import { appCode, enterWithTotp, freezeClock, withTotp } from '#testing/fixtures/totp.ts'
import { elsewhere, post, refusalOf } from '#testing/stories/owners.ts'
import { browse, cookiesOf, DAY, enter, freshlySignedIn, MINUTE } from '#testing/stories/people.ts'

// Rule 8.3.3: staff sessions last 12 h, 1 h without use; staff operations by cookie are taken only from the origin of PUBLIC_BASE_URL
// (the office), whatever ALLOWED_ORIGINS says.
//
// Silent: whether a call with an access token is a use, or only the refresh that it needs within 15 minutes; a read by cookie without an Origin, as a browser sends it to its own origin; operations that are everybody's, by a cookie of
// staff from the shop's origin.

const STAFF = ['ADMIN', 'ACCOUNTANT', 'SUPPORT'] as const
const OFFICE = { ADMIN: '/users', ACCOUNTANT: '/ledger/trial-balance', SUPPORT: '/users' } as const
const refresh = (refreshToken: string) => post('/auth/refresh-token', { refreshToken })
const works = async (token: string, role: (typeof STAFF)[number]) =>
  (await call(bearer(token), 'GET', OFFICE[role])).status

describe('a session of staff', () => {
  it.each(STAFF)('8.3.3 lasts 12 hours, however much it is used: %s', async (role) => {
    const person = await signUp(role)
    let { accessToken, refreshToken } = (await enter(person.email)).data
    for (let i = 0; i < 15; i++) {
      wait(47 * MINUTE)
      const next = await refresh(refreshToken)
      expect([i, refusalOf(next)]).toEqual([i, 200])
      ;({ accessToken, refreshToken } = next.data)
      expect(await works(accessToken, role)).toBe(200)
    }
    // 11 h 45 min are over; the token of now would be good for 15 minutes and one more.
    wait(14 * MINUTE)
    const last = await refresh(refreshToken)
    expect(refusalOf(last)).toBe(200)
    wait(2 * MINUTE)
    expect(await works(last.data.accessToken, role)).toBe(401)
    expect((await refresh(last.data.refreshToken)).status).toBe(401)
  })

  it.each(STAFF)('8.3.3 lasts an hour without use: %s', async (role) => {
    const person = await signUp(role)
    const [one, other] = [(await enter(person.email)).data, (await enter(person.email)).data]
    wait(59 * MINUTE)
    const next = await refresh(one.refreshToken)
    expect(refusalOf(next)).toBe(200)
    wait(2 * MINUTE)
    expect((await refresh(other.refreshToken)).status).toBe(401)
    expect(await works(next.data.accessToken, role)).toBe(200)
  })

  it('8.3.3 ends the same whatever opened it: authenticator, passkey, mailed code', async () => {
    const { person, app: totp } = await withTotp('ADMIN')
    freezeClock(Date.now() + MINUTE)
    const byApp = await enterWithTotp(person.email, { code: appCode(totp) })
    const keyed = await freshlySignedIn('ADMIN')
    const key = await newAuthenticator()
    await registerPasskey(keyed, key)
    const byKey = await loginPasskey(key)
    wait(61 * MINUTE)
    for (const { data } of [byApp, byKey]) expect((await refresh(data.refreshToken)).status).toBe(401)
  })

  it('8.3.3 ends at a browser as well', async () => {
    const { email } = await signUp('SUPPORT')
    const cookies = cookiesOf(await browse('POST', '/auth/login/password', { body: { email, password: PASSWORD } }))
    const cookie = Object.values(cookies)
      .map(({ pair }) => pair)
      .join('; ')
    expect((await browse('GET', '/users', { cookie })).status).toBe(200)
    wait(61 * MINUTE)
    expect((await browse('GET', '/users', { cookie })).status).toBe(401)
    expect((await browse('POST', '/auth/refresh-token', { cookie })).status).toBe(401)
  })

  it('8.3.3 is no rule of buyers, sellers and riders', async () => {
    for (const role of ['BUYER', 'SELLER', 'RIDER'] as const) {
      const person = await signUp(role)
      const { refreshToken } = (await enter(person.email)).data
      wait(2 * DAY)
      const next = await refresh(refreshToken)
      expect(refusalOf(next)).toBe(200)
      expect(await isSignedIn(next.data.accessToken)).toBe(true)
    }
  })

  it('8.3.3 binds whoever becomes staff: no session of before is one of 30 days', async () => {
    const [admin, person] = [await freshlySignedIn('ADMIN'), await signUp()]
    const { refreshToken } = (await enter(person.email)).data
    const made = await call(admin, 'POST', `/users/${person.id}/role`, { role: 'SUPPORT' })
    expect(refusalOf(made)).toBe(200)
    const kept = await refresh(refreshToken)
    if (kept.status === 200) {
      wait(61 * MINUTE)
      expect((await refresh(kept.data.refreshToken)).status).toBe(401)
    } else expect(kept.status).toBe(401)
  })
})

describe('a staff operation by cookie', () => {
  const SHOP = 'https://boutique.example'
  const ORIGINS = { ALLOWED_ORIGINS: `http://localhost:8787,${SHOP}`, PUBLIC_BASE_URL: 'http://localhost:8787' }
  /** One request of a browser to a service with other settings. */
  async function asked(
    settings: Record<string, string>,
    method: string,
    path: string,
    { cookie, origin, body, more = {} }: { cookie?: string; origin?: string; body?: object; more?: object } = {},
  ) {
    const execution = createExecutionContext()
    const headers = {
      ...(cookie && { cookie }),
      ...(origin && { origin }),
      ...(body && { 'content-type': 'application/json' }),
      ...elsewhere(),
      ...more,
    }
    const request = new Request(`http://localhost:8787/api/v1${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
    const response = await app.fetch(request, { ...env, ...settings } as typeof env, execution)
    await waitOnExecutionContext(execution)
    return response
  }
  const cookieOf = async (person: Person, settings: Record<string, string>, origin: string) => {
    const body = { email: person.email, password: PASSWORD }
    const response = await asked(settings, 'POST', '/auth/login/password', { origin, body })
    expect(response.status).toBe(200)
    return Object.values(cookiesOf(response))
      .map(({ pair }) => pair)
      .join('; ')
  }
  const OWN = 'http://localhost:8787'

  it('8.3.3 is taken from the office', async () => {
    const [admin, somebody] = [await signUp('ADMIN'), await signUp()]
    const cookie = await cookieOf(admin, ORIGINS, OWN)
    const body = { reason: 'Abus' }
    const blocked = await asked(ORIGINS, 'POST', `/users/${somebody.id}/block`, { cookie, origin: OWN, body })
    expect(blocked.status).toBe(200)
    expect((await asked(ORIGINS, 'GET', '/users', { cookie, origin: OWN })).status).toBe(200)
    expect((await asked(ORIGINS, 'GET', '/users', { cookie })).status).toBe(200)
  })

  it.each([
    ['ADMIN', 'POST', '/users/:id/block'],
    ['SUPPORT', 'POST', '/users/:id/block'],
    ['ADMIN', 'POST', '/payouts/request-approval'],
    ['ACCOUNTANT', 'POST', '/expenses'],
    ['ADMIN', 'PUT', '/wallet/settings/platform'],
    ['SUPPORT', 'POST', '/notifications'],
  ] as const)('8.3.3 is refused from another origin that is allowed: %s %s %s', async (role, method, path) => {
    const [staff, somebody] = [await signUp(role), await signUp()]
    const cookie = await cookieOf(staff, ORIGINS, OWN)
    const at = path.replace(':id', somebody.id)
    const response = await asked(ORIGINS, method, at, { cookie, origin: SHOP, body: { reason: 'Abus' } })
    expect(response.status).toBe(403)
    expect(((await response.json()) as { error: { reason: string } }).error.reason).toBe('CSRF')
    expect((await call(somebody, 'GET', '/auth/me')).status).toBe(200)
  })

  it.each([
    ['ADMIN', '/users'],
    ['SUPPORT', '/orders/admin'],
    ['ACCOUNTANT', '/ledger/trial-balance'],
    ['ADMIN', '/audit'],
  ] as const)('8.3.3 that reads is refused from there too: %s %s', async (role, path) => {
    const cookie = await cookieOf(await signUp(role), ORIGINS, OWN)
    const response = await asked(ORIGINS, 'GET', path, { cookie, origin: SHOP })
    expect(response.status).toBe(403)
  })

  it('8.3.3 is taken from the office also where ALLOWED_ORIGINS does not name it', async () => {
    const settings = { ALLOWED_ORIGINS: SHOP, PUBLIC_BASE_URL: OWN }
    const [admin, somebody] = [await signUp('ADMIN'), await signUp()]
    const cookie = await cookieOf(admin, settings, OWN)
    const body = { reason: 'Abus' }
    const blocked = await asked(settings, 'POST', `/users/${somebody.id}/block`, { cookie, origin: OWN, body })
    expect(blocked.status).toBe(200)
  })

  it('8.3.3 is refused from an origin that only looks like the office', async () => {
    const [admin, somebody] = [await signUp('ADMIN'), await signUp()]
    const cookie = await cookieOf(admin, ORIGINS, OWN)
    for (const origin of [`${OWN}.evil.example`, 'http://localhost:8788', 'https://localhost:8787', 'null', SHOP]) {
      const settings = { ...ORIGINS, ALLOWED_ORIGINS: `${ORIGINS.ALLOWED_ORIGINS},${origin}` }
      const body = { reason: 'Abus' }
      const response = await asked(settings, 'POST', `/users/${somebody.id}/block`, { cookie, origin, body })
      expect([origin, response.status]).toEqual([origin, 403])
    }
  })

  it('8.3.3 with a token of the app needs no origin', async () => {
    const [admin, somebody] = [await signUp('ADMIN'), await signUp()]
    const { accessToken } = (await enter(admin.email)).data
    const response = await asked(ORIGINS, 'POST', `/users/${somebody.id}/block`, {
      body: { reason: 'Abus' },
      more: { authorization: `Bearer ${accessToken}`, 'x-client-type': 'mobile' },
    })
    expect(response.status).toBe(200)
  })

  it('8.3.3 is no rule of what buyers do: they go on from every allowed origin', async () => {
    const cookie = await cookieOf(await signUp(), ORIGINS, SHOP)
    const body = { name: 'Aline Mukendi' }
    expect((await asked(ORIGINS, 'PUT', '/users/me', { cookie, origin: SHOP, body })).status).toBe(200)
  })
})
