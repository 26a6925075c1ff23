import { expect, it } from 'vitest'
import { expirePayment, overdueDeposits } from '#domain/shops/subscriptions/expire-payment.ts'
import { HOUR_MS } from '#kernel/time.ts'
import { NOW, openDomain } from '#testing/domain/domain.ts'
import { DECLINED, PENDING, SUCCEEDED, UNKNOWN } from '#testing/domain/gateways.ts'
import { addMarket } from '#testing/domain/market.ts'
import { addTransaction } from '#testing/domain/money.ts'

// A payment of a subscription ends half an hour after it began; its gateway is asked a last time before.

const domain = openDomain((market) => {
  addMarket(market)
  const at = { created_at: NOW, updated_at: NOW }
  const limits = { max_products: 1, max_photos_per_product: 1, max_shops: 1 }
  market.add('plans', { id: 'plan', slug: 'plan', name: 'Plan', ...limits, ...at })
  const cycle = { billing_cycle: 'MONTHLY', currency: 'USD', status: 'PENDING' }
  market.add('subscriptions', { id: 'su', seller_profile_id: 'sp', plan_id: 'plan', ...cycle, ...at })
  const of = { subscription_id: 'su', seller_profile_id: 'sp', deposit_id: 'tx-ref' }
  const money = { amount_minor: 500, currency: 'USD', status: 'PENDING', expires_at: NOW }
  market.add('subscription_payments', { id: 'pay', ...of, ...money, ...at })
  for (const [thing_id, thing] of [
    ['su', 'subscription'],
    ['pay', 'subscription_payment'],
  ])
    market.add('history', { thing_id, version: 1, thing, event: 'x', to_status: 'PENDING', at: NOW })
})
const deposit = () =>
  addTransaction(domain, {
    ...{ gateway: 'A', kind: 'deposit', purpose: 'SUBSCRIPTION', subjectId: 'pay' },
    ...{ amountMinor: 500, sentAt: NOW - HOUR_MS, nextCheckAt: NOW + HOUR_MS },
  })
const states = () => [
  domain.row('SELECT status FROM subscription_payments')?.status,
  domain.row('SELECT status FROM subscriptions')?.status,
]

it.each([
  ['says that it was made', SUCCEEDED, ['SUCCEEDED', 'ACTIVE']],
  ['has no answer yet', PENDING, ['EXPIRED', 'CANCELLED']],
  ['says nothing', UNKNOWN, ['EXPIRED', 'CANCELLED']],
  ['says that it failed', DECLINED, ['FAILED', 'CANCELLED']],
])('a payment whose half hour is over ends by the word of its gateway, if that %s', async (_, answer, expected) => {
  const tx = deposit()
  domain.answers.push(answer)
  expect(await overdueDeposits(domain.ctx, 10)).toHaveLength(1)
  await expirePayment(domain.ctx, tx)
  expect(domain.calls.map(({ what }) => what)).toEqual(['pawapay.read'])
  expect(states()).toEqual(expected)
})
