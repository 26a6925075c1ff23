import { beforeAll, expect, test } from 'vitest'
import { call, guest, reasons, tally, together } from '#testing/api.ts'
import { count, first, run } from '#testing/fixtures/database.ts'
import { newMarket, postOrder } from '#testing/fixtures/orders.ts'
import { jpeg } from '#testing/fixtures/pictures.ts'
import {
  type Category,
  createProduct,
  newCategory,
  publishedProduct,
  storedPictures,
} from '#testing/fixtures/products.ts'
import { newShopkeeper, type Shopkeeper } from '#testing/fixtures/shops.ts'
import { until } from '#testing/sandbox.ts'

let seller: Shopkeeper
let category: Category
beforeAll(async () => {
  seller = await newShopkeeper()
  category = await newCategory()
})

const form = (count: number) => {
  const body = new FormData()
  for (let i = 0; i < count; i++) body.append('images', new Blob([jpeg()]), `${i}.jpg`)
  return body
}
const add = (as: Shopkeeper, id: string, count = 1) => call(as, 'POST', `/products/${id}/images`, form(count))
const positions = ({ data }: { data: { images: { position: number }[] } }) => data.images.map((i) => i.position)

test('writes make three trips, and an edit shows again what had run out', async () => {
  const { id } = await publishedProduct(seller, category)
  await run('UPDATE products SET expires_at = 1, visible = 0 WHERE id = ?', id)
  expect((await call(guest, 'GET', `/products/${id}`)).status).toBe(404)
  const edited = await call(seller, 'PUT', `/products/${id}`, { expiresAt: '2099-01-01' })
  expect(edited.headers.get('x-d1-round-trips')).toBe('3')
  expect((await call(guest, 'GET', `/products/${id}`)).status).toBe(200)
})

test('the currency and the product stay while an order is open, and may go when it is over', async () => {
  const market = await newMarket()
  const { data: order } = await postOrder(market)
  const path = `/products/${market.productId}`
  for (const refused of [
    await call(market.seller, 'PUT', path, { currency: 'CDF' }),
    await call(market.seller, 'DELETE', path),
  ])
    expect([refused.status, refused.error?.reason]).toEqual([409, 'IN_USE'])
  expect((await call(market.seller, 'PUT', path, { currency: 'USD', brand: 'Kivu' })).status).toBe(200)
  await run("UPDATE orders SET status = 'COMPLETED' WHERE id = ?", order.id)
  const changed = await call(market.seller, 'PUT', path, { currency: 'CDF' })
  expect([changed.data.currency, changed.data.variants[0].price]).toEqual(['CDF', '12.50'])
  await run("UPDATE orders SET status = 'PENDING_PAYMENT' WHERE id = ?", order.id)
  await run("UPDATE orders SET status = 'REFUNDED' WHERE id = ?", order.id)
  expect((await call(market.seller, 'DELETE', path)).data).toEqual({ deleted: true })
  await run("UPDATE orders SET status = 'PENDING_PAYMENT' WHERE id = ?", order.id)
})

test('a deleted product frees its place once, and shows one that the plan had hidden', async () => {
  const small = await newShopkeeper({ maxProducts: 2 })
  const [one, two] = [await publishedProduct(small, category), await publishedProduct(small, category)]
  await run('UPDATE plans SET max_products = 1 WHERE id = ?', small.planId)
  await call(small, 'PUT', `/products/${two.id}`, { brand: 'Kivu' })
  expect((await call(guest, 'GET', `/products/${two.id}`)).status).toBe(404)
  expect(tally(await together(20, () => call(small, 'DELETE', `/products/${one.id}`)))).toEqual({ 200: 1, 404: 19 })
  expect((await call(guest, 'GET', `/products/${two.id}`)).status).toBe(200)
  expect((await createProduct(small, category)).error?.reason).toBe('PLAN_LIMIT_REACHED')
  expect(await count('seller_profiles WHERE id = ? AND product_count = 1', small.profileId)).toBe(1)
  for (const [method, path] of [
    ['PUT', ''],
    ['POST', '/submit'],
    ['DELETE', '/images/x'],
    ['GET', '/moderation'],
  ] as const)
    expect((await call(small, method, `/products/${one.id}${path}`, method === 'PUT' ? {} : undefined)).status).toBe(
      404,
    )
})

test('fifty adds within the plan: as many as there is room for, and no file is left over', async () => {
  const small = await newShopkeeper({ maxPhotos: 5 })
  const { id } = await publishedProduct(small, category)
  const before = (await storedPictures('product')).length
  expect(reasons(await together(30, () => add(small, id)))).toEqual({ ok: 4, PLAN_LIMIT_REACHED: 26 })
  const shown = await call(small, 'GET', `/products/${id}`)
  expect(positions(shown)).toEqual([0, 1, 2, 3, 4])
  expect((await storedPictures('product')).length).toBe(before + 4)
})

test('adds need a file, a live subscription and room; each is told in its own words', async () => {
  const late = await newShopkeeper({ maxPhotos: 2 })
  const { data } = await createProduct(late, category)
  const none = await add(late, data.id, 0)
  expect([none.status, none.error?.details?.[0]?.field]).toEqual([400, 'images'])
  expect((await add(late, data.id, 2)).error?.reason).toBe('PLAN_LIMIT_REACHED')
  await run("UPDATE subscriptions SET status = 'EXPIRED' WHERE seller_profile_id = ?", late.profileId)
  expect((await add(late, data.id)).error?.reason).toBe('SUBSCRIPTION_REQUIRED')
})

test('pictures removed at once: they move up, the last one stays, and the files go', async () => {
  const { id } = await publishedProduct(seller, category)
  const { data } = await add(seller, id, 3)
  const ids: string[] = data.images.map((image: { id: string }) => image.id)
  const keyOf = async (image: string) =>
    (await first<{ key: string }>('SELECT key FROM product_images WHERE id = ?', image))?.key ?? ''
  const keys = await Promise.all(ids.map(keyOf))
  const answers = await together(20, (i) => call(seller, 'DELETE', `/products/${id}/images/${ids[i % 4]}`))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
  const left = await call(seller, 'GET', `/products/${id}`)
  expect(positions(left)).toEqual([0])
  const last = await call(seller, 'DELETE', `/products/${id}/images/${left.data.images[0].id}`)
  expect([last.status, last.error?.reason]).toEqual([409, 'INVALID_TRANSITION'])
  const stays = await keyOf(left.data.images[0].id)
  await until(async () => {
    const stored = await storedPictures('product')
    return keys.every((key) => stored.includes(key) === (key === stays))
  }, 'the files to go')
  await call(seller, 'POST', `/products/${id}/status`, { status: 'DRAFT' })
  const bare = await call(seller, 'DELETE', `/products/${id}/images/${left.data.images[0].id}`)
  expect([bare.status, bare.data.images]).toEqual([200, []])
  expect((await call(seller, 'POST', `/products/${id}/status`, { status: 'PUBLISHED' })).status).toBe(409)
})

test("another product's picture is neither removed nor put in order", async () => {
  const [one, two] = [await publishedProduct(seller, category), await publishedProduct(seller, category)]
  await add(seller, one.id)
  const foreign = (await call(seller, 'GET', `/products/${two.id}`)).data.images[0].id
  expect((await call(seller, 'DELETE', `/products/${one.id}/images/${foreign}`)).status).toBe(404)
  const [a] = (await call(seller, 'GET', `/products/${one.id}`)).data.images
  const wrong = await call(seller, 'PUT', `/products/${one.id}/images/order`, { imageIds: [a.id, foreign] })
  expect([wrong.status, wrong.error?.details?.[0]?.field]).toEqual([400, 'imageIds'])
  expect(positions(await call(seller, 'GET', `/products/${one.id}`))).toEqual([0, 1])
})
