import { expect, it } from 'vitest'
import { setProductStatus } from '../../../src/domain/catalogue/products/set-status.ts'
import { addVariant } from '../../../src/domain/catalogue/variants/add.ts'
import { commit } from '../../../src/domain/core/commit.ts'
import { eraseSeller } from '../../../src/domain/people/erasure/trade.ts'
import { selectShop } from '../../../src/domain/shops/shops/queries.ts'
import { NOW, openDomain } from '../../in-node/domain.ts'
import { addMarket } from '../../in-node/market.ts'

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
