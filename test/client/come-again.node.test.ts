import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createClient, once, unwrap } from '#src/client.ts'

// Rule: overloaded and lost are 503 SERVICE_UNAVAILABLE with Retry-After 1 to 5; the client repeats it with the same key.
//
// Silent: how often it does, and whether it repeats reads.

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const unavailable = () =>
  Response.json(
    { success: false, error: { code: 'SERVICE_UNAVAILABLE', message: 'Réessayez dans 2 secondes.' } },
    { status: 503, headers: { 'retry-after': '2' } },
  )
const done = () => Response.json({ success: true, data: { id: 'o1' } })

/** A service that is unavailable so many times; when each request came, and what it said. */
function stumbling(times: number) {
  const began = Date.now()
  const requests: { at: number; key: string | null; body: string }[] = []
  const fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init)
    const key = request.headers.get('idempotency-key')
    requests.push({ at: Date.now() - began, key, body: await request.text() })
    return requests.length > times ? done() : unavailable()
  }
  const tokens = { accessToken: 'a.b', refreshToken: 'c.d' }
  const client = createClient({
    baseUrl: 'http://api.test',
    clientType: 'mobile',
    tokens,
    fetch: fetch as typeof globalThis.fetch,
  })
  const reject = (key?: string) =>
    unwrap(
      client.sellerOrders[':id'].reject.$post(
        { param: { id: 'o1' }, json: { reason: 'Plus de stock' } },
        ...(key === undefined ? [] : [once(key)]),
      ),
    )
  return { reject, requests }
}
/** Two minutes pass. */
const later = () => vi.advanceTimersByTimeAsync(120_000)

describe('a client that hears 503', () => {
  it('comes again with the same key and body, not before it may', async () => {
    const { reject, requests } = stumbling(1)
    await Promise.all([expect(reject('cle-1')).resolves.toEqual({ id: 'o1' }), later()])
    expect(requests.map(({ key, body }) => [key, body])).toEqual(
      Array(2).fill(['cle-1', JSON.stringify({ reason: 'Plus de stock' })]),
    )
    expect(requests[1]?.at).toBeGreaterThanOrEqual(2000)
  })

  it('gives up after a few times, and says so', async () => {
    const { reject, requests } = stumbling(Infinity)
    const told = { status: 503, code: 'SERVICE_UNAVAILABLE' }
    await Promise.all([expect(reject('cle-2')).rejects.toMatchObject(told), later()])
    expect(requests.length).toBeGreaterThan(1)
    expect(requests.length).toBeLessThanOrEqual(10)
  })

  it('does nothing twice without a key: the first may have been done', async () => {
    const { reject, requests } = stumbling(1)
    await Promise.all([expect(reject()).rejects.toMatchObject({ status: 503 }), later()])
    expect(requests).toHaveLength(1)
  })
})
