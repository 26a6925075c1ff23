import { exports } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { routesOf } from '#http/route-table.ts'
import { app } from '#src/app.ts'
import { call, guest } from '#testing/api.ts'
import { wait } from '#testing/clock.ts'
import { freshEmail } from '#testing/fixtures/inputs.ts'
import { newMarket } from '#testing/fixtures/orders.ts'
import { PASSWORD, signUp } from '#testing/fixtures/people.ts'
import { enter, freshAddress, from } from '#testing/stories/people.ts'
import { clockGoesOn } from '#testing/stories/production.ts'

// Rule: pictures and operations with `cache: 'guests'` have no quota at the Worker; other public reads 6,000 a minute of an
// address, IPv6 by /64 only. `GET /auth/challenge` is not counted by address. What needs a sign-in and gets none counts in the
// public tier.

clockGoesOn()

const MOST = 6000
/** A bare request: thousands of answers are not parsed. */
async function statusOf(path: string, address: string, headers: Record<string, string> = {}): Promise<number> {
  const request = new Request(`http://localhost:8787/api/v1${path}`, { headers: { ...from(address), ...headers } })
  const answer = await exports.default.fetch(request)
  await answer.arrayBuffer()
  return answer.status
}
/** Counts how often each status was answered. */
async function statuses(count: number, request: (i: number) => Promise<number>): Promise<Record<number, number>> {
  const seen: Record<number, number> = {}
  for (let i = 0; i < count; i += 50) {
    const answers = await Promise.all(Array.from({ length: Math.min(50, count - i) }, (_, n) => request(i + n)))
    for (const status of answers) seen[status] = (seen[status] ?? 0) + 1
  }
  return seen
}
/** Public reads that no cache keeps, and calls that need a sign-in, without a token and with one that is none. */
const counted = (i: number, address: string) =>
  i % 3 === 0
    ? statusOf('/health', address)
    : statusOf('/users/me', address, i % 3 === 1 ? {} : { authorization: 'Bearer x.y.z' })

/** Reads of a guest: every operation that caches keep for guests, and the picture of a product. */
async function guestReads(): Promise<{ paths: string[]; picture: string }> {
  const { productId } = await newMarket()
  const { data: product } = await call(guest, 'GET', `/products/${productId}`)
  const picture = new URL(product.images[0].url ?? product.images[0], 'http://localhost:8787').pathname
  const lists = routesOf(app)
    .filter(({ operation, path }) => operation.cache === 'shared' && !path.includes(':'))
    .map(({ path }) => path.replace('/api/v1', ''))
  expect(lists).toContain('/products')
  return {
    paths: [...lists, `/products/${productId}`, `/products/slug/${product.slug}`, `/products/${productId}/similar`],
    picture: picture.replace('/api/v1', ''),
  }
}

describe('pictures and what caches keep for guests', () => {
  it('have no quota: forty guests of one address look at a page of twenty products, and nothing is counted', async () => {
    const address = freshAddress()
    const { paths, picture } = await guestReads()
    const pages = await statuses(40 * 25, (i) => {
      const path = i % 25 < 20 ? picture : (paths[i % paths.length] ?? '')
      return statusOf(path, address)
    })
    expect(pages).toEqual({ 200: 1000 })
    const { headers } = await call(guest, 'GET', '/health', undefined, from(address))
    expect(headers.get('ratelimit-policy')).toBe('"public";q=6000;w=60')
    expect(headers.get('ratelimit')).toMatch(/^"public";r=5999;/)
    const looked = await call(guest, 'GET', '/products', undefined, from(address))
    expect(looked.headers.get('ratelimit')).toBeNull()
  })
})

describe('other public reads, and what needs a sign-in and gets none', () => {
  it('are 6,000 a minute of one address together; what is not counted goes on there, and everything elsewhere', async () => {
    const address = freshAddress()
    const { paths, picture } = await guestReads()
    const person = await signUp()
    expect(await statuses(MOST, (i) => counted(i, address))).toEqual({ 200: MOST / 3, 401: (MOST / 3) * 2 })
    const refused = await call(guest, 'GET', '/health', undefined, from(address))
    expect(refused).toMatchObject({ status: 429, error: { code: 'TOO_MANY_REQUESTS' } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await call(guest, 'GET', '/users/me', undefined, from(address))).status).toBe(429)
    for (const path of [...paths, picture, '/auth/challenge'])
      expect([path, await statusOf(path, address)]).toEqual([path, 200])
    expect((await call(person, 'GET', '/auth/me', undefined, from(address))).status).toBe(200)
    expect((await call(person, 'GET', '/cart', undefined, from(address))).status).toBe(200)
    expect((await call(guest, 'GET', '/health', undefined, from(freshAddress()))).status).toBe(200)
    wait(61_000)
    expect((await call(guest, 'GET', '/health', undefined, from(address))).status).toBe(200)
  })

  it('of IPv6 count by /64 only: the phones of one share it, those of the next of the same /48 do not', async () => {
    const left = async (address: string) =>
      (await call(guest, 'GET', '/health', undefined, from(address))).headers.get('ratelimit')
    const host = (i: number) => `2001:db8:5:1::${(i + 1).toString(16)}`
    expect(await statuses(900, (i) => counted(i, host(i)))).toEqual({ 200: 300, 401: 600 })
    expect(await left(host(901))).toMatch(/^"public";r=5099;/)
    expect(await left('2001:db8:5:2::1')).toMatch(/^"public";r=5999;/)
  })
})

describe('GET /auth/challenge', () => {
  it('is not counted by address: whoever spends 700 of them keeps nobody there from solving one and signing in', async () => {
    const address = freshAddress()
    expect(await statuses(700, () => statusOf('/auth/challenge', address))).toEqual({ 200: 700 })
    const asked = await call(guest, 'GET', '/auth/challenge', undefined, from(address))
    expect([asked.headers.get('ratelimit'), asked.headers.get('x-d1-round-trips')]).toEqual([null, '0'])
    expect((await call(guest, 'GET', '/health', undefined, from(address))).headers.get('ratelimit')).toMatch(/r=5999;/)
    for (let i = 0; i < 60; i++) await enter(freshEmail(), 'Faux-mot-2026-x', from(address))
    wait(61_000)
    expect(await statuses(700, () => statusOf('/auth/challenge', address))).toEqual({ 200: 700 })
    const { email } = await signUp()
    expect(await enter(email, PASSWORD, from(address))).toMatchObject({ error: { reason: 'CHALLENGE_REQUIRED' } })
    const { solvedChallenge } = await import('#testing/stories/challenges.ts')
    const solution = await solvedChallenge(from(address))
    expect((await enter(email, PASSWORD, { ...from(address), 'x-challenge': solution })).status).toBe(200)
  })
})
