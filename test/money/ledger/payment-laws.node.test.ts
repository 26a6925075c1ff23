import { beforeEach, describe, expect, it } from 'vitest'
import type { GatewayTransaction } from '#db/schema/money/gateways.ts'
import { LAWS } from '#domain/money/ledger/checks.ts'
import { PAYMENT_LAWS } from '#domain/money/ledger/payment-laws.ts'
import { DAY_MS, MINUTE_MS } from '#kernel/time.ts'
import { NOW, openDomain } from '#testing/domain/domain.ts'
import { addMarket } from '#testing/domain/market.ts'
import { addTransaction, addTransfer } from '#testing/domain/money.ts'
import { addOrder, addPaidOrder } from '#testing/domain/orders.ts'

const domain = openDomain(addMarket)
const { add, run, rows } = domain
const AT = { created_at: NOW, updated_at: NOW }

const broken = () => Object.keys(PAYMENT_LAWS).filter((law) => rows(LAWS[law] as string).length > 0)
const earn = (amount: number) =>
  addTransfer(domain, 'order:commission', 'o1', 'order:o1:held', 'platform:commission', amount)
const spend = (amount: number) =>
  addTransfer(domain, 'payout:reserved', 'p', 'platform:commission', 'platform:reserved', amount)
const moved = (version: number, from: string | null, to: string, at: number, id = 'su', thing = 'subscription') =>
  add('history', { thing_id: id, version, thing, event: 'e', from_status: from, to_status: to, at })
const deposit = (id: string, finalAt: number, more: Partial<GatewayTransaction> = {}) => {
  add('subscription_payments', {
    id: `pay-${id}`,
    subscription_id: 'su',
    seller_profile_id: 'sp',
    amount_minor: 500,
    currency: 'USD',
    status: 'SUCCEEDED',
    period_end: NOW,
    expires_at: NOW,
    ...AT,
  })
  const what = { gateway: 'A', kind: 'deposit', purpose: 'SUBSCRIPTION', amountMinor: 500 } as const
  addTransaction(domain, { id, subjectId: `pay-${id}`, status: 'succeeded', finalAt, ...what, ...more })
}
const boughtNothing = () => {
  deposit('d2', NOW + DAY_MS)
  run("UPDATE subscription_payments SET period_end = NULL WHERE id = 'pay-d2'")
}
const incident = (ref: string, orderId: string | null = null) =>
  add('incidents', {
    id: ref,
    type: 'PAYMENT',
    severity: 'HIGH',
    title: '',
    description: '',
    ref,
    order_id: orderId,
    created_at: NOW,
  })
const endsAfter = (days: number) => run('UPDATE subscriptions SET current_period_end = ?', NOW + days * DAY_MS)
const again = (more: Partial<GatewayTransaction>) => addTransaction(domain, { status: 'succeeded', ...more })
const goesBack = (payinId: string, status: string) =>
  add('refunds', {
    ...{ id: `back-${payinId}`, order_id: 'o1', payin_id: payinId, amount_minor: 2151, currency: 'USD', kind: 'FULL' },
    ...{ status, gateway: 'B', phone: '243810000001', network: 'airtel', country: 'CD', ...AT },
  })

/** A seller who paid for a month, and an order that is paid. */
beforeEach(() => {
  const limits = { max_products: 1, max_photos_per_product: 1, max_shops: 1 }
  add('plans', { id: 'plan', slug: 'plan', name: 'Plan', ...limits, ...AT })
  add('plan_prices', { plan_id: 'plan', billing_cycle: 'MONTHLY', currency: 'USD', amount_minor: 500 })
  const cycle = { billing_cycle: 'MONTHLY', currency: 'USD', status: 'ACTIVE' }
  const period = { current_period_start: NOW, current_period_end: NOW + 30 * DAY_MS }
  add('subscriptions', { id: 'su', seller_profile_id: 'sp', plan_id: 'plan', ...cycle, ...period, ...AT })
  moved(1, null, 'PENDING', NOW)
  moved(2, 'PENDING', 'ACTIVE', NOW)
  deposit('d1', NOW)
  addPaidOrder(domain)
})

/** Writes that break each law, and near ones that do not. */
const BREAKS: Record<string, { breaks: [string, () => void][]; holds: [string, () => void][] }> = {
  'no account of the platform is below zero but its money outside and its shares': {
    breaks: [
      ['a payout of more than was earned', () => void [earn(50), spend(51)]],
      ['subscriptions', () => addTransfer(domain, 'k', 'r', 'platform:subscriptions', 'platform:cash', 1)],
      ['rounding', () => addTransfer(domain, 'k', 'r', 'platform:rounding', 'platform:cash', 1)],
      [
        'a refund after all was spent',
        () => {
          earn(50)
          spend(50)
          addTransfer(domain, 'refund:taken', 'r', 'platform:commission', 'refunds:inFlight', 50)
        },
      ],
    ],
    holds: [
      ['cash', () => addTransfer(domain, 'k', 'r', 'platform:cash', 'seller:sp:available', 5)],
      ['the share of a rider', () => addTransfer(domain, 'k', 'r', 'platform:delivery', 'rider:rd:available', 5)],
    ],
  },
  'every paid period was granted, and every granted period was paid': {
    breaks: [
      ['two months for one payment', () => endsAfter(61)],
      [
        'one month for two payments',
        () => void [deposit('d2', NOW + DAY_MS), moved(3, 'ACTIVE', 'ACTIVE', NOW + DAY_MS)],
      ],
      [
        'two months for one payment, and one of long before',
        () => void [deposit('d2', NOW - DAY_MS), moved(3, 'ACTIVE', 'ACTIVE', NOW - DAY_MS), endsAfter(61)],
      ],
      ['a month, paid before it expired', () => void [moved(3, 'EXPIRED', 'ACTIVE', NOW + DAY_MS), endsAfter(31)]],
      ['a month that failed', () => run("UPDATE gateway_transactions SET status = 'failed' WHERE id = 'd1'")],
    ],
    holds: [
      [
        'two for two',
        () => void [deposit('d2', NOW + DAY_MS), moved(3, 'ACTIVE', 'ACTIVE', NOW + DAY_MS), endsAfter(61)],
      ],
      ['one that is given back', () => void [deposit('d2', NOW + DAY_MS), incident('subscription:d2')]],
      [
        'two for two, of which the second began before the first was booked',
        () => void [deposit('d2', NOW - 4000), moved(3, 'ACTIVE', 'ACTIVE', NOW - 4000), endsAfter(61)],
      ],
      ['one that was taken back', () => run("UPDATE gateway_transactions SET status = 'reversed' WHERE id = 'd1'")],
      [
        'one that takes its place again after another plan had taken it',
        () => void [deposit('d2', NOW + DAY_MS), moved(3, 'CANCELLED', 'ACTIVE', NOW + DAY_MS), endsAfter(31)],
      ],
    ],
  },
  'a deposit that succeeded granted a period at that moment, or somebody was told': {
    breaks: [
      ['a payment that vanished', () => void [deposit('d2', NOW + DAY_MS), endsAfter(61)]],
      ['a word about something else', () => void [deposit('d2', NOW + DAY_MS), endsAfter(61), incident('silent:d2')]],
    ],
    holds: [['one that is given back', () => void [deposit('d2', NOW + DAY_MS), incident('subscription:d2')]]],
  },
  'a payment that bought nothing is in an open incident until it is given back': {
    breaks: [
      [
        'its incident ended',
        () => {
          boughtNothing()
          incident('subscription:d2')
          run("UPDATE incidents SET status = 'RESOLVED'")
        },
      ],
    ],
    holds: [
      ['it is open', () => void [boughtNothing(), incident('subscription:d2')]],
      [
        'it was given back',
        () => {
          boughtNothing()
          run("UPDATE subscription_payments SET status = 'REFUNDED' WHERE id = 'pay-d2'")
        },
      ],
    ],
  },
  'nothing is charged for what is over': {
    breaks: [
      [
        'an order that expired',
        () => {
          addOrder(domain, { id: 'o2', status: 'CANCELLED' })
          moved(2, 'PENDING_PAYMENT', 'CANCELLED', NOW, 'o2', 'order')
          addTransaction(domain, { id: 'late', subjectId: 'o2', sentAt: NOW + 2 * MINUTE_MS })
        },
      ],
      [
        'a payment that expired',
        () => {
          moved(1, 'PENDING', 'EXPIRED', NOW, 'pay-d1', 'subscription_payment')
          run("UPDATE gateway_transactions SET sent_at = ? WHERE id = 'd1'", NOW + 2 * MINUTE_MS)
        },
      ],
    ],
    holds: [
      [
        'one that was sent before',
        () => {
          addOrder(domain, { id: 'o2', status: 'CANCELLED' })
          moved(2, 'PENDING_PAYMENT', 'CANCELLED', NOW, 'o2', 'order')
          addTransaction(domain, { id: 'early', subjectId: 'o2', sentAt: NOW - 1 })
        },
      ],
    ],
  },
  'an order has at most one payin on its way': {
    breaks: [
      [
        'two, of one of which it has a share',
        () => {
          again({ id: 'x', subjectId: 'o1', status: 'pending' })
          again({ id: 'y', subjectId: 'c1', status: 'review', purpose: 'CHECKOUT' })
          add('payin_shares', { payin_id: 'y', order_id: 'o1', amount_minor: 2151, ref: 'y:o1' })
        },
      ],
    ],
    holds: [['one', () => again({ id: 'x', subjectId: 'o1', status: 'pending' })]],
  },
  'of the payments of an order one pays it, and each other one goes back': {
    breaks: [
      ['a second payment', () => again({ id: 'x', subjectId: 'o1' })],
      ['one that goes back no more', () => void [again({ id: 'x', subjectId: 'o1' }), goesBack('x', 'REJECTED')]],
      [
        'two of which one goes back',
        () => void [again({ id: 'x', subjectId: 'o1' }), again({ id: 'y', subjectId: 'o1' }), goesBack('x', 'FAILED')],
      ],
    ],
    holds: [
      ['one that goes back', () => void [again({ id: 'x', subjectId: 'o1' }), goesBack('x', 'SUCCEEDED')]],
      [
        'the other taken back',
        () => {
          run("UPDATE gateway_transactions SET status = 'reversed' WHERE id = 'paid-o1'")
          again({ id: 'x', subjectId: 'o1' })
          goesBack('x', 'REJECTED')
        },
      ],
    ],
  },
  'what is paid, or paid out, is so once, or somebody was told': {
    breaks: [
      ['an order', () => again({ id: 'x', subjectId: 'o1' })],
      [
        'a refund',
        () =>
          void [
            again({ id: 'x', purpose: 'REFUND', subjectId: 'r' }),
            again({ id: 'y', purpose: 'REFUND', subjectId: 'r' }),
          ],
      ],
      ['a word about its silence', () => void [again({ id: 'x', subjectId: 'o1' }), incident('silent:x')]],
    ],
    holds: [
      ['with an incident', () => void [again({ id: 'x', subjectId: 'o1' }), incident('paidTwice:x', 'o1')]],
      ['one that failed before', () => addTransaction(domain, { id: 'x', subjectId: 'o1', status: 'failed' })],
    ],
  },
}

it('there is a way to break every law', () => {
  expect(Object.keys(BREAKS)).toEqual(Object.keys(PAYMENT_LAWS))
  expect(broken()).toEqual([])
})

describe.each(Object.entries(BREAKS))('%s', (law, { breaks, holds }) => {
  it.each(breaks)('is broken by: %s', (_what, breakIt) => {
    breakIt()
    expect(broken()).toContain(law)
  })

  it.each(holds)('holds with: %s', (_what, change) => {
    change()
    expect(broken()).not.toContain(law)
  })
})
