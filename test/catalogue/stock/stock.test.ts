import { beforeAll, expect, test } from 'vitest'
import { call, guest, reasons, tally, together } from '#testing/api.ts'
import { count } from '#testing/fixtures/database.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { type Category, createProduct, newCategory, publishedProduct, variant } from '#testing/fixtures/products.ts'
import { newShopkeeper, type Shopkeeper } from '#testing/fixtures/shops.ts'

let seller: Shopkeeper
let category: Category
beforeAll(async () => {
  seller = await newShopkeeper()
  category = await newCategory()
})

const newVariant = async (stock: number): Promise<string> =>
  (await createProduct(seller, category, { variants: JSON.stringify([variant({ stock })]) })).data.variants[0].id
const adjust = (id: string, body: unknown, as = seller) => call(as, 'POST', `/products/variants/${id}/stock`, body)

test('units come in and go out, each as a movement', async () => {
  const id = await newVariant(4)
  const more = await adjust(id, { type: 'RESTOCK', amount: 6, reason: 'Arrivage' })
  expect(more.data).toEqual({ id, name: null, attributes: null, sku: null, price: '12.50', stock: 10, isDefault: true })
  expect((await adjust(id, { type: 'DAMAGE', amount: -10 })).data.stock).toBe(0)
  const refused = await adjust(id, { type: 'ADJUSTMENT', amount: -1 })
  expect([refused.status, refused.error?.reason, refused.error?.message]).toEqual([
    409,
    'INSUFFICIENT_STOCK',
    'Le stock ne peut pas devenir négatif.',
  ])
  expect(await count('stock_movements WHERE variant_id = ?', id)).toBe(3)
})

test('fifty at once take one of ten: ten do', async () => {
  const id = await newVariant(10)
  const answers = await together(50, () => adjust(id, { type: 'DAMAGE', amount: -1 }))
  expect(tally(answers)).toEqual({ 200: 10, 409: 40 })
  expect(reasons(answers)).toEqual({ ok: 10, INSUFFICIENT_STOCK: 40 })
  expect(answers.flatMap(({ data }) => data?.stock ?? []).sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
})

test('what is sold out is no longer in the list of what is in stock', async () => {
  const product = await publishedProduct(seller, category, { variants: JSON.stringify([variant({ stock: 1 })]) })
  const inStock = async () =>
    (await call(guest, 'GET', `/products?shopId=${seller.shopId}&inStock=true&limit=100`)).data.products.map(
      (p: { id: string }) => p.id,
    )
  expect(await inStock()).toContain(product.id)
  await adjust(product.variants[0].id, { type: 'DAMAGE', amount: -1 })
  expect(await inStock()).not.toContain(product.id)
})

test('who and what may not', async () => {
  const id = await newVariant(5)
  const body = { type: 'RESTOCK', amount: 1 }
  expect((await call(guest, 'POST', `/products/variants/${id}/stock`, body)).status).toBe(401)
  expect((await call(await signUp('ADMIN'), 'POST', `/products/variants/${id}/stock`, body)).status).toBe(403)
  expect((await call(await signUp('SELLER'), 'POST', `/products/variants/${id}/stock`, body)).status).toBe(403)
  expect((await adjust(id, body, await newShopkeeper())).status).toBe(404)
  expect((await adjust('x', body)).status).toBe(404)
  const bad: unknown[] = [
    {},
    { type: 'RESTOCK' },
    { amount: 1 },
    { type: '', amount: 1 },
    { type: 'x'.repeat(41), amount: 1 },
    { type: 'RESTOCK', amount: 0 },
    { type: 'RESTOCK', amount: 1.5 },
    { type: 'RESTOCK', amount: '1' },
    { type: 'RESTOCK', amount: 1e12 },
    { type: 'RESTOCK', amount: 1, stock: 9 },
    { type: 'RE\0STOCK', amount: 1 },
    '{"type":"RESTOCK","amount":1e309}',
    '{"type":"RESTOCK",',
  ]
  for (const wrong of bad) expect((await adjust(id, wrong)).status, JSON.stringify(wrong)).toBe(400)
  expect((await adjust(id, { ...body, amount: -5 })).data.stock).toBe(0)
})
