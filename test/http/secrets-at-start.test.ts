import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { app } from '#src/app.ts'
import { REAL } from '#testing/fixtures/production.ts'
import { captureErrors } from '#testing/logged-errors.ts'

let drawn = 0
const secret = () => `S${++drawn}-${crypto.randomUUID()}${crypto.randomUUID()}`.slice(0, 40)
const real = () => ({
  MODE: 'production',
  STAFF_MFA: 'required',
  JWT_SECRET: secret(),
  CODE_SECRET: secret(),
  SEAL_KEYS: `2:${secret()},1:${secret()}`,
  PAWAPAY_TOKEN: secret(),
  MBIYOPAY_SECRET_KEY: secret(),
  MBIYOPAY_WEBHOOK_SECRET: secret(),
  SMS_API_KEY: secret(),
  VAPID_JWK: REAL.VAPID_JWK,
  FCM_SERVICE_ACCOUNT: REAL.FCM_SERVICE_ACCOUNT,
})
const start = async (changed: Record<string, unknown>) =>
  (
    await app.fetch(
      new Request('https://api.soko.example/api/v1/health'),
      { ...env, ...real(), ...changed } as typeof env,
      createExecutionContext(),
    )
  ).status

beforeEach(() => void captureErrors())

describe('production', () => {
  it('starts with secrets of 32 characters that are all different', async () => {
    expect(await start({})).toBe(200)
    const exactly = secret().slice(0, 32)
    expect(await start({ JWT_SECRET: exactly })).toBe(200)
  })

  it.each(['JWT_SECRET', 'CODE_SECRET'])('does not start with a short %s', async (name) => {
    expect(await start({ [name]: 'x7Gq2LpZ' })).toBe(503)
    expect(await start({ [name]: secret().slice(0, 31) })).toBe(503)
  })

  it('does not start with a short sealing key, the old one either', async () => {
    expect(await start({ SEAL_KEYS: '1:x7Gq2LpZ' })).toBe(503)
    expect(await start({ SEAL_KEYS: `2:${secret()},1:x7Gq2LpZ` })).toBe(503)
  })

  it('does not start with two secrets that are one', async () => {
    const same = secret()
    expect(await start({ JWT_SECRET: same, CODE_SECRET: same })).toBe(503)
    expect(await start({ MBIYOPAY_SECRET_KEY: same, MBIYOPAY_WEBHOOK_SECRET: same })).toBe(503)
    expect(await start({ JWT_SECRET: same, SEAL_KEYS: `1:${same}` })).toBe(503)
    expect(await start({ JWT_SECRET: same, JWT_SECRET_PREVIOUS: same })).toBe(503)
  })

  it('does not start with what development and the sandbox use', async () => {
    expect(await start({ SEAL_KEYS: '1:dev-seal-key-0123456789abcdef0123456789abcdef' })).toBe(503)
    expect(await start({ JWT_SECRET: 'dev-jwt-secret-0123456789abcdef0123456789abcdef' })).toBe(503)
    expect(await start({ CODE_SECRET: 'dev-code-secret-0123456789abcdef0123456789abcdef' })).toBe(503)
    expect(await start({ JWT_SECRET_PREVIOUS: 'dev-jwt-secret-0123456789abcdef0123456789abcdef' })).toBe(503)
  })
})

describe('development', () => {
  it('starts with its own', async () => {
    expect(await start({ MODE: 'development', JWT_SECRET: 'dev-jwt-secret-0123456789abcdef0123456789abcdef' })).toBe(
      200,
    )
  })
})
