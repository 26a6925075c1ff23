import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { app } from '#src/app.ts'
import { long, REAL } from '#testing/fixtures/production.ts'
import { captureErrors } from '#testing/logged-errors.ts'

const health = (vars: Record<string, unknown>) =>
  app.fetch(
    new Request('https://api.soko.example/api/v1/health'),
    { ...env, STAFF_MFA: 'required', ...vars } as typeof env,
    createExecutionContext(),
  )

describe('production', () => {
  it('serves with secrets of its own', async () => {
    const answer = await health(REAL)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('x-d1-round-trips')).toBeNull()
  })

  it.each(Object.keys(REAL).filter((name) => name !== 'MODE'))(
    'refuses to serve without %s, or with the one of development',
    async (name) => {
      const errors = captureErrors()
      for (const value of [undefined, '', 'dev-secret-of-this-repository-0123456789', 'x'.repeat(31)]) {
        const answer = await health({ ...REAL, [name]: value })
        expect(answer.status).toBe(503)
        expect(await answer.json()).toMatchObject({
          success: false,
          error: { code: 'GATEWAY_UNAVAILABLE', message: "Le service n'est pas configuré." },
        })
        expect(errors().at(-2)).toContain(name)
      }
    },
  )

  it('refuses to serve if staff may work without a second factor', async () => {
    const errors = captureErrors()
    expect((await health({ ...REAL, STAFF_MFA: 'optional' })).status).toBe(503)
    expect(errors().at(-2)).toContain('STAFF_MFA')
    expect((await health({ ...REAL, STAFF_MFA: undefined })).status).toBe(200)
  })

  it('refuses to serve with one secret for two things, with a short older key, or with what tests use', async () => {
    const errors = captureErrors()
    const unfit: [wrong: Record<string, string>, named: string[]][] = [
      [{ JWT_SECRET: REAL.CODE_SECRET }, ['JWT_SECRET', 'CODE_SECRET']],
      [{ SEAL_KEYS: `1:${REAL.SMS_API_KEY}` }, ['SEAL_KEYS', 'SMS_API_KEY']],
      [{ SEAL_KEYS: `2:${long('seal')},1:short` }, ['SEAL_KEYS']],
      [{ JWT_SECRET_PREVIOUS: 'short' }, ['JWT_SECRET_PREVIOUS']],
      [{ CODE_SECRET_PREVIOUS: REAL.CODE_SECRET }, ['CODE_SECRET', 'CODE_SECRET_PREVIOUS']],
      [{ PAWAPAY_TOKEN: `test-${REAL.PAWAPAY_TOKEN}` }, ['PAWAPAY_TOKEN']],
    ]
    for (const [wrong, named] of unfit) {
      expect((await health({ ...REAL, ...wrong })).status).toBe(503)
      expect(errors().at(-2)).toContain(named.join(', '))
    }
    const good: Record<string, string>[] = [
      { JWT_SECRET_PREVIOUS: long('old-jwt') },
      { JWT_SECRET: `${long('jwt')}-dev-test-`.slice(-32) },
      { JWT_SECRET: `short,${long('jwt')}` },
      { SEAL_KEYS: `12:${long('seal-12')}, 2:${long('seal-2')}` },
    ]
    for (const right of good) expect((await health({ ...REAL, ...right })).status, JSON.stringify(right)).toBe(200)
    // One key under two versions is one key.
    for (const seals of [`12:${long('seal')},2:${long('seal')}`, `1:${long('seal')}, 2:${long('seal')}`])
      expect((await health({ ...REAL, SEAL_KEYS: seals })).status).toBe(503)
    expect(errors().at(-2)).toContain('SEAL_KEYS')
  })

  it.each(['SMS_COUNTRIES', 'SMS_DAILY_MAX'])('refuses to serve with a %s that bounds nothing', async (name) => {
    const errors = captureErrors()
    for (const value of [
      undefined,
      '',
      '+243,',
      '5,000',
      'all',
      '-1',
      'x+243',
      '+2430',
      '+243+250',
      '12345678',
      '5x',
    ]) {
      expect((await health({ ...REAL, [name]: value })).status, String(value)).toBe(503)
      expect(errors().at(-2)).toContain(name)
    }
  })

  it('refuses to serve with a MAIL_DAILY_MAX that bounds nothing; it is 20,000 unless told', async () => {
    const errors = captureErrors()
    for (const MAIL_DAILY_MAX of ['', '5,000', 'all', '-1', '12345678', '5x']) {
      expect((await health({ ...REAL, MAIL_DAILY_MAX })).status, MAIL_DAILY_MAX).toBe(503)
      expect(errors().at(-2)).toContain('MAIL_DAILY_MAX')
    }
    for (const MAIL_DAILY_MAX of [undefined, '0', '1234567'])
      expect((await health({ ...REAL, MAIL_DAILY_MAX })).status, String(MAIL_DAILY_MAX)).toBe(200)
  })

  it('checks the second providers where they are named', async () => {
    const errors = captureErrors()
    const named = {
      SMS_FALLBACK_TOKEN: long('second-sms'),
      SMS_FALLBACK_ACCOUNT: `AC${'0123456789abcdef'.repeat(2)}`,
      SMS_FALLBACK_SENDER: 'SOKO',
      SMS_FALLBACK_BASE_URL: 'https://api.twilio.com',
      EMAIL_FALLBACK_TOKEN: long('second-mail'),
      EMAIL_FALLBACK_BASE_URL: 'https://api.postmarkapp.com',
    }
    expect((await health({ ...REAL, ...named })).status).toBe(200)
    for (const name of Object.keys(named)) {
      const value = name.endsWith('_TOKEN') ? `dev-${long('x')}` : ''
      expect((await health({ ...REAL, ...named, [name]: value })).status, name).toBe(503)
      expect(errors().at(-2)).toContain(name)
    }
    const unnamed = { SMS_FALLBACK_ACCOUNT: '', SMS_FALLBACK_SENDER: '', SMS_FALLBACK_BASE_URL: '' }
    expect((await health({ ...REAL, ...unnamed })).status).toBe(200)
  })

  it('takes several countries, and a bound of one to seven digits', async () => {
    for (const SMS_COUNTRIES of ['+1', '+243,+250', '+243,+250,+1'])
      expect((await health({ ...REAL, SMS_COUNTRIES })).status, SMS_COUNTRIES).toBe(200)
    for (const SMS_DAILY_MAX of ['0', '5000', '1234567'])
      expect((await health({ ...REAL, SMS_DAILY_MAX })).status, SMS_DAILY_MAX).toBe(200)
  })

  it('refuses to serve where one address outside is of a sandbox, whichever it is', async () => {
    const errors = captureErrors()
    const outside = [
      ...['PAWAPAY_BASE_URL', 'MBIYOPAY_BASE_URL', 'SMS_BASE_URL', 'EMAIL_BASE_URL', 'GOOGLE_JWKS_URL'],
      ...['TURNSTILE_VERIFY_URL', 'OF_TOMORROW_BASE_URL'],
    ]
    for (const name of outside)
      for (const address of ['https://sandbox.soko.example/v1', 'https://api.sandbox.pawapay.io', 'https://SANDBOX'])
        for (const world of [{}, { OUTSIDE: 'real' }]) {
          expect((await health({ ...REAL, ...world, [name]: address })).status, `${name} ${address}`).toBe(503)
          expect(errors().at(-2)).toContain(name)
        }
    for (const address of ['https://sandboxes.example', 'https://api.pawapay.io/sandbox', ''])
      expect((await health({ ...REAL, OUTSIDE: 'real', EMAIL_BASE_URL: address })).status, address).toBe(200)
    expect((await health({ ...REAL, OUTSIDE: 'none' })).status).toBe(503)
  })

  it('is staging where everything outside is one sandbox, and refuses to serve where anything else is not', async () => {
    const errors = captureErrors()
    const at = 'https://sandbox.staging.soko.example'
    const staging = {
      ...REAL,
      OUTSIDE: 'sandbox',
      PAWAPAY_BASE_URL: at,
      MBIYOPAY_BASE_URL: `${at}/api/v1`,
      SMS_BASE_URL: at,
      EMAIL_BASE_URL: at,
      SMS_FALLBACK_BASE_URL: at,
      EMAIL_FALLBACK_BASE_URL: at,
      GOOGLE_JWKS_URL: `${at}/google/certs`,
      TURNSTILE_VERIFY_URL: `${at}/turnstile/v0/siteverify`,
    }
    expect((await health({ ...staging, ALERT_WEBHOOK_URL: 'https://alerts.example/1' })).status).toBe(200)
    expect((await health({ ...staging, JWT_SECRET: 'dev-secret-of-this-repository-0123456789' })).status).toBe(503)
    const real = { PAWAPAY_BASE_URL: 'https://api.pawapay.io', SMS_BASE_URL: 'https://api.africastalking.com' }
    for (const [name, address] of [
      ...Object.entries(real),
      ...Object.entries(real).map(([each]) => [each, `${at}.org`]),
    ]) {
      expect((await health({ ...staging, [name as string]: address })).status, address).toBe(503)
      expect(errors().at(-2)).toContain(name)
    }
    // Mail without an address would go through the binding.
    for (const EMAIL_BASE_URL of ['', undefined])
      expect((await health({ ...staging, EMAIL_BASE_URL })).status).toBe(503)
    expect(errors().at(-2)).toContain('EMAIL_BASE_URL')
  })

  it('is what a Worker without a mode is', async () => {
    const errors = captureErrors()
    expect(
      (await health({ ...REAL, MODE: undefined, JWT_SECRET: 'dev-secret-of-this-repository-0123456789' })).status,
    ).toBe(503)
    expect(errors()[0]).toContain('JWT_SECRET')
  })
})
