import { describe, expect, it } from 'vitest'
import { type Answer, call, guest, type Person } from '#testing/api.ts'
import { hourCronAfter, minuteCronAfter, nightCronAfter } from '#testing/clock.ts'
import { all, count } from '#testing/fixtures/database.ts'
import { freshPhone } from '#testing/fixtures/inputs.ts'
import { newMarket, paidOrder } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { jpeg } from '#testing/fixtures/pictures.ts'
import {
  createProduct,
  newCategory,
  productForm,
  publishedProduct,
  storedPictures,
  variant,
} from '#testing/fixtures/products.ts'
import { newShopkeeper, type Shopkeeper } from '#testing/fixtures/shops.ts'
import { faults, GONE, ok, refusal } from '#testing/stories/catalogue.ts'
import { again, DAY, HOUR, MINUTE } from '#testing/stories/money.ts'
import type { Data } from '#testing/stories/orders.ts'
import { clockGoesOn } from '#testing/stories/production.ts'

// Rule 8.1.6: variants of a product together at most 16 KiB as JSON, at most 10 attributes each (key 40, value 100 characters); a kept answer
// of an Idempotency-Key at most 8 KiB, a larger one is replayed by reading the thing anew; at most 2,000 edits a day and account; a deleted
// product that nobody ordered loses texts, variants and pictures after 30 days.
//
// Silent: which fields of a variant count (those that are sent are taken here, a margin of a tenth beside the limit); 400 or 409 past it.

clockGoesOn()

const KIB = 1024
const attributes = (many: number, value = 'x') =>
  Object.fromEntries(Array.from({ length: many }, (_, i) => [`clé ${i}`, value]))
/** So many variants whose attributes take about so many bytes as JSON in all. */
const variantsOf = (bytes: number, many = 40, letter = 'x') => {
  const each = Math.floor(bytes / many) - 60
  const size = new TextEncoder().encode(letter).length
  const keys = Math.max(1, Math.ceil(each / (100 * size + 14)))
  const value = letter.repeat(Math.max(1, Math.min(100, Math.floor((each / keys - 14) / size))))
  return Array.from({ length: many }, (_, i) => ({
    name: `T${i}`,
    sku: `S-${i}`,
    price: '2.00',
    stock: 1,
    attributes: attributes(keys, value),
  }))
}
const sizeOf = (variants: unknown) => new TextEncoder().encode(JSON.stringify(variants)).length
const post = (seller: Shopkeeper, category: Parameters<typeof createProduct>[1], variants: unknown) =>
  createProduct(seller, category, { images: null, variants: JSON.stringify(variants) })

describe('the variants of a product', () => {
  it.each(['x', 'ɛ', '👍'])(
    '8.1.6 are together at most 16 KiB as JSON, in bytes, not in letters (%s)',
    async (letter) => {
      const [seller, category] = [await newShopkeeper(), await newCategory()]
      const [fits, over] = [variantsOf(13 * KIB, 40, letter), variantsOf(20 * KIB, 40, letter)]
      expect(sizeOf(fits)).toBeLessThan(14.5 * KIB)
      expect(sizeOf(over)).toBeGreaterThan(17 * KIB)
      const made = await post(seller, category, fits)
      expect(made.error).toBeUndefined()
      const refused = await post(seller, category, over)
      expect(refused.status).toBe(400)
      expect(faults(refused).join()).toContain('variants')
    },
  )

  it('8.1.6 by adding one, or by editing one, is no way around', async () => {
    const [seller, category] = [await newShopkeeper(), await newCategory()]
    const product = ok(await post(seller, category, variantsOf(14 * KIB, 30)))
    const fat = { name: 'Grand', price: '2.00', stock: 1, attributes: attributes(10, 'y'.repeat(100)) }
    const answers: Answer[] = []
    for (let i = 0; i < 4; i++)
      answers.push(await call(seller, 'POST', `/products/${product.id}/variants`, { ...fat, sku: `G-${i}` }))
    expect(answers.some(({ error }) => error)).toBe(true)
    for (const { error, status } of answers) if (error) expect([400, 409]).toContain(status)
    const edits: Answer[] = []
    for (const { id } of product.variants)
      edits.push(await call(seller, 'PUT', `/products/variants/${id}`, { attributes: fat.attributes }))
    expect(edits.some(({ error }) => error)).toBe(true)
    const now = ok(await call(seller, 'GET', `/products/${product.id}`))
    const sent = now.variants.map(({ name, sku, price, stock, attributes: own }: Data) => ({
      name,
      sku,
      price,
      stock,
      attributes: own,
    }))
    expect(sizeOf(sent)).toBeLessThan(17.5 * KIB)
    // A change that makes it smaller is always taken.
    ok(await call(seller, 'PUT', `/products/variants/${product.variants[0].id}`, { attributes: null }))
  })

  it('8.1.6 added by many at once stay within it', async () => {
    const [seller, category] = [await newShopkeeper(), await newCategory()]
    const product = ok(await post(seller, category, variantsOf(14 * KIB, 20)))
    await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        call(seller, 'POST', `/products/${product.id}/variants`, {
          name: `P${i}`,
          sku: `P-${i}`,
          price: '1.00',
          stock: 0,
          attributes: attributes(8, 'z'.repeat(90)),
        }),
      ),
    )
    const now = ok(await call(seller, 'GET', `/products/${product.id}`))
    const sent = now.variants.map(({ name, sku, price, stock, attributes: own }: Data) => ({
      name,
      sku,
      price,
      stock,
      attributes: own,
    }))
    expect(sizeOf(sent)).toBeLessThan(17.5 * KIB)
  })

  it.each<[string, Record<string, string>, boolean]>([
    ['ten attributes', attributes(10), true],
    ['eleven attributes', attributes(11), false],
    ['a key of 40', { ['k'.repeat(40)]: 'x' }, true],
    ['a key of 41', { ['k'.repeat(41)]: 'x' }, false],
    ['a value of 100', { k: 'v'.repeat(100) }, true],
    ['a value of 101', { k: 'v'.repeat(101) }, false],
    ['an empty key', { '': 'x' }, false],
    ['a key of spaces', { ' \u00a0': 'x' }, false],
  ])('8.1.6 with %s: made, added, edited', async (_, own, taken) => {
    const [seller, category] = [await newShopkeeper(), await newCategory()]
    const made = await post(seller, category, [{ price: '2.00', stock: 1, attributes: own }])
    const { id, variants } = ok(await post(seller, category, [{ price: '2.00', stock: 1 }]))
    const added = await call(seller, 'POST', `/products/${id}/variants`, {
      name: 'B',
      price: '2.00',
      stock: 1,
      attributes: own,
    })
    const edited = await call(seller, 'PUT', `/products/variants/${variants[0].id}`, { attributes: own })
    const seen = [made, added, edited].map(({ status }) => status)
    expect(seen).toEqual(taken ? [201, 201, 200] : [400, 400, 400])
  })
})

const LIMIT = 8 * KIB
/** The bytes that are kept of answers of keys. */
async function keptBytes(): Promise<number> {
  const tables = await all<{ name: string }>(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE '%idempot%'",
  )
  let most = 0
  for (const { name } of tables)
    for (const row of await all(`SELECT * FROM "${name}"`))
      most = Math.max(
        most,
        ...Object.values(row).map((value) =>
          typeof value === 'string'
            ? new TextEncoder().encode(value).length
            : ((value as unknown as ArrayBuffer | null)?.byteLength ?? 0),
        ),
      )
  return most
}
const LONG = 'Mbɔ́tɛ na bino — '.repeat(300)
type Big = {
  send: (headers: Record<string, string>) => Promise<Answer>
  change?: (answer: Data) => Promise<unknown>
  seen?: (data: Data) => unknown
  gone?: (answer: Data) => Promise<unknown>
}
const BIG: Record<string, () => Promise<Big>> = {
  async 'a product of many variants'() {
    const [seller, category] = [await newShopkeeper(), await newCategory()]
    const fields = {
      variants: JSON.stringify(variantsOf(14 * KIB, 45)),
      description: 'd'.repeat(1000),
      images: [new Blob([jpeg()])],
    }
    return {
      send: (headers) => call(seller, 'POST', '/products', productForm(seller, category, fields), headers),
      change: async ({ id }) => ok(await call(seller, 'PUT', `/products/${id}`, { name: 'Un autre nom' })),
      seen: ({ id, name, variants }) => [id, name, variants.length],
      gone: async ({ id }) => ok(await call(seller, 'DELETE', `/products/${id}`)),
    }
  },
  async 'a post'() {
    const admin = await signUp('ADMIN')
    return {
      send: (headers) => call(admin, 'POST', '/blog', { title: 'Un titre', body: LONG }, headers),
      change: async ({ id }) => ok(await call(admin, 'PUT', `/blog/${id}`, { title: 'Un autre titre' })),
      seen: ({ id, title, body }) => [id, title, body.length],
    }
  },
  async 'a ticket'() {
    const person = await signUp()
    return {
      send: (headers) =>
        call(
          person,
          'POST',
          '/support/tickets',
          { subject: 'Bonjour', category: 'OTHER', body: LONG.slice(0, 4900) },
          headers,
        ),
      change: async ({ id }) =>
        ok(await call(person, 'POST', `/support/tickets/${id}/messages`, { body: LONG.slice(0, 4900) })),
      seen: ({ id, subject }) => [id, subject],
    }
  },
  async 'an incident'() {
    const person = await signUp()
    return {
      send: (headers) =>
        call(
          person,
          'POST',
          '/incidents',
          { type: 'OTHER', title: 'Bonjour', description: '👩🏾‍🌾'.repeat(600) },
          headers,
        ),
      seen: ({ id, title }) => [id, title],
    }
  },
  async 'a message'() {
    const market = await newMarket()
    const { id } = await paidOrder(market)
    const body = { channel: 'BUYER_SELLER', clientMessageId: crypto.randomUUID(), body: 'ɛ́'.repeat(980) }
    return {
      send: (headers) => call(market.buyer, 'POST', `/orders/${id}/messages`, body, headers),
      seen: ({ id: own, body: text }) => [own, text],
    }
  },
  async 'an order of many lines'() {
    const [seller, category, buyer] = [await newShopkeeper(), await newCategory(), await signUp()]
    const names = Array.from({ length: 45 }, (_, i) =>
      variant({ name: `${'Très long nom de variante '.repeat(3)}${i}`, sku: `S-${i}` }),
    )
    const product = await publishedProduct(seller, category, { name: 'N'.repeat(100), variants: JSON.stringify(names) })
    const body = {
      shopId: seller.shopId,
      items: product.variants.map(({ id }: Data) => ({ variantId: id, quantity: 1 })),
      ...{ fulfillmentMethod: 'PICKUP', paymentMethod: 'MOBILE_MONEY', currency: 'USD' },
      ...{ payerPhoneNumber: freshPhone(), network: 'vodacom', countryCode: 'CD' },
    }
    return {
      send: (headers) => call(buyer, 'POST', '/orders', body, headers),
      change: async ({ id }) => call(buyer, 'POST', `/orders/${id}/cancel`, {}),
      seen: ({ id, items }) => [id, items.length],
    }
  },
  async 'many stocks'() {
    const [seller, category] = [await newShopkeeper(), await newCategory()]
    const product = ok(await post(seller, category, variantsOf(14 * KIB, 45)))
    const items = product.variants.map(({ id }: Data) => ({ variantId: id, type: 'ADJUSTMENT', amount: 1 }))
    return {
      send: (headers) => call(seller, 'POST', '/products/stock/bulk', { items }, headers),
      seen: ({ variants }) => variants.map(({ id, stock }: Data) => [id, stock]),
    }
  },
  async 'a merged cart'() {
    const [seller, category, buyer] = [await newShopkeeper(), await newCategory(), await signUp()]
    const names = Array.from({ length: 45 }, (_, i) =>
      variant({ name: `${'Très long nom '.repeat(5)}${i}`, sku: `S-${i}` }),
    )
    const product = await publishedProduct(seller, category, { variants: JSON.stringify(names) })
    const items = product.variants.map(({ id }: Data) => ({ variantId: id, quantity: 2 }))
    return {
      send: (headers) => call(buyer, 'POST', '/cart/merge', { items }, headers),
      seen: ({ items: own }) => own.map(({ variantId, quantity }: Data) => [variantId, quantity]),
    }
  },
}

describe('a large answer under a key', () => {
  it.each(Object.keys(BIG))('8.1.6 of %s is replayed, and no more than 8 KiB of it are kept', async (what) => {
    const { send, change, seen = (data) => data, gone } = await (BIG[what] as () => Promise<Big>)()
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const first = await send(headers)
    expect(first.error).toBeUndefined()
    const again = await send(headers)
    expect(again.error).toBeUndefined()
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(again.status).toBe(first.status)
    expect(seen(again.data)).toEqual(seen(first.data))
    expect(await keptBytes()).toBeLessThanOrEqual(LIMIT * 1.4)
    if (change) {
      await change(first.data)
      const later = await send(headers)
      expect(later.error).toBeUndefined()
      expect(later.headers.get('idempotent-replayed')).toBe('true')
      expect(later.data.id).toBe(first.data.id)
    }
    if (gone) {
      await gone(first.data)
      expect(refusal(await send(headers))).toEqual(GONE)
    }
  })

  it('8.1.6 does the thing once, also for ten at once', async () => {
    const { send, seen = (data) => data } = await (BIG['a product of many variants'] as () => Promise<Big>)()
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(headers)))
    const done = answers.filter(({ error }) => !error)
    expect(done.length).toBeGreaterThan(0)
    expect(new Set(done.map(({ data }) => JSON.stringify(seen(data)))).size).toBe(1)
    for (const { error } of answers) if (error) expect(error.reason).toBe('REQUEST_IN_PROGRESS')
  })

  it('8.1.6 with another body is refused, however large', async () => {
    const admin = await signUp('ADMIN')
    const headers = { 'idempotency-key': crypto.randomUUID() }
    ok(await call(admin, 'POST', '/blog', { title: 'Un titre', body: LONG }, headers))
    expect(refusal(await call(admin, 'POST', '/blog', { title: 'Un titre', body: `${LONG}.` }, headers))).toEqual([
      409,
      'IDEMPOTENCY_KEY_REUSED',
    ])
  })
})

describe('edits of a day', () => {
  it('8.1.6 are at most 2,000 of an account, lines of a list counted; the next day there are more', async () => {
    const [seller, category] = [await newShopkeeper(), await newCategory()]
    const made = [] as string[]
    let product = ''
    for (let i = 0; i < 2; i++) {
      const one = ok(await post(seller, category, variantsOf(8 * KIB, 50)))
      product = one.id
      made.push(...one.variants.map(({ id }: Data) => id))
    }
    const bulk = (as: Person) =>
      call(as, 'POST', '/products/stock/bulk', {
        items: made.map((variantId) => ({ variantId, type: 'ADJUSTMENT', amount: 1 })),
      })
    const answers: number[] = []
    for (let i = 0; i < 21; i++) answers.push((await bulk(seller)).status)
    expect(answers.slice(0, 19)).toEqual(Array(19).fill(200))
    expect(answers.at(-1)).toBe(429)
    let edit = await call(seller, 'PUT', `/products/${product}`, { name: 'Un nom' })
    for (let i = 0; i < 101 && !edit.error; i++)
      edit = await call(seller, 'PUT', `/products/${product}`, { name: `Un nom ${i}` })
    expect(edit.status).toBe(429)
    expect(Number(edit.headers.get('retry-after'))).toBeGreaterThan(0)
    // Nobody else pays for it, and reading goes on.
    ok(await call(seller, 'GET', `/products/${product}`))
    const other = await newMarket()
    ok(await call(other.seller, 'PUT', `/products/${other.productId}`, { name: 'Un nom' }))
    await minuteCronAfter(DAY + MINUTE)
    ok(await call(await again(seller), 'PUT', `/products/${product}`, { name: 'Le lendemain' }))
  })
})

describe('a deleted product', () => {
  const days = async (many: number) => {
    for (let i = 0; i < many; i++) {
      await minuteCronAfter(DAY - HOUR)
      await hourCronAfter(MINUTE)
      await nightCronAfter(HOUR - MINUTE)
    }
    for (let i = 0; i < 3; i++) await minuteCronAfter(MINUTE)
  }
  const WORD = 'Mbɛlɛzalongo'
  const traces = async () => {
    const tables = await all<{ name: string }>(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name IN ('products', 'variants', 'product_images')",
    )
    const found: string[] = []
    for (const { name } of tables)
      if (JSON.stringify(await all(`SELECT * FROM "${name}"`)).includes(WORD)) found.push(name)
    return found
  }
  it('8.1.6 that nobody ordered loses texts, variants and pictures after 30 days, not before', async () => {
    const [seller, category] = [await newShopkeeper(), await newCategory()]
    const before = await storedPictures()
    const fields = {
      name: `${WORD} rouge`,
      brand: WORD,
      description: `${WORD} en grains de Bukavu.`,
      variants: JSON.stringify([variant({ name: WORD, sku: `${WORD}-1` })]),
    }
    const { id } = await publishedProduct(seller, category, fields)
    ok(await call(seller, 'DELETE', `/products/${id}`))
    await days(29)
    expect(await traces()).toContain('products')
    await days(3)
    expect(await traces()).toEqual([])
    expect(await count('variants WHERE product_id = ? AND (name IS NOT NULL OR sku IS NOT NULL)', id)).toBe(0)
    expect(await storedPictures()).toEqual(before)
    expect((await call(guest, 'GET', `/products/${id}`)).status).toBe(404)
  })

  it('8.1.6 that somebody ordered keeps what its orders show', async () => {
    const market = await newMarket()
    const order = await paidOrder(market)
    ok(await call(market.seller, 'POST', `/orders/${order.id}/reject`, { reason: 'Plus de stock' }))
    ok(await call(await again(market.seller), 'DELETE', `/products/${market.productId}`))
    await days(32)
    const [row] = await all<{ name: string }>('SELECT name FROM products WHERE id = ?', market.productId)
    expect(row?.name).toBe('Café du Kivu')
    const read = ok(await call(await again(market.buyer), 'GET', `/orders/${order.id}`))
    expect(read.items[0].name).toBe(order.items[0].name)
    expect(read.items[0].imageUrl).toBe(order.items[0].imageUrl)
  })
})

it('8.1.6 how full the database is, is said to the team', async () => {
  const { database } = ok(await call(await signUp('ADMIN'), 'GET', '/platform/health'))
  expect(database).toEqual({ bytes: expect.any(Number), limitBytes: expect.any(Number) })
})
