import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, it } from 'vitest'
import { app } from '#src/app.ts'
import { call, guest } from '#testing/api.ts'
import { count } from '#testing/fixtures/database.ts'
import { newGoogleAccount } from '#testing/fixtures/google.ts'
import { freshEmail } from '#testing/fixtures/inputs.ts'
import { PASSWORD } from '#testing/fixtures/people.ts'
import { captureErrors } from '#testing/logged-errors.ts'
import { clearFaults, inbox, setFault } from '#testing/sandbox.ts'

const account = (email: string, extra = {}) => ({ name: 'Aline', email, password: PASSWORD, role: 'BUYER', ...extra })
const accountsOf = (email: string) => count('users WHERE email = ?', email)
/** Token of Cloudflare's widget for tests. */
const PERSON = 'XXXX.DUMMY.TOKEN.XXXX'

afterEach(() => clearFaults())

describe('the field that people do not see', () => {
  it('filled at create-account: the answer of everybody, no account and no mail', async () => {
    const [trapped, usual] = [freshEmail(), freshEmail()]
    const caught = await call(
      guest,
      'POST',
      '/auth/create-account',
      account(trapped, { website: 'http://spam.example' }),
    )
    const normal = await call(guest, 'POST', '/auth/create-account', account(usual, { website: '' }))
    expect([caught.status, normal.status]).toEqual([201, 201])
    const same = ({ id: _, email: __, createdAt: ___, ...rest }: Record<string, unknown>) => rest
    expect(same(caught.data.user)).toEqual(same(normal.data.user))
    expect(caught.data.verificationRequired).toBe(true)
    expect(await accountsOf(usual)).toBe(1)
    expect(await accountsOf(trapped)).toBe(0)
    expect(await inbox(trapped)).toEqual([])
  })

  it('filled at register/google: the answer of everybody, tokens that open nothing, and no account', async () => {
    const googler = newGoogleAccount()
    const body = { idToken: await googler.token(), role: 'BUYER' }
    const caught = await call(guest, 'POST', '/auth/register/google', { ...body, website: 'x' })
    expect([caught.status, caught.data.user.email]).toEqual([201, googler.email])
    const { accessToken, refreshToken } = caught.data
    expect((await call({ token: accessToken, id: '', email: '', role: 'BUYER' }, 'GET', '/auth/me')).status).toBe(401)
    expect((await call(guest, 'POST', '/auth/refresh-token', { refreshToken })).status).toBe(401)
    expect(await accountsOf(googler.email)).toBe(0)
    // The person behind it, if there was one, comes again without it.
    expect((await call(guest, 'POST', '/auth/register/google', body)).status).toBe(201)
  })
})

describe('with a secret of Turnstile', () => {
  const create = async (extra: Record<string, unknown>, secret = 'turnstile-secret') => {
    const email = freshEmail()
    const request = new Request('http://localhost:8787/api/v1/auth/create-account', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(account(email, extra)),
    })
    const execution = createExecutionContext()
    const answer = await app.fetch(
      request,
      { ...env, TURNSTILE_SECRET: secret, WEB_BASE_URL: 'https://soko.test' } as typeof env,
      execution,
    )
    await waitOnExecutionContext(execution)
    const { error } = (await answer.json()) as { error?: { code: string; details?: { field: string }[] } }
    return { status: answer.status, error, created: await accountsOf(email) }
  }

  it('an account is created for who was taken for a person', async () => {
    expect(await create({ turnstileToken: PERSON })).toMatchObject({ status: 201, created: 1 })
  })

  it.each([{}, { turnstileToken: 'made-up' }])('no account is created with %j: 400 names the field', async (extra) => {
    const refused = await create(extra)
    expect(refused).toMatchObject({ status: 400, created: 0, error: { details: [{ field: 'turnstileToken' }] } })
  })

  it('no account is created with a token that was used', async () => {
    await setFault({ gateway: 'TURNSTILE', fault: 'refused' })
    expect(await create({ turnstileToken: PERSON })).toMatchObject({ status: 400, created: 0 })
  })

  it.each(['down', 'garbage', 'serverErrorNotHappened', 'timeoutNotHappened'])(
    'nor while it is %s: 503',
    async (fault) => {
      await setFault({ gateway: 'TURNSTILE', fault, times: 1, ms: 4000 })
      const errors = captureErrors()
      expect(await create({ turnstileToken: PERSON })).toMatchObject({ status: 503, created: 0 })
      expect(errors()).toEqual([expect.stringContaining('GATEWAY_UNAVAILABLE')])
    },
  )

  it('no account is created with a secret that Cloudflare does not know: 503, because the visitor can do nothing about it', async () => {
    const errors = captureErrors()
    expect(await create({ turnstileToken: PERSON }, 'wrong-secret')).toMatchObject({ status: 503, created: 0 })
    expect(errors()).toEqual([expect.stringContaining('GATEWAY_UNAVAILABLE')])
  })
})
