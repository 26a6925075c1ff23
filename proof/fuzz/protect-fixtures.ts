import type { RunningService } from '#testing/running/start.ts'
import type { Pool } from './pool.ts'

/**
 * Keeps what every flow needs out of the cases' way: one shop of the demo with its products, the plans, the rider. They
 * are ordered from and subscribed to, and never drawn as the thing to close, edit or suspend.
 */
export async function protectFixtures({ sql }: RunningService, pool: Pool): Promise<void> {
  const offers = await sql<{
    shopId: string
    productId: string
    subcategoryId: string
    variantId: string
    currency: string
  }>(`
    SELECT p.shop_id AS shopId, p.id AS productId, p.subcategory_id AS subcategoryId, v.id AS variantId, p.currency
    FROM products p JOIN variants v ON v.product_id = p.id
    WHERE p.shop_id = (SELECT id FROM shops ORDER BY created_at, id LIMIT 1)`)
  for (const { shopId, productId, subcategoryId, variantId, currency } of offers) {
    for (const id of [shopId, productId, subcategoryId]) pool.forbidden.add(id)
    pool.keep('offer', JSON.stringify({ shopId, variantId, currency }))
  }
  const prices = await sql<{ planId: string; billingCycle: string; currency: string }>(
    'SELECT plan_id AS planId, billing_cycle AS billingCycle, currency FROM plan_prices',
  )
  for (const price of prices) {
    pool.forbidden.add(price.planId)
    pool.keep('price', JSON.stringify(price))
  }
  for (const { id } of await sql<{ id: string }>('SELECT id FROM riders UNION SELECT category_id FROM subcategories'))
    pool.forbidden.add(id)
}
