import { beforeAll, describe, expect, it } from 'vitest'
import { call, guest } from '#testing/api.ts'
import { type Category, newCategory, publishedProduct } from '#testing/fixtures/products.ts'
import { newShopkeeper, type Shopkeeper } from '#testing/fixtures/shops.ts'
import { faults, ok } from '#testing/stories/catalogue.ts'

const NAMES = ['Téléphone Tecno', 'Biscuits au gingembre', 'Riz de Ruzizi', 'Pagne en wax', 'Chaussures de sport']
let seller: Shopkeeper
let category: Category
beforeAll(async () => {
  seller = await newShopkeeper({ maxProducts: 100 })
  category = await newCategory()
  for (const name of NAMES) {
    await publishedProduct(seller, category, { name, description: 'Livré à domicile par notre boutique.' })
  }
})

const found = async (search: string, more = ''): Promise<string[]> => {
  const path = `/products?search=${encodeURIComponent(search)}&shopId=${seller.shopId}${more}`
  return ok(await call(guest, 'GET', path)).products.map(({ name }: { name: string }) => name)
}
const [PHONE, BISCUITS, RICE, CLOTH, SHOES] = NAMES as [string, string, string, string, string]

describe('a search finds', () => {
  it.each([
    ['accents and case aside', 'TELEPHONE', PHONE],
    ['the start of a word', 'bisc', BISCUITS],
    ['in the singular what is plural', 'biscuit', BISCUITS],
    ['in the plural what is singular', 'téléphones', PHONE],
    ['a short word as it is written', 'riz', RICE],
  ])('%s', async (_, search, name) => {
    expect(await found(search)).toEqual([name])
  })

  it.each([
    ['another letter', 'telefhone', PHONE],
    ['a letter too many', 'telepphone', PHONE],
    ['a letter missing', 'bisuit', BISCUITS],
    ['a letter missing in the middle', 'chausures', SHOES],
    ['f for ph', 'telefone', PHONE],
    ['another letter in five', 'pagme', CLOTH],
  ])('with one wrong letter in a word of five or more: %s', async (_, search, name) => {
    expect(await found(search)).toContain(name)
  })

  it('with one wrong word beside a right one', async () => {
    expect(await found('telefone tecno')).toEqual([PHONE])
    expect(await found('biscuit gingenbre')).toEqual([BISCUITS])
  })
})

describe('a search does not find', () => {
  it.each(['rix', 'waz', 'ruz riv'])('a word of less than five letters with a wrong one: %s', async (search) => {
    expect(await found(search)).toEqual([])
  })

  it('a word that is quite another', async () => {
    for (const search of ['ordinateur', 'manioc', 'tracteur']) expect(await found(search), search).toEqual([])
  })

  it('what is hidden or gone, wrong letters or not', async () => {
    const product = await publishedProduct(seller, category, { name: 'Parapluie solide' })
    expect(await found('paraplui')).toEqual(['Parapluie solide'])
    expect(await found('parapluye')).toEqual(['Parapluie solide'])
    ok(await call(seller, 'POST', `/products/${product.id}/status`, { status: 'DRAFT' }))
    expect(await found('parapluye')).toEqual([])
    ok(await call(seller, 'POST', `/products/${product.id}/status`, { status: 'PUBLISHED' }))
    ok(await call(seller, 'PUT', `/products/${product.id}`, { name: 'Ombrelle solide' }))
    expect(await found('parapluye')).toEqual([])
    expect(await found('ombrele')).toEqual(['Ombrelle solide'])
    ok(await call(seller, 'DELETE', `/products/${product.id}`))
    expect(await found('ombrele')).toEqual([])
  })
})

describe('a forgiving search', () => {
  it('is counted and paged like any other, and keeps to its filters', async () => {
    const path = `/products?search=telefone&shopId=${seller.shopId}&limit=1`
    const { products, pagination } = ok(await call(guest, 'GET', path))
    expect(products).toHaveLength(1)
    expect(pagination).toEqual({ page: 1, limit: 1, total: 1, totalPages: 1 })
    expect(await found('telefone', '&minPrice=100&currency=USD')).toEqual([])
    expect(await found('telefone', '&sort=priceAsc')).toEqual([PHONE])
    expect(
      ok(await call(guest, 'GET', `/products?search=telefone&categoryId=${category.categoryId}`)).products,
    ).toHaveLength(1)
  })

  it('is not made of marks, and never breaks', async () => {
    for (const search of ['"', "'", '%', '*', 'tele*fone', 'a OR b', '-telefone', '(((((', '\\', 'é', 'NEAR(x y)'])
      expect((await call(guest, 'GET', `/products?search=${encodeURIComponent(search)}`)).status, search).toBe(200)
    expect(faults(await call(guest, 'GET', `/products?search=${'x'.repeat(101)}`))).toEqual(['search'])
  })
})
