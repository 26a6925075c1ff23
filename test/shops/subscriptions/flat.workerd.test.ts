import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { meterWork, newMeter } from '#db/meter.ts'
import type { Ctx } from '#domain/core/context.ts'
import { listInvoices } from '#domain/shops/invoices/list.ts'
import { showSubscription } from '#domain/shops/subscriptions/show-file.ts'
import { showSubscriptionRevenue } from '#domain/shops/subscriptions/show-revenue.ts'
import { showSubscriptionStats } from '#domain/shops/subscriptions/show-stats.ts'
import type { Person } from '#testing/api.ts'
import { contextAs } from '#testing/fixtures/context.ts'
import { first, run } from '#testing/fixtures/database.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { newSeller } from '#testing/fixtures/shops.ts'
import { monthly, newPlan, subscribeAndPay } from '#testing/fixtures/subscriptions.ts'

// The cost of figures and lists does not grow with how many subscriptions, payments and invoices there are.

const page = { page: 1, limit: 20 }
let finance: Person
let id: string

/** So many more sellers, each with a payment and its invoice. */
async function more(count: number, from: number) {
  const numbered = `WITH RECURSIVE n (i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM n WHERE i < ${from + count - 1})`
  await run(`${numbered} INSERT INTO users (id, name, email, role, created_at, updated_at)
    SELECT format('flat-%d', i), 'Flat', format('flat%d@example.com', i), 'SELLER', i, i FROM n`)
  await run(`${numbered} INSERT INTO seller_profiles (id, user_id, business_name, business_type, contact_phone, address, created_at, updated_at)
    SELECT format('flat-s%d', i), format('flat-%d', i), 'Flat', 'INDIVIDUAL', '243810000001', '{}', i, i FROM n`)
  await run(
    `${numbered} INSERT INTO subscriptions (id, seller_profile_id, plan_id, billing_cycle, currency, status, created_at, updated_at)
    SELECT format('flat-%d', i), format('flat-s%d', i), s.plan_id, 'MONTHLY', 'USD', 'ACTIVE', i, i FROM n, subscriptions s WHERE s.id = ?`,
    id,
  )
  await run(`${numbered} INSERT INTO subscription_payments (id, subscription_id, seller_profile_id, amount_minor, currency, status, expires_at, created_at, updated_at)
    SELECT format('flat-%d', i), format('flat-%d', i), format('flat-s%d', i), 500, 'USD', 'SUCCEEDED', i, i, i FROM n`)
  await run(`${numbered} INSERT INTO invoices (id, number, seller_profile_id, subscription_payment_id, issuer, buyer, lines, subtotal_minor,
      tax_bps, tax_minor, total_minor, currency, status, issued_at, created_at, updated_at)
    SELECT format('flat-%d', i), format('flat-%d', i), format('flat-s%d', i), format('flat-%d', i), '{}', '{}', '[]', 500, 0, 0, 500, 'USD',
      iif(i % 2, 'PAID', 'VOID'), i, i, i FROM n`)
}

beforeAll(async () => {
  finance = await signUp('ACCOUNTANT')
  const seller = await newSeller()
  id = (await subscribeAndPay(seller, (await newPlan(monthly('5.00'))).id)).subscription.id
}, 120_000)
afterAll(async () => {
  for (const table of ['invoices', 'subscription_payments', 'subscriptions', 'seller_profiles', 'users'])
    await run(`DELETE FROM ${table} WHERE id GLOB 'flat-*'`)
}, 120_000)

async function cost(act: (ctx: Ctx) => Promise<unknown>) {
  const meter = newMeter()
  await meterWork(meter, () => act(contextAs(finance)))
  return meter.rowsRead
}

const READS: [string, (ctx: Ctx) => Promise<unknown>][] = [
  ['the figures of a month', (ctx) => showSubscriptionStats(ctx, {})],
  [
    'the revenue of a year',
    (ctx) => showSubscriptionRevenue(ctx, { from: '2026-01-01', to: '2026-12-31', groupBy: 'week' }),
  ],
  ['one subscription with everything', (ctx) => showSubscription(ctx, id)],
  ['invoices', (ctx) => listInvoices(ctx, page)],
  ['invoices of a state', (ctx) => listInvoices(ctx, { ...page, status: 'VOID' })],
]

describe('20,000 subscriptions cost what 100 do', () => {
  it('by each of these', async () => {
    await more(100, 1)
    const few = await Promise.all(READS.map(([, act]) => cost(act)))
    await more(20_000, 1_000)
    for (const [i, [what, act]] of READS.entries())
      expect(await cost(act), what).toBeLessThanOrEqual((few[i] ?? 0) + 2 * page.limit)
    expect(await first('SELECT count(*) >= 20000 AS many FROM invoices')).toEqual({ many: 1 })
  })
})
