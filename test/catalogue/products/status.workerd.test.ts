import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { call, guest, tally, together } from '#testing/api.ts'
import { count, run } from '#testing/fixtures/database.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { type Category, createProduct, newCategory, publishedProduct } from '#testing/fixtures/products.ts'
import { newShopkeeper, type Shopkeeper } from '#testing/fixtures/shops.ts'

let seller: Shopkeeper
let category: Category
beforeAll(async () => {
  seller = await newShopkeeper()
  category = await newCategory()
})

const move = (id: string, status: string, as = seller, more = {}) =>
  call(as, 'POST', `/products/${id}/status`, { status, ...more })
const isPublic = async (id: string) => (await call(guest, 'GET', `/products/${id}`)).status === 200

test('publish, take back, archive, bring back', async () => {
  const { data } = await createProduct(seller, category)
  const out = await move(data.id, 'PUBLISHED', seller, { version: 1 })
  expect(out.data).toMatchObject({ status: 'PUBLISHED', moderationStatus: 'PENDING', version: 2 })
  expect(Number(out.headers.get('x-d1-round-trips'))).toBe(3)
  const seen = await call(guest, 'GET', `/products/slug/${data.slug}`)
  expect(seen.data).toMatchObject({ id: data.id, status: 'PUBLISHED', shop: { id: seller.shopId } })
  expect(seen.data).not.toHaveProperty('moderationStatus')

  expect((await move(data.id, 'DRAFT')).data.status).toBe('DRAFT')
  expect(await isPublic(data.id)).toBe(false)
  await move(data.id, 'PUBLISHED')
  expect(await isPublic(data.id)).toBe(true)
  expect((await move(data.id, 'ARCHIVED')).data.status).toBe('ARCHIVED')
  expect(await isPublic(data.id)).toBe(false)
  for (const [status, said] of [
    ['PUBLISHED', 'le produit est archivé'],
    ['ARCHIVED', 'le produit est déjà archivé'],
  ] as const) {
    const refused = await move(data.id, status)
    expect([refused.status, refused.error?.reason]).toEqual([409, 'INVALID_TRANSITION'])
    expect(refused.error?.message).toContain(said)
  }
  expect((await move(data.id, 'DRAFT')).data.status).toBe('DRAFT')
  expect((await move(data.id, 'DRAFT')).status).toBe(409)
  expect((await move(data.id, 'ARCHIVED')).data.status).toBe('ARCHIVED')
  expect(await count('history WHERE thing_id = ?', data.id)).toBe(7)
})

test('publishing needs a picture, a published shop and a subscription', async () => {
  const bare = await createProduct(seller, category, { images: null })
  expect((await move(bare.data.id, 'PUBLISHED')).error?.message).toContain('image')

  const refusal = async (terms: Parameters<typeof newShopkeeper>[0], change: string) => {
    const other = await newShopkeeper(terms)
    const { data } = await createProduct(other, category)
    await env.DB.prepare(change).bind(other.profileId).run()
    const { status, error } = await move(data.id, 'PUBLISHED', other)
    return [status, error?.reason]
  }
  expect(await refusal({ shop: 'DRAFT' }, 'SELECT ?')).toEqual([409, 'INVALID_TRANSITION'])
  expect(await refusal({}, "UPDATE shops SET status = 'SUSPENDED' WHERE seller_profile_id = ?")).toEqual([
    403,
    'SHOP_SUSPENDED',
  ])
  expect(await refusal({}, "UPDATE subscriptions SET status = 'EXPIRED' WHERE seller_profile_id = ?")).toEqual([
    403,
    'SUBSCRIPTION_REQUIRED',
  ])
  expect(await refusal({}, "UPDATE products SET moderation_status = 'TAKEN_DOWN' WHERE seller_profile_id = ?")).toEqual(
    [409, 'INVALID_TRANSITION'],
  )
  expect(await refusal({}, 'UPDATE products SET expires_at = 1 WHERE seller_profile_id = ?')).toEqual([
    409,
    'INVALID_TRANSITION',
  ])
})

test('who and what may not', async () => {
  const { data } = await createProduct(seller, category)
  const stranger = await newShopkeeper()
  expect((await call(guest, 'POST', `/products/${data.id}/status`, { status: 'PUBLISHED' })).status).toBe(401)
  expect(
    (await call(await signUp('ADMIN'), 'POST', `/products/${data.id}/status`, { status: 'PUBLISHED' })).status,
  ).toBe(403)
  expect((await move(data.id, 'PUBLISHED', stranger)).status).toBe(404)
  expect((await move('x', 'PUBLISHED')).status).toBe(404)
  for (const body of [{}, { status: 'GONE' }, { status: 'DRAFT', x: 1 }, { status: 'PUBLISHED', version: '1' }]) {
    expect((await call(seller, 'POST', `/products/${data.id}/status`, body)).status).toBe(400)
  }
  const stale = await move(data.id, 'PUBLISHED', seller, { version: 7 })
  expect([stale.status, stale.error?.reason]).toEqual([409, 'VERSION_MISMATCH'])
})

test('fifty publish at once: one does', async () => {
  const { data } = await createProduct(seller, category)
  expect(tally(await together(50, () => move(data.id, 'PUBLISHED')))).toEqual({ 200: 1, 409: 49 })
})

test('what comes back from the archive counts against the plan again', async () => {
  const small = await newShopkeeper({ maxProducts: 1 })
  const first = await createProduct(small, category)
  await move(first.data.id, 'ARCHIVED', small)
  const second = await createProduct(small, category)
  expect(second.status).toBe(201)
  expect((await move(first.data.id, 'DRAFT', small)).error?.reason).toBe('PLAN_LIMIT_REACHED')
  await move(second.data.id, 'ARCHIVED', small)
  const back = await together(2, (i) => move([first, second][i]?.data.id, 'DRAFT', small))
  expect(tally(back)).toEqual({ 200: 1, 409: 1 })
})

test('a product over a lowered limit is hidden, the one published first stays', async () => {
  const small = await newShopkeeper({ maxProducts: 3 })
  const all = [
    await publishedProduct(small, category),
    await publishedProduct(small, category),
    await publishedProduct(small, category),
  ]
  await run('UPDATE plans SET max_products = 2 WHERE id = ?', small.planId)
  await move(all[0].id, 'ARCHIVED', small)
  expect(await Promise.all(all.map(({ id }) => isPublic(id)))).toEqual([false, true, true])
  await move(all[0].id, 'DRAFT', small).then(({ error }) => expect(error?.reason).toBe('PLAN_LIMIT_REACHED'))
})
