import { beforeAll, expect, test } from 'vitest'
import { call, guest, reasons, together } from '#testing/api.ts'
import { first, run } from '#testing/fixtures/database.ts'
import { newMarket, postOrder } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { type Category, createProduct, newCategory, variant } from '#testing/fixtures/products.ts'
import { newShopkeeper, type Shopkeeper } from '#testing/fixtures/shops.ts'

let seller: Shopkeeper
let category: Category
beforeAll(async () => {
  seller = await newShopkeeper()
  category = await newCategory()
})

const several = (...all: Record<string, unknown>[]) => ({ variants: JSON.stringify(all.map(variant)) })
const newVariant = async (stock: number, as = seller): Promise<string> =>
  (await createProduct(as, category, several({ stock }))).data.variants[0].id
const path = (id: string, rest = '') => `/products/variants/${id}/stock${rest}`
const set = (id: string, stock: number, expectedStock: number, as = seller) =>
  call(as, 'PUT', path(id), { stock, expectedStock, reason: 'Comptage' })
const bulk = (items: unknown, as = seller) => call(as, 'POST', '/products/stock/bulk', { items })
const refusal = ({ status, error }: Awaited<ReturnType<typeof call>>) => [status, error?.reason ?? error?.code]
const sumOf = (id: string) => first('SELECT sum(amount) AS n FROM stock_movements WHERE variant_id = ?', id)

test('the stock is set to what was counted, as one ADJUSTMENT', async () => {
  const id = await newVariant(4)
  expect((await set(id, 7, 4)).data).toMatchObject({ id, stock: 7 })
  const changed = await set(id, 9, 4)
  expect(refusal(changed)).toEqual([409, 'VERSION_MISMATCH'])
  expect(changed.error?.details).toEqual([
    { field: 'expectedStock', message: expect.stringMatching(/ il est de \d+\.$/) },
  ])
  expect((await set(id, 7, 7)).data.stock).toBe(7)
  expect((await set(id, 0, 7)).data.stock).toBe(0)
  const { movements, pagination } = (await call(seller, 'GET', path(id, '/movements'))).data
  expect(movements.map((m: { type: string; amount: number; reason: string }) => [m.type, m.amount, m.reason])).toEqual([
    ['ADJUSTMENT', -7, 'Comptage'],
    ['ADJUSTMENT', 3, 'Comptage'],
    ['INITIAL', 4, null],
  ])
  expect(pagination).toEqual({ page: 1, limit: 20, total: 3, totalPages: 1 })
  const whole = { stock: 1, expectedStock: 0, reason: 'Comptage' }
  for (const bad of [
    ...[{}, { ...whole, stock: undefined }, { ...whole, expectedStock: undefined }, { ...whole, reason: undefined }],
    ...[
      { ...whole, stock: -1 },
      { ...whole, stock: 1.5 },
      { ...whole, reason: '' },
      { ...whole, type: 'X' },
    ],
  ])
    expect((await call(seller, 'PUT', path(id), bad)).status, JSON.stringify(bad)).toBe(400)
  expect((await set(id, 1, 0, await newShopkeeper())).status).toBe(404)
  expect((await set('x', 1, 0)).status).toBe(404)
})

test('never below what is held', async () => {
  const market = await newMarket({ stock: 5 })
  expect((await postOrder(market, { items: [{ variantId: market.variantId, quantity: 2 }] })).status).toBe(201)
  const below = await set(market.variantId, 1, 5, market.seller)
  expect(refusal(below)).toEqual([409, 'INSUFFICIENT_STOCK'])
  expect(below.error?.details).toEqual([{ field: 'stock', message: expect.stringMatching(/réservent \d+ : /) }])
  expect((await set(market.variantId, 2, 5, market.seller)).data.stock).toBe(2)
  const level = { stock: 2, held: 2, available: 0, lowStockThreshold: null }
  expect((await call(market.seller, 'GET', path(market.variantId))).data).toEqual(level)
})

test('who reads the stock and its movements', async () => {
  const id = await newVariant(4)
  const level = { stock: 4, held: 0, available: 4, lowStockThreshold: null }
  for (const as of [seller, await signUp('ADMIN'), await signUp('SUPPORT')]) {
    expect((await call(as, 'GET', path(id))).data).toEqual(level)
    expect((await call(as, 'GET', path(id, '/movements'))).data.movements).toHaveLength(1)
  }
  const stranger = await newShopkeeper()
  for (const rest of ['', '/movements']) {
    expect((await call(stranger, 'GET', path(id, rest))).status).toBe(404)
    expect((await call(await signUp('SELLER'), 'GET', path(id, rest))).status).toBe(403)
    expect((await call(await signUp('BUYER'), 'GET', path(id, rest))).status).toBe(403)
    expect((await call(guest, 'GET', path(id, rest))).status).toBe(401)
    expect((await call(seller, 'GET', path('x', rest))).status).toBe(404)
  }
})

test('movements by type and time', async () => {
  const id = await newVariant(4)
  await call(seller, 'POST', path(id), { type: 'RESTOCK', amount: 6 })
  await run(
    `INSERT INTO stock_movements (id, variant_id, type, amount, created_at) VALUES (?, ?, 'RESTOCK', 1, ?)`,
    ...[crypto.randomUUID(), id, Date.parse('2026-03-01T22:30:00Z')],
  )
  const amounts = async (query: string) =>
    (await call(seller, 'GET', path(id, `/movements?${query}`))).data.movements.map((m: { amount: number }) => m.amount)
  expect(await amounts('type=RESTOCK')).toEqual([6, 1])
  expect(await amounts('type=restock')).toEqual([])
  // Half past midnight on the 2nd in Lubumbashi.
  expect(await amounts('from=2026-03-02&to=2026-03-02')).toEqual([1])
  expect(await amounts('to=2026-03-01')).toEqual([])
  expect(await amounts('from=2026-03-01T22:30:00Z&to=2026-03-01T22:30:00.001Z')).toEqual([1])
  expect(await amounts('to=2026-03-01T22:30:00.000Z')).toEqual([])
  expect(await amounts('from=2026-03-03&limit=1&page=2')).toEqual([4])
  for (const bad of ['from=x', 'to=2026-13-01', 'from=2026-03-02&to=2026-03-01', 'limit=101', 'kind=x', 'type='])
    expect((await call(seller, 'GET', path(id, `/movements?${bad}`))).status, bad).toBe(400)
})

test('low is at the threshold or below it, of what is available', async () => {
  const market = await newMarket({ stock: 5 })
  const { seller: owner, variantId } = market
  const threshold = (lowStockThreshold: unknown, as = owner) =>
    call(as, 'PUT', path(variantId, '/threshold'), { lowStockThreshold })
  const low = async () => (await call(owner, 'GET', `/products/stock/shop/${owner.shopId}?lowOnly=true`)).data.variants
  expect(await low()).toEqual([])
  expect((await threshold(4)).data).toMatchObject({ id: variantId, stock: 5 })
  expect(await low()).toEqual([])
  await postOrder(market)
  expect(await low()).toMatchObject([{ id: variantId, available: 3, lowStockThreshold: 4 }])
  await threshold(null)
  expect(await low()).toEqual([])
  await threshold(0)
  expect((await call(owner, 'GET', path(variantId))).data.lowStockThreshold).toBe(0)
  for (const bad of [-1, 1.5, '3', undefined]) expect((await threshold(bad)).status, String(bad)).toBe(400)
  expect((await threshold(1, await newShopkeeper())).status).toBe(404)
})

test('the stock of a shop', async () => {
  const owner = await newShopkeeper()
  const form = (name: string, ...all: Record<string, unknown>[]) => ({ name, ...several(...all) })
  const rice = (
    await createProduct(owner, category, form('Riz', { name: 'Sac', sku: 'RIZ-25', stock: 3 }, { name: 'Boîte' }))
  ).data
  const salt = (await createProduct(owner, category, form('Sel de Katwé', {}))).data
  const list = async (query = '') => (await call(owner, 'GET', `/products/stock/shop/${owner.shopId}?${query}`)).data
  const all = await list()
  expect(all.pagination.total).toBe(3)
  expect(all.variants.map((v: { productName: string }) => v.productName)).toEqual(['Sel de Katwé', 'Riz', 'Riz'])
  expect(all.variants.find((v: { sku: string }) => v.sku === 'RIZ-25')).toEqual({
    ...rice.variants[0],
    ...{ productId: rice.id, productName: 'Riz', held: 0, available: 3, lowStockThreshold: null },
  })
  const found = async (search: string) =>
    (await list(`search=${encodeURIComponent(search)}`)).variants.map((v: { id: string }) => v.id)
  expect(await found('KATWE')).toEqual([salt.variants[0].id])
  expect(await found('riz boite')).toEqual([rice.variants[1].id])
  expect(await found('riz-25')).toEqual([rice.variants[0].id])
  expect(await found('"')).toEqual([])
  // Variants that are renamed, deleted and added are found so.
  await call(owner, 'PUT', `/products/variants/${rice.variants[1].id}`, { name: 'Carton' })
  expect(await found('boite')).toEqual([])
  expect(await found('carton')).toEqual([rice.variants[1].id])
  await run('UPDATE products SET name = ? WHERE id = ?', 'Maïs', rice.id)
  expect((await found('mais')).sort()).toEqual(rice.variants.map((v: { id: string }) => v.id).sort())
  await call(owner, 'DELETE', `/products/variants/${rice.variants[0].id}`)
  expect(await found('mais')).toEqual([rice.variants[1].id])
  await run('UPDATE products SET deleted_at = 1 WHERE id = ?', rice.id)
  expect((await list()).pagination.total).toBe(1)
  expect(await found('mais')).toEqual([])
  expect((await list('limit=1&page=2')).variants).toEqual([])

  expect((await call(seller, 'GET', `/products/stock/shop/${owner.shopId}`)).status).toBe(404)
  expect((await call(owner, 'GET', '/products/stock/shop/x')).status).toBe(404)
  expect((await call(await signUp('ADMIN'), 'GET', `/products/stock/shop/${owner.shopId}`)).status).toBe(403)
  expect((await call(owner, 'GET', `/products/stock/shop/${owner.shopId}?lowOnly=yes`)).status).toBe(400)
})

test('many at once: all or none', async () => {
  const [a, b, c] = [await newVariant(1), await newVariant(2), await newVariant(3)]
  const done = await bulk([
    { variantId: c, type: 'RESTOCK', amount: 2, reason: 'Arrivage' },
    { variantId: a, type: 'DAMAGE', amount: -1 },
  ])
  expect(done.data.variants.map((v: { id: string; stock: number }) => [v.id, v.stock])).toEqual([
    [c, 5],
    [a, 0],
  ])
  const short = await bulk([
    { variantId: c, type: 'DAMAGE', amount: -5 },
    { variantId: a, type: 'DAMAGE', amount: -1 },
    { variantId: b, type: 'DAMAGE', amount: -3 },
  ])
  expect(refusal(short)).toEqual([409, 'INSUFFICIENT_STOCK'])
  expect(short.error?.details?.map(({ field }) => field)).toEqual(['items.1.amount', 'items.2.amount'])
  const theirs = await newVariant(1, await newShopkeeper())
  const unknown = await bulk([
    { variantId: c, type: 'RESTOCK', amount: 1 },
    { variantId: theirs, type: 'RESTOCK', amount: 1 },
    { variantId: 'x', type: 'RESTOCK', amount: 1 },
  ])
  expect(refusal(unknown)).toEqual([404, 'NOT_FOUND'])
  expect(unknown.error?.details?.map(({ field }) => field)).toEqual(['items.1.variantId', 'items.2.variantId'])
  expect(await sumOf(c)).toEqual({ n: 5 })
  const line = { variantId: c, type: 'RESTOCK', amount: 1 }
  for (const bad of [
    ...[[], [line, line], [{ ...line, amount: 0 }], [{ ...line, type: '' }], [{ ...line, stock: 1 }], 'x'],
    Array.from({ length: 101 }, (_, i) => ({ ...line, variantId: String(i) })),
  ])
    expect((await bulk(bad)).status).toBe(400)
})

test('fifty sets of the same count, beside adjustments and many at once', async () => {
  const [id, other] = [await newVariant(10), await newVariant(30)]
  const answers = await together(50, (i) => {
    if (i % 3 === 0) return set(id, 20 + i, 10)
    if (i % 3 === 1) return call(seller, 'POST', path(id), { type: 'DAMAGE', amount: -3 })
    return bulk([
      { variantId: id, type: 'DAMAGE', amount: -2 },
      { variantId: other, type: 'DAMAGE', amount: -2 },
    ])
  })
  expect(Object.keys(reasons(answers)).sort()).toEqual(['INSUFFICIENT_STOCK', 'VERSION_MISMATCH', 'ok'])
  const { stock } = (await call(seller, 'GET', path(id))).data
  expect(await sumOf(id)).toEqual({ n: stock })
  expect(stock).toBeGreaterThanOrEqual(0)
  const many = answers.filter(({ data }) => data?.variants).length
  expect((await call(seller, 'GET', path(other))).data.stock).toBe(30 - 2 * many)
})

test('no adjustment carries the stock past a thousand million', async () => {
  const id = await newVariant(1_000_000_000)
  const more = { type: 'RESTOCK', amount: 1 }
  const one = await call(seller, 'POST', path(id), more)
  expect([one.status, one.error?.message]).toEqual([400, expect.stringContaining('milliard')])
  expect((await bulk([{ variantId: id, ...more }])).status).toBe(400)
  expect((await set(id, 999_999_999, 1_000_000_000)).data.stock).toBe(999_999_999)
  expect((await call(seller, 'POST', path(id), more)).data.stock).toBe(1_000_000_000)
  // Pieces that orders bring back are never refused, and can be counted afterwards.
  await run(
    `INSERT INTO stock_movements (id, variant_id, type, amount, actor_id, created_at) VALUES ('back', ?, 'RETURN', 5, ?, 1)`,
    id,
    seller.id,
  )
  expect((await bulk([{ variantId: id, type: 'DAMAGE', amount: -1 }])).status).toBe(200)
  expect((await set(id, 3, 1_000_000_004)).data.stock).toBe(3)
})
