import { beforeEach, describe, expect, it } from 'vitest'
import { call } from '#testing/api.ts'
import { minuteCronAfter } from '#testing/clock.ts'
import { expenseBody } from '#testing/fixtures/inputs.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { createProduct } from '#testing/fixtures/products.ts'
import { raw } from '#testing/stories/books.ts'
import { ok } from '#testing/stories/catalogue.ts'
import { COLUMNS, csv, line, newShelf, productsOf, type Shelf, waitForImport } from '#testing/stories/imports.ts'
import { keptAs, ODD, sameText } from '#testing/stories/words.ts'

// Rule 8.4.4: import takes comma, semicolon and tab, UTF-8 with or without BOM, UTF-16LE and Windows-1252, decimal commas, thousands with
// spaces, quoted line breaks (kept as one space in one-line fields), headers in French or English, empty lines; export by ?for=excel has
// BOM and semicolons. Each message names the sign and the line.
//
// Silent: the French words of the headers (those of the operation's document and their plain spellings are taken here); UTF-16BE; `sep=;`.

let shelf: Shelf
beforeEach(async () => {
  shelf = await newShelf()
})

type Bytes = Uint8Array<ArrayBuffer>
const utf8 = (text: string): Bytes => Uint8Array.from(new TextEncoder().encode(text))
const withBom = (text: string): Bytes => Uint8Array.from([0xef, 0xbb, 0xbf, ...utf8(text)])
const utf16 = (text: string): Bytes => Uint8Array.from([0xff, 0xfe, ...Buffer.from(text, 'utf16le')])
const SIGNS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'
const windows = (text: string): Bytes =>
  Uint8Array.from(
    [...text].map((sign) =>
      SIGNS_1252.includes(sign) ? 0x80 + [...SIGNS_1252].indexOf(sign) : (sign.codePointAt(0) ?? 63),
    ),
  )
const ENCODINGS: Record<string, (text: string) => Bytes> = {
  'UTF-8': utf8,
  'UTF-8 with BOM': withBom,
  'UTF-16LE with BOM': utf16,
  'UTF-16LE without BOM': (text: string) => Uint8Array.from(utf16(text).slice(2)),
  'Windows-1252': windows,
}

async function put(bytes: Bytes, fields: Record<string, string> = {}, type = 'text/csv') {
  const form = new FormData()
  form.append('file', new Blob([bytes], { type }), 'produits.csv')
  for (const [key, value] of Object.entries({ shopId: shelf.seller.shopId, stock: 'set', ...fields }))
    form.append(key, value)
  const answer = await call(shelf.seller, 'POST', '/products/import', form)
  if (answer.error) throw new Error(JSON.stringify(answer.error))
  return waitForImport(shelf.seller, answer.data.id)
}
const grid = (rows: string[][], separator: string, end = '\r\n') =>
  rows
    .map(
      (row) =>
        row.map((cell) => (/[",;\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(separator) + end,
    )
    .join('')
const TEXT = {
  name: 'Café d’été à l’ancienne',
  brand: 'Œuvre — « sœur »',
  description: 'Une description; avec, des signes\tet « guillemets » "droits".',
}

describe('a file of a spreadsheet', () => {
  it.each(
    Object.keys(ENCODINGS).flatMap((encoding) =>
      [',', ';', '\t'].flatMap((separator) => ['\r\n', '\n', '\r'].map((end) => [encoding, separator, end])),
    ),
  )('8.4.4 in %s, separated by %j, lines ended by %j is taken as it was meant', async (encoding, separator, end) => {
    if (end === '\r' && encoding !== 'UTF-8') return
    const rows = [COLUMNS, line(shelf, 'A-1', TEXT), line(shelf, 'A-2', { price: '7,50' })]
    const bytes = (ENCODINGS[encoding as string] as typeof utf8)(grid(rows, separator as string, end as string))
    if (end === '\r') {
      // Old programs end lines so; who does not take it says which sign it is.
      const found = await put(bytes).catch((error: Error) => ({
        status: 'REFUSED',
        errors: [{ message: error.message }],
      }))
      expect(found.status === 'DONE' || found.errors.length > 0).toBe(true)
      return
    }
    expect(await put(bytes)).toMatchObject({ status: 'DONE', errors: [], done: 2 })
    const products = await productsOf(shelf.seller)
    expect(products['A-1']).toMatchObject({ name: TEXT.name, brand: TEXT.brand })
    expect(products['A-1'].description).toContain('« guillemets » "droits".')
    expect(products['A-2'].variants[0].price).toBe('7.50')
  })

  it.each([
    ['5', '5.00'],
    ['5,5', '5.50'],
    ['5.5', '5.50'],
    ['12,50', '12.50'],
    ['1 250', '1250.00'],
    ['1 250,50', '1250.50'],
    ['1\u00a0250,50', '1250.50'],
    ['1\u202f250.50', '1250.50'],
    ['1\u2009250 ', '1250.00'],
    ['12 345 678,90', '12345678.90'],
    [' 7,50 ', '7.50'],
    ['\u200e7,50', '7.50'],
  ])('8.4.4 a price of %j is %s', async (written, price) => {
    const rows = [COLUMNS, line(shelf, 'A-1', { price: written })]
    expect(await put(utf8(grid(rows, ';')))).toMatchObject({ status: 'DONE', errors: [] })
    expect((await productsOf(shelf.seller))['A-1'].variants[0].price).toBe(price)
  })

  it.each([
    ['1 200', 1200],
    ['1\u00a0200', 1200],
    ['1\u202f200', 1200],
    [' 12 ', 12],
    ['12\u200b', 12],
  ])('8.4.4 a stock and a weight of %j are whole numbers', async (written, stock) => {
    const rows = [COLUMNS, line(shelf, 'A-1', { stock: written, weightGrams: written })]
    expect(await put(utf8(grid(rows, ';')))).toMatchObject({ status: 'DONE', errors: [] })
    const product = (await productsOf(shelf.seller))['A-1']
    expect([product.variants[0].stock, product.weightGrams]).toEqual([stock, stock])
  })

  it.each(['12 50', '1,2,3', '1.250,50,1', '5$', 'cinq', '1e3', '-5', '5,555', 'Ⅴ', '½', '= 5'])(
    '8.4.4 a price of %j is an error that names its line',
    async (price) => {
      const rows = [COLUMNS, line(shelf, 'A-1'), line(shelf, 'A-2', { price })]
      const ended = await put(utf8(grid(rows, ';')))
      expect(ended.status).toBe('REFUSED')
      expect(ended.errors).toMatchObject([{ line: 3, field: 'price' }])
    },
  )

  it('8.4.4 a line break in quotes is one space in a field of one line, and stays in a description', async () => {
    const rows = [
      COLUMNS,
      line(shelf, 'A-1', {
        name: 'Café\r\nmoulu',
        brand: 'Kivu\n\nfrais',
        description: 'Une description assez longue\nsur deux lignes.',
      }),
    ]
    expect(await put(utf8(grid(rows, ';')))).toMatchObject({ status: 'DONE', errors: [] })
    const product = (await productsOf(shelf.seller))['A-1']
    expect([product.name, product.brand]).toEqual(['Café moulu', 'Kivu frais'])
    expect(product.description).toMatch(/longue\r?\nsur/)
  })

  it.each(['\n', '\r\n', '\u2028', '\v', '\r\n\r\n', ' \n '])('8.4.4 whatever it is: %j', async (end) => {
    const rows = [COLUMNS, line(shelf, 'A-1', { name: `Café${end}moulu` })]
    const text = rows.map((row) => `${row.map((cell) => `"${cell}"`).join(';')}\r\n`).join('')
    expect(await put(utf8(text))).toMatchObject({ status: 'DONE', errors: [] })
    expect((await productsOf(shelf.seller))['A-1'].name).toBe('Café moulu')
  })

  it('8.4.4 line numbers are those of the file, line breaks in quotes and empty lines counted', async () => {
    const rows = [
      COLUMNS,
      line(shelf, 'A-1', { description: 'Une description assez longue\nsur deux lignes.' }),
      [''],
      line(shelf, 'A-2', { price: 'x' }),
    ]
    const ended = await put(utf8(grid(rows, ';')))
    expect(ended.status).toBe('REFUSED')
    // The second line holds a break: the row stands on lines 2 and 3, the empty one on 4, the wrong one on 5; a spreadsheet calls it 4.
    expect(ended.errors).toHaveLength(1)
    expect([4, 5]).toContain(ended.errors[0].line)
  })

  it.each([
    ['at its end', (text: string) => `${text}\r\n\r\n;;;\r\n`],
    ['at its head', (text: string) => `\r\n\r\n${text}`],
    ['between', (text: string) => text.replaceAll('\r\n', '\r\n;;;;;;;;;;;\r\n')],
    ['of spaces', (text: string) => text.replaceAll('\r\n', '\r\n   \r\n')],
    ['of no-break spaces', (text: string) => `${text}\u00a0;\u00a0\r\n`],
    ['with no end', (text: string) => text.trimEnd()],
    ['with ends of two kinds', (text: string) => text.replace('\r\n', '\n')],
    ['with empty columns behind', (text: string) => text.replaceAll('\r\n', ';;;\r\n')],
  ])('8.4.4 empty lines %s are nothing', async (_, change) => {
    const rows = [COLUMNS, line(shelf, 'A-1'), line(shelf, 'A-2')]
    expect(await put(utf8(change(grid(rows, ';'))))).toMatchObject({ status: 'DONE', errors: [], done: 2 })
  })

  const FRENCH: Record<string, string[]> = {
    sku: ['référence', 'Reference', 'RÉFÉRENCE', 'SKU', 'Réf.'],
    name: ['nom', 'Nom', ' NOM '],
    description: ['description', 'Description'],
    subcategory: ['sous-catégorie', 'Sous catégorie', 'SOUS-CATEGORIE', 'sous\u2011catégorie'],
    price: ['prix', 'Prix'],
    currency: ['devise', 'Devise', 'monnaie'],
    stock: ['stock', 'quantité', 'Quantite'],
    unit: ['unité', 'Unite'],
    brand: ['marque', 'MARQUE'],
    weightGrams: ['poids (g)', 'Poids', 'poids en grammes'],
    expiresAt: ['expire le', "date d'expiration", 'péremption'],
    images: ['images', 'Images'],
  }
  it('8.4.4 with headers in French is one with headers in English', async () => {
    const [, ...rows] = [COLUMNS, line(shelf, 'A-1', { brand: 'Kivu', weightGrams: '500' })]
    const head = COLUMNS.map((column) => FRENCH[column]?.[0] ?? column)
    expect(await put(utf8(grid([head, ...rows], ';')))).toMatchObject({ status: 'DONE', errors: [] })
    expect((await productsOf(shelf.seller))['A-1']).toMatchObject({ brand: 'Kivu', weightGrams: 500 })
  })

  it.each(Object.entries(FRENCH).flatMap(([column, words]) => words.slice(0, 3).map((word) => [column, word])))(
    '8.4.4 the column %s is known as « %s »',
    async (column, word) => {
      const head = COLUMNS.map((one) => (one === column ? word : one)) as string[]
      expect(await put(utf8(grid([head, line(shelf, 'A-1')], ';')))).toMatchObject({ status: 'DONE', errors: [] })
    },
  )

  it('8.4.4 an unknown header is named, and one that is there twice', async () => {
    for (const head of [[...COLUMNS, 'couleur'], COLUMNS.map((one) => (one === 'brand' ? 'prix' : one))]) {
      const said = await put(
        utf8(grid([head, [...line(shelf, 'A-1'), ...(head.length > COLUMNS.length ? ['rouge'] : [])]], ';')),
      ).then(
        (ended) => JSON.stringify(ended.errors),
        (error: Error) => error.message,
      )
      expect(said).toMatch(/couleur|prix|price/i)
    }
  })
})

describe('odd texts in cells', () => {
  it.each(ODD.map((odd) => [odd.name, odd] as const))(
    '8.4.4 keep %s as elsewhere, in UTF-8 and UTF-16',
    async (_, odd) => {
      for (const [i, encode] of [utf8, utf16].entries()) {
        const sku = `A-${i}`
        const rows = [
          COLUMNS,
          line(shelf, sku, { name: odd.text, brand: odd.text, description: `${odd.text} ${odd.text} de Bukavu` }),
        ]
        expect(await put(encode(grid(rows, ';')))).toMatchObject({ status: 'DONE', errors: [] })
        const { name, brand, description } = (await productsOf(shelf.seller))[sku]
        for (const kept of [name, brand]) expect(sameText(kept, keptAs(odd)), kept).toBe(true)
        expect(sameText(description, `${keptAs(odd)} ${keptAs(odd)} de Bukavu`), description).toBe(true)
      }
    },
  )

  it('8.4.4 as a reference name one variant, however they are pasted', async () => {
    for (const sku of ['Ŋola-1', 'Ŋo\u200bla-1', '\u200eŊola\u20111'])
      expect(await put(utf8(grid([COLUMNS, line(shelf, sku)], ';')))).toMatchObject({ status: 'DONE', errors: [] })
    expect(Object.keys(await productsOf(shelf.seller))).toEqual(['Ŋola-1'])
  })
})

describe('a message of an import', () => {
  it.each([
    ['U+202E', 'Robe \u202eessed'],
    ['U+0007', 'Cloche\u0007 bien'],
  ])('8.4.4 names %s and its line', async (sign, name) => {
    const rows = [COLUMNS, line(shelf, 'A-1'), line(shelf, 'A-2', { name })]
    const said = await put(utf8(grid(rows, ';'))).then(
      (ended) => `${ended.status} ${JSON.stringify(ended.errors)}`,
      (error: Error) => error.message,
    )
    expect(said).toContain(sign)
    expect(said).toMatch(/"line":3|ligne 3/)
  })

  it('8.4.4 of a file cut in the middle of a sign, or of none of these encodings, names the line', async () => {
    const text = grid([COLUMNS, line(shelf, 'A-1'), line(shelf, 'A-2')], ';')
    const odd = utf16(text).slice(0, -1)
    const said = await put(Uint8Array.from(odd)).then(
      (ended) => `${ended.status}`,
      (error: Error) => error.message,
    )
    expect(said).not.toMatch(/INTERNAL|500/)
  })

  it('8.4.4 of an open quote names its line', async () => {
    const text = `${grid([COLUMNS, line(shelf, 'A-1')], ';')}A-2;"Nom ouvert;rien\r\n`
    const said = await put(utf8(text)).then(
      (ended) => `${ended.status} ${JSON.stringify(ended.errors)}`,
      (error: Error) => error.message,
    )
    expect(said).toMatch(/guillemet|"/)
    expect(said).toMatch(/"line":3|ligne 3/)
  })

  it.each([
    utf8(''),
    utf8('\ufeff'),
    utf8('\r\n\r\n'),
    Uint8Array.from([0xff, 0xfe]),
    Uint8Array.from([0x50, 0x4b, 3, 4, 20, 0, 6, 0, 8, 0, 0, 0, 33, 0]),
  ])('8.4.4 of a file without a line, or of Excel itself (%#), is 400 or REFUSED in French', async (bytes) => {
    const said = await put(bytes).then(
      (ended) => ended.status,
      (error: Error) => error.message,
    )
    expect(said).toMatch(/REFUSED|VALIDATION_ERROR|UNSUPPORTED_MEDIA_TYPE/)
  })
})

describe('an export for Excel', () => {
  const isForExcel = (bytes: Uint8Array) => {
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const [head = ''] = new TextDecoder().decode(bytes).split('\r\n')
    return head
  }
  it('8.4.4 has a BOM and semicolons, of products, and comes back as it went', async () => {
    ok(
      await createProduct(shelf.seller, shelf.category, {
        name: 'Café; d’été, à 5 %',
        brand: 'Ŋola ɛɔ',
        images: null,
        variants: JSON.stringify([{ sku: 'A-1', price: '1250.50', stock: 3 }]),
      }),
    )
    const before = await productsOf(shelf.seller)
    const file = await raw(shelf.seller, '/products/export/csv?for=excel')
    expect(isForExcel(file.bytes).split(';')).toEqual(expect.arrayContaining(['sku', 'name', 'price']))
    expect(await put(Uint8Array.from(file.bytes), { stock: 'set' })).toMatchObject({ status: 'DONE', errors: [] })
    const now = await productsOf(shelf.seller)
    expect({ ...now['A-1'], updatedAt: 0 }).toEqual({ ...before['A-1'], updatedAt: 0 })
    // As Excel saves it again: Windows-1252, decimal commas.
    const again = new TextDecoder().decode(file.bytes).replace('1250.50', '1250,50').replace('Ŋola ɛɔ', 'Nola')
    expect(await put(windows(again.replace('\ufeff', '')))).toMatchObject({ status: 'DONE', errors: [] })
  })

  it('8.4.4 has both in every list that is exported as CSV', async () => {
    const [admin, finance] = [await signUp('ADMIN'), await signUp('ACCOUNTANT')]
    ok(await call(finance, 'POST', '/expenses', expenseBody({ label: 'Loyer; d’été' })))
    await minuteCronAfter(1_000)
    const { openApi } = await import('#testing/stories/words.ts')
    const doc = await openApi()
    const exports = Object.keys(doc.paths).filter(
      (path) => path.endsWith('/export/csv') && !path.includes('/products/'),
    )
    expect(exports.length).toBeGreaterThan(10)
    for (const path of exports) {
      const { bytes, status } = await raw(admin, `${path.replace('/api/v1', '')}?for=excel`)
      expect(status, path).toBe(200)
      expect(isForExcel(bytes), path).toContain(';')
      expect(isForExcel(bytes), path).not.toContain(',')
      const plain = await raw(admin, path.replace('/api/v1', ''))
      expect(plain.bytes[0], path).not.toBe(0xef)
      expect((await call(admin, 'GET', `${path.replace('/api/v1', '')}?for=libreoffice`)).status, path).toBe(400)
    }
  })
})

it('8.4.4 the file of before stays what it was: comma, no BOM', async () => {
  const rows = csv([line(shelf, 'A-1')])
  expect(await put(utf8(rows))).toMatchObject({ status: 'DONE', errors: [] })
})
