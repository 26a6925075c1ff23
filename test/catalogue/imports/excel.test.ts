import { describe, expect, it } from 'vitest'
import { runImport } from '#domain/catalogue/imports/run.ts'
import { call } from '#testing/api.ts'
import { contextNow } from '#testing/fixtures/context.ts'
import { first } from '#testing/fixtures/database.ts'
import { newCategory } from '#testing/fixtures/products.ts'
import { newShopkeeper, type Shopkeeper } from '#testing/fixtures/shops.ts'

// docs/states.md, Import of products: files as spreadsheets save them.

const HEAD = ['sku', 'name', 'description', 'subcategory', 'price', 'currency', 'stock', 'expiresAt']
const csv = (rows: string[][], sign = ';') => `${rows.map((row) => row.join(sign)).join('\r\n')}\r\n`
const latin1 = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))
const utf16 = (text: string) => new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'))

async function shelf() {
  const [seller, category] = [await newShopkeeper(), await newCategory()]
  const row = await first<{ slug: string }>('SELECT slug FROM subcategories WHERE id = ?', category.subcategoryId)
  const line = (over: Record<string, string> = {}) =>
    Object.values({
      ...{ sku: 'A-1', name: 'Été à Goma', description: 'Une description assez longue pour passer.' },
      ...{ subcategory: row?.slug ?? '', price: '12.50', currency: 'USD', stock: '5', expiresAt: '' },
      ...over,
    })
  return { seller, line }
}

async function send(seller: Shopkeeper, file: string | Uint8Array) {
  const form = new FormData()
  form.append('shopId', seller.shopId)
  form.append('file', new File([file as string], 'produits.csv'))
  const { data } = await call(seller, 'POST', '/products/import', form)
  for (let i = 0; data?.status === 'RUNNING' && i < 5; i++) await runImport(contextNow(), data.id)
  return data
}
const made = (seller: Shopkeeper) =>
  first(
    `SELECT p.name, p.description, v.price_minor AS price, v.stock, p.expires_at AS expiresAt FROM variants v
     JOIN products p ON p.id = v.product_id WHERE p.shop_id = ?`,
    seller.shopId,
  )
const USUAL = { name: 'Été à Goma', price: 1250, stock: 5, expiresAt: null }

type Line = (over?: Record<string, string>) => string[]
const SHAPES: Record<string, [file: (line: Line) => string | Uint8Array, expected?: object]> = {
  'a mark, semicolons and a decimal comma': [(line) => `\ufeff${csv([HEAD, line({ price: '12,50' })])}`],
  'commas and a quoted decimal comma': [(line) => csv([HEAD, line({ price: '"12,50"' })], ',')],
  'empty lines below': [(line) => `${csv([HEAD, line()])};;;;;;;\r\n\r\n`],
  'old lines of a Mac': [(line) => csv([HEAD, line()]).replaceAll('\r\n', '\r')],
  tabs: [(line) => csv([HEAD, line()], '\t')],
  'UTF-16 and tabs': [(line) => utf16(csv([HEAD, line()], '\t'))],
  'Windows-1252': [(line) => latin1(csv([HEAD, line()]))],
  'thousands by U+202F': [(line) => csv([HEAD, line({ price: '1\u202f250,00' })]), { price: 125_000 }],
  'thousands by U+00A0': [(line) => csv([HEAD, line({ price: '1\u00a0250,00' })]), { price: 125_000 }],
  'thousands by a space': [
    (line) => csv([HEAD, line({ price: '1 250', stock: '1 000,00' })]),
    { price: 125_000, stock: 1000 },
  ],
  'a line break in a name': [(line) => csv([HEAD, line({ name: '"Lampe\nrouge"' })]), { name: 'Lampe rouge' }],
  "Excel's own first line": [(line) => `sep=;\r\n${csv([HEAD, line()])}`],
  'an empty column at the right': [
    (line) =>
      csv([
        [...HEAD, ''],
        [...line(), ''],
      ]),
  ],
  'inches in a cell': [(line) => csv([HEAD, line({ name: 'Écran 12" plat' })]), { name: 'Écran 12" plat' }],
  'a head in French': [
    (line) =>
      csv([['Référence', 'Nom', 'Description', 'Sous-catégorie', 'Prix', 'Devise', 'Quantité', 'Expire le'], line()]),
  ],
  'a head in capitals': [(line) => csv([HEAD.map((name) => name.toUpperCase()), line()])],
  'a day as a French spreadsheet has it': [
    (line) => csv([HEAD, line({ expiresAt: '31/12/2099' })]),
    { expiresAt: Date.parse('2099-12-31T21:59:59.999Z') },
  ],
  'other breaks in a description': [
    (line) => csv([HEAD, line({ description: 'Une description\u2028assez longue\u000bpour passer.' })]),
    { description: 'Une description\nassez longue\npour passer.' },
  ],
}

describe('a file as a spreadsheet saves it', () => {
  it.each(Object.entries(SHAPES))('is taken with %s', async (_, [file, expected]) => {
    const { seller, line } = await shelf()
    expect(await send(seller, file(line))).toMatchObject({ status: 'RUNNING', errors: [] })
    expect(await made(seller)).toMatchObject({ ...USUAL, ...expected })
  })

  it.each([
    ['name', 'Lampe \u202erouge', 'Le signe invisible U+202E'],
    ['description', 'Une description assez longue\u0007pour passer.', 'Le signe invisible U+0007'],
    ['price', '1,250.50', 'Un prix au-dessus'],
    ['expiresAt', '31/02/2099', 'Une date'],
  ])('is told which line and sign is wrong: %s %j', async (field, cell, message) => {
    const { seller, line } = await shelf()
    const { status, errors } = await send(seller, csv([HEAD, [], line({ [field]: cell })]))
    expect([status, errors]).toEqual(['REFUSED', [{ line: 3, field, message: expect.stringContaining(message) }]])
  })
})

const TEXTS = [
  ...['Sac; -20 % ce mois', 'Fin avec ;-)', 'a;=b;+c; @d', '@Kivu mode', '+50 perles', "'Kin' style", "'=1"],
  ...['"Guillemets" doux', 'Virgule, et ; point', '= =1+1', 'Écran 12" plat'],
]

it.each(['', '&for=excel'])('an export that comes back unedited changes nothing: %j', async (query) => {
  const { seller, line } = await shelf()
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
  // A file that goes wrong on its way in shows up here too: each text comes as a spreadsheet that guards would write it.
  const rows = TEXTS.map((text, i) =>
    line({
      sku: `A-${i}`,
      name: quoted(`Sac ${text}`),
      description: quoted(`Une description assez longue\n${i}; ${text}`),
    }),
  )
  await send(seller, csv([HEAD, ...rows]))
  const state = () =>
    first<{ all: string }>(
      `SELECT group_concat(p.name || p.description || p.version, '|') AS "all" FROM products p WHERE p.shop_id = ?`,
      seller.shopId,
    )
  const before = await state()
  expect(before?.all).toContain('Virgule, et ; point')
  const { data } = await call(seller, 'GET', `/products/export/csv?shopId=${seller.shopId}${query}`)
  const taken = await send(seller, data as string)
  expect(taken.errors).toEqual([])
  expect(await state()).toEqual(before)
})
