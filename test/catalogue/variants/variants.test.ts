import { beforeAll, expect, test } from 'vitest'
import { call, guest, reasons, together } from '#testing/api.ts'
import { count, first, run } from '#testing/fixtures/database.ts'
import { actOnOrder, newMarket, paidOrder, postOrder } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { type Category, createProduct, newCategory, publishedProduct, variant } from '#testing/fixtures/products.ts'
import { newShopkeeper, type Shopkeeper } from '#testing/fixtures/shops.ts'

let seller: Shopkeeper
let category: Category
beforeAll(async () => {
  seller = await newShopkeeper()
  category = await newCategory()
})

const several = (...all: Record<string, unknown>[]) => ({ variants: JSON.stringify(all.map(variant)) })
const newProduct = async (...all: Record<string, unknown>[]) =>
  (await createProduct(seller, category, several(...(all.length > 0 ? all : [{}])))).data
const shown = async (id: string, as = seller) => (await call(as, 'GET', `/products/${id}`)).data
const add = (id: string, body: unknown, as = seller) => call(as, 'POST', `/products/${id}/variants`, body)
const edit = (id: string, body: unknown, as = seller) => call(as, 'PUT', `/products/variants/${id}`, body)
const remove = (id: string, as = seller) => call(as, 'DELETE', `/products/variants/${id}`)
const refusal = ({ status, error }: Awaited<ReturnType<typeof call>>) => [status, error?.reason ?? error?.code]

test('a variant is added at the end, with its stock as a movement', async () => {
  const product = await newProduct()
  const added = await add(product.id, {
    ...{ name: 'Grand', sku: 'G-1', price: '9.99', stock: 3, attributes: { taille: 'L' } },
  })
  expect([added.status, added.data]).toEqual([
    201,
    {
      ...{ id: added.data.id, name: 'Grand', attributes: { taille: 'L' }, sku: 'G-1', price: '9.99', stock: 3 },
      isDefault: false,
    },
  ])
  const { variants, hasVariants, version } = await shown(product.id)
  expect(variants.map((v: { id: string }) => v.id)).toEqual([product.variants[0].id, added.data.id])
  expect([hasVariants, version]).toEqual([true, product.version + 1])
  expect(await count(`stock_movements WHERE variant_id = ? AND type = 'INITIAL' AND amount = 3`, added.data.id)).toBe(1)
  // The cheapest variant is what lists sort by.
  expect(await first('SELECT min_price_minor AS n FROM products WHERE id = ?', product.id)).toEqual({ n: 999 })

  expect(refusal(await add(product.id, { price: 1, stock: 0, sku: 'G-1' }))).toEqual([409, 'ALREADY_EXISTS'])
  for (const bad of [
    {},
    { price: 1 },
    { stock: 1 },
    { price: 0, stock: 1 },
    { price: '1.234', stock: 1 },
    { price: 1, stock: -1 },
  ])
    expect((await add(product.id, bad)).status, JSON.stringify(bad)).toBe(400)
  expect((await add(product.id, { price: 1, stock: 1 }, await newShopkeeper())).status).toBe(404)
  expect((await add('x', { price: 1, stock: 1 })).status).toBe(404)
  expect((await call(guest, 'POST', `/products/${product.id}/variants`, {})).status).toBe(401)
  expect((await call(await signUp('ADMIN'), 'POST', `/products/${product.id}/variants`, {})).status).toBe(403)
})

test('fifty variants and no more, also fifty at once', async () => {
  const product = await newProduct()
  const answers = await together(50, (i) => add(product.id, { price: 1 + i, stock: 1, sku: `S-${i}` }))
  expect(reasons(answers)).toEqual({ ok: 49, CONFLICT: 1 })
  expect((await shown(product.id)).variants).toHaveLength(50)
  expect(refusal(await add(product.id, { price: 1, stock: 1 }))).toEqual([409, 'CONFLICT'])
})

test('of fifty with the same reference one is added', async () => {
  const product = await newProduct()
  const answers = await together(50, () => add(product.id, { price: 1, stock: 1, sku: 'ONE' }))
  expect(reasons(answers)).toEqual({ ok: 1, ALREADY_EXISTS: 49 })
})

test('a variant is edited in part; the stock is not', async () => {
  const product = await newProduct({ sku: 'A' }, { sku: 'B', name: 'Petit', price: 5 })
  const [a, b] = product.variants
  const edited = await edit(b.id, { price: '7.50' })
  expect(edited.data).toEqual({ ...b, price: '7.50' })
  expect((await edit(b.id, { name: null, attributes: { ton: 'vert' } })).data).toEqual({
    ...{ ...b, price: '7.50', name: null, attributes: { ton: 'vert' } },
  })
  expect((await edit(b.id, {})).status).toBe(200)
  expect(refusal(await edit(b.id, { sku: 'A' }))).toEqual([409, 'ALREADY_EXISTS'])
  for (const bad of [{ stock: 4 }, { price: 0 }, { price: 'x' }, { isDefault: true }, { sku: '' }, { name: 5 }])
    expect((await edit(b.id, bad)).status, JSON.stringify(bad)).toBe(400)
  const { version } = await shown(product.id)
  expect(refusal(await edit(a.id, { price: 2, version: version - 1 }))).toEqual([409, 'VERSION_MISMATCH'])
  expect((await edit(a.id, { price: 2, version })).data.price).toBe('2.00')
  expect(await first('SELECT min_price_minor AS n FROM products WHERE id = ?', product.id)).toEqual({ n: 200 })
  expect((await edit(a.id, { price: 1 }, await newShopkeeper())).status).toBe(404)
  expect((await edit('x', { price: 1 })).status).toBe(404)
})

test('a deleted variant is gone from everything but its orders and movements', async () => {
  const product = await publishedProduct(seller, category, several({ sku: 'A', price: 2 }, { sku: 'B' }, { sku: 'C' }))
  const [a, b, c] = product.variants
  const gone = await remove(a.id)
  expect(gone.data).toEqual({ deleted: true })
  const { variants } = (await call(guest, 'GET', `/products/${product.id}`)).data
  expect(variants.map((v: { id: string; isDefault: boolean }) => [v.id, v.isDefault])).toEqual([
    [b.id, true],
    [c.id, false],
  ])
  expect(await first('SELECT min_price_minor AS n FROM products WHERE id = ?', product.id)).toEqual({ n: 1250 })
  expect(await count('stock_movements WHERE variant_id = ?', a.id)).toBe(1)
  // Whatever names it finds nothing; its reference is free again.
  expect((await remove(a.id)).status).toBe(404)
  expect((await edit(a.id, { price: 1 })).status).toBe(404)
  expect((await call(seller, 'GET', `/products/variants/${a.id}/stock`)).status).toBe(404)
  expect((await call(seller, 'GET', `/products/variants/${a.id}/stock/movements`)).status).toBe(404)
  expect((await call(seller, 'POST', `/products/variants/${a.id}/stock`, { type: 'X', amount: 1 })).status).toBe(404)
  expect((await add(product.id, { sku: 'A', price: 1, stock: 1 })).status).toBe(201)
  const buyer = await signUp()
  const order = await postOrder({ seller, buyer, productId: product.id, variantId: a.id })
  expect(order.status).toBe(404)
  expect((await remove(b.id, await newShopkeeper())).status).toBe(404)
})

test('the last variant stays, of two deleted by fifty at once too', async () => {
  const product = await newProduct({}, {})
  const answers = await together(50, (i) => remove(product.variants[i % 2].id))
  const { ok, NOT_FOUND = 0, INVALID_TRANSITION = 0 } = reasons(answers)
  expect([ok, NOT_FOUND + INVALID_TRANSITION]).toEqual([1, 49])
  const { variants } = await shown(product.id)
  expect(variants).toMatchObject([{ isDefault: true }])
  const last = await remove(variants[0].id)
  expect([...refusal(last), last.error?.message]).toEqual([
    ...[409, 'INVALID_TRANSITION', 'Un produit garde au moins une variante : supprimez plutôt le produit.'],
  ])
})

test('a variant of an open order stays until the order is over', async () => {
  const market = await newMarket()
  const other = await add(market.productId, { price: 1, stock: 1 }, market.seller)
  const order = await paidOrder(market)
  expect(refusal(await remove(market.variantId, market.seller))).toEqual([409, 'IN_USE'])
  expect((await edit(market.variantId, { name: 'Autre', price: 99 }, market.seller)).status).toBe(200)
  expect((await call(market.buyer, 'GET', `/orders/${order.id}`)).data.items[0]).toMatchObject({
    name: order.items[0].name,
    unitPrice: '12.50',
  })
  expect((await remove(other.data.id, market.seller)).status).toBe(200)
  await add(market.productId, { price: 1, stock: 1 }, market.seller)
  expect((await actOnOrder(market.seller, order.id, 'reject', { reason: 'Rupture' })).status).toBe(200)
  expect((await remove(market.variantId, market.seller)).status).toBe(200)
  expect((await call(market.buyer, 'GET', `/orders/${order.id}`)).data.items[0].variantId).toBe(market.variantId)
})

test('an order and a deletion at once: never both', async () => {
  for (const _ of [1, 2, 3]) {
    const market = await newMarket()
    await add(market.productId, { price: 1, stock: 1 }, market.seller)
    const [placed, removed] = await Promise.all([postOrder(market), remove(market.variantId, market.seller)])
    expect([placed?.status, removed?.status].sort()).toEqual(placed?.status === 201 ? [201, 409] : [200, 404])
  }
})

test('variants of a deleted product are nobody’s', async () => {
  const product = await newProduct({}, {})
  await run('UPDATE products SET deleted_at = 1 WHERE id = ?', product.id)
  expect((await add(product.id, { price: 1, stock: 1 })).status).toBe(404)
  expect((await edit(product.variants[0].id, { price: 1 })).status).toBe(404)
  expect((await remove(product.variants[0].id)).status).toBe(404)
})
