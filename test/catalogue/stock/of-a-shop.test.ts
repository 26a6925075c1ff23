import { describe, expect, it } from 'vitest'
import { type Caller, call, reasons, together } from '#testing/api.ts'
import { type Market, newMarket, postOrder } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { createProduct, newCategory, publishedProduct, variant } from '#testing/fixtures/products.ts'
import { newShopkeeper } from '#testing/fixtures/shops.ts'
import { expectOwnersOnly, expectUnknownIs404, faults, GONE, ok, refusal, UNKNOWN } from '#testing/stories/catalogue.ts'

const thresholdPath = (id: string) => `/products/variants/${id}/stock/threshold`
const setThreshold = (as: Caller, id: string, lowStockThreshold: unknown) =>
  call(as, 'PUT', thresholdPath(id), { lowStockThreshold })
const stockOf = async (as: Caller, id: string) => ok(await call(as, 'GET', `/products/variants/${id}/stock`))
const shopStock = async ({ seller }: Pick<Market, 'seller'>, query = '') =>
  ok(await call(seller, 'GET', `/products/stock/shop/${seller.shopId}?${query}`))
const names = ({ variants }: { variants: { productName: string }[] }) => variants.map((line) => line.productName).sort()

describe('the threshold of a variant', () => {
  it('is set, shown beside the stock, and taken away with null', async () => {
    const { seller, variantId } = await newMarket()
    expect(ok(await setThreshold(seller, variantId, 3))).toMatchObject({ id: variantId, stock: 10 })
    expect((await stockOf(seller, variantId)).lowStockThreshold).toBe(3)
    ok(await setThreshold(seller, variantId, 0))
    expect((await stockOf(seller, variantId)).lowStockThreshold).toBe(0)
    ok(await setThreshold(seller, variantId, null))
    expect((await stockOf(seller, variantId)).lowStockThreshold).toBeNull()
  })

  it('is a whole number, for the owner', async () => {
    const { seller, variantId } = await newMarket()
    for (const wrong of [-1, 1.5, 'trois']) expect(faults(await setThreshold(seller, variantId, wrong))).toHaveLength(1)
    expect(faults(await call(seller, 'PUT', thresholdPath(variantId), {}))).toEqual(['lowStockThreshold'])
    await expectOwnersOnly('PUT', thresholdPath(variantId), { lowStockThreshold: 1 })
    await expectUnknownIs404(seller, 'PUT', thresholdPath, { lowStockThreshold: 1 })
  })
})

describe("the shop's stock", () => {
  it('is a line for each variant: the variant, its product, what is held and available', async () => {
    const market = await newMarket({ sku: 'CAFE-1', name: '250 g' })
    ok(await postOrder(market, { quantity: 2 }))
    ok(await setThreshold(market.seller, market.variantId, 3))
    const { variants, pagination } = await shopStock(market)
    const variantAsShown = ok(await call(market.seller, 'GET', `/products/${market.productId}`)).variants[0]
    expect(variants).toHaveLength(1)
    expect(variants[0]).toMatchObject({
      ...variantAsShown,
      productId: market.productId,
      productName: 'Café du Kivu',
      stock: 10,
      held: 2,
      available: 8,
      lowStockThreshold: 3,
    })
    expect(pagination).toEqual({ page: 1, limit: 20, total: 1, totalPages: 1 })
  })

  it('lowOnly is what is available at or below its threshold; without a threshold never', async () => {
    const market = await newMarket()
    const { seller, variantId } = market
    const other = ok(await createProduct(seller, await newCategory(), { name: 'Miel de Walungu' }))
    ok(await call(seller, 'PUT', `/products/variants/${other.variants[0].id}/stock`, zero))
    expect((await shopStock(market, 'lowOnly=true')).variants).toEqual([])
    ok(await setThreshold(seller, variantId, 9))
    expect((await shopStock(market, 'lowOnly=true')).variants).toEqual([])
    ok(await postOrder(market, { quantity: 1 }))
    const low = await shopStock(market, 'lowOnly=true')
    expect(names(low)).toEqual(['Café du Kivu'])
    expect(low.pagination.total).toBe(1)
    expect(names(await shopStock(market, 'lowOnly=false'))).toEqual(['Café du Kivu', 'Miel de Walungu'])
    ok(await setThreshold(seller, other.variants[0].id, 0))
    expect(names(await shopStock(market, 'lowOnly=true'))).toEqual(['Café du Kivu', 'Miel de Walungu'])
  })

  it('is searched by the name of the product, accents and case aside', async () => {
    const market = await newMarket()
    ok(await createProduct(market.seller, await newCategory(), { name: 'Épices de Goma' }))
    expect(names(await shopStock(market, 'search=epi'))).toEqual(['Épices de Goma'])
    expect(names(await shopStock(market, 'search=CAF'))).toEqual(['Café du Kivu'])
    expect(names(await shopStock(market, 'search=manioc'))).toEqual([])
  })

  it('has no deleted product in it', async () => {
    const market = await newMarket()
    ok(await call(market.seller, 'DELETE', `/products/${market.productId}`))
    expect((await shopStock(market)).variants).toEqual([])
  })

  it('is for its owner', async () => {
    const { seller } = await newMarket()
    await expectOwnersOnly('GET', `/products/stock/shop/${seller.shopId}`)
    await expectUnknownIs404(seller, 'GET', (id) => `/products/stock/shop/${id}`)
    expect(faults(await call(seller, 'GET', `/products/stock/shop/${seller.shopId}?limit=101`))).toEqual(['limit'])
  })
})
const zero = { stock: 0, expectedStock: 10, reason: 'Inventaire' }

describe('a bulk change', () => {
  /** A seller with two variants, at ten each. */
  async function newPair() {
    const [seller, category] = [await newShopkeeper(), await newCategory()]
    const variants = JSON.stringify([variant({ name: 'a' }), variant({ name: 'b' })])
    const product = await publishedProduct(seller, category, { variants })
    const [a, b] = product.variants.map(({ id }: { id: string }) => id) as [string, string]
    return { seller, a, b, stocks: async () => [(await stockOf(seller, a)).stock, (await stockOf(seller, b)).stock] }
  }
  const bulk = (as: Caller, items: unknown, headers?: Record<string, string>) =>
    call(as, 'POST', '/products/stock/bulk', { items }, headers)
  const item = (variantId: string, amount: unknown, more: object = {}) => ({
    variantId,
    type: 'RESTOCK',
    amount,
    ...more,
  })

  it('changes all lines and answers their variants', async () => {
    const { seller, a, b, stocks } = await newPair()
    const { variants } = ok(await bulk(seller, [item(a, 5, { reason: 'Livraison' }), item(b, -3)]))
    const byId = Object.fromEntries(variants.map(({ id, stock }: { id: string; stock: number }) => [id, stock]))
    expect(byId).toEqual({ [a]: 15, [b]: 7 })
    expect(await stocks()).toEqual([15, 7])
    const { movements } = ok(await call(seller, 'GET', `/products/variants/${a}/stock/movements`))
    expect(movements[0]).toMatchObject({ type: 'RESTOCK', amount: 5, reason: 'Livraison' })
  })

  it('is all or nothing: one line too much is 409 with its details, and nothing moves', async () => {
    const { seller, a, b, stocks } = await newPair()
    const answer = await bulk(seller, [item(a, 5), item(b, -11)])
    expect(refusal(answer)).toEqual([409, 'INSUFFICIENT_STOCK'])
    expect(answer.error?.details?.map(({ field }) => field.slice(0, 7))).toEqual(['items.1'])
    const both = await bulk(seller, [item(a, -20), item(b, -11)])
    expect(both.error?.details?.map(({ field }) => field.slice(0, 7))).toEqual(['items.0', 'items.1'])
    expect(await stocks()).toEqual([10, 10])
  })

  it('with one unknown variant, or one of somebody else, is 404 for all', async () => {
    const [{ seller, a, stocks }, other] = [await newPair(), await newMarket()]
    for (const wrong of [UNKNOWN, 'pas-un-id', other.variantId])
      expect(refusal(await bulk(seller, [item(a, 5), item(wrong, 1)])), wrong).toEqual(GONE)
    expect(await stocks()).toEqual([10, 10])
    expect((await stockOf(other.seller, other.variantId)).stock).toBe(10)
  })

  it('names a variant once, has 1 to 100 lines, and whole amounts', async () => {
    const { seller, a, b, stocks } = await newPair()
    expect(faults(await bulk(seller, [item(a, 5), item(a, 1)])).length).toBeGreaterThan(0)
    expect(faults(await bulk(seller, []))).toEqual(['items'])
    const many = Array.from({ length: 101 }, () => item(crypto.randomUUID(), 1))
    expect(faults(await bulk(seller, many))).toContain('items')
    expect(faults(await bulk(seller, [item(a, 5), item(b, 1.5)]))).toEqual(['items.1.amount'])
    expect(faults(await bulk(seller, [item(a, 5), { variantId: b, amount: 1 }]))).toEqual(['items.1.type'])
    expect(await stocks()).toEqual([10, 10])
  })

  it('is for sellers', async () => {
    const { a } = await newPair()
    for (const role of ['BUYER', 'ADMIN', 'SUPPORT'] as const)
      expect((await bulk(await signUp(role), [item(a, 1)])).status, role).toBe(403)
    expect((await bulk(null, [item(a, 1)])).status).toBe(401)
  })

  it('sent again with its key is done once', async () => {
    const { seller, a, b, stocks } = await newPair()
    const key = { 'idempotency-key': crypto.randomUUID() }
    ok(await bulk(seller, [item(a, 5), item(b, 5)], key))
    const again = await bulk(seller, [item(a, 5), item(b, 5)], key)
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true'])
    expect(await stocks()).toEqual([15, 15])
  })

  it('many at once take exactly what is there', async () => {
    const { seller, a, b, stocks } = await newPair()
    const answers = await together(8, (i) =>
      bulk(seller, i % 2 ? [item(a, -2), item(b, -2)] : [item(b, -2), item(a, -2)]),
    )
    expect(reasons(answers)).toEqual({ ok: 5, INSUFFICIENT_STOCK: 3 })
    expect(await stocks()).toEqual([0, 0])
  })

  it('touches nothing that orders hold', async () => {
    const market = await newMarket()
    ok(await postOrder(market, { quantity: 4 }))
    expect(refusal(await bulk(market.seller, [item(market.variantId, -7)]))).toEqual([409, 'INSUFFICIENT_STOCK'])
    ok(await bulk(market.seller, [item(market.variantId, -6)]))
    expect(await stockOf(market.seller, market.variantId)).toMatchObject({ stock: 4, held: 4, available: 0 })
  })
})
