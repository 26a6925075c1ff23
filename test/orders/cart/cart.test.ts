import { beforeAll, describe, expect, it } from 'vitest'
import { eraseUser } from '#domain/people/erasure/erase.ts'
import { call, tally, together } from '#testing/api.ts'
import { contextNow } from '#testing/fixtures/context.ts'
import { all, count, run } from '#testing/fixtures/database.ts'
import { orderBody } from '#testing/fixtures/inputs.ts'
import { type Market, newMarket } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { newCategory, publishedProduct } from '#testing/fixtures/products.ts'

let market: Market
beforeAll(async () => {
  market = await newMarket()
})

const add = (as: Market['buyer'], variantId: string, quantity = 1) =>
  call(as, 'POST', '/cart/items', { variantId, quantity })
const merge = (as: Market['buyer'], items: object[]) => call(as, 'POST', '/cart/merge', { items })

/** So many variants of the market's product, past what a seller could add. */
async function manyVariants(howMany: number): Promise<string[]> {
  const prefix = crypto.randomUUID().slice(0, 8)
  await run(
    `INSERT INTO variants (id, product_id, price_minor, position, created_at, updated_at)
     SELECT ?1 || '-' || value, ?2, 100, (SELECT max(position) FROM variants) + value, 1, 1
     FROM json_each(?3)`,
    ...[prefix, market.productId, JSON.stringify(Array.from({ length: howMany }, (_, i) => i + 1))],
  )
  return (await all<{ id: string }>(`SELECT id FROM variants WHERE id LIKE ?`, `${prefix}-%`)).map(({ id }) => id)
}

describe('the bound of a cart', () => {
  it('is a hundred lines, however they come in', async () => {
    const buyer = await signUp()
    const variants = await manyVariants(103)
    const lines = variants.map((variantId) => ({ variantId, quantity: 1 }))
    expect((await call(buyer, 'PUT', '/cart', { items: lines.slice(0, 101) })).error?.code).toBe('VALIDATION_ERROR')
    expect((await call(buyer, 'PUT', '/cart', { items: lines.slice(0, 98) })).status).toBe(200)
    expect(await merge(buyer, lines.slice(97, 101))).toMatchObject({ status: 409, error: { code: 'CONFLICT' } })
    expect(tally(await together(5, (i) => add(buyer, variants[98 + i] as string)))).toEqual({ 201: 2, 409: 3 })
    expect(await count('cart_items WHERE user_id = ?', buyer.id)).toBe(100)
    const last = await add(buyer, variants[0] as string)
    expect([last.status, last.data.items.length]).toEqual([201, 100])
    expect((await call(buyer, 'GET', '/cart')).headers.get('x-d1-round-trips')).toBe('1')
  })

  it('names a variant once', async () => {
    const line = { variantId: market.variantId, quantity: 1 }
    for (const [method, path] of [
      ['PUT', '/cart'],
      ['POST', '/cart/merge'],
    ] as const)
      expect((await call(market.buyer, method, path, { items: [line, line] })).status).toBe(400)
  })
})

it('a shop that sells in two currencies has a group for each, and a line of each', async () => {
  const buyer = await signUp()
  const francs = await publishedProduct(market.seller, await newCategory(), { currency: 'CDF', name: 'Thé de Goma' })
  const items = [
    { variantId: market.variantId, quantity: 2 },
    { variantId: francs.variants[0].id, quantity: 1 },
  ]
  const { groups, totals } = (await call(buyer, 'PUT', '/cart', { items })).data
  expect(groups.map((group: Record<string, unknown>) => [group.shopId, group.currency, group.subtotal])).toEqual([
    [market.seller.shopId, 'USD', '25.00'],
    [market.seller.shopId, 'CDF', '12.50'],
  ])
  expect(totals).toEqual([
    { currency: 'USD', total: '25.00' },
    { currency: 'CDF', total: '12.50' },
  ])
})

describe('what went off sale', () => {
  it('stays in a cart that is replaced, comes in by a merge, and is not added', async () => {
    const { seller, buyer, productId, variantId } = await newMarket()
    const items = [{ variantId, quantity: 2 }]
    await add(buyer, variantId)
    expect((await call(seller, 'POST', `/products/${productId}/status`, { status: 'ARCHIVED' })).status).toBe(200)
    expect((await add(buyer, variantId)).status).toBe(404)
    const kept = await call(buyer, 'PUT', '/cart', { items })
    expect([kept.status, kept.data.items[0].quantity, kept.data.items[0].issue]).toEqual([200, 2, 'UNAVAILABLE'])
    const guest = await signUp()
    expect((await call(guest, 'PUT', '/cart', { items })).status).toBe(404)
    expect((await merge(guest, items)).data.items[0]).toMatchObject({ variantId, issue: 'UNAVAILABLE' })
  })

  it('shows nothing of itself where the team took it down, and comes into no cart', async () => {
    const { seller, buyer, productId, variantId } = await newMarket({}, { name: 'Objet INTERDIT' })
    await add(buyer, variantId)
    await run("UPDATE products SET moderation_status = 'TAKEN_DOWN', visible = 0 WHERE id = ?", productId)
    const { data: cart } = await call(buyer, 'GET', '/cart')
    expect(cart.items[0]).toMatchObject({
      name: 'Article retiré',
      variantName: null,
      imageUrl: null,
      issue: 'UNAVAILABLE',
    })
    const quoted = await call(buyer, 'POST', '/cart/quote', { fulfillmentMethod: 'PICKUP' })
    expect(JSON.stringify([cart, quoted.body])).not.toContain('INTERDIT')
    expect((await merge(await signUp(), [{ variantId, quantity: 1 }])).data.items).toEqual([])
    await run("UPDATE shops SET status = 'SUSPENDED', name = 'Boutique FRAUDE' WHERE id = ?", seller.shopId)
    expect(JSON.stringify((await call(buyer, 'GET', '/cart')).data)).not.toContain('FRAUDE')
  })

  it('is not what was never on sale: no draft is named by a merge', async () => {
    const { productId, variantId } = await newMarket()
    await run(`UPDATE products SET visible = 0, published_at = NULL WHERE id = ?`, productId)
    expect((await merge(await signUp(), [{ variantId, quantity: 1 }])).status).toBe(404)
  })

  it('is named line by line where a merge, a replacement or an order has what there is not', async () => {
    const market = await newMarket()
    const { buyer, variantId } = market
    const items = [
      { variantId, quantity: 1 },
      { variantId: 'inconnue', quantity: 1 },
    ]
    const order = { ...orderBody(market), items }
    for (const refused of [
      await merge(buyer, items),
      await call(buyer, 'PUT', '/cart', { items }),
      await call(buyer, 'POST', '/orders', order),
    ]) {
      expect(refused.status).toBe(404)
      expect(refused.error?.details?.map(({ field }) => field)).toEqual(['items.1.variantId'])
    }
  })
})

it('a merge that brings nothing new leaves the version, and one that does keeps the price that was seen', async () => {
  const { seller, buyer, variantId } = await newMarket()
  const { version } = (await add(buyer, variantId, 3)).data
  expect((await merge(buyer, [{ variantId, quantity: 3 }])).data.version).toBe(version)
  expect((await merge(buyer, [])).data.version).toBe(version)
  expect((await call(seller, 'PUT', `/products/variants/${variantId}`, { price: '14.00' })).status).toBe(200)
  const merged = (await merge(buyer, [{ variantId, quantity: 4 }])).data
  expect(merged.version).toBe(version + 1)
  expect(merged.items[0]).toMatchObject({ quantity: 4, unitPrice: '14.00', issue: 'PRICE_CHANGED' })
})

it('an empty cart has version 1, which is what its first change is made upon', async () => {
  const buyer = await signUp()
  const cart = (await call(buyer, 'GET', '/cart')).data
  expect(cart).toEqual({ id: buyer.id, version: 1, items: [], groups: [], totals: [] })
  expect((await call(buyer, 'DELETE', '/cart')).data).toEqual(cart)
  const items = [{ variantId: market.variantId, quantity: 1 }]
  const firsts = await together(10, () => call(buyer, 'PUT', '/cart', { items, baseVersion: cart.version }))
  expect(tally(firsts)).toEqual({ 200: 1, 409: 9 })
})

it('goes with its owner', async () => {
  const buyer = await signUp()
  await add(buyer, market.variantId)
  await run('UPDATE users SET erasure_due_at = 1 WHERE id = ?', buyer.id)
  expect(await eraseUser(contextNow(), buyer.id)).toBe(true)
  expect(await count('cart_items WHERE user_id = ?', buyer.id)).toBe(0)
  expect(await count('carts WHERE user_id = ?', buyer.id)).toBe(0)
})
