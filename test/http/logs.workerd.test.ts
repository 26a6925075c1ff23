import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { CRON } from '#cron/table.ts'
import { signAccessToken } from '#domain/people/sessions/tokens.ts'
import { VariantStock } from '#durable-objects/variant-stock.ts'
import { contextOf } from '#src/platform-context.ts'
import type { Person } from '#testing/api.ts'
import { claimsOf } from '#testing/fixtures/claims.ts'
import { run } from '#testing/fixtures/database.ts'
import {
  ALL_PLANTED,
  ask,
  captureLines,
  faulty,
  inProduction,
  PLANTED,
  plantedIn,
  tick,
} from '#testing/fixtures/planted.ts'
import { createProduct, newCategory, variant } from '#testing/fixtures/products.ts'
import { newShopkeeper, type Shopkeeper } from '#testing/fixtures/shops.ts'
import { googleToken } from '#testing/sandbox.ts'

// docs/logs.md: what breaks is seen, and nobody's data with it.

const JOIN = JSON.stringify({
  name: 'Aline Mukendi',
  email: PLANTED.email,
  phone: PLANTED.phone,
  password: `Marche-${PLANTED.token}`,
  role: 'BUYER',
})
let seller: Shopkeeper
let variantId: string

beforeAll(async () => {
  seller = await newShopkeeper()
  const { data } = await createProduct(seller, await newCategory(), { variants: JSON.stringify([variant()]) })
  variantId = data.variants[0].id
})

const undo: string[] = []
afterEach(async () => {
  for (const sql of undo.splice(0)) await run(sql)
  for (const stages of Object.values(CRON)) for (const jobs of stages) delete jobs.planted
})
/** Changes the database itself until the test is over. */
async function breakDatabase(...changes: [change: string, back: string][]): Promise<void> {
  for (const [change, back] of changes) {
    await run(change)
    undo.unshift(back)
  }
}

/** Lines of one event, none of which holds what was planted. */
function linesOf(lines: string[], event: string) {
  expect(plantedIn(lines.join('\n'))).toEqual([])
  const parsed = lines.map((line) => JSON.parse(line))
  const found = parsed.filter((line) => line.event === event)
  expect(found, `${event} among ${parsed.map((line) => line.event)}`).not.toEqual([])
  return found
}

/** The Authorization of somebody, as production signs it. */
async function bearerOf({ id, token }: Person): Promise<Record<string, string>> {
  const { sid } = JSON.parse(atob(token.split('.')[1] ?? ''))
  const ctx = contextOf(inProduction(), () => undefined)
  return { authorization: `Bearer ${await signAccessToken(ctx, claimsOf(id, sid))}` }
}
const restock = async (as = inProduction()) =>
  ask(
    as,
    'POST',
    `/products/variants/${variantId}/stock`,
    JSON.stringify({ type: 'RESTOCK', amount: 6, reason: ALL_PLANTED }),
    await bearerOf(seller),
  )

/** A bug of ours, whose message holds what came in. */
const bug = (): never => {
  throw new TypeError(`Cannot read properties of ${ALL_PLANTED}`)
}

describe('in production a failure shows itself, and nothing of a person', () => {
  it('a constraint of the database, with all that was bound', async () => {
    await breakDatabase(
      [
        'CREATE TABLE planted (email TEXT, CONSTRAINT planted_short CHECK (length(email) < 3)) STRICT',
        'DROP TABLE planted',
      ],
      [
        'CREATE TRIGGER planted_join AFTER INSERT ON users BEGIN INSERT INTO planted VALUES (NEW.email); END',
        'DROP TRIGGER planted_join',
      ],
    )
    const lines = captureLines()
    const answer = await ask(inProduction(), 'POST', '/auth/create-account', JOIN)
    expect(answer.status).toBe(500)
    const [line] = linesOf(lines(), 'request failed')
    expect(line).toMatchObject({ requestId: answer.requestId, operation: 'createAccount' })
    expect(line.error.database).toMatch(/CHECK constraint failed: planted_short/)
    expect(line.error.sql).toContain('insert into "users"')
  })

  it('a column that is not there: the SQL and the own words of the database', async () => {
    await breakDatabase([
      'ALTER TABLE plans RENAME COLUMN sort_order TO planted',
      'ALTER TABLE plans RENAME COLUMN planted TO sort_order',
    ])
    const lines = captureLines()
    expect((await ask(inProduction(), 'GET', '/plans')).status).toBe(500)
    const [line] = linesOf(lines(), 'request failed')
    expect(line.error.sql).toContain('"sort_order"')
    expect(line.error.cause.database).toMatch(/no such column: .*sort_order/)
  })

  it('a bug of ours', async () => {
    const lines = captureLines()
    const login = JSON.stringify({ email: PLANTED.email, code: PLANTED.code })
    expect((await ask(inProduction({ DB: faulty(bug) }), 'POST', '/auth/login/verify-otp', login)).status).toBe(500)
    const [line] = linesOf(lines(), 'request failed')
    expect(line).toMatchObject({ operation: 'verifyOtp', error: { name: 'TypeError' } })
    expect(line.error.stack[0]).toContain('test/http/logs.workerd.test.ts')
    expect(line.error.stack.join()).toContain('src/domain/core/codes/check.ts')
  })

  it.each([
    ['an answer that nobody can read', async () => new Response(ALL_PLANTED, { status: 500 })],
    ['a connection that breaks', async () => bug()],
  ])('a provider with %s', async (_what, fetch) => {
    const idToken = await googleToken({ email: PLANTED.email })
    vi.spyOn(globalThis, 'fetch').mockImplementation(fetch)
    const lines = captureLines()
    const parts = { EMAIL_BASE_URL: 'https://mail.example' }
    expect((await ask(inProduction(parts), 'POST', '/auth/login/google', JSON.stringify({ idToken }))).status).toBe(503)
    expect(linesOf(lines(), 'request failed')[0].error.code).toBe('GATEWAY_UNAVAILABLE')
    // The providers of messages: what they say is kept with the message, and logged nowhere.
    await ask(inProduction(parts), 'POST', '/auth/create-account', JOIN)
    await tick(inProduction(parts))
    expect(plantedIn(lines().join())).toEqual([])
  })

  it('a body that is no JSON', async () => {
    const lines = captureLines()
    expect((await ask(inProduction(), 'POST', '/auth/login/password', `${JOIN},`)).status).toBe(400)
    expect(plantedIn(lines().join())).toEqual([])
  })

  it('a job: which one, and its cause', async () => {
    const lines = captureLines()
    await tick(inProduction({ DB: faulty(bug) }))
    const found = linesOf(lines(), 'job failed')
    const jobs = CRON['* * * * *']?.flatMap((stage) => Object.keys(stage))
    expect(found.map(({ job }) => job).sort()).toEqual(jobs?.sort())
    for (const { error, cron } of found) {
      expect([cron, error.name]).toEqual(['* * * * *', expect.stringMatching(/^(TypeError|DrizzleQueryError)$/)])
    }
  })

  it('a thing of a job: which one', async () => {
    await run(
      `INSERT INTO broadcasts (id, title, body, role, recipients, joined_at, reached, created_at)
        VALUES ('b-planted', ?1, ?1, 'BUYER', 0, 0, '', 1)`,
      ALL_PLANTED,
    )
    undo.unshift("DELETE FROM broadcasts WHERE id = 'b-planted'")
    const lines = captureLines()
    const DB = faulty((sql) => void (/update "?broadcasts/i.test(sql) && bug()))
    await tick(inProduction({ DB }))
    expect(linesOf(lines(), 'job failed')).toMatchObject([{ job: 'runBroadcasts', id: 'b-planted' }])
  })

  it('a Durable Object: under the id of the request that called it', async () => {
    const as = inProduction({ DB: faulty((sql) => void (/stock_movements/.test(sql) && bug())) })
    // An object whose bindings are production's: the platform makes none for a test.
    const parts = { env: as, ctx: { waitUntil: () => undefined }, last: Promise.resolve() }
    const VARIANT_STOCK = { getByName: () => Object.assign(Object.create(VariantStock.prototype), parts) }
    const lines = captureLines()
    const answer = await restock(inProduction({ VARIANT_STOCK }))
    expect([answer.status, JSON.parse(answer.body).error.code]).toEqual([500, 'INTERNAL_ERROR'])
    const [line] = linesOf(lines(), 'object failed')
    expect(line).toMatchObject({ object: 'VariantStock', variant: variantId, operation: 'adjustStock' })
    expect(line).toMatchObject({ requestId: answer.requestId, account: seller.id, error: { sql: expect.any(String) } })
  })

  it('work after the answer: under the id of its request', async () => {
    const lines = captureLines()
    const DB = faulty((sql) => void (/^update "outbox"/.test(sql) && bug()))
    const answer = await ask(inProduction({ DB }), 'POST', '/auth/create-account', JOIN)
    expect(answer.status).toBe(201)
    const [line] = linesOf(lines(), 'background work failed')
    expect(line).toMatchObject({
      requestId: answer.requestId,
      operation: 'createAccount',
      error: { name: 'TypeError' },
    })
  })

  it('a start with a secret that is none: its name', async () => {
    const lines = captureLines()
    const unfit = inProduction({
      JWT_SECRET: `dev-${PLANTED.token}`,
      SEAL_KEYS: `1:${PLANTED.code}`,
      SMS_COUNTRIES: PLANTED.phone,
    })
    expect((await ask(unfit, 'GET', '/health')).status).toBe(503)
    const [line] = linesOf(lines(), 'refusing to serve')
    expect(line.unfit).toBe('JWT_SECRET, SEAL_KEYS, SMS_COUNTRIES')
  })
})

describe('in development a failure says its file, line and message', () => {
  const inDevelopment = (parts = {}) => ({ ...inProduction(parts), MODE: 'development' as const })
  const placeIn = (text: string, file: string) =>
    new RegExp(`\\n {4}at [^\\n]*${file.replaceAll('.', '\\.')}[^\\n]*:\\d+:\\d+`).test(text)

  it('of a verb', async () => {
    await run(`INSERT INTO plans (id, slug, name, max_products, max_photos_per_product, max_shops, priority_support, is_active,
      sort_order, created_at, updated_at) VALUES ('p-planted', 'planted', 'Planted', 1, 1, 1, 0, 1, 1, 1, 1)`)
    undo.unshift("DELETE FROM plans WHERE id = 'p-planted'")
    const lines = captureLines()
    const { parse } = JSON
    vi.spyOn(JSON, 'parse').mockImplementation((text) => (text === '[]' ? null : parse(text)))
    expect((await ask(inDevelopment(), 'GET', '/plans')).status).toBe(500)
    const text = lines().join('\n')
    expect(text).toMatch(/"event":"request failed".*"operation":"listPlans"/)
    expect(text).toContain("TypeError: Cannot read properties of null (reading 'map')")
    expect(placeIn(text, 'src/domain/shops/plans/view.ts')).toBe(true)
    expect(placeIn(text, 'src/domain/shops/plans/list.ts')).toBe(true)
  })

  it('of a job', async () => {
    const stages = CRON['* * * * *'] ?? []
    Object.assign(stages[0] ?? {}, { planted: async () => (undefined as unknown as Date).getTime() })
    const lines = captureLines()
    await tick(inDevelopment())
    const text = lines().join('\n')
    expect(text).toMatch(/"event":"job failed".*"job":"planted"/)
    expect(text).toContain("TypeError: Cannot read properties of undefined (reading 'getTime')")
    expect(placeIn(text, 'test/http/logs.workerd.test.ts')).toBe(true)
  })

  it('a failure of a query says its SQL, its values and the words of the database', async () => {
    await breakDatabase([
      'ALTER TABLE products RENAME COLUMN name TO planted',
      'ALTER TABLE products RENAME COLUMN planted TO name',
    ])
    const lines = captureLines()
    expect((await ask(inDevelopment(), 'GET', `/products/${crypto.randomUUID()}`)).status).toBe(500)
    expect(lines().join('\n')).toMatch(/no such column: .*name/)
    expect(lines().join('\n')).toMatch(/SELECT p\.id/i)
  })
})
