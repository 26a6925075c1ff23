import { beforeEach, expect, test } from 'vitest'
import { call, guest, type Person, reasons, together } from '#testing/api.ts'
import { count, run } from '#testing/fixtures/database.ts'
import { type Market, newMarket } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'

let market: Market
let buyer: Person
beforeEach(async () => {
  market = await newMarket()
  buyer = market.buyer
})

const add = (type: string, targetId: string, as = buyer) => call(as, 'POST', '/favorites', { type, targetId })
const list = async (query = '', as = buyer) => (await call(as, 'GET', `/favorites${query}`)).data
const ids = async (as = buyer) => (await call(as, 'GET', '/favorites/ids')).data

test('a product and a shop are kept, shown and let go', async () => {
  const { productId, seller } = market
  const product = await add('PRODUCT', productId)
  expect([product.status, product.data]).toEqual([
    201,
    {
      ...{ id: product.data.id, type: 'PRODUCT', targetId: productId, createdAt: product.data.createdAt },
      target: (await call(guest, 'GET', `/products/${productId}`)).data,
    },
  ])
  const shop = await add('SHOP', seller.shopId)
  const { seller: _, ...card } = (await call(guest, 'GET', `/seller/shop/${seller.shopId}`)).data
  expect(shop.data.target).toEqual(card)
  expect((await add('PRODUCT', productId)).data).toEqual(product.data)
  const all = await list()
  expect(all.favorites).toEqual([shop.data, product.data])
  expect(all.pagination.total).toBe(2)
  expect((await list('?type=PRODUCT')).favorites).toEqual([product.data])
  expect((await list('?limit=1&page=2')).favorites).toEqual([product.data])
  expect(await ids()).toEqual({ productIds: [productId], shopIds: [seller.shopId] })

  for (const _ of [1, 2]) {
    expect((await call(buyer, 'DELETE', `/favorites/PRODUCT/${productId}`)).data).toEqual({ deleted: true })
  }
  expect(await ids()).toEqual({ productIds: [], shopIds: [seller.shopId] })
  expect(await ids(await signUp())).toEqual({ productIds: [], shopIds: [] })
})

test('what nobody sees is 404; what is gone later stays without its target', async () => {
  const { productId, seller } = market
  expect((await add('PRODUCT', 'x')).status).toBe(404)
  expect((await add('SHOP', productId)).status).toBe(404)
  await add('PRODUCT', productId)
  await add('SHOP', seller.shopId)
  expect((await call(seller, 'POST', `/seller/shop/${seller.shopId}/unpublish`)).status).toBe(200)
  expect((await list()).favorites.map((one: { target: unknown }) => one.target)).toEqual([null, null])
  expect((await ids()).productIds).toEqual([productId])
  expect((await add('PRODUCT', productId, await signUp())).status).toBe(404)
  expect((await call(buyer, 'DELETE', `/favorites/SHOP/${seller.shopId}`)).data).toEqual({ deleted: true })
})

test('fifty at once keep one; a thousand are the most', async () => {
  const answers = await together(50, () => add('PRODUCT', market.productId))
  expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1)
  await run(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 999)
     INSERT INTO favorites (id, user_id, type, target_id, created_at) SELECT ?1 || i, ?1, 'PRODUCT', 'p' || i, 1 FROM n`,
    buyer.id,
  )
  expect(reasons([await add('SHOP', market.seller.shopId)])).toEqual({ CONFLICT: 1 })
  expect((await add('PRODUCT', market.productId)).status).toBe(201)
  expect(await count('favorites WHERE user_id = ?', buyer.id)).toBe(1000)
})

test('who and what may not', async () => {
  expect((await call(guest, 'GET', '/favorites')).status).toBe(401)
  expect((await call(guest, 'GET', '/favorites/ids')).status).toBe(401)
  const { productId } = market
  for (const bad of [{}, { type: 'PRODUCT' }, { targetId: productId }, { type: 'product', targetId: productId }])
    expect((await call(buyer, 'POST', '/favorites', bad)).status).toBe(400)
  expect((await call(buyer, 'DELETE', `/favorites/POST/${productId}`)).status).toBe(404)
  expect((await call(buyer, 'GET', '/favorites?kind=SHOP')).status).toBe(400)
})
