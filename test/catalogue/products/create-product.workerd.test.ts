import { beforeAll, expect, test } from 'vitest'
import { call, guest, reasons, tally, together } from '#testing/api.ts'
import { count } from '#testing/fixtures/database.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { jpeg, png, webp } from '#testing/fixtures/pictures.ts'
import {
  type Category,
  createProduct,
  newCategory,
  productForm,
  storedPictures,
  variant,
} from '#testing/fixtures/products.ts'
import { newShopkeeper, type Shopkeeper } from '#testing/fixtures/shops.ts'

let seller: Shopkeeper
let category: Category
beforeAll(async () => {
  seller = await newShopkeeper()
  category = await newCategory()
})

test('a product with variants and pictures is a draft that only its seller and staff see', async () => {
  const { status, data, headers } = await createProduct(seller, category, {
    name: '  Café du Kivu  ',
    brand: 'Virunga',
    unit: 'kg',
    weightGrams: '500',
    expiresAt: '2099-05-01',
    variants: JSON.stringify([
      { name: 'Moulu', sku: 'CAF-1', price: 12.5, stock: 3, attributes: { mouture: 'fine' } },
      { name: 'Grains', price: '7.00', stock: 0 },
    ]),
    images: [new Blob([jpeg()]), new Blob([png()]), new Blob([webp()])],
  })
  expect(status).toBe(201)
  expect(Number(headers.get('x-d1-round-trips'))).toBe(3)
  expect(data).toMatchObject({
    shopId: seller.shopId,
    subcategoryId: category.subcategoryId,
    name: 'Café du Kivu',
    brand: 'Virunga',
    unit: 'kg',
    weightGrams: 500,
    expiresAt: '2099-05-01T21:59:59.999Z',
    currency: 'USD',
    status: 'DRAFT',
    moderationStatus: 'NONE',
    hasVariants: true,
    version: 1,
    shop: { id: seller.shopId, name: 'Kivu Frais', logoUrl: null },
    category: { id: category.categoryId },
  })
  expect(data.slug).toBe(`cafe-du-kivu-${data.id.slice(-8)}`)
  expect(data.variants.map(({ id: _, ...rest }: { id: string }) => rest)).toEqual([
    { name: 'Moulu', attributes: { mouture: 'fine' }, sku: 'CAF-1', price: '12.50', stock: 3, isDefault: true },
    { name: 'Grains', attributes: null, sku: null, price: '7.00', stock: 0, isDefault: false },
  ])
  expect(data.images.map((image: { position: number }) => image.position)).toEqual([0, 1, 2])

  const staff = await signUp('SUPPORT')
  const stranger = await newShopkeeper()
  expect((await call(seller, 'GET', `/products/${data.id}`)).data).toEqual(data)
  expect((await call(staff, 'GET', `/products/slug/${data.slug}`)).data).toEqual(data)
  expect((await call(guest, 'GET', `/products/${data.id}`)).status).toBe(404)
  expect((await call(stranger, 'GET', `/products/${data.id}`)).status).toBe(404)

  const lists = await call(seller, 'GET', `/products/shop/${seller.shopId}?status=DRAFT&limit=1`)
  expect(lists.data.products[0].id).toBe(data.id)
  expect(lists.data.pagination).toMatchObject({ page: 1, limit: 1 })
  expect(Number(lists.headers.get('x-d1-round-trips'))).toBe(2)
  expect((await call(seller, 'GET', `/products/shop/${seller.shopId}?status=ARCHIVED`)).data.products).toEqual([])
  expect((await call(stranger, 'GET', `/products/shop/${seller.shopId}`)).status).toBe(404)
  expect((await call(seller, 'GET', '/products/shop/x')).status).toBe(404)
  expect((await call(guest, 'GET', `/products/shop/${seller.shopId}`)).status).toBe(401)
  expect((await call(staff, 'GET', `/products/shop/${seller.shopId}`)).status).toBe(403)
  for (const query of ['limit=101', 'page=0', 'status=GONE', 'x=1']) {
    expect((await call(seller, 'GET', `/products/shop/${seller.shopId}?${query}`)).status).toBe(400)
  }
})

test('pictures may come as images[], or not at all; an empty file field is none', async () => {
  const bracketed = await createProduct(seller, category, {
    images: null,
    'images[]': [new Blob([jpeg()]), new Blob([png()])],
  })
  expect(bracketed.data.images).toHaveLength(2)
  const none = await createProduct(seller, category, { images: null, brand: '', weightGrams: '' })
  expect([none.status, none.data.images, none.data.brand]).toEqual([201, [], null])
  const form = productForm(seller, category, { images: null })
  form.append('images', new File([], ''))
  const empty = await call(seller, 'POST', '/products', form)
  expect([empty.status, empty.data?.images], JSON.stringify(empty.error)).toEqual([201, []])
})

test('each field that is missing, wrong or unknown is named in a 400, and nothing is stored', async () => {
  const before = await storedPictures()
  const variants = (...all: unknown[]) => JSON.stringify(all)
  const wrong: [field: string, fields: Record<string, string | null>][] = [
    ...['shopId', 'subcategoryId', 'name', 'description', 'currency', 'variants'].map(
      (name): [string, Record<string, null>] => [name, { [name]: null }],
    ),
    ['name', { name: 'x' }],
    ['name', { name: 'x'.repeat(101) }],
    ['description', { description: 'trop court' }],
    ['description', { description: 'x'.repeat(1001) }],
    ['currency', { currency: 'RWF' }],
    ['unit', { unit: 'box' }],
    ['weightGrams', { weightGrams: '0' }],
    ['weightGrams', { weightGrams: '500001' }],
    ['weightGrams', { weightGrams: '1e3' }],
    ['weightGrams', { weightGrams: '1.5' }],
    ['expiresAt', { expiresAt: 'demain' }],
    ['expiresAt', { expiresAt: '2099-02-30' }],
    ['expiresAt', { expiresAt: '2020-01-01' }],
    ['variants', { variants: '[' }],
    ['variants', { variants: '{}' }],
    ['variants', { variants: '[]' }],
    ['variants', { variants: variants(...Array.from({ length: 51 }, () => variant())) }],
    ['variants', { variants: variants(variant({ sku: 'A' }), variant({ sku: 'A' })) }],
    ['variants.0.stock', { variants: variants({ price: 1 }) }],
    ['variants.0.stock', { variants: variants(variant({ stock: -1 })) }],
    ['variants.0.stock', { variants: variants(variant({ stock: 1.5 })) }],
    ['variants.0.stock', { variants: variants(variant({ stock: '1' })) }],
    ['variants.0.price', { variants: variants({ stock: 1 }) }],
    ['variants.0.price', { variants: variants(variant({ price: '1.234' })) }],
    ['variants.0.price', { variants: '[{"price":1e309,"stock":1}]' }],
    ['variants.0.price', { variants: variants(variant({ price: '1e309' })) }],
    ['variants.0.price', { variants: variants(variant({ price: '0' })) }],
    ['variants.0.price', { variants: variants(variant({ price: -1 })) }],
    ['variants.1.price', { variants: variants(variant(), variant({ price: '99999999999999' })) }],
    ['variants.0.name', { variants: '[{"name":"a\\u0000b","price":1,"stock":1}]' }],
    ['variants.0.name', { variants: '[{"name":"a\\ud800b","price":1,"stock":1}]' }],
    ['variants.0.held', { variants: variants(variant({ held: 3 })) }],
    ['variants.0.attributes', { variants: variants(variant({ attributes: ['x'] })) }],
    ['', { name: 'a\0b' }],
    ['status', { status: 'PUBLISHED' }],
    ['images.0', { images: 'une image' }],
  ]
  for (const [field, fields] of wrong) {
    const { status, error } = await createProduct(seller, category, fields)
    expect([status, error?.code], JSON.stringify(fields).slice(0, 100)).toEqual([400, 'VALIDATION_ERROR'])
    if (field)
      expect(
        error?.details?.map((detail) => detail.field),
        JSON.stringify(fields).slice(0, 100),
      ).toContain(field)
  }
  const eleven = await createProduct(seller, category, { images: Array.from({ length: 11 }, () => new Blob([jpeg()])) })
  expect([eleven.status, eleven.error?.details?.[0]?.field]).toEqual([400, 'images'])
  const twice = productForm(seller, category)
  twice.append('name', 'Encore')
  expect((await call(seller, 'POST', '/products', twice)).status).toBe(400)
  expect((await call(seller, 'POST', '/products', { name: 'JSON' })).status).toBe(415)
  expect(await storedPictures()).toEqual(before)
})

test('fifty variants are the most; the first is the default', async () => {
  const all = Array.from({ length: 50 }, (_, i) => variant({ name: `Taille ${i}`, sku: `T-${i}`, stock: i }))
  const { data } = await createProduct(seller, category, { variants: JSON.stringify(all) })
  expect(data.variants.map((v: { stock: number }) => v.stock)).toEqual(all.map((v) => v.stock))
  expect(data.variants.filter((v: { isDefault: boolean }) => v.isDefault)).toEqual([data.variants[0]])
})

test('who may not: a guest, another role, another seller, a shop or a subcategory that is not there', async () => {
  const form = () => productForm(seller, category)
  expect((await call(guest, 'POST', '/products', form())).status).toBe(401)
  expect((await call(await signUp('BUYER'), 'POST', '/products', form())).status).toBe(403)
  expect((await call(await signUp('SELLER'), 'POST', '/products', form())).status).toBe(403)
  const stranger = await newShopkeeper()
  expect((await call(stranger, 'POST', '/products', form())).status).toBe(404)
  expect((await createProduct(seller, { ...category, subcategoryId: 'x' })).status).toBe(404)
  const admin = await signUp('ADMIN')
  const closed = await newCategory()
  await call(admin, 'PUT', `/products/categories/${closed.categoryId}`, { isActive: false })
  expect((await createProduct(seller, closed)).status).toBe(404)
})

test('without a subscription 403; in grace still; a suspended shop 403, a closed one 409', async () => {
  const refused = async (terms: Parameters<typeof newShopkeeper>[0]) => {
    const { status, error } = await createProduct(await newShopkeeper(terms), category)
    return [status, error?.reason]
  }
  expect(await refused({ subscription: 'none' })).toEqual([403, 'SUBSCRIPTION_REQUIRED'])
  expect(await refused({ subscription: 'EXPIRED' })).toEqual([403, 'SUBSCRIPTION_REQUIRED'])
  expect(await refused({ subscription: 'GRACE' })).toEqual([201, undefined])
  expect(await refused({ shop: 'SUSPENDED' })).toEqual([403, 'SHOP_SUSPENDED'])
  expect(await refused({ shop: 'CLOSED' })).toEqual([409, 'INVALID_TRANSITION'])
  expect(await refused({ shop: 'DRAFT' })).toEqual([201, undefined])
})

test('food must say when it expires', async () => {
  const food = await newCategory({ requiresExpiry: true })
  const { status, error } = await createProduct(seller, food)
  expect([status, error?.details?.[0]?.field]).toEqual([400, 'expiresAt'])
  expect((await createProduct(seller, food, { expiresAt: '2099-01-01T10:00:00+02:00' })).data.expiresAt).toBe(
    '2099-01-01T08:00:00.000Z',
  )
})

test("the plan's photos are its limit", async () => {
  const small = await newShopkeeper({ maxPhotos: 1 })
  const { status, error } = await createProduct(small, category, { images: [new Blob([jpeg()]), new Blob([jpeg()])] })
  expect([status, error?.reason]).toEqual([409, 'PLAN_LIMIT_REACHED'])
  expect(error?.message).toMatch(/ photos par produit/)
  expect((await createProduct(small, category)).status).toBe(201)
})

test("fifty at once on the plan's last products: exactly as many as it allows, and no picture left over", async () => {
  const small = await newShopkeeper({ maxProducts: 3 })
  const before = await storedPictures()
  const answers = await together(50, () => createProduct(small, category))
  expect(tally(answers)).toEqual({ 201: 3, 409: 47 })
  expect(reasons(answers)).toEqual({ ok: 3, PLAN_LIMIT_REACHED: 47 })
  expect(answers.find(({ status }) => status === 409)?.error?.message).toContain('plan supérieur')
  expect(await count('products WHERE seller_profile_id = ?', small.profileId)).toBe(3)
  expect(await storedPictures()).toHaveLength(before.length + 3)
})

test('the same Idempotency-Key makes one product', async () => {
  const key = { 'idempotency-key': crypto.randomUUID() }
  const first = await call(seller, 'POST', '/products', productForm(seller, category), key)
  const again = await call(seller, 'POST', '/products', productForm(seller, category), key)
  expect(again.data).toEqual(first.data)
  expect(again.headers.get('idempotent-replayed')).toBe('true')
})
