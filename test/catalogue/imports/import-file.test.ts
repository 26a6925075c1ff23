import { describe, expect, it } from 'vitest'
import { type Caller, call, guest } from '#testing/api.ts'
import { minuteCronAfter } from '#testing/clock.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { newShopkeeper } from '#testing/fixtures/shops.ts'
import { expectUnknownIs404, faults, GONE, ok, refusal, UNKNOWN } from '#testing/stories/catalogue.ts'
import {
  COLUMNS,
  csv,
  importProducts,
  line,
  newShelf,
  post,
  productsOf,
  send,
  waitForImport,
} from '#testing/stories/imports.ts'

describe('an import', () => {
  it('is checked, then done in steps; each sku becomes a DRAFT', async () => {
    const shelf = await newShelf()
    const lines = [line(shelf, 'A-1', { name: 'Café du Kivu', price: '12.50', stock: '10' }), line(shelf, 'A-2')]
    const begun = ok(await send(shelf.seller, csv(lines)))
    expect(begun).toMatchObject({ id: expect.any(String), errors: [] })
    expect(['CHECKING', 'RUNNING', 'DONE']).toContain(begun.status)
    const end = await waitForImport(shelf.seller, begun.id)
    expect(end).toEqual({ id: begun.id, status: 'DONE', lines: 2, done: 2, errors: [] })
    const products = await productsOf(shelf.seller)
    expect(Object.keys(products).sort()).toEqual(['A-1', 'A-2'])
    expect(products['A-1']).toMatchObject({
      name: 'Café du Kivu',
      status: 'DRAFT',
      currency: 'USD',
      subcategoryId: shelf.category.subcategoryId,
      variants: [{ sku: 'A-1', price: '12.50', stock: 10 }],
    })
  })

  it('takes what a spreadsheet in French writes: semicolons, BOM, quotes and line ends of Windows', async () => {
    const shelf = await newShelf()
    const row = line(shelf, 'B-1', {
      name: '"Riz ""parfumé""; 5 kg"',
      description: '"Du riz; long, parfumé, de Ruzizi."',
    })
    const text = `\uFEFF${COLUMNS.join(';')}\r\n${row.join(';')}\r\n`
    expect((await importProducts(shelf.seller, text)).status).toBe('DONE')
    expect((await productsOf(shelf.seller))['B-1']).toMatchObject({
      name: 'Riz "parfumé"; 5 kg',
      description: 'Du riz; long, parfumé, de Ruzizi.',
    })
  })

  it('keeps all fields of a line', async () => {
    const shelf = await newShelf()
    const expiresAt = new Date(Date.now() + 90 * 86_400_000).toISOString()
    const more = { currency: 'CDF', price: '18500', unit: 'kg', brand: 'Ruzizi', weightGrams: '500', expiresAt }
    expect((await importProducts(shelf.seller, csv([line(shelf, 'C-1', more)]))).errors).toEqual([])
    expect((await productsOf(shelf.seller))['C-1']).toMatchObject({
      currency: 'CDF',
      unit: 'kg',
      brand: 'Ruzizi',
      weightGrams: 500,
      expiresAt,
      variants: [{ price: '18500.00' }],
    })
  })

  it('updates the product of a sku that the shop has, and makes no second one', async () => {
    const shelf = await newShelf()
    await importProducts(shelf.seller, csv([line(shelf, 'D-1'), line(shelf, 'D-2')]))
    const before = await productsOf(shelf.seller)
    const changed = line(shelf, 'D-1', { name: 'Un autre nom', price: '99.00', stock: '3' })
    expect(await importProducts(shelf.seller, csv([changed]))).toMatchObject({ status: 'DONE', lines: 1, done: 1 })
    const after = await productsOf(shelf.seller)
    expect(Object.keys(after)).toHaveLength(2)
    expect(after['D-1']).toMatchObject({
      id: before['D-1'].id,
      name: 'Un autre nom',
      variants: [{ price: '99.00', stock: 3 }],
    })
    expect(after['D-2']).toEqual(before['D-2'])
    const path = `/products/variants/${after['D-1'].variants[0].id}/stock/movements?limit=100`
    const { movements } = ok(await call(shelf.seller, 'GET', path))
    expect(movements.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0)).toBe(3)
  })

  it('of the same file twice changes nothing the second time', async () => {
    const shelf = await newShelf()
    const text = csv([line(shelf, 'E-1'), line(shelf, 'E-2')])
    await importProducts(shelf.seller, text)
    await importProducts(shelf.seller, text)
    const products = await productsOf(shelf.seller)
    expect(Object.keys(products)).toHaveLength(2)
    expect(products['E-1'].variants).toHaveLength(1)
  })

  it('is done once even when its job runs several times at once', async () => {
    const shelf = await newShelf()
    const lines = Array.from({ length: 30 }, (_, i) => line(shelf, `F-${i}`))
    const { id } = ok(await send(shelf.seller, csv(lines)))
    await minuteCronAfter(1_000, 3)
    expect(await waitForImport(shelf.seller, id)).toMatchObject({ status: 'DONE', lines: 30, done: 30 })
    expect(Object.keys(await productsOf(shelf.seller))).toHaveLength(30)
    const { pagination } = ok(await call(shelf.seller, 'GET', `/products/shop/${shelf.seller.shopId}`))
    expect(pagination.total).toBe(30)
  })
})

describe('a faulty line', () => {
  it('is told by line and field in French, and nothing is written', async () => {
    const shelf = await newShelf()
    const lines = [
      line(shelf, 'G-1'),
      line(shelf, 'G-2', { price: 'cher', name: 'x' }),
      line(shelf, 'G-3', { subcategory: 'nulle-part' }),
      line(shelf, 'G-4', { currency: 'EUR' }),
    ]
    const end = await importProducts(shelf.seller, csv(lines))
    expect(end).toMatchObject({ status: 'REFUSED', lines: 4, done: 0 })
    const told = end.errors as { line: number; field: string; message: string }[]
    expect(new Set(told.map(({ field }) => field))).toEqual(new Set(['price', 'name', 'subcategory', 'currency']))
    const lineOf = (field: string) => told.find((fault) => fault.field === field)?.line ?? 0
    expect(lineOf('name')).toBe(lineOf('price'))
    expect([lineOf('subcategory') - lineOf('price'), lineOf('currency') - lineOf('price')]).toEqual([1, 2])
    for (const { message } of told) expect(message).toMatch(/\p{L}{3,}/u)
    expect(await productsOf(shelf.seller)).toEqual({})
  })

  it('with partial=true lets the right ones through', async () => {
    const shelf = await newShelf()
    const lines = [line(shelf, 'H-1'), line(shelf, 'H-2', { stock: '-1' }), line(shelf, 'H-3')]
    const end = await importProducts(shelf.seller, csv(lines), { partial: 'true' })
    expect(end).toMatchObject({ status: 'DONE', lines: 3 })
    expect(end.errors).toHaveLength(1)
    expect(end.errors[0]).toMatchObject({ field: 'stock' })
    expect(Object.keys(await productsOf(shelf.seller)).sort()).toEqual(['H-1', 'H-3'])
  })

  it.each([
    ['sku', { sku: '' }],
    ['name', { name: 'x'.repeat(101) }],
    ['description', { description: 'court' }],
    ['price', { price: '1.005' }],
    ['price', { price: '1e3' }],
    ['price', { price: '-5' }],
    ['stock', { stock: '1.5' }],
    ['stock', { stock: 'beaucoup' }],
    ['unit', { unit: 'caisse' }],
    ['weightGrams', { weightGrams: '0' }],
    ['expiresAt', { expiresAt: 'demain' }],
  ])('has a bad %s', async (field, change) => {
    const shelf = await newShelf()
    const end = await importProducts(shelf.seller, csv([line(shelf, 'I-1', change)]))
    expect([end.status, end.errors.map((fault: { field: string }) => fault.field)]).toEqual(['REFUSED', [field]])
    expect(await productsOf(shelf.seller)).toEqual({})
  })

  it('of food and beverage has no date', async () => {
    const shelf = await newShelf({ requiresExpiry: true })
    const end = await importProducts(shelf.seller, csv([line(shelf, 'J-1')]))
    expect([end.status, end.errors[0]?.field]).toEqual(['REFUSED', 'expiresAt'])
  })

  it('asks for a picture from the web: nothing is fetched or written', async () => {
    const shelf = await newShelf()
    const answer = await send(shelf.seller, csv([line(shelf, 'K-1', { images: 'https://exemple.cd/a.jpg' })]))
    if (answer.status === 201) expect((await waitForImport(shelf.seller, answer.data.id)).status).toBe('REFUSED')
    else expect(answer.status).toBe(400)
    expect(await productsOf(shelf.seller)).toEqual({})
  })
})

describe('the quota of the plan', () => {
  it('holds: no more products than it allows', async () => {
    const shelf = await newShelf({}, { maxProducts: 3 })
    const lines = Array.from({ length: 5 }, (_, i) => line(shelf, `L-${i}`))
    const answer = await send(shelf.seller, csv(lines), { partial: 'true' })
    if (answer.status === 201) await waitForImport(shelf.seller, answer.data.id)
    else expect(answer.status).toBe(409)
    expect(Object.keys(await productsOf(shelf.seller)).length).toBeLessThanOrEqual(3)
    const update = Object.keys(await productsOf(shelf.seller)).map((sku) => line(shelf, sku, { price: '1.00' }))
    if (update.length > 0) expect((await importProducts(shelf.seller, csv(update))).status).toBe('DONE')
  })
})

describe('what is sent', () => {
  it('is a CSV in file, for a shop of the seller', async () => {
    const shelf = await newShelf()
    const text = csv([line(shelf, 'M-1')])
    const other = await newShopkeeper()
    for (const shopId of [other.shopId, UNKNOWN, 'pas-un-id'])
      expect(refusal(await send(shelf.seller, text, { shopId })), shopId).toEqual(GONE)
    const noFile = new FormData()
    noFile.append('shopId', shelf.seller.shopId)
    expect(faults(await post(shelf.seller, noFile))).toEqual(['file'])
    const noShop = new FormData()
    noShop.append('file', new Blob([text]), 'produits.csv')
    expect(faults(await post(shelf.seller, noShop))).toEqual(['shopId'])
    expect((await send(shelf.seller, text, { inconnu: '1' })).status).toBe(400)
    expect((await post(shelf.seller, { shopId: shelf.seller.shopId } as never)).status).toBe(415)
  })

  it('has the columns; without one that is needed nothing is written', async () => {
    const shelf = await newShelf()
    for (const text of ['sku,name\nN-1,Café\n', '', `${COLUMNS.join(',')},secret\n`]) {
      const answer = await send(shelf.seller, text)
      if (answer.status === 201) expect((await waitForImport(shelf.seller, answer.data.id)).status).toBe('REFUSED')
      else expect(answer.status).toBe(400)
    }
    expect(await productsOf(shelf.seller)).toEqual({})
  })

  it('is at most 5,000 lines and 5 MB', async () => {
    const shelf = await newShelf()
    const many = csv(Array.from({ length: 5_001 }, (_, i) => line(shelf, `O-${i}`)))
    expect((await send(shelf.seller, many)).status).toBe(400)
    const large = csv([line(shelf, 'P-1', { description: 'x'.repeat(6 * 1024 * 1024) })])
    expect((await send(shelf.seller, large)).status).toBe(413)
  })

  it('comes from a seller with a subscription, whose shop is not suspended', async () => {
    const roles: [Caller, number][] = [
      [await signUp(), 403],
      [await signUp('ADMIN'), 403],
      [guest, 401],
    ]
    const shelf = await newShelf()
    const text = csv([line(shelf, 'Q-1')])
    for (const [as, status] of roles) {
      const somebody = { ...shelf.seller, ...as, token: as?.token ?? '' }
      expect((await send(somebody, text)).status).toBe(status)
    }
    const unpaid = await newShopkeeper({ subscription: 'none' })
    expect(refusal(await send(unpaid, text))).toEqual([403, 'SUBSCRIPTION_REQUIRED'])
    const suspended = await newShopkeeper({ shop: 'SUSPENDED' })
    expect(refusal(await send(suspended, text))).toEqual([403, 'SHOP_SUSPENDED'])
  })

  it('is looked at by its seller alone', async () => {
    const shelf = await newShelf()
    const { id } = ok(await send(shelf.seller, csv([line(shelf, 'R-1')])))
    expect(refusal(await call(await newShopkeeper(), 'GET', `/products/import/${id}`))).toEqual(GONE)
    expect((await call(await signUp(), 'GET', `/products/import/${id}`)).status).toBe(403)
    expect((await call(guest, 'GET', `/products/import/${id}`)).status).toBe(401)
    await expectUnknownIs404(shelf.seller, 'GET', (some) => `/products/import/${some}`)
    await waitForImport(shelf.seller, id)
  })
})
