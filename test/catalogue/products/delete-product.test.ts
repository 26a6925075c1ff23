import { describe, expect, it } from 'vitest'
import { call, tally, together } from '#testing/api.ts'
import { actOnOrder, newMarket, paidOrder, postOrder } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { createProduct, newCategory, publishedProduct } from '#testing/fixtures/products.ts'
import { newShopkeeper } from '#testing/fixtures/shops.ts'
import { expectOwnersOnly, expectUnknownIs404, GONE, newStall, ok, refusal } from '#testing/stories/catalogue.ts'

describe('a deleted product', () => {
  it('is 404 everywhere, for its owner and staff too', async () => {
    const { seller, staff, reader, id, product } = await newStall()
    const variantId = product.variants[0].id
    expect(ok(await call(seller, 'DELETE', `/products/${id}`))).toEqual({ deleted: true })
    for (const as of [seller, staff, reader]) {
      expect(refusal(await call(as, 'GET', `/products/${id}`)), as.role).toEqual(GONE)
      expect(refusal(await call(as, 'GET', `/products/slug/${product.slug}`)), as.role).toEqual(GONE)
    }
    expect(refusal(await call(seller, 'DELETE', `/products/${id}`))).toEqual(GONE)
    expect(refusal(await call(seller, 'PUT', `/products/${id}`, { brand: 'Kivu' }))).toEqual(GONE)
    expect(refusal(await call(seller, 'POST', `/products/${id}/status`, { status: 'PUBLISHED' }))).toEqual(GONE)
    const restock = { type: 'RESTOCK', amount: 1 }
    expect(refusal(await call(seller, 'POST', `/products/variants/${variantId}/stock`, restock))).toEqual(GONE)
  })

  it('is in no list: of guests, of its shop, of staff', async () => {
    const { seller, staff, reader, id } = await newStall()
    const { data: kept } = await createProduct(seller, await newCategory(), { name: 'Miel de Walungu' })
    ok(await call(seller, 'DELETE', `/products/${id}`))
    const ids = async (as: typeof reader, path: string) => {
      const { products, pagination } = ok(await call(as, 'GET', path))
      expect(pagination.total).toBe(products.length)
      return products.map((product: { id: string }) => product.id)
    }
    expect(await ids(reader, `/products?shopId=${seller.shopId}`)).toEqual([])
    expect(await ids(seller, `/products/shop/${seller.shopId}`)).toEqual([kept.id])
    expect(await ids(staff, `/products/admin?shopId=${seller.shopId}`)).toEqual([kept.id])
  })

  it('is 404 for moderation', async () => {
    const { seller, staff, id } = await newStall()
    ok(await call(seller, 'DELETE', `/products/${id}`))
    expect(refusal(await call(staff, 'GET', `/moderation/products/${id}`))).toEqual(GONE)
    expect(refusal(await call(staff, 'POST', `/moderation/products/${id}/approve`))).toEqual(GONE)
    const { products } = ok(await call(staff, 'GET', '/moderation/products?status=PENDING&limit=100'))
    expect(products.some((product: { id: string }) => product.id === id)).toBe(false)
  })

  it('frees its place in the plan', async () => {
    const [seller, category] = [await newShopkeeper({ maxProducts: 1 }), await newCategory()]
    const { id } = await publishedProduct(seller, category)
    expect(refusal(await createProduct(seller, category))).toEqual([409, 'PLAN_LIMIT_REACHED'])
    ok(await call(seller, 'DELETE', `/products/${id}`))
    ok(await createProduct(seller, category))
    expect(refusal(await createProduct(seller, category))).toEqual([409, 'PLAN_LIMIT_REACHED'])
  })

  it('can be a draft or an archived one as well', async () => {
    const { seller, category } = await newStall()
    for (const status of ['DRAFT', 'ARCHIVED']) {
      const { id } = ok(await createProduct(seller, category))
      if (status === 'ARCHIVED') ok(await call(seller, 'POST', `/products/${id}/status`, { status }))
      expect(ok(await call(seller, 'DELETE', `/products/${id}`)), status).toEqual({ deleted: true })
      expect(refusal(await call(seller, 'GET', `/products/${id}`)), status).toEqual(GONE)
    }
  })

  it('is deleted by its owner alone; an unknown one is 404', async () => {
    const { seller, id } = await newStall()
    await expectOwnersOnly('DELETE', `/products/${id}`)
    await expectUnknownIs404(seller, 'DELETE', (some) => `/products/${some}`)
    ok(await call(seller, 'GET', `/products/${id}`))
  })

  it('cannot be ordered any more', async () => {
    const market = await newMarket()
    ok(await call(market.seller, 'DELETE', `/products/${market.productId}`))
    expect((await postOrder(market)).status).toBe(404)
  })

  it('keeps its lines in the orders that were made of it', async () => {
    const market = await newMarket()
    const order = await paidOrder(market)
    ok(await actOnOrder(market.seller, order.id, 'reject', { reason: 'Plus de stock' }))
    ok(await call(market.seller, 'DELETE', `/products/${market.productId}`))
    for (const as of [market.buyer, market.seller]) {
      const { items } = ok(await call(as, 'GET', `/orders/${order.id}`))
      expect(items).toHaveLength(1)
      expect(items[0]).toMatchObject({
        productId: market.productId,
        quantity: 2,
        unitPrice: '12.50',
        name: order.items[0].name,
      })
    }
  })
})

describe('while an order is open', () => {
  it('a product is not deleted: unpaid, paid, accepted; it is once the order is over', async () => {
    const market = await newMarket()
    const path = `/products/${market.productId}`
    const unpaid = ok(await postOrder(market))
    expect((await call(market.seller, 'DELETE', path)).status).toBe(409)
    ok(await call(await signUp('SUPPORT'), 'POST', `/orders/admin/${unpaid.id}/cancel`, {}))
    const paid = await paidOrder(market)
    expect((await call(market.seller, 'DELETE', path)).status).toBe(409)
    ok(await actOnOrder(market.seller, paid.id, 'accept'))
    const refused = await call(market.seller, 'DELETE', path)
    expect([refused.status, refused.error?.code]).toEqual([409, 'CONFLICT'])
    ok(await call(market.seller, 'GET', path))
    ok(await actOnOrder(market.seller, paid.id, 'seller-cancel', { reason: 'Plus de stock' }))
    expect(ok(await call(market.seller, 'DELETE', path))).toEqual({ deleted: true })
  })

  it('its currency stays; everything else can be edited', async () => {
    const market = await newMarket()
    const order = ok(await postOrder(market))
    const path = `/products/${market.productId}`
    expect((await call(market.seller, 'PUT', path, { currency: 'CDF' })).status).toBe(409)
    expect((await call(market.seller, 'PUT', path, { currency: 'CDF', brand: 'Jamais' })).status).toBe(409)
    const edit = { name: 'Café de Kabare', description: 'Un tout autre café, de Kabare, en grains.', brand: 'Kabare' }
    expect(ok(await call(market.seller, 'PUT', path, edit))).toMatchObject({ ...edit, currency: 'USD' })
    expect(ok(await call(market.seller, 'PUT', path, { currency: 'USD' })).currency).toBe('USD')
    expect(ok(await call(market.buyer, 'GET', `/orders/${order.id}`)).items[0].name).toBe(order.items[0].name)
    const { subcategoryId } = await newCategory()
    expect(ok(await call(market.seller, 'PUT', path, { subcategoryId })).subcategoryId).toBe(subcategoryId)
  })

  it('of another product, the currency changes', async () => {
    const market = await newMarket()
    ok(await postOrder(market))
    const other = ok(await createProduct(market.seller, await newCategory()))
    const edited = ok(await call(market.seller, 'PUT', `/products/${other.id}`, { currency: 'CDF' }))
    expect(edited.currency).toBe('CDF')
  })

  it('the currency changes again once it is over', async () => {
    const market = await newMarket()
    const order = await paidOrder(market)
    ok(await actOnOrder(market.seller, order.id, 'reject', {}))
    const edited = ok(await call(market.seller, 'PUT', `/products/${market.productId}`, { currency: 'CDF' }))
    expect(edited.currency).toBe('CDF')
  })

  it('that comes at the same moment: the deletion or the order, never both', async () => {
    for (let round = 0; round < 3; round++) {
      const market = await newMarket()
      const [deleted, order] = await Promise.all([
        call(market.seller, 'DELETE', `/products/${market.productId}`),
        postOrder(market),
      ])
      const outcome = [deleted?.status, order?.status]
      expect([
        [200, 404],
        [200, 409],
        [409, 201],
      ]).toContainEqual(outcome)
    }
  })

  it('of many deletions at once one answers, the others find nothing', async () => {
    const { seller, id } = await newStall()
    const answers = await together(5, () => call(seller, 'DELETE', `/products/${id}`))
    expect(tally(answers)).toEqual({ 200: 1, 404: 4 })
  })
})
