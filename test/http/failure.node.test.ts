import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { describe, expect, it } from 'vitest'
import { Stale } from '#db/violation.ts'
import type { AppEnv } from '#http/app-env.ts'
import { answerFailure } from '#http/failure.ts'
import type { Trace } from '#kernel/error-trace.ts'
import { Failure } from '#kernel/failure.ts'
import { captureErrors } from '#testing/logged-errors.ts'

// docs/conventions.md, Envelope: every failure has one shape, and a 500 never says why.

async function answerTo(thrown: unknown) {
  const app = new Hono<AppEnv>().onError(answerFailure)
  app.use(async (c, next) => {
    c.set('requestId', 'the-request')
    await next()
  })
  app.get('/things/:id', () => {
    throw thrown
  })
  const answer = await app.request('/things/secret-id')
  const of = (name: string) => answer.headers.get(name)
  return { status: answer.status, body: await answer.json(), of }
}

describe('a refusal', () => {
  it('is told as it is, kept nowhere, and is no error of ours', async () => {
    const errors = captureErrors()
    const details = [{ field: 'a', message: 'Non.' }]
    const { status, body, of } = await answerTo(new Failure('CONFLICT', { reason: 'IN_USE', message: 'Non.', details }))
    expect(status).toBe(409)
    expect(body).toEqual({ success: false, error: { code: 'CONFLICT', message: 'Non.', reason: 'IN_USE', details } })
    expect(of('cache-control')).toBe('no-store')
    expect([of('retry-after'), of('allow')]).toEqual([null, null])
    expect(errors()).toEqual([])
  })

  it('says when to come back, and what may be done instead', async () => {
    expect((await answerTo(new Failure('TOO_MANY_REQUESTS', { retryAfter: 0 }))).of('retry-after')).toBe('0')
    const notAllowed = await answerTo(new Failure('METHOD_NOT_ALLOWED', { allow: ['GET', 'HEAD', 'OPTIONS'] }))
    expect(notAllowed.of('allow')).toBe('GET, HEAD, OPTIONS')
  })

  it('is a conflict where somebody else’s change came first', async () => {
    expect(await answerTo(new Stale())).toMatchObject({
      status: 409,
      body: { error: { code: 'CONFLICT', reason: 'INVALID_TRANSITION' } },
    })
  })

  it('is a 400 where the request itself cannot be read', async () => {
    expect(await answerTo(new HTTPException(400))).toMatchObject({
      status: 400,
      body: { error: { code: 'VALIDATION_ERROR', message: 'La requête est illisible.' } },
    })
  })
})

describe('a failure of ours', () => {
  it('is a 500 that says nothing, and a line that says where, without what it was about', async () => {
    const errors = captureErrors()
    const { status, body } = await answerTo(new TypeError('Failed query with params +243810000001'))
    expect(status).toBe(500)
    expect(body).toEqual({
      success: false,
      error: { code: 'INTERNAL_ERROR', message: new Failure('INTERNAL_ERROR').message },
    })
    const line = JSON.parse(errors().join()) as { error: Trace }
    expect(line).toMatchObject({ event: 'request failed', requestId: 'the-request', path: '/things/:id' })
    expect(line.error.name).toBe('TypeError')
    expect(line.error.stack?.length).toBeGreaterThan(1)
    expect(errors().join()).not.toMatch(/params|secret-id/)
  })

  it('may be something that is no error, or one without a trace', async () => {
    const errors = captureErrors()
    const bare = new Error('secret')
    delete bare.stack
    expect((await answerTo(bare)).status).toBe(500)
    expect((await answerTo(new HTTPException(404))).status).toBe(500)
    expect(JSON.parse(errors()[0] ?? '')).toMatchObject({ error: { name: 'Error', stack: [] } })
  })

  it('whose cause is known is named by its code', async () => {
    const errors = captureErrors()
    expect((await answerTo(new Failure('GATEWAY_UNAVAILABLE'))).status).toBe(503)
    expect((await answerTo(new Failure('INTERNAL_ERROR'))).status).toBe(500)
    expect(errors().map((line) => JSON.parse(line).error.code)).toEqual(['GATEWAY_UNAVAILABLE', 'INTERNAL_ERROR'])
  })
})
