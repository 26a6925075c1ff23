import { expect, it } from 'vitest'
import { SPANS } from '#db/day-totals.ts'
import { meterWork, newMeter } from '#db/meter.ts'
import type { Ctx } from '#domain/core/context.ts'
import { ShowAdminDashboard, showAdminDashboard } from '#domain/office/dashboards/show-admin.ts'
import { showRiderDashboard } from '#domain/office/dashboards/show-rider.ts'
import { showSellerDashboard } from '#domain/office/dashboards/show-seller.ts'
import { ShowSeries, showSeries } from '#domain/office/dashboards/show-series.ts'
import { REPORTS } from '#domain/office/reports/reports.ts'
import { ShowReport, showReport } from '#domain/office/reports/show.ts'
import { contextAs } from '#testing/fixtures/context.ts'
import { run } from '#testing/fixtures/database.ts'
import { newRider } from '#testing/fixtures/deliveries.ts'
import { newMarket } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'

// A year costs its days, not its orders (docs/limits.md, Trips to the database): of a million as of these.

const YEAR = { from: '2025-01-01', to: '2025-12-31' }
const [DAYS, FIRST] = [365, Date.parse('2025-01-01T10:00:00Z')]
/** Orders that were paid and then completed, so many each day, in both currencies by turns. */
const orders = async (
  from: number,
  to: number,
  market: { seller: { profileId: string; shopId: string }; buyer: { id: string } },
) => {
  await run(
    `WITH RECURSIVE n (i) AS (SELECT ?1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
     INSERT INTO orders (id, number, buyer_id, shop_id, seller_profile_id, status, payment_status, fulfillment_method, payment_method,
       currency, subtotal_minor, delivery_fee_minor, total_minor, created_at, updated_at)
     SELECT 'flat' || i, 'F' || i, ?3, ?4, ?5, 'PROCESSING', 'PAID', 'PICKUP', 'MOBILE_MONEY', iif(i % 2, 'USD', 'CDF'), 500, 0, 500,
       ${FIRST} + (i / 2 % ${DAYS}) * 86400000, 1 FROM n`,
    from,
    to,
    market.buyer.id,
    market.seller.shopId,
    market.seller.profileId,
  )
  for (const status of ['READY_FOR_PICKUP', 'COMPLETED'])
    await run(`UPDATE orders SET status = ? WHERE id GLOB 'flat*' AND status <> 'COMPLETED'`, status)
}

/** Every day of the year in both currencies, of each thing, in one table of days. */
const fill = (table: string, columns: string, sums: string) =>
  run(
    `INSERT INTO ${table} (${columns}, day, currency) SELECT ${sums}, date('2025-01-01', '+' || d.value || ' days'), c.value
     FROM json_each(?1) d, json_each('["USD", "CDF"]') c`,
    JSON.stringify(Array.from({ length: DAYS }, (_, i) => i)),
  )
const TIMES: Record<string, [columns: string, sums: string]> = {
  delivery_days: ['deliveries, delivered, failed, fees_minor', '1, 1, 0, 5'],
  subscription_days: ['paid_minor, started', '5, 1'],
  refund_days: ['count, amount_minor', '1, 5'],
  payout_days: ['count, amount_minor', '1, 5'],
  expense_days: ['count, amount_minor', '1, 5'],
}
/** So many sellers or products, each of which sold every day, with the longer spans that come of it. */
const sold = async (table: string, column: string, counted: string, things: number) => {
  for (const span of SPANS)
    await run(
      `WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ${things})
       INSERT INTO ${table} (${column}, span, day, currency, ${counted}, amount_minor)
       SELECT 'flat' || i, ${span}, d.value, 'USD', 1, 5 FROM n, json_each(?1) d`,
      JSON.stringify(firstDays(span)),
    )
}
const firstDays = (span: number) =>
  [...new Set(Array.from({ length: DAYS }, (_, i) => Math.floor((FIRST / 86_400_000 + i) / span) * span))].map(
    (number) => new Date(number * 86_400_000).toISOString().slice(0, 10),
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
    await meterWork(meter, () => ask(ctx))
    expect(meter.trips, what).toBe(1)
    found[what] = meter.rowsRead
  }
  return found
}

it('a year of 6,000 orders costs what one of 730 does, and no report by time reads 2,000 rows', async () => {
  const [admin, market] = [await signUp('ADMIN'), await newMarket()]
  const ctx = contextAs(admin, { sellerProfileId: market.seller.profileId })
  await orders(0, 2 * DAYS - 1, market)
  const before = await costs(ctx)
  await orders(2 * DAYS, 5_999, market)
  const after = await costs(ctx)
  for (const [table, [columns, sums]] of Object.entries(TIMES)) await fill(table, columns, sums)
  const full = await costs(ctx)
  // These are no orders of the service: its laws do not hold of them.
  await run(`DELETE FROM orders WHERE id GLOB 'flat*'`)
  for (const table of Object.keys(TIMES))
    await run(`DELETE FROM ${table} WHERE day BETWEEN '2025-01-01' AND '2025-12-31'`)
  for (const [what, read] of Object.entries(after)) {
    expect(read, what).toBeLessThanOrEqual((before[what] ?? 0) + 5)
    expect(read, `${what} ${JSON.stringify(after)}`).toBeLessThan(2000)
  }
  const ofDays = Object.values(REPORTS).filter(({ of }) => !of)
  for (const { name } of ofDays) {
    expect(full[name], name).toBeGreaterThanOrEqual(2 * DAYS)
    expect(full[name], name).toBeLessThan(2000)
  }
}, 120_000)

it('a year of a seller or of a product is few rows, however many days it sold on', async () => {
  const ctx = contextAs(await signUp('ADMIN'))
  const read = async (report: Parameters<typeof showReport>[1], things: number, table: string, counted: string) => {
    await sold(table, report.of?.column ?? '', counted, things)
    const meter = newMeter()
    const { rows, omitted } = await meterWork(meter, () => showReport(ctx, report, ShowReport.parse(YEAR)))
    await run(`DELETE FROM ${table} WHERE ${report.of?.column} GLOB 'flat*'`)
    expect([rows.length, omitted]).toEqual([things, 0])
    return meter.rowsRead / things
  }
  expect(await read(REPORTS.sellers, 200, 'seller_sales', 'orders')).toBeLessThan(60)
  expect(await read(REPORTS.products, 2000, 'product_sales', 'quantity')).toBeLessThan(60)
}, 120_000)

it('a year of a rider is its days, however many parcels they delivered', async () => {
  const [rider, market] = [await newRider(), await newMarket()]
  const deliver = async (from: number, to: number) => {
    await orders(from, to, market)
    await run(
      `INSERT INTO deliveries (id, order_id, rider_id, status, pickup, dropoff, fee_minor, rider_earning_minor, currency, created_at, updated_at)
       SELECT id, id, ?1, 'DELIVERED', '{}', '{}', 5, 4, currency, created_at, 1 FROM orders
       WHERE id GLOB 'flat*' AND id NOT IN (SELECT d.order_id FROM deliveries d)`,
      rider.riderId,
    )
    const meter = newMeter()
    const ctx = contextAs(rider, { riderId: rider.riderId })
    const { delivered } = await meterWork(meter, () => showRiderDashboard(ctx, YEAR))
    return { delivered, trips: meter.trips, rows: meter.rowsRead }
  }
  const before = await deliver(0, 2 * DAYS - 1)
  const after = await deliver(2 * DAYS, 1999)
  // These are no parcels of the service: its laws do not hold of them.
  await run(`DELETE FROM deliveries WHERE id GLOB 'flat*'`)
  await run(`DELETE FROM orders WHERE id GLOB 'flat*'`)
  expect(before).toEqual({ delivered: 2 * DAYS, trips: 1, rows: before.rows })
  expect(after).toEqual({ delivered: 2000, trips: 1, rows: before.rows })
  expect(after.rows).toBeGreaterThanOrEqual(DAYS)
  expect(after.rows).toBeLessThan(DAYS + 10)
}, 120_000)

it('stock that runs low is found among 2,000 variants as among one', async () => {
  const { seller, productId, variantId } = await newMarket()
  const ctx = contextAs(seller, { sellerProfileId: seller.profileId })
  const read = async () => {
    const meter = newMeter()
    const { lowStock } = await meterWork(meter, () => showSellerDashboard(ctx, YEAR))
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
