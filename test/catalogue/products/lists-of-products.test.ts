import { beforeAll, describe, expect, it } from 'vitest'
import { call, type Person } from '#testing/api.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { jpeg } from '#testing/fixtures/pictures.ts'
import { type Category, createProduct, newCategory, publishedProduct, variant } from '#testing/fixtures/products.ts'
import { newShopkeeper, type Shopkeeper } from '#testing/fixtures/shops.ts'
import { ok } from '#testing/stories/catalogue.ts'

// Rule: each filter of a list leaves what fits it, alone, with a search and with every other; totals count what is listed.

let reader: Person
let staff: Person
let shops: Shopkeeper[]
let places: Category[]
const names = ['Riz', 'Sel', 'Thé', 'Miel'] as const
const WORD = 'zanzibarik'
const priced = (price: string, stock = 5) => JSON.stringify([variant({ price, stock })])

beforeAll(async () => {
  reader = await signUp()
  staff = await signUp('SUPPORT')
  shops = [await newShopkeeper(), await newShopkeeper()]
  places = [await newCategory(), await newCategory()]
  const [one, two] = shops as [Shopkeeper, Shopkeeper]
  const [here, there] = places as [Category, Category]
  for (const [seller, category, name, fields] of [
    [one, here, 'Riz', { variants: priced('10'), brand: 'Kivu' }],
    [one, there, 'Sel', { variants: priced('20', 0), brand: 'Kivu Nord' }],
    [two, here, 'Thé', { variants: priced('30000'), currency: 'CDF', brand: 'Kivu' }],
    [two, there, 'Miel', { variants: priced('40'), brand: 'Idjwi' }],
  ] as const)
    await publishedProduct(seller, category, { name: `${name} ${WORD}`, ...fields })
})

type Listed = { products: { name: string }[]; pagination: { total: number } }
const read = async (as: Person, path: string) => {
  const { products, pagination }: Listed = ok(await call(as, 'GET', `${path}&limit=100`))
  expect(pagination.total, path).toBe(products.length)
  return products.map(({ name }) => name.split(' ')[0])
}
const FILTERS: [what: string, query: () => string, fits: (typeof names)[number][]][] = [
  ['a shop', () => `shopId=${shops[0]?.shopId}`, ['Sel', 'Riz']],
  ['a category', () => `categoryId=${places[0]?.categoryId}`, ['Thé', 'Riz']],
  ['a subcategory', () => `subcategoryId=${places[1]?.subcategoryId}`, ['Miel', 'Sel']],
  ['a currency', () => 'currency=CDF', ['Thé']],
  ['what is in stock', () => 'inStock=true', ['Miel', 'Thé', 'Riz']],
  ['what is not in stock', () => 'inStock=false', ['Sel']],
  ['a brand', () => 'brand=kivu', ['Thé', 'Riz']],
  ['a lowest price', () => 'minPrice=20&currency=USD', ['Miel', 'Sel']],
  ['a highest price', () => 'maxPrice=20&currency=USD', ['Sel', 'Riz']],
  ['a price in francs', () => 'minPrice=30000&maxPrice=30000&currency=CDF', ['Thé']],
]

describe('the public list', () => {
  it.each(FILTERS)('holds what is of %s, searched or not', async (_, query, fits) => {
    expect(await read(reader, `/products?${query()}`)).toEqual(fits)
    expect(await read(reader, `/products?${query()}&search=${WORD}&sort=newest`)).toEqual(fits)
    expect((await read(reader, `/products?${query()}&search=${WORD}`)).sort()).toEqual([...fits].sort())
    expect(await read(reader, `/products?${query()}&search=inconnu`)).toEqual([])
  })

  it('holds what fits two filters at once', async () => {
    const all = FILTERS.filter(([what]) => !what.includes('price'))
    for (const [i, [one, first, some]] of all.entries())
      for (const [two, second, others] of all.slice(i + 1)) {
        if (one.includes('stock') && two.includes('stock')) continue
        const both = some.filter((name) => others.includes(name))
        expect(await read(reader, `/products?${first()}&${second()}`), `${one}, ${two}`).toEqual(both)
      }
  })

  it('is sorted by price or time, both ways in pages', async () => {
    const path = `/products?currency=USD&search=${WORD}`
    expect(await read(reader, `${path}&sort=priceAsc`)).toEqual(['Riz', 'Sel', 'Miel'])
    expect(await read(reader, `${path}&sort=priceDesc`)).toEqual(['Miel', 'Sel', 'Riz'])
    expect(await read(reader, '/products?currency=USD&sort=priceAsc')).toEqual(['Riz', 'Sel', 'Miel'])
    expect(await read(reader, '/products?currency=USD&sort=priceDesc')).toEqual(['Miel', 'Sel', 'Riz'])
    expect(await read(reader, '/products?sort=newest')).toEqual(['Miel', 'Thé', 'Sel', 'Riz'])
    for (const query of ['currency=USD', 'minPrice=1&currency=USD', `search=${WORD}&sort=newest&currency=USD`]) {
      const page = async (n: number) =>
        ok(await call(reader, 'GET', `/products?${query}&limit=2&page=${n}`)).products.map(
          ({ name }: { name: string }) => name.split(' ')[0],
        )
      expect([await page(1), await page(2), await page(3)], query).toEqual([['Miel', 'Sel'], ['Riz'], []])
    }
  })
})

describe('the list of staff', () => {
  it('holds what is of a shop, a status and a moderation, searched or not', async () => {
    const [one] = shops as [Shopkeeper]
    const draft = ok(await createProduct(one, places[0] as Category, { name: `Ananas ${WORD}` }))
    const { products } = ok(await call(one, 'GET', `/products/shop/${one.shopId}?status=PUBLISHED`))
    ok(await call(staff, 'POST', `/moderation/products/${products[0].id}/approve`))
    for (const search of ['', `&search=${WORD}`]) {
      const list = (query: string) => read(staff, `/products/admin?${query}${search}`)
      expect(await list('')).toEqual(['Ananas', 'Miel', 'Thé', 'Sel', 'Riz'])
      expect(await list(`shopId=${one.shopId}`)).toEqual(['Ananas', 'Sel', 'Riz'])
      expect(await list('status=DRAFT')).toEqual(['Ananas'])
      expect(await list('moderationStatus=APPROVED')).toEqual(['Sel'])
      expect(await list(`shopId=${one.shopId}&status=PUBLISHED`)).toEqual(['Sel', 'Riz'])
      expect(await list(`shopId=${one.shopId}&moderationStatus=PENDING`)).toEqual(['Riz'])
    }
    ok(await call(one, 'DELETE', `/products/${draft.id}`))
    expect(await read(staff, '/products/admin?status=DRAFT')).toEqual([])
  })
})

describe('similar products', () => {
  it('are twelve at most: the newest of the subcategory, then of the category', async () => {
    const [seller, category] = [await newShopkeeper({ maxProducts: 30 }), await newCategory()]
    const path = `/products/categories/${category.categoryId}/subcategories`
    const { id: subcategoryId } = ok(await call(await signUp('ADMIN'), 'POST', path, { name: 'Autre' }))
    const make = async (name: string, at = category) => (await publishedProduct(seller, at, { name })).id as string
    const id = await make('Le produit')
    const apart = { ...category, subcategoryId }
    for (let i = 1; i <= 3; i++) await make(`Loin ${i}`, apart)
    for (let i = 1; i <= 10; i++) await make(`Près ${i}`)
    const similar = async () =>
      ok(await call(reader, 'GET', `/products/${id}/similar`)).products.map(({ name }: { name: string }) => name)
    const near = Array.from({ length: 10 }, (_, i) => `Près ${10 - i}`)
    expect(await similar()).toEqual([...near, 'Loin 3', 'Loin 2'])
    for (let i = 11; i <= 13; i++) await make(`Près ${i}`)
    expect(await similar()).toEqual(Array.from({ length: 12 }, (_, i) => `Près ${13 - i}`))
  })
})

describe('a damaged picture', () => {
  it('is told by its place, in a new product and among those that are added', async () => {
    const [seller, category] = [await newShopkeeper(), await newCategory()]
    const images = [new Blob([jpeg()]), new Blob([jpeg().slice(0, 20)])]
    const refused = await createProduct(seller, category, { images })
    expect(JSON.stringify(refused.error)).toContain('images.1')
    const { id } = ok(await createProduct(seller, category))
    const form = new FormData()
    for (const [i, image] of images.entries()) form.append('images', image, `${i}.jpg`)
    const added = await call(seller, 'POST', `/products/${id}/images`, form)
    expect(JSON.stringify(added.error)).toContain('images.1')
  })
})
