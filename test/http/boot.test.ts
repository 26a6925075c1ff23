import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { app } from '../../src/app.ts'
import { captureErrors } from '../logged-errors.ts'

const REAL = {
  MODE: 'production' as const,
  JWT_SECRET: 'a-real-secret-of-thirty-two-letters',
  CODE_SECRET: 'another-real-secret-of-thirty-two-l',
  PAWAPAY_TOKEN: 'live-token-1',
  MBIYOPAY_SECRET_KEY: 'live-secret-1',
  MBIYOPAY_WEBHOOK_SECRET: 'live-webhook-1',
  SMS_API_KEY: 'live-sms-1',
}
const health = (vars: Record<string, unknown>) =>
  app.fetch(
    new Request('https://api.soko.example/api/v1/health'),
    { ...env, ...vars } as typeof env,
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
      for (const value of [undefined, '', 'dev-secret-of-this-repository', 'short']) {
        const answer = await health({ ...REAL, [name]: value })
        expect(answer.status).toBe(503)
        expect(await answer.json()).toMatchObject({ success: false, error: { code: 'GATEWAY_UNAVAILABLE' } })
        expect(errors().at(-2)).toContain(name)
      }
    },
  )

  it('is what a Worker without a mode is', async () => {
    const errors = captureErrors()
    expect((await health({ ...REAL, MODE: undefined, JWT_SECRET: 'dev-secret-of-this-repository' })).status).toBe(503)
    expect(errors()[0]).toContain('JWT_SECRET')
  })
})
