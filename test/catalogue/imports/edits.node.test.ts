import { describe, expect, it } from 'vitest'
import { DAY_MS } from '#kernel/time.ts'
import { NOW, openDomain } from '#testing/domain/domain.ts'
import { importsOf, newLine } from '#testing/domain/imports.ts'
import { addMarket, addPlan } from '#testing/domain/market.ts'
import { addOrder } from '#testing/domain/orders.ts'

// A line changes a product that is there, one field at a time, and finds its subcategory.

const domain = openDomain((market) => {
  addMarket(market)
  addPlan(market, 9, 1)
  market.run("UPDATE variants SET sku = 'V' WHERE id = 'v1'")
  market.run("UPDATE products SET status = 'PUBLISHED', moderation_status = 'APPROVED', published_at = 1, visible = 1")
  addPlace('food', 'cat', 'vivres')
})
const { send, sendLines, finish } = importsOf(domain)

function addPlace(id: string, categoryId: string, slug: string, isActive = 1) {
  const names = { name: id, folded_name: id, slug, is_active: isActive, created_at: NOW }
  domain.add('subcategories', { id, category_id: categoryId, ...names })
}
const IN_A_DAY = NOW + DAY_MS

describe('a line that names one field', () => {
  it.each<[string, string, string, unknown, 'PENDING' | 'APPROVED']>([
    ['name', 'Un autre nom', 'name', 'Un autre nom', 'PENDING'],
    ['description', 'Torréfié à Bukavu et moulu.', 'description', 'Torréfié à Bukavu et moulu.', 'PENDING'],
    ['subcategory', 'vivres', 'subcategory_id', 'food', 'PENDING'],
    ['currency', 'CDF', 'currency', 'CDF', 'APPROVED'],
    ['unit', 'kg', 'unit', 'kg', 'APPROVED'],
    ['brand', 'Élan', 'brand', 'Élan', 'APPROVED'],
    ['weightGrams', '250', 'weight_grams', 250, 'APPROVED'],
    ['expiresAt', new Date(IN_A_DAY).toISOString(), 'expires_at', IN_A_DAY, 'APPROVED'],
  ])('changes the %s of its product, which staff look at again where it looks different', async (...row) => {
    const [column, cell, field, value, moderation] = row
    const { id } = await send(`sku,${column}\nV,${cell}`)
    expect(await finish(id)).toEqual({ status: 'DONE', done: 1, errors: [] })
    const product = domain.row(`SELECT ${field} AS value, version, moderation_status AS moderation FROM products`)
    expect(product).toEqual({ value, version: 2, moderation })
  })

  it('keeps each text as a form would, and finds its product whatever nobody sees in its reference', async () => {
    const description = 'Torréfié\u00a0à Bukavu\u202c et\u200b moulu.\u2028Fin'
    const { id } = await send(
      `sku,name,brand,description\n\u200eV\u200b,Un\u200b autre\u00a0nom\u202c,É\u00adlan,${description}`,
    )
    expect(await finish(id)).toEqual({ status: 'DONE', done: 1, errors: [] })
    expect(domain.row('SELECT name, brand, description FROM products')).toEqual({
      name: 'Un autre nom',
      brand: 'Élan',
      description: 'Torréfié à Bukavu et moulu.\nFin',
    })
    const added = await send(
      'sku,name,description,subcategory,price,currency,stock\n' +
        'N\u200b\u00a01,Café,Torréfié à Bukavu et moulu.,vivres,12,USD,1',
    )
    expect((await finish(added.id)).status).toBe('DONE')
    expect(domain.row("SELECT count(*) AS n FROM variants WHERE sku = 'N 1'")).toEqual({ n: 1 })
  })

  it('of a product in an open order changes it, but for its currency', async () => {
    addOrder(domain)
    const { id } = await send('sku,name\nV,Un autre nom')
    expect(await finish(id)).toEqual({ status: 'DONE', done: 1, errors: [] })
  })

  it('leaves the date as it is where one has come to be asked for', async () => {
    domain.run('UPDATE categories SET requires_expiry = 1')
    const { id } = await send('sku,name\nV,Un autre nom')
    expect(await finish(id)).toEqual({ status: 'DONE', done: 1, errors: [] })
  })

  it('is taken in where the plan has come to allow less than is there', async () => {
    const { id } = await send('sku,price\nV,7.00')
    domain.run('UPDATE plans SET max_products = 0')
    expect(await finish(id)).toEqual({ status: 'DONE', done: 1, errors: [] })
  })

  it('puts a product on sale again whose date was over', async () => {
    domain.run('UPDATE products SET expires_at = ?, visible = 0', NOW - 1)
    const { id } = await send(`sku,expiresAt\nV,${new Date(IN_A_DAY).toISOString()}`)
    expect(await finish(id)).toMatchObject({ done: 1 })
    expect(domain.row('SELECT visible FROM products')).toEqual({ visible: 1 })
  })
})

describe('a subcategory of which there are several', () => {
  const placeOf = async (slug: string) => {
    const { id } = await sendLines(newLine('A', slug))
    expect(await finish(id)).toMatchObject({ done: 1, errors: [] })
    const where =
      "SELECT p.subcategory_id AS place FROM products p JOIN variants v ON v.product_id = p.id WHERE v.sku = 'A'"
    return domain.row(where)?.place
  }
  const addCategories = (...ids: string[]) => {
    for (const id of ids) domain.add('categories', { id, name: id, folded_name: id, slug: id, created_at: NOW })
  }

  it.each([
    ['one', 'two'],
    ['two', 'one'],
  ])('is the newest that is open, whichever category is older: %s, %s', async (older, newer) => {
    addCategories('one', 'two', 'three')
    addPlace('place-1', older, 'fruits')
    addPlace('place-2', newer, 'fruits')
    addPlace('place-3', 'three', 'fruits', 0)
    expect(await placeOf('fruits')).toBe('place-2')
  })

  it('is an older one where the newest is closed, and the one of its category where that is named', async () => {
    addCategories('one', 'two')
    addPlace('place-1', 'one', 'fruits')
    addPlace('place-2', 'two', 'fruits', 0)
    expect(await placeOf('fruits')).toBe('place-1')
    domain.run('UPDATE subcategories SET is_active = 1')
    const { id } = await send('sku,subcategory\nA,one/fruits')
    expect(await finish(id)).toMatchObject({ done: 1, errors: [] })
    expect(domain.row("SELECT subcategory_id AS place FROM products WHERE id <> 'prod'")).toEqual({ place: 'place-1' })
  })
})

describe('a new product', () => {
  it('has its name and the end of its id in its address', async () => {
    const { id } = await sendLines(newLine('A', 'vivres'))
    await finish(id)
    const product = domain.row<{ id: string; slug: string }>("SELECT id, slug FROM products WHERE id <> 'prod'")
    expect(product?.slug).toBe(`panier-a-${product?.id.slice(-8)}`)
  })
})

describe('a file', () => {
  it('of which no line is right is refused whatever may be left out', async () => {
    const { status, errors } = await send('sku,price\nV,x\nA,y', 'true')
    expect([status, new Set(errors.map(({ line }) => line))]).toEqual(['REFUSED', new Set([2, 3])])
  })
})
