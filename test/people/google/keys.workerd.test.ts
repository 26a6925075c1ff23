import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { app } from '#src/app.ts'
import { newGoogleAccount } from '#testing/fixtures/google.ts'
import { captureErrors } from '#testing/logged-errors.ts'
import { clearFaults, setFault } from '#testing/sandbox.ts'

/** A Worker that has read no keys of Google's yet. */
const newWorker = () => ({ ...env })

async function ask(worker: typeof env, path: string, body: Record<string, unknown>): Promise<number> {
  const request = new Request(`http://localhost:8787/api/v1/auth/${path}/google`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const execution = createExecutionContext()
  const { status } = await app.fetch(request, worker, execution)
  await waitOnExecutionContext(execution)
  return status
}

/** Somebody who joined at a Worker, which has Google's keys of now since then. */
async function joinedAt(worker: typeof env) {
  const googler = newGoogleAccount()
  expect(await ask(worker, 'register', { idToken: await googler.token(), role: 'BUYER' })).toBe(201)
  return googler
}

const rotateKey = () => setFault({ gateway: 'GOOGLE', fault: 'keyRotated' })
/** Longer than keys that were just read are kept from being read again. */
const passCooldown = () => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 })

afterEach(() => clearFaults())

describe('Google’s keys', () => {
  it('are read again for a key that was rotated in; the one that was rotated out counts no longer', async () => {
    const worker = newWorker()
    const googler = await joinedAt(worker)
    const before = await googler.token()
    await rotateKey()
    passCooldown()
    expect(await ask(worker, 'login', { idToken: await googler.token() })).toBe(200)
    expect(await ask(worker, 'login', { idToken: before })).toBe(401)
  })

  it('are not read again for every key somebody invents', async () => {
    const worker = newWorker()
    const googler = await joinedAt(worker)
    await setFault({ gateway: 'GOOGLE', fault: 'down' })
    // Were Google asked, it would be a 503.
    for (let i = 0; i < 5; i++)
      expect(await ask(worker, 'login', { idToken: await googler.token({ kid: `invented-${i}` }) })).toBe(401)
    expect(await ask(worker, 'login', { idToken: await googler.token() })).toBe(200)
  })

  it.each(['down', 'garbage', 'serverErrorNotHappened', 'timeoutNotHappened', 'refused'])(
    'that cannot be read (%s): a 503 in good time, but for a token of a key that is known',
    async (fault) => {
      const worker = newWorker()
      const googler = await joinedAt(worker)
      const before = await googler.token()
      await rotateKey()
      passCooldown()
      const fresh = await googler.token()
      await setFault({ gateway: 'GOOGLE', fault, times: 1, ms: 4000 })
      const errors = captureErrors()
      expect(await ask(worker, 'login', { idToken: fresh })).toBe(503)
      expect(errors()).toEqual([expect.stringContaining('GATEWAY_UNAVAILABLE')])
      expect(await ask(worker, 'login', { idToken: before })).toBe(200)
      await clearFaults()
      expect(await ask(worker, 'login', { idToken: fresh })).toBe(200)
    },
  )

  it('many at once, none of which waits for another’s fetch', async () => {
    const worker = newWorker()
    const googlers = Array.from({ length: 20 }, () => newGoogleAccount())
    const tokens = await Promise.all(googlers.map((googler) => googler.token()))
    const answers = await Promise.all(tokens.map((idToken) => ask(worker, 'register', { idToken, role: 'BUYER' })))
    expect(answers).toEqual(Array(20).fill(201))
  })
})
