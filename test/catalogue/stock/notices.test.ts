import { describe, expect, it } from 'vitest'
import { call, together } from '#testing/api.ts'
import { run } from '#testing/fixtures/database.ts'
import { newMarket, postOrder } from '#testing/fixtures/orders.ts'
import { createProduct, newCategory, variant } from '#testing/fixtures/products.ts'
import { newShopkeeper, type Shopkeeper } from '#testing/fixtures/shops.ts'
import { faults, newStall, ok, refusal } from '#testing/stories/catalogue.ts'

// Rule: what is refused of a list of changes is said line by line, also to those who come at once; the total of a shop's stock is whole,
// but stops at 1,000 where something is searched or filtered.

const SHORT = [409, 'INSUFFICIENT_STOCK']
const path = (id: string, rest = '') => `/products/variants/${id}/stock${rest}`
const bulk = (seller: Shopkeeper, items: unknown) => call(seller, 'POST', '/products/stock/bulk', { items })
const damage = (variantId: string, amount: number) => ({ variantId, type: 'DAMAGE', amount })

describe('a list of changes', () => {
  it('says of each line what is available of it, what is held left out', async () => {
    const market = await newMarket({ stock: 5 })
    expect((await postOrder(market, { items: [{ variantId: market.variantId, quantity: 2 }] })).status).toBe(201)
    const refused = await bulk(market.seller, [damage(market.variantId, -4)])
    expect(refusal(refused)).toEqual(SHORT)
    expect(refused.error?.details).toEqual([{ field: 'items.0.amount', message: 'Il en reste 3 de disponibles.' }])
    expect(ok(await bulk(market.seller, [damage(market.variantId, -3)])).variants).toMatchObject([{ stock: 2 }])
  })

  it('says it too where others came first at the same moment', async () => {
    const { seller, product } = await newStall({ variants: JSON.stringify([variant({ stock: 10 })]) })
    const answers = await together(20, () => bulk(seller, [damage(product.variants[0].id, -1)]))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expect(refusal(answer)).toEqual(SHORT)
      expect(answer.error?.details).toEqual([{ field: 'items.0.amount', message: 'Il en reste 0 de disponibles.' }])
    }
  })

  it('says which variant is not the seller’s', async () => {
    const [{ seller }, { product }] = [await newStall(), await newStall()]
    const refused = await bulk(seller, [damage(product.variants[0].id, -1)])
    expect(refused.error?.details).toEqual([{ field: 'items.0.variantId', message: 'Cette variante est introuvable.' }])
  })

  it('names a variant once, and no change is of nothing: each fault in words', async () => {
    const { seller, product } = await newStall()
    const line = damage(product.variants[0].id, -1)
    const twice = await bulk(seller, [line, line])
    expect(faults(twice)).toEqual(['items'])
    expect(twice.error?.details?.[0]?.message).toBe("Chaque variante ne peut figurer qu'une fois.")
    const nothing = await bulk(seller, [{ ...line, amount: 0 }])
    expect(nothing.error?.details?.[0]?.message).toBe('La quantité à ajouter ou à retirer ne peut pas être zéro.')
  })

  it('holds a hundred lines at most', async () => {
    const { seller, category } = await newStall()
    const ids: string[] = []
    for (let i = 0; i < 2; i++) {
      const variants = JSON.stringify(Array.from({ length: 50 }, (_, n) => variant({ name: `N° ${n}` })))
      const { variants: made } = ok(await createProduct(seller, category, { variants }))
      ids.push(...made.map(({ id }: { id: string }) => id))
    }
    const lines = ids.map((id) => damage(id, -1))
    const { variants } = ok(await bulk(seller, lines))
    expect(variants.map(({ id, stock }: { id: string; stock: number }) => [id, stock])).toEqual(
      ids.map((id) => [id, 9]),
    )
    expect(faults(await bulk(seller, [...lines, damage('x', -1)]))).toEqual(['items'])
  })
})

describe('a threshold', () => {
  it('is between 0 and a thousand million, or none', async () => {
    const { seller, product } = await newStall()
    const { id } = product.variants[0]
    const set = (lowStockThreshold: unknown) => call(seller, 'PUT', path(id, '/threshold'), { lowStockThreshold })
    for (const fits of [0, 1_000_000_000, null]) expect(ok(await set(fits))).toMatchObject({ id })
    for (const wrong of [-1, 1_000_000_001]) expect(faults(await set(wrong))).toEqual(['lowStockThreshold'])
  })
})

describe('what a seller writes', () => {
  it('is bounded: a change, a count, its reason and its type', async () => {
    const { seller, product } = await newStall({ variants: JSON.stringify([variant({ stock: 0 })]) })
    const { id } = product.variants[0]
    const change = (more: object) => call(seller, 'POST', path(id), { type: 'RESTOCK', amount: 1, ...more })
    for (const amount of [1_000_000_001, -1_000_000_001]) expect(faults(await change({ amount }))).toEqual(['amount'])
    expect(ok(await change({ amount: 1_000_000_000 })).stock).toBe(1_000_000_000)
    expect(ok(await change({ amount: -1_000_000_000, type: 'x'.repeat(40) })).stock).toBe(0)
    const count = (more: object) =>
      call(seller, 'PUT', path(id), { stock: 0, expectedStock: 0, reason: 'Comptage', ...more })
    expect(faults(await count({ stock: 1_000_000_001 }))).toEqual(['stock'])
    expect(ok(await count({ stock: 1_000_000_000 })).stock).toBe(1_000_000_000)
    expect(faults(await count({ expectedStock: -1 }))).toEqual(['expectedStock'])
    const full = await change({ amount: 1 })
    expect([full.status, full.error?.message]).toEqual([
      400,
      "Le stock d'une variante est d'un milliard de pièces au plus.",
    ])
  })
})

describe('a movement', () => {
  it('says its reason, its order and when', async () => {
    const { seller, product } = await newStall()
    const { id } = product.variants[0]
    ok(await call(seller, 'POST', path(id), { type: 'RESTOCK', amount: 2, reason: 'Arrivage' }))
    const { movements } = ok(await call(seller, 'GET', path(id, '/movements')))
    const at = expect.stringMatching(/^\d{4}-.*Z$/)
    expect(movements).toEqual([
      {
        id: movements[0].id,
        variantId: id,
        type: 'RESTOCK',
        amount: 2,
        reason: 'Arrivage',
        orderId: null,
        createdAt: at,
      },
      { id: movements[1].id, variantId: id, type: 'INITIAL', amount: 10, reason: null, orderId: null, createdAt: at },
    ])
  })
})

describe('the stock of a shop', () => {
  it('counts all, and up to 1,000 of what is searched or low', async () => {
    const [seller, category] = [await newShopkeeper(), await newCategory()]
    const product = ok(await createProduct(seller, category))
    await run(
      `INSERT INTO variants (id, product_id, name, price_minor, stock, held, is_default, position, version, created_at, updated_at, low_stock_threshold)
       WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1004)
       SELECT ?1 || '-' || i, ?1, 'Sachet', 100, 0, 0, 0, i, 1, 1, 1, 5 FROM n`,
      product.id,
    )
    const total = async (query = '') =>
      ok(await call(seller, 'GET', `/products/stock/shop/${seller.shopId}?${query}`)).pagination.total
    expect(await total()).toBe(1005)
    expect(await total('lowOnly=false')).toBe(1005)
    expect(await total('lowOnly=true')).toBe(1000)
    expect(await total('search=sachet')).toBe(1000)
  })
})
