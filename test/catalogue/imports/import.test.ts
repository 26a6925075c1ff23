import { afterEach, describe, expect, it, vi } from 'vitest'
import { runImport } from '#domain/catalogue/imports/run.ts'
import { call, tally, together } from '#testing/api.ts'
import { minuteCronAfter } from '#testing/clock.ts'
import { contextNow } from '#testing/fixtures/context.ts'
import { all, count, first, run } from '#testing/fixtures/database.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { createProduct, newCategory } from '#testing/fixtures/products.ts'
import { newShopkeeper, type Shopkeeper } from '#testing/fixtures/shops.ts'

afterEach(() => {
  vi.useRealTimers()
})

const HEADER = 'sku,name,description,subcategory,price,currency,stock,unit,brand,weightGrams,expiresAt,images'
const TEXT = 'Panier en fibres de bananier et fait main.'

async function place() {
  const category = await newCategory()
  const row = await first<{ slug: string; parent: string }>(
    'SELECT s.slug, c.slug AS parent FROM subcategories s JOIN categories c ON c.id = s.category_id WHERE s.id = ?',
    category.subcategoryId,
  )
  return { ...category, slug: `${row?.parent}/${row?.slug}` }
}

const send = (seller: Shopkeeper, csv: string | Uint8Array<ArrayBuffer>, more: Record<string, string> = {}) => {
  const form = new FormData()
  for (const [name, value] of Object.entries({ shopId: seller.shopId, ...more })) form.append(name, value)
  form.append('file', new File([csv], 'produits.csv'))
  return call(seller, 'POST', '/products/import', form)
}
const show = (seller: Shopkeeper, id: string) => call(seller, 'GET', `/products/import/${id}`)
const fetchCsv = async (seller: Shopkeeper) =>
  (await call(seller, 'GET', `/products/export/csv?shopId=${seller.shopId}`)).data as string
const productsOf = (seller: Shopkeeper) => count('products WHERE shop_id = ? AND deleted_at IS NULL', seller.shopId)
const finish = async (id: string) => {
  for (let i = 0; i < 20; i++) await runImport(contextNow(), id)
}

describe('an export that comes back', () => {
  const seen = async (seller: Shopkeeper) =>
    first<{ stock: number; movements: number; version: number }>(
      `SELECT v.stock, p.version, (SELECT count(*) FROM stock_movements m WHERE m.variant_id = v.id) AS movements
       FROM variants v JOIN products p ON p.id = v.product_id WHERE p.shop_id = ?`,
      seller.shopId,
    )
  async function withProduct(text = TEXT) {
    const [seller, { slug }] = [await newShopkeeper(), await place()]
    const cell = `"${text.replaceAll('"', '""')}"`
    const { data } = await send(seller, `${HEADER}\nA,Panier,${cell},${slug},12.50,USD,10,,,,,\n`)
    await finish(data.id)
    return seller
  }
  const sell = (seller: Shopkeeper, pieces: number) =>
    run(
      `INSERT INTO stock_movements (id, variant_id, type, amount, order_id, created_at)
       SELECT 'sale-' || v.id, v.id, 'ADJUSTMENT', ?, NULL, 1 FROM variants v WHERE v.stock_shop_id = ?`,
      -pieces,
      seller.shopId,
    )

  it('unedited changes nothing, however much was sold since, and whatever its texts are', async () => {
    const seller = await withProduct('Sac;=1 tissé ; -main @ ligne de texte assez longue')
    const csv = await fetchCsv(seller)
    await sell(seller, 3)
    const before = await seen(seller)
    expect(before?.stock).toBe(7)
    const { data } = await send(seller, csv)
    await finish(data.id)
    expect((await show(seller, data.id)).data).toMatchObject({ status: 'DONE', errors: [] })
    expect(await seen(seller)).toEqual(before)
  })

  it('with an edited stock sets it, and only while nothing moved', async () => {
    const seller = await withProduct()
    const csv = (await fetchCsv(seller)).replace(',10,10,', ',25,10,')
    await sell(seller, 3)
    const refused = await send(seller, csv)
    expect(refused.data).toMatchObject({ status: 'REFUSED', errors: [{ line: 2, field: 'stock' }] })
    expect(refused.data.errors[0].message).toContain('10')
    const { data } = await send(seller, (await fetchCsv(seller)).replace(',7,7,', ',25,7,'))
    await finish(data.id)
    expect((await seen(seller))?.stock).toBe(25)
  })

  it('without what was seen leaves the stock, unless the request sets it', async () => {
    const seller = await withProduct()
    const { data } = await send(seller, 'sku,stock\nA,3\n')
    await finish(data.id)
    expect((await seen(seller))?.stock).toBe(10)
    const set = await send(seller, 'sku,stock\nA,3\n', { stock: 'set' })
    await finish(set.data.id)
    expect((await seen(seller))?.stock).toBe(3)
    expect((await send(seller, 'sku,stock\nA,3\n', { stock: 'add' })).status).toBe(400)
  })

  it('is told of a sale that comes while it is taken in', async () => {
    const seller = await withProduct()
    const { data } = await send(seller, (await fetchCsv(seller)).replace(',10,10,', ',12,10,'))
    await sell(seller, 1)
    await finish(data.id)
    expect((await show(seller, data.id)).data).toMatchObject({ status: 'DONE', errors: [{ line: 2, field: 'stock' }] })
    expect((await seen(seller))?.stock).toBe(9)
  })
})

describe('an import of products', () => {
  it('creates drafts by a job, shows how far it is, and updates by reference the next time', async () => {
    const [seller, { slug }] = [await newShopkeeper(), await place()]
    const csv = `${HEADER}\n${[1, 2, 3].map((n) => `P-${n},Panier ${n},"${TEXT}",${slug},12.50,USD,${n},,,,,`).join('\n')}\n`
    const { data } = await send(seller, csv)
    expect(data).toEqual({ id: expect.any(String), status: 'RUNNING', lines: 3, done: 0, errors: [] })
    expect(await productsOf(seller)).toBe(0)
    await minuteCronAfter(1000)
    vi.useRealTimers()
    expect((await show(seller, data.id)).data).toMatchObject({ status: 'DONE', done: 3, errors: [] })
    const { products } = (await call(seller, 'GET', `/products/shop/${seller.shopId}`)).data
    expect(products).toHaveLength(3)
    expect(products[0]).toMatchObject({ status: 'DRAFT', unit: 'piece', brand: null, images: [] })
    expect(products[0].variants).toMatchObject([{ price: '12.50', isDefault: true }])

    const again = await send(seller, 'sku;price;stock;brand\nP-1;"13,75";7;Kivu\nP-2;12.50;2;\n', { stock: 'set' })
    await finish(again.data.id)
    expect((await show(seller, again.data.id)).data).toMatchObject({ status: 'DONE', done: 2 })
    const row = await first(
      `SELECT v.price_minor, v.stock, p.brand, p.name, p.version FROM variants v JOIN products p ON p.id = v.product_id WHERE v.sku = 'P-1' AND p.shop_id = ?`,
      seller.shopId,
    )
    expect(row).toEqual({ price_minor: 1375, stock: 7, brand: 'Kivu', name: 'Panier 1', version: 2 })
    const movements = await all(
      `SELECT m.type, m.amount FROM stock_movements m JOIN variants v ON v.id = m.variant_id JOIN products p ON p.id = v.product_id
       WHERE v.sku = 'P-1' AND p.shop_id = ? ORDER BY m.type DESC`,
      seller.shopId,
    )
    expect(movements).toEqual([
      { type: 'INITIAL', amount: 1 },
      { type: 'ADJUSTMENT', amount: 6 },
    ])
    // A line that changes nothing writes nothing.
    expect(await count(`history h JOIN variants v ON v.product_id = h.thing_id WHERE v.sku = 'P-2'`)).toBe(1)
  })

  it('tells every fault by line and column in French, and takes nothing in, or the right lines where it may', async () => {
    const [seller, { slug }] = [await newShopkeeper(), await place()]
    const csv = [
      HEADER,
      `A,Panier,${TEXT},${slug},12.50,USD,3,,,,,`,
      `B,P,court,nulle-part,12.505,EUR,-1,seau,,0,2020-01-01,`,
      `A,Panier,${TEXT},${slug},12.50,USD,3,,,,,`,
      `,Panier,${TEXT},${slug},,USD,3,,,,,`,
    ].join('\r\n')
    const { data } = await send(seller, csv)
    expect(data).toMatchObject({ status: 'REFUSED', lines: 4, done: 0 })
    const told = data.errors.map(({ line, field }: { line: number; field: string }) => `${line} ${field}`)
    for (const fault of [
      'name',
      'description',
      'subcategory',
      'price',
      'currency',
      'stock',
      'unit',
      'weightGrams',
      'expiresAt',
    ])
      expect(told).toContain(`3 ${fault}`)
    expect(told).toEqual(expect.arrayContaining(['4 sku', '5 sku', '5 price']))
    expect(told.some((each: string) => each.startsWith('2 '))).toBe(false)
    await minuteCronAfter(1000)
    vi.useRealTimers()
    expect(await productsOf(seller)).toBe(0)
    expect((await send(seller, csv, { partial: 'false' })).data).toMatchObject({ status: 'REFUSED' })
    const partial = await send(seller, csv, { partial: 'true' })
    expect(partial.data).toMatchObject({ status: 'RUNNING', errors: data.errors })
    await finish(partial.data.id)
    expect((await show(seller, partial.data.id)).data).toMatchObject({ status: 'DONE', done: 1, lines: 4 })
    expect(await productsOf(seller)).toBe(1)
  })

  it('refuses what is no such file', async () => {
    const [seller, { slug }] = [await newShopkeeper(), await place()]
    const line = `A,Panier,${TEXT},${slug},12.50,USD,3,,,,`
    const statuses = [
      await send(seller, ''),
      await send(seller, HEADER),
      await send(seller, 'sku,colour\nA,red'),
      await send(seller, 'name\nPanier'),
      await send(seller, Uint8Array.from([0x50, 0x4b, 0x03, 0x04, 0xe9])),
      await send(seller, `${HEADER}\n"A,Panier`),
      await send(seller, `${HEADER}\n${line},https://example.com/a.jpg`),
      await send(seller, `sku\n${Array.from({ length: 5001 }, (_, i) => i).join('\n')}`),
      await send(seller, ';'.repeat(5_000_000)),
      await send(seller, `${HEADER}\n${','.repeat(5_000_000)}`),
    ].map(({ status }) => status)
    expect(statuses).toEqual(Array(10).fill(400))
    expect((await send(seller, 'x'.repeat(5 * 1024 * 1024 + 1))).status).toBe(413)
    expect((await send(seller, 'sku\nA', { partial: 'oui' })).status).toBe(400)
  })

  it('is for the seller of the shop, with a subscription, in a shop that is open', async () => {
    const [seller, other] = [await newShopkeeper(), await newShopkeeper()]
    expect((await send(seller, 'sku\nA', { shopId: other.shopId })).status).toBe(404)
    const { data } = await send(other, 'sku\nA')
    expect((await show(seller, data.id)).status).toBe(404)
    expect((await show(seller, 'nobody')).status).toBe(404)
    expect((await send(await newShopkeeper({ subscription: 'EXPIRED' }), 'sku\nA')).error?.reason).toBe(
      'SUBSCRIPTION_REQUIRED',
    )
    expect((await send(await newShopkeeper({ shop: 'SUSPENDED' }), 'sku\nA')).error?.reason).toBe('SHOP_SUSPENDED')
    expect((await call(seller, 'GET', `/products/export/csv?shopId=${other.shopId}`)).status).toBe(404)
    expect((await call(await signUp('BUYER'), 'GET', '/products/export/csv')).status).toBe(403)
  })

  it('comes back as an export, named by its day in UTC+2', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-24T22:30:00Z') })
    const { headers } = await call(await newShopkeeper(), 'GET', '/products/export/csv')
    expect(headers.get('content-disposition')).toContain('"products-2026-11-25.csv"')
  })

  it('holds the quota, told by line, also where a product comes in between', async () => {
    const [seller, category] = [await newShopkeeper({ maxProducts: 3 }), await place()]
    const csv = `${HEADER}\n${[1, 2, 3, 4].map((n) => `P-${n},Panier ${n},${TEXT},${category.slug},1,USD,1,,,,,`).join('\n')}`
    expect((await send(seller, csv)).data).toMatchObject({ status: 'REFUSED', errors: [{ line: 5, field: 'sku' }] })
    const { data } = await send(seller, csv, { partial: 'true' })
    expect((await createProduct(seller, category)).status).toBe(201)
    await finish(data.id)
    expect((await show(seller, data.id)).data).toMatchObject({
      status: 'DONE',
      done: 2,
      errors: [{ line: 5 }, { line: 4 }],
    })
    expect(await productsOf(seller)).toBe(3)
  })

  it('is one at a time of a shop, and fifty a day of a seller', async () => {
    const [seller, { slug }] = [await newShopkeeper(), await place()]
    const csv = `${HEADER}\nP-1,Panier,${TEXT},${slug},1,USD,1,,,,,`
    const answers = await together(20, () => send(seller, csv))
    expect(tally(answers)).toEqual({ 201: 1, 409: 19 })
    await finish(answers.find(({ status }) => status === 201)?.data.id)
    expect(await productsOf(seller)).toBe(1)
    await run(`UPDATE attempts SET count = 50 WHERE key = ?`, `import:${seller.profileId}`)
    const refused = await send(seller, csv)
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
  })

  it('writes nothing twice, however many runs there are and wherever one dies', async () => {
    const [seller, { slug }] = [await newShopkeeper({ maxProducts: 1000 }), await place()]
    const csv = `${HEADER}\n${Array.from({ length: 350 }, (_, n) => `P-${n},Panier ${n},${TEXT},${slug},1,USD,${n % 7},,,,,`).join('\n')}`
    const { data } = await send(seller, csv)
    const ctx = contextNow()
    // The second commit of this run never comes.
    const batch = ctx.db.batch.bind(ctx.db)
    let commits = 0
    const dying = Object.assign(Object.create(ctx.db), {
      batch: (...args: Parameters<typeof batch>) => {
        if (args[0].length > 5 && ++commits === 2) throw new Error('died')
        return batch(...args)
      },
    })
    await expect(runImport({ ...ctx, db: dying }, data.id)).rejects.toThrow('died')
    expect(await productsOf(seller)).toBe(100)
    await Promise.all([finish(data.id), finish(data.id), finish(data.id)])
    expect((await show(seller, data.id)).data).toMatchObject({ status: 'DONE', done: 350, errors: [] })
    expect(await productsOf(seller)).toBe(350)
    expect(await count('product_import_lines WHERE import_id = ?', data.id)).toBe(0)
  })

  it('takes the 2,000 lines that a day allows in half a minute of work', async () => {
    const [seller, { slug }] = [await newShopkeeper({ maxProducts: 6000 }), await place()]
    const csv = `${HEADER}\n${Array.from({ length: 2000 }, (_, n) => `P-${n},Panier ${n},${TEXT},${slug},1,USD,${n % 7},,,,,`).join('\n')}`
    const start = Date.now()
    const { data } = await send(seller, csv)
    expect(data).toMatchObject({ status: 'RUNNING', lines: 2000 })
    for (let i = 0; i < 4; i++) await runImport(contextNow(), data.id)
    expect((await show(seller, data.id)).data).toMatchObject({ status: 'DONE', done: 2000 })
    expect(Date.now() - start).toBeLessThan(30_000)
    expect((await fetchCsv(seller)).trimEnd().split('\r\n')).toHaveLength(2001)
  }, 120_000)
})

describe('the export', () => {
  it('can be imported again and changes nothing, and no spreadsheet runs it', async () => {
    const [seller, category] = [await newShopkeeper(), await place()]
    await createProduct(seller, category, { name: '=SUM(A1)', description: `+ "${TEXT}", deux lignes`, brand: '@kivu' })
    await createProduct(seller, category, {
      variants: JSON.stringify([
        { sku: 'S', price: '1.00', stock: 1 },
        { price: '2.00', stock: 2 },
      ]),
    })
    const csv = await fetchCsv(seller)
    expect(csv.split('\r\n')[0]).toBe(HEADER.replace(',stock,', ',stock,stockSeen,'))
    expect(csv).toContain(`'=SUM(A1)`)
    expect(csv).toContain(`"'+ ""${TEXT}"", deux lignes"`)
    expect(csv.trimEnd().split('\r\n')).toHaveLength(4)
    const { data } = await send(seller, csv)
    expect(data).toMatchObject({ status: 'RUNNING', lines: 3 })
    const state = () => all('SELECT * FROM products WHERE shop_id = ? ORDER BY id', seller.shopId)
    const before = await state()
    await finish(data.id)
    expect((await show(seller, data.id)).data).toMatchObject({ status: 'DONE', done: 3, errors: [] })
    expect(await state()).toEqual(before)
    expect(await fetchCsv(seller)).toBe(csv)
  })

  it('edited in one line of a product with two variants loses no edit without a word', async () => {
    const [seller, category] = [await newShopkeeper(), await place()]
    const variants = [
      { sku: 'S', price: '1.00', stock: 1 },
      { sku: 'M', price: '2.00', stock: 2 },
    ]
    await createProduct(seller, category, { name: 'Panier rond', variants: JSON.stringify(variants) })
    const csv = await fetchCsv(seller)
    const { data } = await send(seller, csv.replace('Panier rond', 'Panier ovale'))
    expect(data).toMatchObject({ status: 'REFUSED' })
    expect(data.errors).toEqual([{ line: 3, field: 'name', message: 'La ligne 2 dit autre chose du même produit.' }])
    expect((await send(seller, csv.replaceAll('Panier rond', 'Panier ovale'))).data.status).toBe('RUNNING')
  })
})
