import { exports } from 'cloudflare:workers'
import { describe, expect, it, vi } from 'vitest'
import { call, guest, tally, together } from '#testing/api.ts'
import { freshEmail } from '#testing/fixtures/inputs.ts'
import { bearer, logIn, PASSWORD, signUp } from '#testing/fixtures/people.ts'
import { inbox, until } from '#testing/sandbox.ts'

const refresh = (refreshToken: string) => call(guest, 'POST', '/auth/refresh-token', { refreshToken })
const web = (method: string, path: string, headers: Record<string, string> = {}, body?: unknown) =>
  exports.default.fetch(
    new Request(`http://localhost:8787/api/v1${path}`, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }),
  )
const cookiesOf = (response: Response) => response.headers.getSetCookie()
const pairOf = (cookie = '') => cookie.split(';')[0] ?? ''
const ORIGIN = { origin: 'http://localhost:8787' }

describe('a refresh token', () => {
  it('hands out one successor to 50 at once', async () => {
    const { email } = await signUp()
    const { data } = await logIn(email)
    const answers = await together(50, () => refresh(data.refreshToken))
    expect(tally(answers)).toEqual({ 200: 50 })
    expect(new Set(answers.map((answer) => answer.data.refreshToken)).size).toBe(1)
  })

  it('is not accepted when forged, and harms nobody', async () => {
    const { email } = await signUp()
    const { data } = await logIn(email)
    const [session, generation] = data.refreshToken.split('.')
    expect((await refresh(`${session}.${generation}.${'0'.repeat(64)}`)).status).toBe(401)
    expect((await refresh(`${session}.0.${'0'.repeat(64)}`)).status).toBe(401)
    expect((await refresh(data.accessToken)).status).toBe(401)
    expect((await refresh(data.refreshToken)).status).toBe(200)
  })

  it('lives 30 days from its last use', async () => {
    const { email } = await signUp()
    const { data } = await logIn(email)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 29 * 86_400_000 })
    const renewed = await refresh(data.refreshToken)
    expect(renewed.status).toBe(200)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31 * 86_400_000 })
    expect((await refresh(renewed.data.refreshToken)).status).toBe(401)
  })
})

describe('an access token', () => {
  it('expires after a quarter of an hour and says so', async () => {
    const { token } = await signUp()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 16 * 60_000 })
    expect(await call(bearer(token), 'GET', '/auth/me')).toMatchObject({
      status: 401,
      error: { reason: 'TOKEN_EXPIRED' },
    })
  })

  it.each([
    ['without a signature', (token: string) => `${token.split('.').slice(0, 2).join('.')}.`],
    [
      'with alg none',
      (token: string) => `${btoa('{"alg":"none","typ":"access+jwt"}').replace(/=/g, '')}.${token.split('.')[1]}.x`,
    ],
    ['with another signature', (token: string) => `${token.slice(0, -4)}AAAA`],
  ])('%s is nobody', async (_, spoil) => {
    const { token } = await signUp()
    expect((await call(bearer(spoil(token)), 'GET', '/auth/me')).status).toBe(401)
  })
})

describe('a web client', () => {
  it('is kept signed in by cookies and reads no token', async () => {
    const { email } = await signUp()
    const signedIn = await web('POST', '/auth/login/password', {}, { email, password: PASSWORD })
    const body = await signedIn.text()
    expect(body).not.toMatch(/accessToken|refreshToken/)
    const [access, renewal] = cookiesOf(signedIn)
    expect(access).toMatch(/^__Host-access=[^;]+; Max-Age=900; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
    expect(renewal).toMatch(
      /^__Secure-refresh=[^;]+; Max-Age=2592000; Path=\/api\/v1\/auth; HttpOnly; Secure; SameSite=Lax$/,
    )
    const cookie = pairOf(access)
    expect((await web('GET', '/auth/me', { cookie })).status).toBe(200)
    // With the mobile header cookies do not count.
    expect((await web('GET', '/auth/me', { cookie, 'x-client-type': 'mobile' })).status).toBe(401)

    const renewed = await web('POST', '/auth/refresh-token', { cookie: pairOf(renewal), ...ORIGIN })
    expect(renewed.status).toBe(200)
    expect(await renewed.json()).toEqual({ success: true, data: { expiresIn: 900 } })
    expect(cookiesOf(renewed)).toHaveLength(2)
  })

  it('writes only from a page of ours', async () => {
    const { email } = await signUp()
    const [access] = cookiesOf(await web('POST', '/auth/login/password', {}, { email, password: PASSWORD }))
    const cookie = pairOf(access)
    for (const headers of [{ cookie }, { cookie, origin: 'https://evil.example' }, { cookie, origin: 'null' }]) {
      const refused = await web('POST', '/auth/logout', headers)
      expect(refused.status).toBe(403)
      expect(await refused.json()).toMatchObject({ error: { reason: 'CSRF' } })
    }
    const out = await web('POST', '/auth/logout', { cookie, ...ORIGIN })
    expect(out.status).toBe(200)
    expect(cookiesOf(out).every((one) => one.includes('Max-Age=0'))).toBe(true)
    expect((await web('GET', '/auth/me', { cookie })).status).toBe(401)
  })
})

describe('a stranger', () => {
  it('has ten tries at a password in a quarter of an hour, also at once', async () => {
    const { email, token } = await signUp()
    const answers = await together(50, () => logIn(email, 'Une-autre-phrase-9'))
    expect(tally(answers)).toEqual({ 401: 10, 429: 40 })
    const refused = await logIn(email)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    // Whoever is signed in goes on working.
    expect((await call(bearer(token), 'GET', '/auth/me')).status).toBe(200)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 16 * 60_000 })
    expect((await logIn(email)).status).toBe(200)
  })

  it('has five tries at a code, also at once, and the right one after them is no longer good', async () => {
    const email = freshEmail()
    await call(guest, 'POST', '/auth/create-account', { name: 'Aline', email, password: PASSWORD, role: 'BUYER' })
    const [message] = await until(async () => {
      const messages = await inbox(email)
      return messages.length > 0 && messages
    }, 'the mail')
    const wrong = message?.code === '111111' ? '222222' : '111111'
    const answers = await together(50, () => call(guest, 'POST', '/auth/verify-email', { email, code: wrong }))
    expect(tally(answers)).toEqual({ 401: 5, 429: 45 })
    expect((await call(guest, 'POST', '/auth/verify-email', { email, code: message?.code })).status).toBe(429)
    expect((await call(guest, 'POST', '/auth/verify-email', { email: freshEmail(), code: '123456' })).status).toBe(410)
  })

  it('cannot take a password that everybody tries first', async () => {
    const account = { name: 'Aline', email: freshEmail(), role: 'BUYER' }
    for (const password of ['motdepasse', 'Kinshasa243', '12345678', 'court', 'x'.repeat(129)]) {
      const refused = await call(guest, 'POST', '/auth/create-account', { ...account, password })
      expect(refused).toMatchObject({ status: 400, error: { details: [{ field: 'password' }] } })
    }
    const staff = await call(guest, 'POST', '/auth/create-account', { ...account, password: PASSWORD, role: 'ADMIN' })
    expect(staff).toMatchObject({ status: 400, error: { details: [{ field: 'role' }] } })
  })
})
