import { describe, expect, it } from 'vitest'
import type { Person } from '#testing/api.ts'
import { all as rows, run } from '#testing/fixtures/database.ts'
import { newMarket, paidOrder } from '#testing/fixtures/orders.ts'
import { changeUser, signUp } from '#testing/fixtures/people.ts'
import { createProduct, variant } from '#testing/fixtures/products.ts'
import { cells, completedOrder, ok } from '#testing/stories/books.ts'
import { newExpense } from '#testing/stories/expenses.ts'
import { newShelf, post, productsOf, type Shelf, waitForImport } from '#testing/stories/imports.ts'
import { clockGoesOn } from '#testing/stories/production.ts'
import { askRaw, routes } from '#testing/stories/readers.ts'

// Rule 8.3.7: CSV: each line of a cell is guarded like a first one (7.5), also after a line break; export and import are inverses.

clockGoesOn()

/** A cell that a spreadsheet would run, at its first or a later line. */
const runs = (cell: string) =>
  cell
    .split(/\r\n|[\r\n\u0085\u2028\u2029\v\f]/)
    .some((line) => /^[=+\-@\t\r]/.test(line) && !/^[+-]?\d+([.,]\d+)?$/.test(line))
const dangerous = (text: string) => cells(text.replace(/^\uFEFF/, '')).flatMap((row) => row.filter(runs))

/** Texts that a spreadsheet would run, at a place each where a line begins. */
const LINES = ['=1+1', '+1+1', '-1+cmd', '@SUM(A1)', '\t=1+1']
const NASTY = [
  ...LINES,
  ...LINES.map((line) => `Bon\n${line}`),
  ...LINES.map((line) => `Bon\r\n${line}\r\nfin`),
  ...LINES.map((line) => `Bon\r${line}`),
  ...LINES.map((line) => `Bon\n\n${line}`),
  ...LINES.map((line) => `Bon, "mot"\n${line}`),
]

describe('an export', () => {
  it('8.3.7 guards each line of what a seller wrote of a product', async () => {
    const shelf = await newShelf()
    for (const [i, text] of NASTY.entries()) {
      const fields = {
        name: `Article ${i}`,
        description: `${text}\nUn texte assez long pour un article.`,
        brand: 'Marque',
      }
      ok(await createProduct(shelf.seller, shelf.category, { ...fields, images: null }))
    }
    for (const [i, text] of LINES.entries())
      await createProduct(shelf.seller, shelf.category, {
        name: `${text} ${i}`,
        brand: text,
        variants: JSON.stringify([variant({ sku: text, name: text })]),
        images: null,
      })
    for (const more of ['', '&for=excel']) {
      const { text, status } = await askRaw(
        shelf.seller,
        'GET',
        `/products/export/csv?shopId=${shelf.seller.shopId}${more}`,
      )
      expect(status).toBe(200)
      const comma = more ? text.replaceAll(';', ',') : text
      expect(dangerous(comma)).toEqual([])
    }
  })

  it('8.3.7 of every other list guards each line too: orders, ledger, expenses, reports', async () => {
    const market = await newMarket({}, { name: '=Café 1' })
    const accountant = await signUp('ACCOUNTANT')
    for (const text of NASTY.slice(0, 20))
      await newExpense(accountant, { vendor: text.split(/[\r\n\t]/)[0] || 'Station', notes: text })
    await changeUser(market.buyer.id, 'name = ?', 'Aline\n=1+1')
    const order = await paidOrder(market, { note: 'Bon\n=1+1', deliveryAddress: 'Avenue\n=1+1' })
    await run(
      'UPDATE orders SET cancellation_reason = ?, note = ? WHERE id = ?',
      'Bon\n@SUM(A1)',
      'Bon\r=2+2',
      order.id,
    )
    await run('UPDATE seller_profiles SET business_name = ? WHERE id = ?', 'Kivu\n=1+1', market.seller.profileId)
    await completedOrder(market)
    await run('UPDATE order_items SET name = ?', 'Café\n+1+1')
    await run('UPDATE products SET name = ? WHERE id = ?', 'Café\n+1+1', market.productId)
    const admin = await signUp('ADMIN')
    const exportsOf = routes.filter(({ method, path }) => method === 'GET' && path.endsWith('/export/csv'))
    expect(exportsOf.length).toBeGreaterThan(10)
    let seen = ''
    for (const { path } of exportsOf.filter(({ path }) => !path.includes('/products/export'))) {
      const { status, text } = await askRaw(admin, 'GET', path.replace('/api/v1', ''))
      expect(status, path).toBe(200)
      expect(dangerous(text), path).toEqual([])
      seen += text
    }
    expect(seen).toContain("\n'=")
  })

  it('8.3.7 leaves plain numbers as they are', async () => {
    const accountant = await signUp('ACCOUNTANT')
    await newExpense(accountant, { vendor: '-12.50', notes: '+243' })
    const { text } = await askRaw(accountant, 'GET', '/expenses/export/csv')
    const found = cells(text).flat()
    expect(found).toContain('-12.50')
  })
})

/** Sends a file as it is. */
async function imported(seller: Shelf['seller'], file: Uint8Array | string, fields: Record<string, string> = {}) {
  const form = new FormData()
  form.append('file', new Blob([file as Uint8Array<ArrayBuffer>], { type: 'text/csv' }), 'produits.csv')
  for (const [name, value] of Object.entries({ shopId: seller.shopId, ...fields })) form.append(name, value)
  return waitForImport(seller as Person, ok(await post(seller, form)).id)
}
const file = async (seller: Shelf['seller'], more = '') =>
  (await askRaw(seller, 'GET', `/products/export/csv?shopId=${seller.shopId}${more}`)).bytes

const END = 'Un texte assez long pour un article.'
const TEXTS: [string, string][] = [
  ...NASTY.map((text, i): [string, string] => [`a formula ${i}`, text]),
  ['a quote first', "'Bon"],
  ['a quote before a formula', "'=1+1"],
  ['two quotes before a formula', "''=1+1"],
  ['a quote before a formula in a later line', "Bon\n'=1+1"],
  ['two quotes before a formula in a later line', "Bon\n''=1+1"],
  ['a quote before a number', "'-12"],
  ['a quote before a tab', "'\tBon"],
  ['only a quote', "'"],
  ['a number', '-12'],
  ['double quotes', '"Bon" "mot"'],
  ['a comma and a semicolon', 'a, b; c'],
  ['a bar', 'a|b'],
  ['other spaces', 'a\u00a0b\u202fc'],
  ['letters of elsewhere', 'œuf Ŋɔma 😀 café'],
  ['a line of another kind', 'a\u2028=1+1'],
]

describe('an export that is imported', () => {
  /** A shop with a product for each text: in the description, and where it is one line in name and brand. */
  async function shelfOf(texts: [string, string][]) {
    const shelf = await newShelf({}, { maxProducts: 200 })
    const missed: string[] = []
    for (const [i, [what, text]] of texts.entries()) {
      const isLine = !/[\r\n\u2028\t]/.test(text)
      const answer = await createProduct(shelf.seller, shelf.category, {
        name: isLine ? `${text} article ${i}` : `Article ${i}`,
        description: `${text}\n${END}`,
        ...(isLine && { brand: text }),
        variants: JSON.stringify([variant({ sku: isLine ? `${text}-${i}` : `A-${i}` })]),
        images: null,
      })
      if (answer.status !== 201) missed.push(what)
    }
    return { ...shelf, missed }
  }
  const contents = () => rows('SELECT id, name, description, brand, version FROM products ORDER BY id')
  const words = (all: Record<string, unknown>[]) => all.map(({ version: _, ...rest }) => rest)

  it.each(['', '&for=excel'])('8.3.7 changes nothing, and comes out the same to the byte: %s', async (more) => {
    const { seller, missed } = await shelfOf(TEXTS)
    // An operation that takes parameters differently is no matter of the export.
    expect(missed.length).toBeLessThan(5)
    const before = await contents()
    const first = await file(seller, more)
    expect(await imported(seller, first)).toMatchObject({ status: 'DONE', errors: [] })
    expect(words(await contents())).toEqual(words(before))
    expect(Buffer.from(await file(seller, more)).toString()).toBe(Buffer.from(first).toString())
  })

  it.each(['', '&for=excel'])('8.3.7 into another shop makes the same products: %s', async (more) => {
    const { seller } = await shelfOf(TEXTS)
    const other = await newShelf({}, { maxProducts: 200 })
    const first = await file(seller, more)
    expect(await imported(other.seller, first)).toMatchObject({ status: 'DONE', errors: [] })
    const named = (all: Record<string, { name: string; description: string; brand: string }>) =>
      Object.entries(all)
        .map(([sku, { name, description, brand }]) => ({ sku, name, description, brand }))
        .sort((a, b) => (a.sku < b.sku ? -1 : 1))
    expect(named(await productsOf(other.seller))).toEqual(named(await productsOf(seller)))
    const [a, b] = [await file(seller, more), await file(other.seller, more)].map((bytes) =>
      Buffer.from(bytes)
        .toString()
        .split(/\r\n(?="|[^"]*$|)/)
        .sort(),
    )
    expect(b?.length).toBe(a?.length)
  })
})
