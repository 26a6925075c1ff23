import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { meterWork, newMeter } from '#db/meter.ts'
import type { Ctx } from '#domain/core/context.ts'
import { listUsers } from '#domain/people/users/list-users.ts'
import { listSellerProfiles } from '#domain/shops/profiles/list.ts'
import type { Person } from '#testing/api.ts'
import { contextAs } from '#testing/fixtures/context.ts'
import { run } from '#testing/fixtures/database.ts'
import { signUp } from '#testing/fixtures/people.ts'

// The cost of staff's search of people does not grow with how many it finds (docs/limits.md, Sizes).

const page = { page: 1, limit: 20, search: 'zoulou' }
let support: Person

/** So many more people and sellers whom one search finds. */
async function more(count: number, from: number) {
  const numbered = `WITH RECURSIVE n (i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM n WHERE i < ${from + count - 1})`
  await run(`${numbered} INSERT INTO users (id, name, email, role, created_at, updated_at)
    SELECT format('many-%d', i), 'Zoulou Ilunga', format('many%d@example.com', i), 'BUYER', i, i FROM n`)
  await run(`${numbered} INSERT INTO seller_profiles (id, user_id, business_name, business_type, contact_phone, address, created_at, updated_at)
    SELECT format('seller-%d', i), format('many-%d', i), 'Zoulou', 'INDIVIDUAL', '243810000001', '{}', i, i FROM n`)
}

const searches: [string, (ctx: Ctx) => Promise<{ pagination: { total: number } }>, number][] = [
  ['people', (ctx) => listUsers(ctx, page), 1000],
  ['people of one role', (ctx) => listUsers(ctx, { ...page, role: 'BUYER' }), 1000],
  ['people of a role that none of them has', (ctx) => listUsers(ctx, { ...page, role: 'RIDER' }), 0],
  ['sellers', (ctx) => listSellerProfiles(ctx, page), 1000],
  [
    'sellers of a state that none of them is in',
    (ctx) => listSellerProfiles(ctx, { ...page, kycStatus: 'REVOKED' }),
    0,
  ],
]

async function readsOf(act: (ctx: Ctx) => Promise<unknown>): Promise<number> {
  const meter = newMeter()
  await meterWork(meter, () => act(contextAs(support)))
  return meter.rowsRead
}

const few: number[] = []
beforeAll(async () => {
  support = await signUp('SUPPORT')
  await more(1_500, 1)
  for (const [, act] of searches) few.push(await readsOf(act))
  await more(6_000, 1_501)
}, 120_000)

afterAll(async () => {
  await run("DELETE FROM seller_profiles WHERE id GLOB 'seller-*'")
  await run("DELETE FROM users WHERE id GLOB 'many-*'")
})

describe('a search that finds 7,500 reads what one that finds 1,500 does', () => {
  it.each(searches.map((search, i) => [...search, i] as const))('%s', async (_, act, total, i) => {
    expect((await act(contextAs(support))).pagination.total).toBe(total)
    expect(await readsOf(act)).toBeLessThanOrEqual((few[i] ?? 0) + 2 * page.limit)
  })
})
