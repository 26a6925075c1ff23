import { expect, it } from 'vitest'
import { listModeratedProducts } from '#domain/catalogue/moderation/list.ts'
import { submitProduct } from '#domain/catalogue/moderation/submit.ts'
import { setProductStatus } from '#domain/catalogue/products/editing/set-status.ts'
import { addVariant } from '#domain/catalogue/variants/add.ts'
import { commit } from '#domain/core/commit.ts'
import { eraseSeller } from '#domain/people/erasure/trade.ts'
import { closeShop } from '#domain/shops/shops/close.ts'
import { selectShop } from '#domain/shops/shops/queries.ts'
import { CATALOGUE_LAWS } from '#testing/catalogue-laws.ts'
import { NOW, openDomain } from '#testing/domain/domain.ts'
import { addMarket } from '#testing/domain/market.ts'

const domain = openDomain((fresh) => {
  addMarket(fresh)
  const at = { created_at: NOW, updated_at: NOW }
  const plan = { id: 'plan', slug: 'plan', name: 'Plan', max_products: 9, max_photos_per_product: 9, max_shops: 9 }
  fresh.add('plans', { ...plan, ...at })
  const cycle = { billing_cycle: 'MONTHLY', currency: 'USD', current_period_start: NOW, current_period_end: NOW + 1e9 }
  fresh.add('subscriptions', { id: 'su', seller_profile_id: 'sp', plan_id: 'plan', ...cycle, status: 'ACTIVE', ...at })
})
const seller = () => domain.as({ id: 'seller', role: 'SELLER', sellerProfileId: 'sp' })
const CLOSED = { code: 'CONFLICT', reason: 'INVALID_TRANSITION', message: 'Cette boutique est fermée.' }
const row = (sql: string) => domain.row(sql)

it('a product of a closed shop stays archived, and takes no variant', async () => {
  domain.run("UPDATE products SET status = 'ARCHIVED'")
  await setProductStatus(seller(), 'prod', { status: 'DRAFT' })
  await addVariant(seller(), 'prod', { price: '5', stock: 0 } as never)
  domain.run("UPDATE products SET status = 'ARCHIVED'")
  domain.run("UPDATE shops SET status = 'CLOSED'")
  await expect(setProductStatus(seller(), 'prod', { status: 'DRAFT' })).rejects.toMatchObject(CLOSED)
  await expect(addVariant(seller(), 'prod', { price: '5', stock: 0 } as never)).rejects.toMatchObject(CLOSED)
  expect(row('SELECT status, (SELECT count(*) FROM variants) AS variants FROM products')).toEqual({
    ...{ status: 'ARCHIVED', variants: 3 },
  })
})

it('a shop that is closed because its seller is erased has its products archived, as when its owner closes it', async () => {
  const shops = await selectShop(domain.ctx, 'shop')
  await commit(domain.ctx, eraseSeller(domain.ctx, 'sp', shops))
  expect(row('SELECT s.status AS shop, p.status AS product FROM shops s JOIN products p ON p.shop_id = s.id')).toEqual({
    ...{ shop: 'CLOSED', product: 'ARCHIVED' },
  })
  expect(row("SELECT event, to_status AS reached FROM history WHERE thing_id = 'prod'")).toEqual({
    ...{ event: 'archive', reached: 'ARCHIVED' },
  })
})

it('everything that waits for staff leaves their queue with the shop, archived or not, and does not come back', async () => {
  domain.run("UPDATE products SET status = 'ARCHIVED', moderation_status = 'PENDING'")
  const before = { thing_id: 'prod', thing: 'product', event: 'publish', from_status: 'NONE', to_status: 'PENDING' }
  domain.add('moderation_events', { ...before, version: 1, at: NOW })
  const made = { thing_id: 'prod', version: 1, thing: 'product', event: 'create', to_status: 'DRAFT' }
  domain.add('history', { ...made, at: NOW })
  const queue = async () =>
    (await listModeratedProducts(domain.ctx, { status: 'PENDING', page: 1, limit: 20 })).pagination
  expect((await queue()).total).toBe(1)
  await closeShop(seller(), 'shop')
  expect((await queue()).total).toBe(0)
  expect(
    row("SELECT event, from_status, to_status FROM history WHERE thing_id = 'prod' ORDER BY version DESC"),
  ).toEqual({
    ...{ event: 'moderate', from_status: 'ARCHIVED', to_status: 'ARCHIVED' },
  })
  for (const law of Object.values(CATALOGUE_LAWS)) expect(domain.rows(law)).toEqual([])
  domain.run("UPDATE products SET moderation_status = 'REJECTED'")
  await expect(submitProduct(seller(), 'prod')).rejects.toMatchObject(CLOSED)
})
