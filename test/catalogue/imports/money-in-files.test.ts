import { describe, expect, it } from 'vitest'
import { call } from '#testing/api.ts'
import { minuteCronAfter } from '#testing/clock.ts'
import { freshPhone, orderBody } from '#testing/fixtures/inputs.ts'
import { stockOf } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { jpeg } from '#testing/fixtures/pictures.ts'
import { approve } from '#testing/sandbox.ts'
import { cells, ok, raw } from '#testing/stories/books.ts'
import {
  csv,
  line,
  newShelf,
  post,
  productsOf,
  type Shelf,
  importProducts as setting,
  waitForImport,
} from '#testing/stories/imports.ts'

// Rule 8.2.9: the export has `stock` and `stockSeen`; the cell counts only where the two differ, as a set that expects `stockSeen` (moved
// since: an error of that line). Without `stockSeen` the stock of known variants stays, unless the request says `stock=set`. An unedited
// export imported again changes nothing, texts included.
//
// Silent: whether stock=set is a field of the form or of the query (both are tried); the field of the error of a line.

/** A file as a seller sends it, with nothing said of its stock. */
function send(seller: Shelf['seller'], text: string, fields: Record<string, string> = {}) {
  const form = new FormData()
  form.append('file', new Blob([text], { type: 'text/csv' }), 'produits.csv')
  for (const [name, value] of Object.entries({ shopId: seller.shopId, ...fields })) form.append(name, value)
  return post(seller, form)
}
const importProducts = async (seller: Shelf['seller'], text: string, fields?: Record<string, string>) =>
  waitForImport(seller, ok(await send(seller, text, fields)).id)

type Grid = string[][]
/** Reads the cells of the shop's export. */
async function grid({ seller }: Shelf): Promise<Grid> {
  const { status, text } = await raw(seller, `/products/export/csv?shopId=${seller.shopId}`)
  expect(status).toBe(200)
  return cells(text.replace(/^\uFEFF/, ''))
}
const text = (rows: Grid) =>
  rows
    .map(
      (row) => `${row.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\r\n`,
    )
    .join('')
/** Makes the file with a cell of one line changed. */
function edited([head = [], ...rows]: Grid, sku: string, change: Record<string, string>): Grid {
  return [
    head,
    ...rows.map((row) =>
      row[head.indexOf('sku')] === sku ? row.map((cell, i) => change[head[i] ?? ''] ?? cell) : row,
    ),
  ]
}
const without = (rows: Grid, column: string): Grid => {
  const at = rows[0]?.indexOf(column) ?? -1
  return rows.map((row) => row.filter((_, i) => i !== at))
}

/** A shop with two products on sale, imported: A-1 and A-2, seven of each. */
async function stocked() {
  const shelf = await newShelf()
  await setting(shelf.seller, csv([line(shelf, 'A-1'), line(shelf, 'A-2')]))
  const products = await productsOf(shelf.seller)
  for (const { id } of Object.values(products)) {
    const form = new FormData()
    form.append('images', new Blob([jpeg()]), '1.jpg')
    ok(await call(shelf.seller, 'POST', `/products/${id}/images`, form))
    ok(await call(shelf.seller, 'POST', `/products/${id}/status`, { status: 'PUBLISHED' }))
  }
  const variantOf = (sku: string): string => products[sku].variants[0].id
  const stock = async (sku = 'A-1') => (await stockOf(variantOf(sku)))?.stock
  return { shelf, variantOf, stock, products }
}
type Stocked = Awaited<ReturnType<typeof stocked>>
/** Somebody buys so many of A-1, and pays unless they only hold them. */
async function sells({ shelf, variantOf }: Stocked, quantity: number, isPaid = true) {
  const phone = freshPhone()
  const body = orderBody(
    { seller: shelf.seller, variantId: variantOf('A-1') },
    { quantity, payerPhoneNumber: phone, fulfillmentMethod: 'PICKUP' },
  )
  ok(await call(await signUp(), 'POST', '/orders', body))
  if (isPaid) await approve(phone)
}
const priceOf = async ({ shelf }: Stocked, sku = 'A-1') => (await productsOf(shelf.seller))[sku].variants[0].price

describe('an export', () => {
  it('8.2.9 says the stock and what it saw, the same twice', async () => {
    const { shelf } = await stocked()
    const [head = [], ...rows] = await grid(shelf)
    expect(head).toEqual(expect.arrayContaining(['sku', 'stock', 'stockSeen']))
    expect(rows.map((row) => [row[head.indexOf('stock')], row[head.indexOf('stockSeen')]])).toEqual([
      ['7', '7'],
      ['7', '7'],
    ])
  })
})

describe('a file that comes back', () => {
  it('8.2.9 unedited gives nothing back that was sold or is held meanwhile', async () => {
    const shop = await stocked()
    const file = await grid(shop.shelf)
    await sells(shop, 3)
    await sells(shop, 1, false)
    expect(await importProducts(shop.shelf.seller, text(file))).toMatchObject({ status: 'DONE', errors: [] })
    expect(await stockOf(shop.variantOf('A-1'))).toEqual({ stock: 4, held: 1 })
    expect(await shop.stock('A-2')).toBe(7)
  })

  it('8.2.9 with another price changes the price and no stock', async () => {
    const shop = await stocked()
    const file = edited(await grid(shop.shelf), 'A-1', { price: '19.50' })
    await sells(shop, 3)
    expect(await importProducts(shop.shelf.seller, text(file))).toMatchObject({ status: 'DONE', errors: [] })
    expect([await shop.stock(), await priceOf(shop)]).toEqual([4, '19.50'])
  })

  it('8.2.9 with another stock sets it where nothing moved', async () => {
    const shop = await stocked()
    const file = edited(await grid(shop.shelf), 'A-1', { stock: '12' })
    expect(await importProducts(shop.shelf.seller, text(file))).toMatchObject({ status: 'DONE', errors: [] })
    expect([await shop.stock(), await shop.stock('A-2')]).toEqual([12, 7])
  })

  it('8.2.9 with another stock where it moved is an error of that line, and nothing is written', async () => {
    const shop = await stocked()
    const file = edited(edited(await grid(shop.shelf), 'A-1', { stock: '12' }), 'A-2', { stock: '9' })
    await sells(shop, 3)
    const ended = await importProducts(shop.shelf.seller, text(file))
    expect(ended.status).toBe('REFUSED')
    const at = file.findIndex((row) => row.includes('A-1')) + 1
    expect(ended.errors.map((error: { line: number }) => error.line)).toEqual([at])
    expect([await shop.stock(), await shop.stock('A-2')]).toEqual([4, 7])
  })

  it('8.2.9 the same, partial: the other lines are written', async () => {
    const shop = await stocked()
    const file = edited(edited(await grid(shop.shelf), 'A-1', { stock: '12' }), 'A-2', { stock: '9' })
    await sells(shop, 3)
    const ended = await importProducts(shop.shelf.seller, text(file), { partial: 'true' })
    expect(ended.errors).toHaveLength(1)
    expect([await shop.stock(), await shop.stock('A-2')]).toEqual([4, 9])
  })

  it('8.2.9 where it moves between the check and the write, no stock of before is written', async () => {
    const shop = await stocked()
    const file = edited(await grid(shop.shelf), 'A-1', { stock: '12' })
    const { id } = ok(await send(shop.shelf.seller, text(file)))
    await sells(shop, 3)
    await minuteCronAfter(1_000)
    const ended = await waitForImport(shop.shelf.seller, id)
    const stock = await shop.stock()
    // Set before the sale (12 less 3) or refused (7 less 3): never 12 on the shelf with three of them gone.
    expect([4, 9]).toContain(stock)
    if (stock === 4) expect(ended.errors.length).toBeGreaterThan(0)
  })

  it('8.2.9 without stockSeen leaves the stock of what is known, and gives new lines theirs', async () => {
    const shop = await stocked()
    await sells(shop, 3)
    const file = csv([line(shop.shelf, 'A-1', { stock: '50' }), line(shop.shelf, 'A-3', { stock: '5' })])
    expect(await importProducts(shop.shelf.seller, file)).toMatchObject({ status: 'DONE', errors: [] })
    expect(await shop.stock()).toBe(4)
    expect((await productsOf(shop.shelf.seller))['A-3'].variants[0].stock).toBe(5)
  })

  it('8.2.9 the same of an export whose column was taken out', async () => {
    const shop = await stocked()
    const file = without(edited(await grid(shop.shelf), 'A-1', { stock: '50' }), 'stockSeen')
    expect(await importProducts(shop.shelf.seller, text(file))).toMatchObject({ status: 'DONE', errors: [] })
    expect(await shop.stock()).toBe(7)
  })

  it('8.2.9 with stock=set sets it', async () => {
    const shop = await stocked()
    await sells(shop, 3)
    const file = csv([line(shop.shelf, 'A-1', { stock: '50' })])
    const asked = await send(shop.shelf.seller, file, { stock: 'set' })
    if (asked.error) {
      const form = new FormData()
      form.append('file', new Blob([file], { type: 'text/csv' }), 'produits.csv')
      form.append('shopId', shop.shelf.seller.shopId)
      const other = ok(await call(shop.shelf.seller, 'POST', '/products/import?stock=set', form))
      await waitForImport(shop.shelf.seller, other.id)
    } else await waitForImport(shop.shelf.seller, asked.data.id)
    expect(await shop.stock()).toBe(50)
  })

  it('8.2.9 stock=something else is 400', async () => {
    const shop = await stocked()
    expect((await send(shop.shelf.seller, csv([line(shop.shelf, 'A-1')]), { stock: 'plus' })).status).toBe(400)
  })

  it('8.2.9 a stock that is no number stays an error of its line', async () => {
    const shop = await stocked()
    const file = edited(await grid(shop.shelf), 'A-1', { stock: 'beaucoup' })
    expect((await importProducts(shop.shelf.seller, text(file))).status).toBe('REFUSED')
    expect(await shop.stock()).toBe(7)
  })
})

describe('an unedited export', () => {
  const TEXTS = [
    'Sac; -20 % ce mois',
    'Fin avec ;-)',
    'a;=b;+c; @d',
    '@Kivu mode',
    '+50 perles',
    '-20 % pagne',
    "'Kin' style",
    '"Guillemets" doux',
    'Virgule, et ; point',
    '= =1+1',
  ]

  it('8.2.9 changes nothing: no text, no price, no version, no movement of stock, no moderation', async () => {
    const { shelf } = await stocked()
    for (const [i, name] of TEXTS.entries()) {
      const form = new FormData()
      const fields = {
        shopId: shelf.seller.shopId,
        subcategoryId: shelf.category.subcategoryId,
        name,
        brand: name,
        description: `${name} — une description assez longue\nsur deux lignes; -10 % dimanche`,
        currency: 'USD',
        variants: JSON.stringify([{ sku: `T-${i}`, price: '3.00', stock: 2 }]),
      }
      for (const [key, value] of Object.entries(fields)) form.append(key, value)
      form.append('images', new Blob([jpeg()]), '1.jpg')
      ok(await call(shelf.seller, 'POST', '/products', form))
    }
    const before = await productsOf(shelf.seller)
    const file = await grid(shelf)
    expect(await importProducts(shelf.seller, text(file))).toMatchObject({ status: 'DONE', errors: [] })
    const now = await productsOf(shelf.seller)
    for (const [sku, was] of Object.entries(before)) {
      const { name, brand, description, moderationStatus, status, variants } = now[sku]
      expect(
        { name, brand, description, moderationStatus, status, stock: variants[0].stock, price: variants[0].price },
        sku,
      ).toEqual({
        ...{ name: was.name, brand: was.brand, description: was.description },
        ...{
          moderationStatus: was.moderationStatus,
          status: was.status,
          stock: was.variants[0].stock,
          price: was.variants[0].price,
        },
      })
    }
    expect(await grid(shelf)).toEqual(file)
  })

  it('8.2.9 approved products stay approved', async () => {
    const { shelf, products } = await stocked()
    const staff = await signUp('SUPPORT')
    for (const { id } of Object.values(products)) ok(await call(staff, 'POST', `/moderation/products/${id}/approve`))
    expect(await importProducts(shelf.seller, text(await grid(shelf)))).toMatchObject({ status: 'DONE' })
    for (const { moderationStatus } of Object.values(await productsOf(shelf.seller)))
      expect(moderationStatus).toBe('APPROVED')
  })
})
