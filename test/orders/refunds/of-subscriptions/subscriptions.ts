import { NOW, type TestDomain } from '#testing/domain/domain.ts'
import { addTransaction, addTransfer } from '#testing/domain/money.ts'

const AT = { created_at: NOW, updated_at: NOW }
const MONEY = { amount_minor: 500, currency: 'USD' }

/** A subscription of the seller's that a deposit of 5.00 paid. */
export function addPaidSubscription(domain: TestDomain) {
  const { add } = domain
  const limits = { max_products: 1, max_photos_per_product: 1, max_shops: 1 }
  add('plans', { id: 'plan', slug: 'plan', name: 'Plan', ...limits, ...AT })
  const cycle = { billing_cycle: 'MONTHLY', currency: 'USD', status: 'ACTIVE' }
  add('subscriptions', { id: 'su', seller_profile_id: 'sp', plan_id: 'plan', ...cycle, ...AT })
  const whose = { id: 'pay', subscription_id: 'su', seller_profile_id: 'sp' }
  add('subscription_payments', { ...whose, ...MONEY, status: 'SUCCEEDED', expires_at: NOW, period_end: NOW, ...AT })
  add('history', {
    thing_id: 'pay',
    version: 1,
    thing: 'subscription_payment',
    event: 'x',
    to_status: 'SUCCEEDED',
    at: NOW,
  })
  addTransfer(domain, 'subscription:paid', 'pay', 'gatewayA:clearing', 'platform:subscriptions', 500)
  const deposit = { id: 'deposit', gateway: 'A', kind: 'deposit', purpose: 'SUBSCRIPTION', subjectId: 'pay' } as const
  return addTransaction(domain, { ...deposit, amountMinor: 500, status: 'succeeded', finalAt: NOW })
}

/** The refund of that payment. */
export function addRefundOf({ add }: TestDomain, status: string): void {
  const to = { gateway: 'A', phone: '243810000001', network: 'airtel', country: 'CD' }
  const of = { order_id: 'pay', subscription_payment_id: 'pay', ...MONEY, kind: 'FULL' }
  add('refunds', { id: 'r1', ...of, ...to, status, ...AT })
  const sent = { phone_minor: 500, phone_currency: 'USD', phone: to.phone, created_at: NOW }
  const attempt = { refund_id: 'r1', number: 1, status: status === 'PROCESSING' ? 'OPEN' : 'FAILED' }
  add('refund_attempts', { ...attempt, ...MONEY, parts: '{"subscription":500}', ...sent })
  add('history', { thing_id: 'r1', version: 1, thing: 'refund', event: 'request', to_status: status, at: NOW })
}
