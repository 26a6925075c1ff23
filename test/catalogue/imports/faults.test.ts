import { describe, expect, it } from 'vitest'
import { call } from '#testing/api.ts'
import { createProduct, newCategory, variant } from '#testing/fixtures/products.ts'
import { newShopkeeper } from '#testing/fixtures/shops.ts'
import { ok, refusal } from '#testing/stories/catalogue.ts'
import { COLUMNS, csv, importProducts, line, newShelf, productsOf, send } from '#testing/stories/imports.ts'

// Rule: every cell is held to the bounds of its field, and each fault is told by line and column, in words.

const DATE = 'Une date ISO 8601 dans le futur.'
const SKU = 'Une référence de 1 à 60 caractères est obligatoire.'
const NAME = 'Un nom de 2 à 100 caractères.'
const DESCRIPTION = 'Une description de 20 à 1000 caractères.'
const PRICE = 'Un prix au-dessus de zéro, avec au plus deux décimales.'
const STOCK = 'Un nombre entier, de 0 à 1 000 000 000.'
const WEIGHT = 'Un nombre entier de grammes, de 1 à 500 000.'
const NEEDED = 'Cette case est obligatoire pour un nouveau produit.'
const FAULTS: [field: string, wrong: string[], message: string][] = [
  ['sku', ['', 'x'.repeat(61)], SKU],
  ['name', ['x', 'x'.repeat(101)], NAME],
  ['description', ['x'.repeat(19), 'x'.repeat(1001)], DESCRIPTION],
  ['subcategory', ['nulle-part'], 'Sous-catégorie introuvable.'],
  [
    'price',
    ['0', '0.00', '-5', '1.005', '1e3', '"1,505"', '"x1,5"', '"1,5x"', '"1,234.5"', '"5,"', '",5"', '"1,2,3"'],
    PRICE,
  ],
  ['currency', ['EUR', 'usd', 'RWF'], 'USD ou CDF.'],
  ['stock', ['-1', '1.5', '1000000001', '10000000000', 'x5', '5x'], STOCK],
  ['unit', ['seau'], 'Un de ces mots : piece, kg, liter, pack\\.$'],
  ['brand', ['x'.repeat(81)], '80 caractères au plus.'],
  ['weightGrams', ['0', '500001', '1000000', 'x5', '5x', '1.5'], WEIGHT],
  ['expiresAt', ['2020-01-01', 'demain'], DATE],
  ...['name', 'description', 'subcategory', 'price', 'currency', 'stock'].map((field): [string, string[], string] => [
    field,
    [''],
    NEEDED,
  ]),
]
const RIGHT: [field: string, right: string[]][] = [
  ['sku', ['x', 'x'.repeat(60)]],
  ['name', ['xx', 'x'.repeat(100)]],
  ['description', ['x'.repeat(20), 'x'.repeat(1000)]],
  ['price', ['0.01', '"12,50"', '"1,5"', '7']],
  ['currency', ['USD', 'CDF']],
  ['stock', ['0', '1000000000', '007']],
  ['unit', ['kg', '']],
  ['brand', ['x'.repeat(80), '']],
  ['weightGrams', ['1', '500000', '']],
  ['expiresAt', ['2099-01-01', '2099-01-01T10:00:00Z', '']],
]

describe('a cell', () => {
  it.each(FAULTS)('of %s is refused in words', async (field, wrong, message) => {
    const shelf = await newShelf()
    const text = csv(wrong.map((cell, i) => line(shelf, `A-${i}`, { [field]: cell })))
    const { status, lines, errors } = ok(await send(shelf.seller, text))
    expect([status, lines]).toEqual(['REFUSED', wrong.length])
    expect(errors).toEqual(
      wrong.map((_, i) => ({ line: i + 2, field, message: expect.stringMatching(new RegExp(`^${message}`)) })),
    )
  })

  it.each(RIGHT)('of %s is taken to its bounds', async (field, right) => {
    const shelf = await newShelf()
    const lines = right.map((cell, i) => line(shelf, `A-${i}`, { [field]: cell }))
    expect(ok(await send(shelf.seller, csv(lines)))).toMatchObject({ status: 'RUNNING', errors: [] })
  })

  it('is read without the blanks around it, and without the quote of a spreadsheet', async () => {
    const shelf = await newShelf()
    const names = ["  Panier d'osier  ", "l'=x", "'=SOMME", "'+1 kg", "'-1 kg", "'@cmd", "'tout' rond"]
    await importProducts(shelf.seller, csv(names.map((name, i) => line(shelf, `A-${i}`, { name }))))
    const products = await productsOf(shelf.seller)
    expect(names.map((_, i) => products[`A-${i}`]?.name)).toEqual([
      ...["Panier d'osier", "l'=x", '=SOMME', '+1 kg', '-1 kg', '@cmd', "'tout' rond"],
    ])
  })

  it('that is no reference of one product: one of several products, or named twice', async () => {
    const shelf = await newShelf()
    for (let i = 0; i < 2; i++)
      ok(await createProduct(shelf.seller, shelf.category, { variants: JSON.stringify([variant({ sku: 'DEUX' })]) }))
    expect(ok(await send(shelf.seller, 'sku,stock\nDEUX,1\n')).errors).toHaveLength(1)
    const file = csv([line(shelf, 'DEUX'), line(shelf, 'UN'), line(shelf, 'UN', { name: 'Autre' })])
    expect(ok(await send(shelf.seller, file)).errors).toEqual([
      { line: 2, field: 'sku', message: 'Plusieurs produits de la boutique portent cette référence.' },
      { line: 4, field: 'sku', message: 'Cette référence figure deux fois dans le fichier.' },
    ])
  })

  it('of a reference is told with the line that named its variant by id', async () => {
    const shelf = await newShelf()
    const variants = JSON.stringify([variant({ sku: 'S-1' })])
    const { id } = ok(await createProduct(shelf.seller, shelf.category, { variants })).variants[0]
    expect(ok(await send(shelf.seller, `sku,stock\n${id},1\nS-1,2\n`)).errors).toEqual([
      { line: 3, field: 'sku', message: 'Cette référence et celle de la ligne 2 désignent le même article.' },
    ])
  })

  it('that is wrong takes no place of the plan', async () => {
    const shelf = await newShelf({}, { maxProducts: 1 })
    expect(ok(await send(shelf.seller, csv([line(shelf, 'A', { stock: 'x' }), line(shelf, 'B')]))).errors).toEqual([
      { line: 2, field: 'stock', message: STOCK },
    ])
  })

  it('of a new product past the plan is told so, and what is there is not counted', async () => {
    const shelf = await newShelf({}, { maxProducts: 2 })
    await importProducts(shelf.seller, csv([line(shelf, 'A')]))
    const file = csv(['A', 'B', 'C'].map((sku) => line(shelf, sku, { stock: '9' })))
    expect(ok(await send(shelf.seller, file)).errors).toEqual([
      { line: 4, field: 'sku', message: 'La limite de votre plan est atteinte.' },
    ])
    expect(await importProducts(shelf.seller, file, { partial: 'true' })).toMatchObject({ status: 'DONE', done: 2 })
  })
})

describe('a date', () => {
  it('is asked for of food: of what is new, and of what moves there or loses it', async () => {
    const other = await newCategory()
    const food = await newShelf({ requiresExpiry: true })
    const MUST = 'La date de péremption est obligatoire pour les aliments et les boissons.'
    const told = async (file: string) => ok(await send(food.seller, file)).errors
    const fault = (message: string) => [{ line: 2, field: 'expiresAt', message }]
    expect(await told(csv([line(food, 'N')]))).toEqual(fault(MUST))
    for (const expiresAt of ['2020-01-01', 'demain'])
      expect(await told(csv([line(food, 'N', { expiresAt })]))).toEqual(fault(DATE))
    const variants = (sku: string) => JSON.stringify([variant({ sku })])
    ok(await createProduct(food.seller, other, { variants: variants('M') }))
    ok(await createProduct(food.seller, food.category, { variants: variants('F'), expiresAt: '2099-01-01' }))
    const { slug } = ok(await call(food.seller, 'GET', `/products/categories/${food.category.categoryId}`))
    expect(await told(`sku,subcategory\nM,${slug}/${food.slug}\n`)).toEqual(fault(MUST))
    expect(await told('sku,expiresAt\nF,\n')).toEqual(fault(MUST))
    expect(await told('sku,expiresAt\nF,2020-01-01\n')).toEqual(fault(DATE))
    expect(await told('sku,stock\nF,3\n')).toEqual([])
  })

  it('may be taken away elsewhere, and leaves with the brand and the weight', async () => {
    const shelf = await newShelf()
    const full = { brand: 'Ruzizi', weightGrams: '500', expiresAt: '2099-01-01', name: 'Riz' }
    await importProducts(shelf.seller, csv([line(shelf, 'A', full)]))
    await importProducts(shelf.seller, 'sku,name,stock\nA,,\n')
    const before = (await productsOf(shelf.seller)).A
    expect(before).toMatchObject({ name: 'Riz', brand: 'Ruzizi', weightGrams: 500, variants: [{ stock: 7 }] })
    await importProducts(shelf.seller, 'sku,name,brand,weightGrams,expiresAt\nA,,,,\n')
    expect((await productsOf(shelf.seller)).A).toMatchObject({
      ...{ name: 'Riz', brand: null, weightGrams: null, expiresAt: null, version: before.version + 1 },
    })
  })
})

describe('two lines of one product', () => {
  it('agree about what it has once, where neither leaves it out', async () => {
    const shelf = await newShelf()
    const variants = JSON.stringify([variant({ sku: 'S' }), variant({ sku: 'M' })])
    ok(await createProduct(shelf.seller, shelf.category, { variants }))
    const told = async (head: string, one: string, two: string) =>
      ok(await send(shelf.seller, `sku,${head}\nS,${one}\nM,${two}\n`)).errors.map(
        ({ line: at, field, message }: Record<string, string>) => [at, field, message],
      )
    const differs = (field: string) => [[3, field, 'La ligne 2 dit autre chose du même produit.']]
    for (const [field, one, two] of [
      ['name', 'Panier rond', 'Panier ovale'],
      ['description', 'x'.repeat(20), 'y'.repeat(20)],
      ['currency', 'USD', 'CDF'],
      ['unit', 'kg', 'piece'],
      ['brand', 'Kivu', ''],
      ['weightGrams', '5', '6'],
      ['expiresAt', '2099-01-01', ''],
    ] as const)
      expect(await told(field, one, two), field).toEqual(differs(field))
    expect(await told('name,stock', 'Panier rond,1', ',2')).toEqual([])
  })
})

describe('a shop', () => {
  it('that is unknown, closed or has one running says so', async () => {
    const shelf = await newShelf()
    const text = csv([line(shelf, 'A')])
    const other = await newShopkeeper()
    const unknown = await send(shelf.seller, text, { shopId: other.shopId })
    expect(unknown.error?.message).toBe('Boutique introuvable.')
    ok(await send(shelf.seller, text))
    const second = await send(shelf.seller, text)
    expect([...refusal(second), second.error?.message]).toEqual([
      ...[409, 'ALREADY_EXISTS', 'Une importation est déjà en cours pour cette boutique.'],
    ])
    ok(await call(other, 'DELETE', `/seller/shop/${other.shopId}`))
    const closed = await send(other, `${COLUMNS.join(',')}\n`)
    expect([...refusal(closed), closed.error?.message]).toEqual([
      409,
      'INVALID_TRANSITION',
      'Cette boutique est fermée.',
    ])
  })
})
