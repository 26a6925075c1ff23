import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import { connect, newMeter } from '../../../src/db/client.ts'
import type { Ctx } from '../../../src/domain/core/context.ts'
import { ShowAdminDashboard, showAdminDashboard } from '../../../src/domain/office/dashboards/show-admin.ts'
import { showSellerDashboard } from '../../../src/domain/office/dashboards/show-seller.ts'
import { ShowSeries, showSeries } from '../../../src/domain/office/dashboards/show-series.ts'
import { REPORTS } from '../../../src/domain/office/reports/reports.ts'
import { ShowReport, showReport } from '../../../src/domain/office/reports/show.ts'
import { contextAs } from '../../fixtures/context.ts'
import { run } from '../../fixtures/database.ts'
import { newMarket } from '../../fixtures/orders.ts'
import { signUp } from '../../fixtures/people.ts'

// What a year costs is its days, not its orders (docs/limits.md, Trips to the database): of a million as of these.

const YEAR = { from: '2025-01-01', to: '2025-12-31' }
const [DAYS, FIRST] = [365, Date.parse('2025-01-01T10:00:00Z')]
/** Orders that were paid, so many each day, in both currencies by turns. */
const orders = (
  from: number,
  to: number,
  market: { seller: { profileId: string; shopId: string }; buyer: { id: string } },
) =>
  run(
    `WITH RECURSIVE n (i) AS (SELECT ?1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
     INSERT INTO orders (id, number, buyer_id, shop_id, seller_profile_id, status, payment_status, fulfillment_method, payment_method,
       currency, subtotal_minor, delivery_fee_minor, total_minor, created_at, updated_at)
     SELECT 'flat' || i, 'F' || i, ?3, ?4, ?5, 'COMPLETED', 'PAID', 'PICKUP', 'MOBILE_MONEY', iif(i % 2, 'USD', 'CDF'), 500, 0, 500,
       ${FIRST} + (i / 2 % ${DAYS}) * 86400000, 1 FROM n`,
    from,
    to,
    market.buyer.id,
    market.seller.shopId,
    market.seller.profileId,
  )

async function costs(ctx: Ctx) {
  const asked: Record<string, (ctx: Ctx) => Promise<unknown>> = {
    ...Object.fromEntries(
      Object.values(REPORTS).map((report) => [
        report.name,
        (at: Ctx) => showReport(at, report, ShowReport.parse(YEAR)),
      ]),
    ),
    'the dashboard': (at) => showAdminDashboard(at, ShowAdminDashboard.parse(YEAR)),
    'a series': (at) => showSeries(at, ShowSeries.parse({ ...YEAR, metric: 'sales' })),
    'a seller': (at) => showSellerDashboard(at, YEAR),
  }
  const found: Record<string, number> = {}
  for (const [what, ask] of Object.entries(asked)) {
    const meter = newMeter()
    await ask({ ...ctx, db: connect(env.DB, meter), meter })
    expect(meter.trips, what).toBe(1)
    found[what] = meter.rowsRead
  }
  return found
}

it('a year of 6,000 orders costs what one of 730 does, and no report reads 2,000 rows', async () => {
  const [admin, market] = [await signUp('ADMIN'), await newMarket()]
  const ctx = contextAs(admin, { sellerProfileId: market.seller.profileId })
  await orders(0, 2 * DAYS - 1, market)
  const before = await costs(ctx)
  await orders(2 * DAYS, 5_999, market)
  const after = await costs(ctx)
  // They are no orders of the service: its laws do not hold of them.
  await run(`DELETE FROM orders WHERE id GLOB 'flat*'`)
  for (const [what, read] of Object.entries(after)) {
    expect(read, what).toBeLessThanOrEqual((before[what] ?? 0) + 5)
    expect(read, `${what} ${JSON.stringify(after)}`).toBeLessThan(2000)
  }
  expect(after.sales).toBeGreaterThanOrEqual(2 * DAYS)
}, 120_000)

it('what runs low is found among 2,000 variants as among one', async () => {
  const { seller, productId, variantId } = await newMarket()
  const ctx = contextAs(seller, { sellerProfileId: seller.profileId })
  const read = async () => {
    const meter = newMeter()
    const { lowStock } = await showSellerDashboard({ ...ctx, db: connect(env.DB, meter), meter }, YEAR)
    return { low: lowStock.length, rows: meter.rowsRead }
  }
  await run('UPDATE variants SET low_stock_threshold = stock WHERE id = ?', variantId)
  const before = await read()
  expect(before.low).toBe(1)
  await run(
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
     INSERT INTO variants (id, product_id, name, attributes, price_minor, stock, is_default, position, created_at, updated_at)
     SELECT 'many' || i, ?1, 'Taille ' || i, '{}', 500, 5, 0, i, 1, 1 FROM n`,
    productId,
  )
  const after = await read()
  await run(`DELETE FROM variants WHERE id GLOB 'many*'`)
  expect(after).toEqual(before)
}, 60_000)
