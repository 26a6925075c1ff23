import { exports } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { Route } from '#http/route-table.ts'
import { call, type Person } from '#testing/api.ts'
import { clientRequest, freshPhone } from '#testing/fixtures/inputs.ts'
import { newMarket, postOrder } from '#testing/fixtures/orders.ts'
import { changeUser, signUp } from '#testing/fixtures/people.ts'
import { newCategory, productForm, variant } from '#testing/fixtures/products.ts'
import { newShopkeeper } from '#testing/fixtures/shops.ts'
import { movementsOf, signCallback } from '#testing/sandbox.ts'
import { UNKNOWN } from '#testing/stories/catalogue.ts'
import { ok } from '#testing/stories/orders.ts'
import { freshAddress, from } from '#testing/stories/people.ts'
import { clockGoesOn } from '#testing/stories/production.ts'
import { askRaw, routes } from '#testing/stories/readers.ts'

// Rule 8.3.8: JSON is refused by depth (32) and by repeated keys while it is read, inside forms too; 401s of ended sessions are counted
// as the public tier by address.

clockGoesOn()

/** Values nested so deep: 1 is {} or []. */
const deep = (depth: number, [open, close] = ['{"a":', '}']): string =>
  `${open.repeat(depth - 1)}{}${close.repeat(depth - 1)}`
const deepList = (depth: number) => `{"a":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`
const WORST = `{"a":${'['.repeat(8000)}${']'.repeat(8000)}}`

/** Bodies in which a key stands twice. */
const TWICE: [string, string][] = [
  ['a key twice', '{"name":"a","name":"b"}'],
  ['spelled in another way', '{"name":"a","n\\u0061me":"b"}'],
  ['inside', '{"a":{"b":1,"b":1}}'],
  ['inside a list', '{"a":[{"b":1},{"b":1,"c":2,"b":3}]}'],
  ['far from each other', `{"name":"a",${Array.from({ length: 200 }, (_, i) => `"k${i}":1`).join(',')},"name":"b"}`],
  ['__proto__', '{"__proto__":1,"__proto__":2}'],
  ['an empty one', '{"":1,"":2}'],
  ['of spaces', '{ "name" : "a" ,\n "name" : "b" }'],
]
const tooDeep: [string, string][] = [
  ['33 objects', deep(33)],
  ['33 with lists', deepList(33)],
  ['8,000 lists', WORST],
]

const bodies = routes.filter(({ method, operation }) => method !== 'GET' && 'json' in operation && operation.json)
/** Somebody who may call this operation and did nothing before. */
const callerOf = async ({ operation: { roles } }: Route): Promise<Person | null> =>
  roles === 'public' ? null : signUp(Array.isArray(roles) ? roles[0] : 'BUYER')
const pathOf = ({ path }: Route) => path.replace('/api/v1', '').replace(/:\w+/g, UNKNOWN)

/** The operations that do not answer 400 to a body. */
async function whoTakes(body: string): Promise<string[]> {
  const missed: string[] = []
  for (const route of bodies) {
    const answer = await askRaw(await callerOf(route), route.method, pathOf(route), body, from(freshAddress()))
    // Callbacks look at the signature first.
    const isUnsigned = answer.status === 401 && route.path.includes('/callbacks')
    if (answer.status !== 400 && !isUnsigned) missed.push(`${route.method} ${route.path}: ${answer.status}`)
  }
  return missed
}

describe('a body of JSON', () => {
  it('8.3.8 there are many operations that take one', () => expect(bodies.length).toBeGreaterThan(100))

  it.each(tooDeep)('8.3.8 deeper than 32 is 400 in every operation: %s', async (_, body) => {
    expect(await whoTakes(body)).toEqual([])
  })

  it.each(TWICE.slice(0, 3))('8.3.8 with a repeated key is 400 in every operation: %s', async (_, body) => {
    expect(await whoTakes(body)).toEqual([])
  })

  it.each(TWICE)('8.3.8 with a repeated key says so: %s', async (_, body) => {
    const person = await signUp()
    const { status, text } = await askRaw(person, 'PUT', '/users/me', body)
    expect(status).toBe(400)
    expect(text).toMatch(/deux fois|double|répét/i)
    expect(ok(await call(person, 'GET', '/users/me')).name).toBe('Test BUYER')
  })

  it('8.3.8 of 32 is not refused for its depth, one of 33 is', async () => {
    const person = await signUp()
    const [fits, over] = [
      await askRaw(person, 'PUT', '/users/me', deep(32)),
      await askRaw(person, 'PUT', '/users/me', deep(33)),
    ]
    expect(fits.text).not.toMatch(/profond|imbriqu|niveau/i)
    expect(over.text).toMatch(/profond|imbriqu|niveau/i)
  })

  it('8.3.8 the same key in two things is no repetition', async () => {
    const [seller, category] = [await newShopkeeper(), await newCategory()]
    const variants = JSON.stringify([variant({ name: 'a', sku: 'a' }), variant({ name: 'b', sku: 'b' })])
    ok(await call(seller, 'POST', '/products', productForm(seller, category, { variants })))
    const person = await signUp()
    ok(await call(person, 'PUT', '/users/me', { name: '{"a":1,"a":2} \\" x' }))
  })

  it('8.3.8 is refused as fast as it is read: 15 KiB of brackets', async () => {
    const began = performance.now()
    for (let i = 0; i < 20; i++)
      await askRaw(null, 'POST', '/auth/login/password', WORST.slice(0, 15_000), from(freshAddress()))
    expect(performance.now() - began).toBeLessThan(5000)
  })

  it('8.3.8 is refused before a key of idempotency is spent on it', async () => {
    const person = await signUp()
    const headers = { 'idempotency-key': crypto.randomUUID() }
    expect(
      (await askRaw(person, 'POST', '/support/tickets', '{"subject":"abc","subject":"abcd"}', headers)).status,
    ).toBe(400)
    const body = { subject: 'La page ne vient pas', category: 'OTHER', body: 'Elle reste blanche.' }
    ok(await call(person, 'POST', '/support/tickets', body, headers))
  })
})

describe('JSON inside a form', () => {
  const create = async (variants: string) => {
    const [seller, category] = [await newShopkeeper(), await newCategory()]
    return call(seller, 'POST', '/products', productForm(seller, category, { variants }))
  }
  it.each([
    ['a key twice', '[{"price":"12.50","stock":1,"stock":2}]'],
    ['a key twice in attributes', '[{"price":"12.50","stock":1,"attributes":{"a":"b","a":"c"}}]'],
    ['a key in another spelling', '[{"price":"12.50","stock":1,"pr\\u0069ce":"1.00"}]'],
    ['too deep', `[{"price":"12.50","stock":1,"attributes":{"a":${deep(33)}}}]`],
    ['lists too deep', `${'['.repeat(40)}${']'.repeat(40)}`],
    ['lists far too deep', `${'['.repeat(40_000)}${']'.repeat(40_000)}`],
  ])('8.3.8 is refused as well: %s', async (_, variants) => {
    const { status, error } = await create(variants)
    expect(status).toBe(400)
    expect(error?.details?.[0]?.field).toMatch(/^variants/)
  })

  it('8.3.8 with a repeated key or too deep says so', async () => {
    const twice = await create('[{"price":"12.50","stock":1,"stock":2}]')
    expect(twice.error?.message).toMatch(/deux fois|double|répét/i)
    const low = await create(`${'['.repeat(40)}${']'.repeat(40)}`)
    expect(low.error?.message).toMatch(/profond|imbriqu|niveau/i)
  })
})

describe('what gateways send', () => {
  /** The callback of an order's payin, signed, saying something else. */
  async function callback(change: (body: string) => string) {
    const phone = freshPhone()
    ok(await postOrder(await newMarket(), { payerPhoneNumber: phone }))
    const { id } = (await movementsOf(phone))[0] ?? { id: '' }
    const { body } = await signCallback(id)
    const signed = await signCallback(id, { body: change(body) })
    const request = new Request(signed.url, { method: 'POST', headers: signed.headers, body: signed.body })
    return (await exports.default.fetch(request)).status
  }
  it('8.3.8 signed, a key twice is 400', async () => {
    expect(await callback((body) => body.replace(/^\{/, '{"status":"failed",'))).toBe(400)
  })
  it('8.3.8 signed, deeper than 32 is 400', async () => {
    expect(await callback((body) => body.replace(/^\{/, `{"more":${deep(33)},`))).toBe(400)
  })
  it('8.3.8 signed, as it is, is taken', async () => {
    expect(await callback((body) => body)).toBe(200)
  })
})

describe('a session that ended', () => {
  it('8.3.8 its 401s count in the public tier of the address', async () => {
    const [person, address] = [await signUp(), freshAddress()]
    const ended = await signUp()
    ok(await call(ended, 'POST', '/auth/logout-all'))
    const read = async (as: Person | null, path: string) => {
      const request = new Request(
        `http://localhost:8787/api/v1${path}`,
        clientRequest(as, 'GET', undefined, from(address)),
      )
      const answer = await exports.default.fetch(request)
      await answer.arrayBuffer()
      return answer
    }
    const before = (await read(null, '/health')).headers.get('ratelimit')
    expect(before).toContain('r=5999')
    for (let i = 0; i < 40; i++) expect((await read(ended, i % 2 ? '/users/me' : '/orders/me')).status).toBe(401)
    expect((await read(null, '/health')).headers.get('ratelimit')).toContain('r=5958')
    expect((await read(person, '/users/me')).status).toBe(200)
  })

  it('8.3.8 past 6,000 a minute they are 429, before the database is asked', async () => {
    const address = freshAddress()
    const ended = await signUp()
    ok(await call(ended, 'POST', '/auth/logout-all'))
    const seen: Record<number, number> = {}
    const one = async () => {
      const request = new Request(
        'http://localhost:8787/api/v1/users/me',
        clientRequest(ended, 'GET', undefined, from(address)),
      )
      const answer = await exports.default.fetch(request)
      await answer.arrayBuffer()
      seen[answer.status] = (seen[answer.status] ?? 0) + 1
      return answer
    }
    for (let i = 0; i < 6000; i += 50) await Promise.all(Array.from({ length: 50 }, one))
    expect(seen).toEqual({ 401: 6000 })
    expect((await one()).status).toBe(429)
    await changeUser(ended.id, 'name = name')
  })

  it.each(['logout', 'force-logout', 'block', 'password'])('8.3.8 however it ended: %s', async (how) => {
    const [ended, address, admin] = [await signUp(), freshAddress(), await signUp('ADMIN')]
    if (how === 'logout') ok(await call(ended, 'POST', '/auth/logout-all'))
    else if (how === 'password') await call(ended, 'POST', '/auth/logout', undefined)
    else ok(await call(admin, 'POST', `/users/${ended.id}/${how}`, { reason: 'Plaintes' }))
    const left = async () =>
      /r=(\d+)/.exec(
        (await askRaw(null, 'GET', '/health', undefined, from(address))).headers.get('ratelimit') ?? '',
      )?.[1]
    const before = Number(await left())
    const { status } = await askRaw(ended, 'GET', '/users/me', undefined, from(address))
    if (status === 401) expect(Number(await left())).toBe(before - 2)
  })
})
