import { exports } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { call, guest, tally, together } from '#testing/api.ts'
import { count, run } from '#testing/fixtures/database.ts'
import {
  joinedWithGoogle,
  linkGoogle,
  loginGoogle,
  newGoogleAccount,
  registerGoogle,
} from '#testing/fixtures/google.ts'
import { freshEmail } from '#testing/fixtures/inputs.ts'
import { bearer, changeUser, isSignedIn, PASSWORD, signUp } from '#testing/fixtures/people.ts'
import { codeFor } from '#testing/sandbox.ts'

const credentials = { status: 401, error: { code: 'UNAUTHORIZED', reason: 'INVALID_CREDENTIALS' } }

describe('POST /auth/register/google', () => {
  it('creates an account that is verified, linked, signed in and has no password', async () => {
    const googler = newGoogleAccount()
    const { status, data } = await registerGoogle(await googler.token(), { role: 'SELLER', preferredCurrency: 'CDF' })
    expect(status).toBe(201)
    expect(data.user).toMatchObject({
      name: 'Aline Mukendi',
      email: googler.email,
      isEmailVerified: true,
      role: 'SELLER',
      preferredCurrency: 'CDF',
    })
    const me = await call(bearer(data.accessToken), 'GET', '/auth/me')
    expect(me.data).toMatchObject({ id: data.user.id, hasPassword: false, linkedProviders: ['GOOGLE'] })
    const again = await loginGoogle(await googler.token())
    expect(again).toMatchObject({ status: 200, data: { user: { id: data.user.id } } })
  })

  it('keeps a web client signed in by cookies', async () => {
    const idToken = await newGoogleAccount().token()
    const answer = await exports.default.fetch('http://localhost:8787/api/v1/auth/register/google', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ idToken, role: 'BUYER' }),
    })
    expect(answer.status).toBe(201)
    expect(answer.headers.getSetCookie().map((one) => one.split('=')[0])).toEqual([
      '__Host-access',
      '__Secure-refresh',
      // The one before of a narrower path goes.
      '__Secure-device',
      '__Secure-device',
    ])
    expect(await answer.text()).not.toMatch(/accessToken|refreshToken/)
  })

  it.each([
    [undefined, /^google-/],
    ['', /^google-/],
    ['A', /^google-/],
    [`${'x'.repeat(100)}`, /^x{80}$/],
    ['Aline\u0000\nMukendi', /^Aline {2}Mukendi$/],
  ])('takes what can be a name of %j', async (name, expected) => {
    const { data } = await registerGoogle(await newGoogleAccount().token({ name }))
    expect(data.user.name).toMatch(expected)
  })

  it('refuses an address that Google did not verify: 401', async () => {
    const googler = newGoogleAccount()
    expect(await registerGoogle(await googler.token({ email_verified: false }))).toMatchObject(credentials)
    expect(await count('users WHERE email = ?', googler.email)).toBe(0)
  })

  it('refuses an address or a Google account that has an account: 409, and the token stays good', async () => {
    const { email } = await signUp()
    const taken = await registerGoogle(await newGoogleAccount(email).token())
    expect(taken).toMatchObject({ status: 409, error: { reason: 'ALREADY_EXISTS' } })
    const known = await joinedWithGoogle()
    const moved = await registerGoogle(await known.token({ email: freshEmail() }))
    expect(moved).toMatchObject({ status: 409, error: { reason: 'ALREADY_EXISTS' } })
  })

  it('does not take over a blocked one', async () => {
    const googler = newGoogleAccount()
    const registration = { name: 'Mallory', email: googler.email, password: PASSWORD, role: 'BUYER' }
    await call(guest, 'POST', '/auth/create-account', registration)
    await run('UPDATE users SET blocked_at = 1 WHERE email = ?', googler.email)
    expect(await registerGoogle(await googler.token())).toMatchObject({ status: 409 })
  })

  it('fifty at once with one token: one account, one session', async () => {
    const googler = newGoogleAccount()
    const idToken = await googler.token()
    const answers = await together(50, () => registerGoogle(idToken))
    expect(tally(answers)).toEqual({ 201: 1, 401: 49 })
    expect(await count('users WHERE email = ?', googler.email)).toBe(1)
  })

  it('ten at once with ten tokens: one account', async () => {
    const googler = newGoogleAccount()
    const tokens = await Promise.all(Array.from({ length: 10 }, () => googler.token()))
    expect(tally(await together(10, (i) => registerGoogle(tokens[i] ?? '')))).toEqual({ 201: 1, 409: 9 })
  })

  it('gives nobody a role of an office', async () => {
    expect((await registerGoogle(await newGoogleAccount().token(), { role: 'ADMIN' })).status).toBe(400)
  })
})

describe('POST /auth/login/google', () => {
  it('knows nobody: 404, and the same token then creates the account', async () => {
    const idToken = await newGoogleAccount().token()
    expect(await loginGoogle(idToken)).toMatchObject({ status: 404, error: { code: 'NOT_FOUND' } })
    expect((await registerGoogle(idToken)).status).toBe(201)
  })

  it('does not open an account that has the same address: 409 says to link it, and then it does', async () => {
    const person = await signUp()
    const googler = newGoogleAccount(person.email)
    const idToken = await googler.token()
    const refused = await loginGoogle(idToken)
    expect(refused).toMatchObject({ status: 409, error: { reason: 'ALREADY_EXISTS' } })
    expect(refused.error?.message).toContain('liez')
    expect((await linkGoogle(person, idToken)).status).toBe(201)
    expect(await loginGoogle(await googler.token())).toMatchObject({ status: 200, data: { user: { id: person.id } } })
  })

  it('tells who cannot prove an address nothing of whose it is', async () => {
    const { email } = await signUp()
    expect((await loginGoogle(await newGoogleAccount(email).token({ email_verified: false }))).status).toBe(404)
  })

  it('is refused to a blocked and to a deleted account', async () => {
    const known = await joinedWithGoogle()
    await changeUser(known.caller?.id, 'blocked_at = 1')
    expect(await loginGoogle(await known.token())).toMatchObject({ status: 403, error: { reason: 'ACCOUNT_BLOCKED' } })
    await changeUser(known.caller?.id, 'blocked_at = NULL, deleted_at = 1')
    expect((await loginGoogle(await known.token())).status).toBe(404)
  })

  it('asks for the authenticator where the account has one', async () => {
    const known = await joinedWithGoogle()
    await run(
      'INSERT INTO totp (user_id, sealed_seed, key_version, confirmed_at, created_at) VALUES (?, ?, 1, 1, 1)',
      known.caller?.id,
      'x',
    )
    const idToken = await known.token()
    const { status, data } = await loginGoogle(idToken)
    expect([status, Object.keys(data).sort()]).toEqual([200, ['pendingToken', 'requiresTotp']])
    expect(await loginGoogle(idToken)).toMatchObject(credentials)
  })

  it('an account of before keeps its password and its codes', async () => {
    const person = await signUp()
    expect((await linkGoogle(person, await newGoogleAccount().token())).status).toBe(201)
    const { status } = await call(guest, 'POST', '/auth/login/password', { email: person.email, password: PASSWORD })
    expect(status).toBe(200)
    expect((await call(guest, 'POST', '/auth/login/request-otp', { email: person.email })).status).toBe(200)
    expect(await codeFor(person.email)).toMatch(/^\d{6}$/)
  })
})

describe('an ID token', () => {
  const wrong: [string, Record<string, unknown>][] = [
    ['signed by somebody else', { wrongKey: true }],
    ['for another client', { aud: 'somebody-else' }],
    ['of another issuer', { iss: 'https://accounts.google.com.evil.example' }],
    ['that expired', { expired: true }],
    ['from the future', { iat: Math.floor(Date.now() / 1000) + 600 }],
    ['without an address', { email: undefined }],
    ['of a key nobody published', { kid: 'unknown-key' }],
  ]
  it.each(wrong)('%s opens nothing: 401', async (_, wish) => {
    const known = await joinedWithGoogle()
    expect(await loginGoogle(await known.token(wish))).toMatchObject(credentials)
  })

  it.each(['', 'x', 'a.b.c', `${btoa('{"alg":"none"}')}.${btoa('{}')}.`])('%j is none', async (idToken) => {
    expect([400, 401]).toContain((await loginGoogle(idToken)).status)
  })

  it('counts from either issuer and for each of our clients', async () => {
    const known = await joinedWithGoogle()
    for (const wish of [{ iss: 'accounts.google.com' }, { aud: 'test-google-phones' }]) {
      expect((await loginGoogle(await known.token(wish))).status).toBe(200)
    }
  })

  it('of one of our own sessions is none, and opens no session as an access token', async () => {
    const known = await joinedWithGoogle()
    expect(await loginGoogle(known.caller?.token ?? '')).toMatchObject(credentials)
    expect(await isSignedIn(await known.token())).toBe(false)
  })
})
