// Steps of the tests of imports and exports of products.
import { type Answer, type Caller, call, type Person } from '#testing/api.ts'
import { minuteCronAfter } from '#testing/clock.ts'
import { type Category, newCategory } from '#testing/fixtures/products.ts'
import { newShopkeeper, type Shopkeeper } from '#testing/fixtures/shops.ts'
import { ok } from '#testing/stories/catalogue.ts'

export const COLUMNS = [
  ...['sku', 'name', 'description', 'subcategory', 'price', 'currency', 'stock'],
  ...['unit', 'brand', 'weightGrams', 'expiresAt', 'images'],
]

export type Shelf = { seller: Shopkeeper; category: Category; slug: string }
/** A seller, and a subcategory with the word that names it in a file. */
export async function newShelf(extra: Record<string, unknown> = {}, terms = {}): Promise<Shelf> {
  const [seller, category] = [await newShopkeeper(terms), await newCategory(extra)]
  const { subcategories } = ok(await call(seller, 'GET', `/products/categories/${category.categoryId}`))
  return { seller, category, slug: subcategories[0].slug }
}

/** The cells of one line, in the order of the columns. */
export function line({ slug }: Shelf, sku: string, change: Record<string, string> = {}): string[] {
  const cells: Record<string, string> = {
    sku,
    name: `Article ${sku}`,
    description: 'Un article de notre boutique à Bukavu.',
    subcategory: slug,
    price: '5.00',
    currency: 'USD',
    stock: '7',
    unit: 'piece',
    ...change,
  }
  return COLUMNS.map((column) => cells[column] ?? '')
}
export const csv = (lines: string[][]) => [COLUMNS, ...lines].map((cells) => `${cells.join(',')}\n`).join('')

export const post = (as: Caller, form: FormData): Promise<Answer> => call(as, 'POST', '/products/import', form)
export function send(seller: Shopkeeper, text: string, fields: Record<string, string> = {}): Promise<Answer> {
  const form = new FormData()
  form.append('file', new Blob([text], { type: 'text/csv' }), 'produits.csv')
  // The files of these tests say what the stock is to be, without an export before them.
  for (const [name, value] of Object.entries({ shopId: seller.shopId, stock: 'set', ...fields }))
    form.append(name, value)
  const length = text.length > 1_000_000 ? { 'content-length': String(text.length + 500) } : undefined
  return call(seller.token ? seller : null, 'POST', '/products/import', form, length)
}

/** The import once its job has nothing more to do. */
export async function waitForImport(seller: Person, id: string) {
  for (let tick = 0; tick < 40; tick++) {
    const state = ok(await call(seller, 'GET', `/products/import/${id}`))
    if (state.status === 'DONE' || state.status === 'REFUSED') return state
    await minuteCronAfter(1_000)
  }
  throw new Error(`import ${id} never ended`)
}
export const importProducts = async (seller: Shopkeeper, text: string, fields?: Record<string, string>) =>
  waitForImport(seller, ok(await send(seller, text, fields)).id)

/** The products of the seller's shop, by the sku of their first variant. */
// biome-ignore lint/suspicious/noExplicitAny: tests read into it freely.
export async function productsOf(seller: Shopkeeper): Promise<Record<string, any>> {
  const { products } = ok(await call(seller, 'GET', `/products/shop/${seller.shopId}?limit=100`))
  return Object.fromEntries(
    products.map((product: { variants: { sku: string }[] }) => [product.variants[0]?.sku ?? '', product]),
  )
}

/** The products of a seller as CSV: of the shop, where the operation takes one. */
export async function exportProducts(seller: Shopkeeper): Promise<Answer> {
  const ofShop = await call(seller, 'GET', `/products/export/csv?shopId=${seller.shopId}`)
  return ofShop.status === 400 ? call(seller, 'GET', '/products/export/csv') : ofShop
}
