import { expect, it } from 'vitest'
import { changeStocks } from '#domain/catalogue/stock/change-many.ts'
import { ListShopStock, listShopStock } from '#domain/catalogue/stock/list-in-shop.ts'
import { moveStock } from '#domain/catalogue/stock/move.ts'
import type { Ctx } from '#domain/core/context.ts'
import { NOW, openDomain } from '#testing/domain/domain.ts'
import { addMarket } from '#testing/domain/market.ts'

const domain = openDomain(addMarket)
const seller = () => domain.as({ id: 'seller', role: 'SELLER', sellerProfileId: 'sp' })
let movements = 0
const come = (amount: number, variant_id = 'v1') =>
  domain.add('stock_movements', { id: `m${++movements}`, variant_id, type: 'RETURN', amount, created_at: NOW })

it('a stock that returns carried past the most that is counted may go down, and not up', async () => {
  come(1_000_000_000)
  const move = (amount: number) => moveStock(seller(), 'v1', { type: 'ADJUSTMENT', amount })
  await expect(move(1)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
  expect((await move(-1)).variant.stock).toBe(1_000_000_009)
  const items = (amount: number) => ({ items: [{ variantId: 'v1', type: 'ADJUSTMENT', amount }] })
  await expect(changeStocks(seller(), items(1))).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
  expect(await changeStocks(seller(), items(-1))).toMatchObject({ variants: [{ stock: 1_000_000_008 }] })
})

it('a list of changes that comes too late each time is refused at its third try', async () => {
  const ctx = seller()
  const batch = ctx.db.batch.bind(ctx.db)
  let tries = 0
  const db = Object.assign(Object.create(ctx.db), {
    /** While it is written there is too little, and when it is read again there is enough. */
    async batch(...args: Parameters<typeof batch>) {
      tries++
      come(-9)
      try {
        return await batch(...args)
      } finally {
        come(9)
      }
    },
  }) as Ctx['db']
  const items = [{ variantId: 'v1', type: 'DAMAGE', amount: -2 }]
  await expect(changeStocks({ ...ctx, db }, { items })).rejects.toMatchObject({ reason: 'INSUFFICIENT_STOCK' })
  expect(tries).toBe(3)
})

it('a search of a shop is not crowded out by the newer ones of another', async () => {
  const at = { created_at: NOW, updated_at: NOW }
  const shop = { name: 'Autre', slug: 'autre', address: '{}', opening_hours: '[]', currency: 'USD' }
  domain.add('shops', { id: 'shop-2', seller_profile_id: 'sp', ...shop, delivery_methods: '[]', ...at })
  const place = { shop_id: 'shop-2', seller_profile_id: 'sp', category_id: 'cat', subcategory_id: 'sub' }
  domain.add('products', { id: 'p2', ...place, currency: 'USD', name: 'Café', slug: 'cafe-2', description: '', ...at })
  domain.run(`INSERT INTO variants (id, product_id, price_minor, position, created_at, updated_at)
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1001)
    SELECT 'x' || i, 'p2', 100, i, ${NOW + 1}, ${NOW + 1} FROM n`)
  const { variants, pagination } = await listShopStock(seller(), 'shop', ListShopStock.parse({ search: 'cafe' }))
  expect([variants.map(({ id }) => id).sort(), pagination.total]).toEqual([['v1', 'v2'], 2])
})
