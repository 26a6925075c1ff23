import { describe, expect, it } from 'vitest'
import { type Caller, call, tally, together } from '#testing/api.ts'
import { actOnOrder, newMarket, paidOrder, postOrder } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { createProduct, newCategory, publishedProduct, variant } from '#testing/fixtures/products.ts'
import { newShopkeeper } from '#testing/fixtures/shops.ts'
import {
  expectOwnersOnly,
  expectUnknownIs404,
  faults,
  GONE,
  newStall,
  ok,
  refusal,
} from '#testing/stories/catalogue.ts'

const TAKEN = [409, 'ALREADY_EXISTS']
const add = (as: Caller, productId: string, more: object = {}) =>
  call(as, 'POST', `/products/${productId}/variants`, { name: 'Grand', price: '20.00', stock: 5, ...more })
const edit = (as: Caller, id: string, change: object) => call(as, 'PUT', `/products/variants/${id}`, change)
const remove = (as: Caller, id: string) => call(as, 'DELETE', `/products/variants/${id}`)
const shown = async (as: Caller, productId: string) => ok(await call(as, 'GET', `/products/${productId}`)).variants
const ids = (variants: { id: string }[]) => variants.map(({ id }) => id)

/** A published product with these variants. */
async function withVariants(...names: string[]) {
  const [seller, category] = [await newShopkeeper(), await newCategory()]
  const variants = JSON.stringify(names.map((name) => variant({ name, sku: `SKU-${name}` })))
  const product = await publishedProduct(seller, category, { variants })
  return { seller, category, id: product.id as string, variantIds: ids(product.variants) }
}

describe('a new variant', () => {
  it('is answered, shown with the product and can be bought', async () => {
    const market = await newMarket()
    const fields = { name: 'Grand', sku: 'CAFE-1KG', price: '20.00', stock: 5, attributes: { poids: '1 kg' } }
    const added = ok(await add(market.seller, market.productId, fields))
    expect(added).toMatchObject({ ...fields, id: expect.any(String), isDefault: false })
    const product = ok(await call(market.buyer, 'GET', `/products/${market.productId}`))
    expect(product.hasVariants).toBe(true)
    expect(ids(product.variants)).toEqual([market.variantId, added.id])
    const order = ok(await postOrder({ ...market, variantId: added.id }, { quantity: 2, fulfillmentMethod: 'PICKUP' }))
    expect(order.subtotal).toBe('40.00')
  })

  it('has its stock as a first movement', async () => {
    const { seller, id } = await withVariants('Petit')
    const { id: variantId } = ok(await add(seller, id, { stock: 7 }))
    const { movements } = ok(await call(seller, 'GET', `/products/variants/${variantId}/stock/movements`))
    expect(movements.map(({ amount }: { amount: number }) => amount)).toEqual([7])
  })

  it('needs neither name, sku nor attributes', async () => {
    const { seller, id } = await withVariants('Petit')
    const added = ok(await call(seller, 'POST', `/products/${id}/variants`, { price: 3, stock: 0 }))
    expect(added).toMatchObject({ name: null, sku: null, attributes: null, price: '3.00', stock: 0 })
  })

  it.each([
    ['price', { price: undefined }],
    ['price', { price: '1.005' }],
    ['price', { price: '1e2' }],
    ['price', { price: -1 }],
    ['price', { price: 'NaN' }],
    ['stock', { stock: undefined }],
    ['stock', { stock: -1 }],
    ['stock', { stock: 1.5 }],
    ['inconnu', { inconnu: 1 }],
    ['isDefault', { isDefault: true }],
  ])('with a bad %s is 400', async (field, change) => {
    const { seller, id } = await withVariants('Petit')
    const found = faults(await add(seller, id, change))
    expect(found.some((name) => name === field || name === '' || name === 'body')).toBe(true)
    expect(await shown(seller, id)).toHaveLength(1)
  })

  it('has a sku that no other variant of the product has; another product may', async () => {
    const [one, two] = [await withVariants('Petit'), await withVariants('Moyen')]
    expect(refusal(await add(one.seller, one.id, { sku: 'SKU-Petit' }))).toEqual(TAKEN)
    ok(await add(two.seller, two.id, { sku: 'SKU-Petit' }))
    ok(await add(one.seller, one.id))
    ok(await add(one.seller, one.id))
    expect(await shown(one.seller, one.id)).toHaveLength(3)
  })

  it('is one of at most fifty, also when many come at once', async () => {
    const names = Array.from({ length: 48 }, (_, i) => `n${i}`)
    const { seller, id } = await withVariants(...names)
    expect(tally(await together(5, () => add(seller, id)))).toEqual({ 201: 2, 409: 3 })
    expect(await shown(seller, id)).toHaveLength(50)
    const refused = await add(seller, id)
    expect(refused.status).toBe(409)
    expect(refused.error?.reason).not.toBe('PLAN_LIMIT_REACHED')
  })

  it('of the same sku at once is made once', async () => {
    const { seller, id } = await withVariants('Petit')
    expect(tally(await together(5, () => add(seller, id, { sku: 'DOUBLE' })))).toEqual({ 201: 1, 409: 4 })
  })

  it('is for the owner; an unknown product is 404', async () => {
    const { seller, id } = await withVariants('Petit')
    const body = { price: '1.00', stock: 1 }
    await expectOwnersOnly('POST', `/products/${id}/variants`, body)
    await expectUnknownIs404(seller, 'POST', (some) => `/products/${some}/variants`, body)
  })
})

describe('an edit of a variant', () => {
  it('changes what it names: name, sku, price, attributes', async () => {
    const market = await newMarket({ name: 'Petit', sku: 'A' })
    const change = { name: 'Sachet', sku: 'B', price: '13.75', attributes: { mouture: 'fine' } }
    expect(ok(await edit(market.seller, market.variantId, change))).toMatchObject({
      ...change,
      id: market.variantId,
      stock: 10,
      isDefault: true,
    })
    expect((await shown(market.buyer, market.productId))[0]).toMatchObject(change)
    expect(ok(await edit(market.seller, market.variantId, { sku: null })).sku).toBeNull()
    expect(ok(await edit(market.seller, market.variantId, { price: 14 })).price).toBe('14.00')
    const order = ok(await postOrder(market, { quantity: 1, fulfillmentMethod: 'PICKUP' }))
    expect(order.subtotal).toBe('14.00')
  })

  it('is allowed while an order is open, which keeps its price', async () => {
    const market = await newMarket()
    const order = await paidOrder(market)
    ok(await edit(market.seller, market.variantId, { price: '99.00' }))
    expect(ok(await call(market.buyer, 'GET', `/orders/${order.id}`)).items[0].unitPrice).toBe('12.50')
  })

  it('refuses stock, and what is not so', async () => {
    const { seller, id, variantIds } = await withVariants('Petit')
    const [variantId = ''] = variantIds
    for (const change of [{ stock: 3 }, { price: '1.005' }, { price: null }, { isDefault: true }, { productId: id }])
      expect(faults(await edit(seller, variantId, change)), JSON.stringify(change)).toHaveLength(1)
    expect((await shown(seller, id))[0]).toMatchObject({ price: '12.50', stock: 10 })
  })

  it("cannot take another variant's sku; its own again it may", async () => {
    const { seller, variantIds } = await withVariants('Petit', 'Grand')
    expect(refusal(await edit(seller, variantIds[0] as string, { sku: 'SKU-Grand' }))).toEqual(TAKEN)
    ok(await edit(seller, variantIds[0] as string, { sku: 'SKU-Petit', price: '1.00' }))
  })

  it('leaves what moderation decided', async () => {
    const { seller, staff, id, product } = await newStall()
    ok(await call(staff, 'POST', `/moderation/products/${id}/approve`))
    ok(await edit(seller, product.variants[0].id, { price: '1.00' }))
    expect(ok(await call(seller, 'GET', `/products/${id}`)).moderationStatus).toBe('APPROVED')
  })

  it('is for the owner; an unknown one is 404', async () => {
    const { seller, variantIds } = await withVariants('Petit')
    await expectOwnersOnly('PUT', `/products/variants/${variantIds[0]}`, { price: '1.00' })
    await expectUnknownIs404(seller, 'PUT', (some) => `/products/variants/${some}`, { price: '1.00' })
  })
})

describe('a removed variant', () => {
  it('is gone, and the first that remains is the default when it was', async () => {
    const { seller, id, variantIds } = await withVariants('a', 'b', 'c')
    const [a = '', b, c] = variantIds
    expect(ok(await remove(seller, a))).toEqual({ deleted: true })
    const left = await shown(seller, id)
    expect(ids(left)).toEqual([b, c])
    expect(left.map(({ isDefault }: { isDefault: boolean }) => isDefault)).toEqual([true, false])
    for (const answer of [
      await remove(seller, a),
      await edit(seller, a, { price: '1.00' }),
      await call(seller, 'GET', `/products/variants/${a}/stock`),
    ])
      expect(refusal(answer)).toEqual(GONE)
  })

  it('that was not the default leaves the default', async () => {
    const { seller, id, variantIds } = await withVariants('a', 'b')
    ok(await remove(seller, variantIds[1] as string))
    expect((await shown(seller, id))[0]).toMatchObject({ id: variantIds[0], isDefault: true })
  })

  it('frees its sku', async () => {
    const { seller, id, variantIds } = await withVariants('a', 'b')
    ok(await remove(seller, variantIds[1] as string))
    ok(await add(seller, id, { sku: 'SKU-b' }))
  })

  it('may not be the last, also when both go at once', async () => {
    const { seller, id, variantIds } = await withVariants('a', 'b')
    const answers = await together(2, (i) => remove(seller, variantIds[i] as string))
    expect(tally(answers)).toEqual({ 200: 1, 409: 1 })
    const left = await shown(seller, id)
    expect(left).toHaveLength(1)
    expect(left[0].isDefault).toBe(true)
    expect((await remove(seller, left[0].id)).status).toBe(409)
  })

  it('may not be in an open order; once it is over it may', async () => {
    const market = await newMarket()
    ok(await add(market.seller, market.productId))
    const order = await paidOrder(market)
    expect((await remove(market.seller, market.variantId)).status).toBe(409)
    ok(await actOnOrder(market.seller, order.id, 'reject', {}))
    ok(await remove(market.seller, market.variantId))
    expect(ok(await call(market.buyer, 'GET', `/orders/${order.id}`)).items[0].variantId).toBe(market.variantId)
    expect((await postOrder(market)).status).toBe(404)
  })

  it('ordered at the same moment: one of both happens', async () => {
    for (let round = 0; round < 3; round++) {
      const market = await newMarket()
      ok(await add(market.seller, market.productId))
      const [removed, order] = await Promise.all([remove(market.seller, market.variantId), postOrder(market)])
      expect([
        [200, 404],
        [200, 409],
        [409, 201],
      ]).toContainEqual([removed?.status, order?.status])
    }
  })

  it('is removed by its owner; an unknown one is 404', async () => {
    const { seller, id, variantIds } = await withVariants('a', 'b')
    await expectOwnersOnly('DELETE', `/products/variants/${variantIds[0]}`)
    await expectUnknownIs404(seller, 'DELETE', (some) => `/products/variants/${some}`)
    expect((await remove(await signUp('SUPPORT'), variantIds[0] as string)).status).toBe(403)
    expect(await shown(seller, id)).toHaveLength(2)
  })

  it('of a draft is removed as well', async () => {
    const { seller, category } = await withVariants('a')
    const variants = JSON.stringify([variant({ name: 'x' }), variant({ name: 'y' })])
    const draft = ok(await createProduct(seller, category, { variants }))
    ok(await remove(seller, draft.variants[0].id))
    expect(await shown(seller, draft.id)).toHaveLength(1)
  })
})
