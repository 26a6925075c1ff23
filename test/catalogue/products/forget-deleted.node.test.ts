import { describe, expect, it } from 'vitest'
import { forgetDeletedProducts } from '#cron/products.ts'
import { forgetDeleted } from '#domain/catalogue/products/clock/forget-deleted.ts'
import { deleteProduct } from '#domain/catalogue/products/editing/delete.ts'
import { DAY_MS } from '#kernel/time.ts'
import { NOW, openDomain } from '#testing/domain/domain.ts'
import { addMarket, addPlan } from '#testing/domain/market.ts'
import { addOrder } from '#testing/domain/orders.ts'

// A deleted product that nobody ordered loses what it says and shows after 30 days.

const picture = (id: string) => ({
  ...{ id, product_id: 'prod', key: `products/${id}.png`, content_type: 'image/png', position: 0, created_at: NOW },
})

const domain = openDomain((market) => {
  addMarket(market)
  addPlan(market, 9, 3)
  market.run(
    `UPDATE products SET description = 'Torréfié à Bukavu.', brand = 'Élan', reached_at = json_object('PUBLISHED', 1)`,
  )
  market.run(`UPDATE variants SET name = 'Moulu ' || id, sku = id, attributes = '{"Mouture":"fine"}'`)
  market.add('product_images', picture('i1'))
})
const seller = () => domain.as({ id: 'seller', role: 'SELLER', sellerProfileId: 'sp' })
const night = (days: number) => forgetDeletedProducts({ ...domain.ctx, now: NOW + days * DAY_MS })
const kept = () => ({
  product: domain.row("SELECT name, description, brand, slug FROM products WHERE id = 'prod'"),
  variants: domain.rows('SELECT name, sku, attributes FROM variants ORDER BY position'),
  pictures: domain.rows('SELECT key FROM product_images'),
})

describe('a deleted product', () => {
  it('is emptied 30 days later and not before, and its movements stay', async () => {
    const whole = { ...kept(), pictures: [] }
    await deleteProduct(seller(), 'prod')
    const moved = domain.rows('SELECT * FROM stock_movements')
    await night(29)
    expect(kept()).toEqual(whole)
    await night(30)
    const bare = { name: null, sku: null, attributes: null }
    expect(kept()).toEqual({
      product: { name: '', description: '', brand: null, slug: 'prod' },
      variants: [bare, bare],
      pictures: [],
    })
    expect(domain.rows('SELECT key FROM removed_files')).toEqual([{ key: 'products/i1.png' }])
    expect(domain.rows('SELECT * FROM stock_movements')).toEqual(moved)
    for (const index of ['products_search', 'all_products_search', 'stock_search'])
      expect(domain.rows(`SELECT 1 FROM ${index}`)).toEqual([])
  })

  it('that somebody ordered stays as its orders show it, and is looked at once', async () => {
    addOrder(domain, { status: 'CANCELLED', paid_currency: 'USD' })
    await deleteProduct(seller(), 'prod')
    const whole = kept()
    await night(30)
    expect([kept(), domain.row('SELECT forget_at FROM products')]).toEqual([whole, { forget_at: null }])
  })

  it('that was deleted when its first picture still stayed loses it then', async () => {
    await deleteProduct(seller(), 'prod')
    domain.add('product_images', picture('i2'))
    await night(30)
    expect(kept().pictures).toEqual([])
    expect(domain.rows('SELECT key FROM removed_files ORDER BY key')).toEqual([
      { key: 'products/i1.png' },
      { key: 'products/i2.png' },
    ])
  })

  it('waits for the next night if there is no time', async () => {
    await deleteProduct(seller(), 'prod')
    await forgetDeleted({ ...domain.ctx, now: NOW + 31 * DAY_MS }, () => false)
    expect(kept().product).toMatchObject({ name: 'Café' })
    await night(31)
    expect(kept().product).toMatchObject({ name: '' })
  })

  it('leaves the others, however many are due', async () => {
    const [product] = domain.rows<Record<string, string>>("SELECT * FROM products WHERE id = 'prod'")
    for (let i = 0; i < 250; i++)
      domain.add('products', { ...product, id: `p${i}`, slug: `p${i}`, deleted_at: NOW, forget_at: NOW + 1 })
    await night(30)
    expect(domain.rows("SELECT id FROM products WHERE name <> ''")).toEqual([{ id: 'prod' }])
  })
})
