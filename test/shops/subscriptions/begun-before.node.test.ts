import { expect, it } from 'vitest'
import { commit } from '#domain/core/commit.ts'
import { settleSubscription } from '#domain/shops/subscriptions/settle.ts'
import { NOW, openDomain } from '#testing/domain/domain.ts'
import { addMarket } from '#testing/domain/market.ts'
import { addTransaction } from '#testing/domain/money.ts'

// Rule 7.2.7: every payment that succeeded buys exactly one period. Of two, the one that began first may be committed last.

const domain = openDomain((market) => {
  addMarket(market)
  const at = { created_at: NOW, updated_at: NOW }
  const limits = { max_products: 1, max_photos_per_product: 1, max_shops: 1 }
  market.add('plans', { id: 'plan', slug: 'plan', name: 'Plan', ...limits, ...at })
  const period = {
    current_period_start: NOW + 4000,
    current_period_end: Date.UTC(2026, 9, 1, 10),
    anchor_at: NOW + 4000,
  }
  const runs = { billing_cycle: 'MONTHLY', currency: 'USD', status: 'ACTIVE', ...period }
  market.add('subscriptions', {
    id: 'su',
    seller_profile_id: 'sp',
    plan_id: 'plan',
    ...runs,
    ...at,
    updated_at: NOW + 4000,
  })
  const money = { amount_minor: 500, currency: 'USD', status: 'PENDING', expires_at: NOW + 1e6 }
  market.add('subscription_payments', { id: 'pay', subscription_id: 'su', seller_profile_id: 'sp', ...money, ...at })
  for (const [thing_id, thing, to_status] of [
    ['su', 'subscription', 'ACTIVE'],
    ['pay', 'subscription_payment', 'PENDING'],
  ])
    market.add('history', { thing_id, version: 1, thing, event: 'x', to_status, at: NOW })
})

it('a payment that began before its subscription did is paid from when that began', async () => {
  const deposit = {
    gateway: 'A',
    kind: 'deposit',
    purpose: 'SUBSCRIPTION',
    subjectId: 'pay',
    amountMinor: 500,
  } as const
  await commit(domain.ctx, await settleSubscription(domain.ctx, addTransaction(domain, deposit), 'succeeded'))
  expect(domain.row('SELECT status, paid_at, period_end FROM subscription_payments')).toEqual({
    ...{ status: 'SUCCEEDED', paid_at: NOW + 4000, period_end: Date.UTC(2026, 10, 1, 10) },
  })
  expect(domain.row('SELECT current_period_end AS ends FROM subscriptions')).toEqual({
    ends: Date.UTC(2026, 10, 1, 10),
  })
})
