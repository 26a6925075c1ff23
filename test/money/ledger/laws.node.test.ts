import { describe, expect, it } from 'vitest'
import { TOTAL_LAWS } from '#db/counter-sql.ts'
import { DECLARED, LAWS } from '#domain/money/ledger/checks.ts'
import { checkLaws } from '#domain/money/ledger/clock/check-laws.ts'
import { PAYMENT_LAWS } from '#domain/money/ledger/payment-laws.ts'
import { addMonths, DAY_MS } from '#kernel/time.ts'
import { NOW, openDomain } from '#testing/domain/domain.ts'
import { holdNight, holdWhole } from '#testing/domain/laws.ts'
import { addMarket } from '#testing/domain/market.ts'
import { addTransaction, addTransfer } from '#testing/domain/money.ts'
import { addOrder, addPaidOrder } from '#testing/domain/orders.ts'

const domain = openDomain(addMarket)
const { ctx, add, run, rows } = domain

const AT = { created_at: NOW, updated_at: NOW }
const NUMBER = { phone: '243810000001', network: 'airtel', country: 'CD' }
const brokenNow = async () =>
  Object.fromEntries(holdWhole(domain).flatMap(({ name, ok, difference }) => (ok ? [] : [[name, difference]])))

function payout(status: string, owner: 'seller' | null = 'seller', id = 'p1'): void {
  const whose = {
    owner_id: owner && 'sp',
    owner_kind: owner,
    requested_by: 'seller',
    account: owner ? 'seller:sp:available' : 'platform:cash',
  }
  add('payouts', { id, gateway: 'B', ...whose, amount_minor: 300, currency: 'USD', ...NUMBER, status, ...AT })
  add('history', { thing_id: id, version: 1, thing: 'payout', event: 'create', to_status: status, at: NOW })
}
function refund(status: string, amount = 2151, kind = 'FULL', id = 'r1'): void {
  const money = { amount_minor: amount, currency: 'USD', kind }
  add('refunds', { id, order_id: 'o1', ...money, status, gateway: 'B', ...NUMBER, ...AT })
}
const sealedFile = (more: Record<string, unknown> = {}) =>
  add('sealed_files', {
    ...{ n: 1, key: 'sealed/2026/01/1', sha256: '', bytes: 1, written: 1, orders: 1, total_minor: 2151, last_day: '' },
    ...{ created_at: NOW, ...more },
  })
/** An attempt of the refund, of all that was paid, as far as its row goes. */
const attempt = (status: string, more: Record<string, unknown> = {}) =>
  add('refund_attempts', {
    ...{ refund_id: 'r1', number: 1, status, amount_minor: 2151, currency: 'USD', parts: '{"held":2151}' },
    ...{ phone_minor: 2151, phone_currency: 'USD', phone: NUMBER.phone, created_at: NOW, ...more },
  })
const debited = (amount = 2151) =>
  addTransfer(domain, 'refund:taken', 'r1:1:held', 'order:o1:held', 'refunds:inFlight', amount)
/** A try of a refund, to this number. */
function sentTo(phone: string): void {
  refund('REJECTED')
  addTransaction(domain, { id: 'g', kind: 'payout', purpose: 'REFUND', subjectId: 'r1', status: 'failed', phone })
}
const takenBack = () => run("UPDATE gateway_transactions SET status = 'reversed' WHERE id = 'paid-o1'")
const over = (status: string, by = 'BUYER') => run('UPDATE orders SET status = ?, cancelled_by = ?', status, by)
const told = (ref: string) => add('incidents', { ...INCIDENT, ref, order_id: 'o1' })
const reserve = (amount = 300) => {
  addTransfer(domain, 'sale', 's', 'gatewayB:clearing', 'seller:sp:available', amount)
  addTransfer(domain, 'withdrawal:reserved', 'p1', 'seller:sp:available', 'seller:sp:reserved', amount)
}
const reservePayout = (from = 'platform:cash') =>
  addTransfer(domain, 'payout:reserved', 'p1', from, 'platform:reserved', 300)
const JANUARY = Date.parse('2027-01-31T09:00:00Z')
const MARCH = Date.parse('2027-03-31T09:00:00Z')
const INCIDENT = { id: 'i', type: 'PAYMENT', severity: 'HIGH', title: 'x', description: 'x', created_at: NOW }
function addSubscription(more: Record<string, unknown> = {}): void {
  const limits = { max_products: 1, max_photos_per_product: 1, max_shops: 1 }
  add('plans', { id: 'plan', slug: 'plan', name: 'Plan', ...limits, ...AT })
  const cycle = { billing_cycle: 'MONTHLY', currency: 'USD', status: 'ACTIVE' }
  add('subscriptions', { id: 'su', seller_profile_id: 'sp', plan_id: 'plan', ...cycle, ...AT, ...more })
}
const grantedPeriod = (id: string) =>
  add('history', { thing_id: id, version: 1, thing: 'subscription', event: 'start', to_status: 'ACTIVE', at: NOW })
const RESTART = { from_status: 'CANCELLED', to_status: 'ACTIVE' }
const paidPeriod = (amount = 500, end: number | null = NOW, status = 'SUCCEEDED', id = 'pay') => {
  const money = { amount_minor: amount, currency: 'USD' }
  const whose = { id, subscription_id: 'su', seller_profile_id: 'sp' }
  add('subscription_payments', { ...whose, ...money, status, expires_at: NOW, period_end: end, ...AT })
  if (amount > 0) addTransfer(domain, 'subscription:paid', id, 'gatewayA:clearing', 'platform:subscriptions', amount)
}
/** A refund of the one payment, of 5.00, which its deposit brought. */
function refundPayment(amount: number, status: string, id = 'r1'): void {
  if (id === 'r1') {
    addSubscription()
    paidPeriod(500, NOW, status)
    const deposit = { gateway: 'A', kind: 'deposit', purpose: 'SUBSCRIPTION', status: 'succeeded' } as const
    addTransaction(domain, { id: 'g', ...deposit, subjectId: 'pay', amountMinor: 500, currency: 'USD' })
  }
  refund('SUCCEEDED', amount, 'FULL', id)
  run("UPDATE refunds SET order_id = 'pay', subscription_payment_id = 'pay' WHERE id = ?", id)
}
const expense = (status: string) => {
  const what = {
    label: 'Loyer',
    category: 'RENT',
    amount_minor: 700,
    currency: 'USD',
    incurred_at: NOW,
    day: '2026-09-01',
  }
  add('expenses', { id: 'e1', ...what, status, created_by: 'seller', ...AT })
  add('history', { thing_id: 'e1', version: 1, thing: 'expense', event: 'create', to_status: status, at: NOW })
}
const spend = (amount: number) =>
  addTransfer(domain, 'expense:approved', 'e1', 'platform:expenses', 'platform:cash', amount)
/** Exchanges 3.00 USD for so many francs at 1465. */
function exchange(status: string, amountMinor: number): void {
  payout(status)
  const rate = { times: 1465, over: 1 }
  run('UPDATE payouts SET exchange = ?', JSON.stringify({ amountMinor, currency: 'RWF', rate }))
}
const booking = (kind: string, status = 'BOOKED', more: object = {}) => {
  const people = { requested_by: 'a', confirmed_by: 'b' }
  const said = { reference: 'R', folded_reference: 'r', note: 'n' }
  add('bookings', {
    id: 'b1',
    kind,
    status,
    gateway: 'B',
    amount_minor: 700,
    currency: 'USD',
    ...said,
    ...people,
    ...more,
    ...AT,
  })
  add('history', { thing_id: 'b1', version: 1, thing: 'booking', event: 'request', to_status: status, at: NOW })
}
const bookFee = (amount = 700) => addTransfer(domain, 'booking:fee', 'b1', 'platform:fees', 'gatewayB:clearing', amount)
const bookFx = (kind: string, currency: string) =>
  addTransfer(
    domain,
    kind,
    'b1',
    kind === 'booking:given' ? 'platform:fx' : 'platform:bank',
    kind === 'booking:given' ? 'platform:bank' : 'platform:fx',
    700,
    currency,
  )
const unbooked = (kind: string, from: string, to: string) =>
  addTransfer(
    domain,
    'transfer:reversed',
    rows<{ id: string }>(`SELECT id FROM transfers WHERE kind = '${kind}'`)[0]?.id ?? '',
    from,
    to,
    700,
  )
const moveOn = (id: string, status: string) => run('UPDATE payouts SET status = ? WHERE id = ?', status, id)
const historyRow = (version: number, from: string, to: string, id = 'o1', thing = 'order') =>
  add('history', { thing_id: id, version, thing, event: 'e', from_status: from, to_status: to, at: NOW })

it('every law holds on a market where all went well', async () => {
  addPaidOrder(domain)
  addOrder(domain, { id: 'o2' })
  add('stock_holds', { order_id: 'o2', variant_id: 'v1', quantity: 2 })
  reserve()
  payout('PROCESSING')
  expect(holdWhole(domain)).toEqual(Object.keys(LAWS).map((name) => ({ name, ok: true, difference: '0' })))
})

/** One way to break each law, and how many things then break it. */
const BREAKS: Record<string, [what: string, breakIt: () => void, many?: number][]> = {
  'every account is the sum of its transfers': [
    [
      'a balance moved by itself',
      () => run("UPDATE accounts SET balance_minor = balance_minor + 1 WHERE code = 'gatewayB:clearing'"),
    ],
    ['two of them', () => run('UPDATE accounts SET balance_minor = balance_minor - 1'), 2],
  ],
  'all accounts of a currency sum to zero': [
    [
      'money made',
      () => run("INSERT INTO accounts (code, currency, balance_minor, may_overdraw) VALUES ('x', 'CDF', 5, 1)"),
    ],
  ],
  'no account that may not be negative is': [
    [
      'held',
      () =>
        run("INSERT INTO accounts (code, currency, balance_minor, may_overdraw) VALUES ('order:x:held', 'USD', -1, 1)"),
    ],
    [
      'pending',
      () =>
        run(
          "INSERT INTO accounts (code, currency, balance_minor, may_overdraw) VALUES ('seller:x:pending', 'USD', -1, 1)",
        ),
    ],
    [
      'reserved',
      () =>
        run(
          "INSERT INTO accounts (code, currency, balance_minor, may_overdraw) VALUES ('seller:x:reserved', 'USD', -1, 1)",
        ),
    ],
    [
      'in flight',
      () =>
        run(
          "INSERT INTO accounts (code, currency, balance_minor, may_overdraw) VALUES ('refunds:inFlight', 'USD', -1, 1)",
        ),
    ],
  ],
  'what the platform earned is not below zero': [
    [
      'commission',
      () =>
        run(
          "INSERT INTO accounts (code, currency, balance_minor, may_overdraw) VALUES ('platform:commission', 'CDF', -1, 1)",
        ),
    ],
    [
      'subscriptions',
      () =>
        run(
          "INSERT INTO accounts (code, currency, balance_minor, may_overdraw) VALUES ('platform:subscriptions', 'CDF', -1, 1)",
        ),
    ],
  ],
  'reserved is what withdrawals and payouts on their way hold': [
    ['a reserve without its withdrawal', () => reserve()],
    ['a withdrawal of another amount', () => void [reserve(299), payout('ACCEPTED')]],
    ['a withdrawal that has ended', () => void [reserve(), payout('COMPLETED')]],
    ['an admin payout that has ended', () => void [reservePayout(), payout('FAILED', null)]],
  ],
  'what is on its way was put aside first': [
    ['a withdrawal', () => payout('ACCEPTED')],
    ['an admin payout', () => payout('PROCESSING', null)],
    ['from another account', () => void [reservePayout('platform:commission'), payout('ACCEPTED', null)]],
  ],
  'a succeeded payin or deposit has exactly one credit of its amount': [
    ['none', () => void addTransaction(domain, { purpose: 'CHARGE', status: 'succeeded', id: 'x', subjectId: 'y' })],
    ['another amount', () => run('UPDATE gateway_transactions SET amount_minor = 1')],
    ['two', () => addTransfer(domain, 'charge:paid', 'paid-o1', 'gatewayB:clearing', 'platform:charges', 2151)],
  ],
  'money came in only for what succeeded': [
    ['a payin that failed', () => run("UPDATE gateway_transactions SET status = 'failed'")],
    ['no payin at all', () => addTransfer(domain, 'charge:paid', 'x', 'gatewayB:clearing', 'platform:charges', 1)],
  ],
  'a payout has at most one success and one release, never both': [
    [
      'both',
      () => {
        reserve(600)
        addTransfer(domain, 'withdrawal:done', 'p1', 'seller:sp:reserved', 'gatewayB:clearing', 300)
        addTransfer(domain, 'withdrawal:failed', 'p1', 'seller:sp:reserved', 'seller:sp:available', 300)
      },
    ],
  ],
  'a withdrawal that ended has moved its money': [
    ['completed without', () => payout('COMPLETED')],
    [
      'failed with a success',
      () => {
        reserve()
        payout('FAILED')
        addTransfer(domain, 'withdrawal:done', 'p1', 'seller:sp:reserved', 'gatewayB:clearing', 300)
      },
    ],
  ],
  'a withdrawal that the phone gets in its own currency went through the exchange with both its halves, at its rate': [
    ['completed without its second half', () => exchange('COMPLETED', 4395)],
    ['more than it was worth', () => void [exchange('PROCESSING', 4400)]],
    [
      'an exchange of nothing',
      () => addTransfer(domain, 'withdrawal:exchanged', 'p1', 'platform:fx', 'gatewayB:clearing', 1),
    ],
  ],
  'a payout is sent as it was decided': [
    [
      'more of it',
      () => {
        payout('PROCESSING')
        addTransaction(domain, {
          kind: 'payout',
          purpose: 'WITHDRAWAL',
          subjectId: 'p1',
          reference: 'p1',
          amountMinor: 301,
        })
      },
    ],
  ],
  'an admin payout leaves its account when it is completed, and only then': [
    ['completed without', () => payout('COMPLETED', null)],
    [
      'too early',
      () => {
        payout('PROCESSING', null)
        addTransfer(domain, 'payout:done', 'p1', 'platform:cash', 'gatewayA:clearing', 300)
      },
    ],
  ],
  'an admin payout that failed or was cancelled gave back what it reserved': [
    ['failed without', () => void [reservePayout(), payout('FAILED', null)]],
    [
      'cancelled, and given to another account',
      () => {
        reservePayout()
        payout('CANCELLED', null)
        addTransfer(domain, 'payout:released', 'p1', 'platform:reserved', 'platform:commission', 300)
      },
    ],
    [
      'on its way and given back',
      () => {
        reservePayout()
        payout('PROCESSING', null)
        addTransfer(domain, 'payout:released', 'p1', 'platform:reserved', 'platform:cash', 300)
      },
    ],
  ],
  'a payout is where its history and its gateway say': [
    ['another state than its history', () => void [payout('AWAITING_CODE', null), moveOn('p1', 'CANCELLED')]],
    [
      'its gateway succeeded',
      () => {
        payout('ACCEPTED', null)
        addTransaction(domain, {
          id: 'g',
          kind: 'payout',
          purpose: 'ADMIN_PAYOUT',
          reference: 'p1',
          status: 'succeeded',
        })
      },
    ],
    [
      'its gateway failed',
      () => {
        payout('ACCEPTED', null)
        addTransaction(domain, { id: 'g', kind: 'payout', purpose: 'ADMIN_PAYOUT', reference: 'p1', status: 'failed' })
      },
    ],
  ],
  'what an order holds is what was paid for it and is not settled': [
    ['accepted without its move', () => run(`UPDATE orders SET reached_at = '{"ACCEPTED":1}'`)],
    ['completed without its moves', () => run(`UPDATE orders SET reached_at = '{"ACCEPTED":1,"COMPLETED":2}'`)],
    ['refunded without its move', () => refund('PROCESSING')],
    ['settled before its time', () => addTransfer(domain, 'order:accepted', 'o1', 'order:o1:held', 'platform:cash', 1)],
  ],
  'money of an order that is over is on its way back, or somebody was told': [
    ['cancelled, and nobody was told', () => run(`UPDATE orders SET status = 'CANCELLED'`)],
    [
      'rejected, and its refund rejected',
      () => void [run(`UPDATE orders SET status = 'REJECTED'`), refund('REJECTED')],
    ],
    [
      'a part went back',
      () => void [run(`UPDATE orders SET status = 'CANCELLED'`), refund('SUCCEEDED', 500, 'PARTIAL')],
    ],
    ['its payment was taken back', () => void [takenBack(), over('CANCELLED'), told('reversed:paid-o1')]],
    [
      'the incident ended',
      () => void [over('CANCELLED'), told('held:r1'), run("UPDATE incidents SET status = 'DISMISSED'")],
    ],
    [
      'what a seller has pending',
      () => {
        addTransfer(domain, 'order:accepted', 'o1', 'order:o1:held', 'seller:sp:pending', 2151)
        run(`UPDATE orders SET status = 'CANCELLED', reached_at = '{"ACCEPTED":1}'`)
      },
    ],
  ],
  'a refund that failed, or that nobody has decided for a day, is in an open incident': [
    ['failed, and nobody was told', () => refund('FAILED')],
    [
      'failed, and its incident ended',
      () =>
        void [
          refund('FAILED'),
          add('incidents', { ...INCIDENT, ref: 'refund:x', refund_id: 'r1', status: 'RESOLVED' }),
        ],
    ],
    [
      'waits since two days',
      () => {
        refund('REQUESTED')
        const done = NOW + 2 * DAY_MS
        add('heartbeats', { job: 'reportWaitingRefunds', created_at: NOW, succeeded_at: done })
      },
    ],
  ],
  'nobody has what was left of an order whose payment was taken back': [
    ['it goes on', () => takenBack()],
    ['a part is on its way', () => void [takenBack(), refund('PROCESSING', 500, 'PARTIAL')]],
    [
      'it is over, and somebody was told of something else',
      () => void [takenBack(), over('CANCELLED'), told('held:r1')],
    ],
    [
      'the other payment goes back',
      () => {
        takenBack()
        addTransaction(domain, { id: 'again', status: 'succeeded' })
        const apart = { order_id: 'o1', payin_id: 'again', amount_minor: 2151, currency: 'USD', kind: 'FULL' }
        add('refunds', { id: 'r2', ...apart, status: 'SUCCEEDED', gateway: 'B', ...NUMBER, ...AT })
      },
    ],
    [
      'only its goods went back, and its fee lies there',
      () => void [takenBack(), over('CANCELLED', 'RETURN'), refund('SUCCEEDED', 2000, 'PARTIAL')],
    ],
  ],
  'what is pending for a seller is what their accepted orders wait for': [
    ['accepted without its move', () => run(`UPDATE orders SET reached_at = '{"ACCEPTED":1}'`)],
    ['pending for nothing', () => addTransfer(domain, 'k', 'r', 'platform:cash', 'seller:sp:pending', 5)],
  ],
  'refunds of an order are at most what was paid': [
    ['one cent more', () => refund('PROCESSING', 2152)],
    [
      'two that are more together',
      () => void [refund('SUCCEEDED', 2000, 'PARTIAL'), refund('PROCESSING', 152, 'PARTIAL', 'r2')],
    ],
    [
      'one of more on the phone',
      () => {
        refund('PROCESSING')
        addTransaction(domain, { id: 'g', kind: 'payout', purpose: 'REFUND', subjectId: 'r1', amountMinor: 2152 })
        attempt('OPEN', { movement_id: 'g', phone_minor: 2152 })
      },
    ],
  ],
  'a refund is a part of its order that has no side below zero, and of a subscription its whole payment': [
    [
      'more commission than there was',
      () => {
        refund('SUCCEEDED', 5, 'PARTIAL')
        run("UPDATE refunds SET commission_minor = 1 WHERE id = 'r1'")
      },
    ],
    [
      'more of the price than the seller had',
      () => {
        run("UPDATE orders SET commission_minor = 67, refunded_minor = 2000 WHERE id = 'o1'")
        refund('SUCCEEDED', 2000, 'PARTIAL')
      },
    ],
    ['given back, and not on its order', () => refund('SUCCEEDED', 5, 'PARTIAL')],
    ['a part of a payment', () => refundPayment(499, 'REFUNDED')],
    ['a payment that does not say so', () => refundPayment(500, 'SUCCEEDED')],
    ['a payment twice', () => void [refundPayment(500, 'REFUNDED'), refundPayment(500, 'REFUNDED', 'r2')]],
  ],
  'nobody who is deleted has money in a wallet': [
    [
      'a withdrawal came back',
      () => {
        addTransfer(domain, 'sale', 's', 'gatewayB:clearing', 'seller:sp:available', 5)
        run("UPDATE users SET deleted_at = 1 WHERE id = 'seller'")
      },
    ],
  ],
  'a refund went to a number that paid, or that a code approved': [
    ['to one of a stranger', () => sentTo('243810000009')],
    [
      'to one that was approved for another refund',
      () => {
        sentTo('243810000009')
        refund('FAILED', 2151, 'FULL', 'r2')
        run(`UPDATE refunds SET approved_phones = '[{"phone":"243810000009","amountMinor":2151}]' WHERE id = 'r2'`)
      },
    ],
    [
      'to one that was approved for another amount',
      () => {
        sentTo('243810000009')
        attempt('FAILED', { movement_id: 'g', phone: '243810000009' })
        run(`UPDATE refunds SET approved_phones = '[{"phone":"243810000009","amountMinor":2000}]'`)
      },
    ],
  ],
  'refunds in flight are those that process': [
    ['money without a refund', () => addTransfer(domain, 'k', 'r', 'platform:cash', 'refunds:inFlight', 5)],
  ],
  'a refund that processes has one open attempt, and one that succeeded one that ended so': [
    ['on its way without one', () => refund('PROCESSING')],
    ['arrived without one', () => refund('SUCCEEDED')],
    ['failed with one', () => void [refund('FAILED'), attempt('OPEN')]],
    ['of another amount', () => void [refund('PROCESSING', 2000), attempt('OPEN')]],
    ['the second of none', () => void [refund('PROCESSING'), attempt('OPEN', { number: 2 })]],
    ['arrived twice', () => void [refund('SUCCEEDED'), attempt('ARRIVED'), attempt('ARRIVED', { number: 2 })]],
  ],
  'a refund awaits a code for one request, and no other has one open': [
    ['without a request', () => refund('AWAITING_CODE')],
    [
      'open, and it does not wait',
      () => {
        refund('REQUESTED')
        const to = { ...NUMBER, state: 'x', expires_at: NOW, created_at: NOW }
        add('refund_requests', { id: 'q', refund_id: 'r1', requested_by: 'a', amount_minor: 5, kind: 'PARTIAL', ...to })
      },
    ],
  ],
  'an attempt of a refund took what it says from where it says, and nothing else was taken for one': [
    ['nothing', () => void [refund('PROCESSING'), attempt('OPEN')]],
    ['less', () => void [refund('PROCESSING'), attempt('OPEN'), debited(2150)]],
    ['of itself less', () => void [refund('PROCESSING'), attempt('OPEN', { amount_minor: 2000 }), debited()]],
    ['by none', () => debited()],
  ],
  'an attempt of a refund is where its movement is, and sends no more': [
    ['the movement of none', () => sentTo('243810000001')],
    ['no movement', () => void [refund('PROCESSING'), attempt('OPEN')]],
    ...(
      [
        ['has failed', 'OPEN', { status: 'failed' }],
        ['is on its way', 'FAILED', { status: 'pending' }],
        ['arrived late', 'FAILED', { status: 'succeeded' }],
        ['did not arrive', 'ARRIVED', { status: 'failed' }],
        ['sent more', 'OPEN', { amountMinor: 2152 }],
        ['sent less', 'ARRIVED', { status: 'succeeded', amountMinor: 2150 }],
        ['went elsewhere', 'OPEN', { phone: '243810000009' }],
        ['was of another currency', 'OPEN', { currency: 'CDF' }],
      ] as const
    ).map(([what, status, movement]): [string, () => void] => [
      `a movement that ${what}`,
      () => {
        refund('PROCESSING')
        addTransaction(domain, { id: 'g', kind: 'payout', purpose: 'REFUND', subjectId: 'r1', ...movement })
        attempt(status, { movement_id: 'g' })
      },
    ]),
  ],
  'the books of an order are in its own currency, and nobody earns another': [
    ['a seller', () => addTransfer(domain, 'k', 'r', 'platform:cash', 'seller:sp:available', 5, 'RWF')],
    ['a rider', () => addTransfer(domain, 'k', 'r', 'platform:cash', 'rider:rd:available', 5, 'RWF')],
    ['an order', () => addTransfer(domain, 'k', 'r', 'platform:cash', 'order:o1:held', 5, 'RWF')],
  ],
  'what is exchanged on the way in or out has both its halves': [
    [
      'in, without the other',
      () => addTransfer(domain, 'order:paid', 'p', 'gatewayB:clearing', 'platform:fx', 5, 'RWF'),
    ],
    [
      'in, less than the total',
      () => {
        addTransfer(domain, 'order:paid', 'p', 'gatewayB:clearing', 'platform:fx', 5, 'RWF')
        addTransfer(domain, 'order:exchanged', 'p', 'platform:fx', 'order:o1:held', 2150)
      },
    ],
    [
      'out, without the other',
      () => addTransfer(domain, 'refund:done', 'p', 'platform:fx', 'gatewayB:clearing', 5, 'RWF'),
    ],
  ],
  'our rounding is what payins and deposits were above their price, less what went back': [
    ['more', () => addTransfer(domain, 'order:rounded', 'p', 'platform:cash', 'platform:rounding', 5)],
    ['less', () => addTransfer(domain, 'order:rounded', 'p', 'platform:rounding', 'platform:cash', 5)],
    [
      'a deposit above its price',
      () => {
        addSubscription()
        paidPeriod(2150)
        addTransaction(domain, { id: 'g', purpose: 'SUBSCRIPTION', subjectId: 'pay', status: 'succeeded' })
      },
    ],
  ],
  'the price of the goods is the sum of the lines': [
    ['a line less', () => run("DELETE FROM order_items WHERE variant_id = 'v1'")],
    ['a line changed', () => run("UPDATE order_items SET line_total_minor = 501 WHERE variant_id = 'v2'")],
  ],
  'periods granted are periods paid': [
    ['granted without a payment', () => grantedPeriod('su')],
    ['paid, and nothing granted', () => void [addSubscription(), paidPeriod()]],
    ['a free one that was counted and not granted', () => void [addSubscription(), paidPeriod(0)]],
    [
      'granted beside an incident that gives it back',
      () => {
        grantedPeriod('su')
        addSubscription()
        paidPeriod(500, null)
        addTransaction(domain, { id: 'g', kind: 'deposit', purpose: 'SUBSCRIPTION', subjectId: 'pay' })
        add('incidents', { ...INCIDENT, ref: 'subscription:g' })
      },
    ],
  ],
  'a payment of a subscription that came in bought one period, or a person gives it back': [
    ['neither', () => void [addSubscription(), paidPeriod(500, null)]],
    ['bought by what did not come in', () => void [addSubscription(), paidPeriod(500, NOW, 'PENDING')]],
    [
      'both',
      () => {
        addSubscription()
        paidPeriod()
        addTransaction(domain, { id: 'g', kind: 'deposit', purpose: 'SUBSCRIPTION', subjectId: 'pay' })
        add('incidents', { ...INCIDENT, ref: 'subscription:g' })
      },
    ],
  ],
  'a subscription runs for as many periods as were paid': [
    ['a month too long', () => void [addSubscription({ anchor_at: JANUARY, current_period_end: MARCH })]],
    [
      'a year where a month was paid',
      () => {
        addSubscription({ anchor_at: JANUARY, current_period_end: MARCH, billing_cycle: 'YEARLY' })
        paidPeriod(500, MARCH)
      },
    ],
  ],
  'stock is the sum of its movements': [
    ['a piece lost', () => run("UPDATE variants SET stock = stock - 1 WHERE id = 'v1'")],
  ],
  'what is held is the sum of the holds': [['a hold lost', () => run("UPDATE variants SET held = 1 WHERE id = 'v1'")]],
  'only orders that wait for their payment hold stock': [
    ['a paid order', () => add('stock_holds', { order_id: 'o1', variant_id: 'v1', quantity: 1 })],
    ['no order', () => add('stock_holds', { order_id: 'x', variant_id: 'v1', quantity: 1 })],
  ],
  'goods that had left the shop are in its stock again only once they came back': [
    [
      'with the cancellation of staff',
      () => {
        run("UPDATE orders SET status = 'CANCELLED', reached_at = json_set(reached_at, '$.DELIVERED', 1)")
        add('stock_movements', {
          id: 'back',
          variant_id: 'v1',
          type: 'RETURN',
          amount: 2,
          order_id: 'o1',
          created_at: NOW,
        })
      },
    ],
  ],
  'a parcel that nobody has heard of for 72 hours is in an open incident': [
    [
      'without one',
      () => {
        const place = JSON.stringify({ name: 'x', phone: null, address: null })
        const job = { id: 'd1', order_id: 'o1', status: 'PICKED_UP', pickup: place, dropoff: place }
        add('deliveries', { ...job, fee_minor: 1, rider_earning_minor: 1, currency: 'USD', ...AT })
        run('UPDATE orders SET due_at = NULL')
      },
    ],
  ],
  'what plans are held against is the true number of shops and products': [
    ['shops', () => run('UPDATE seller_profiles SET shop_count = 0')],
    ['products', () => run('UPDATE seller_profiles SET product_count = 2')],
  ],
  'every move follows the one before it': [
    ['a gap', () => historyRow(3, 'PENDING_SELLER_REVIEW', 'ACCEPTED')],
    ['another beginning', () => historyRow(2, 'ACCEPTED', 'PREPARING')],
  ],
  'an order is where its history says': [
    ['elsewhere', () => run("UPDATE orders SET status = 'REJECTED'")],
    ['a version on', () => run('UPDATE orders SET version = 2')],
  ],
  'an order costs its goods and its delivery': [
    ['a total of its own', () => run('UPDATE orders SET total_minor = total_minor + 1')],
    ['a fee that nobody pays', () => run('UPDATE orders SET delivery_fee_minor = delivery_fee_minor + 1')],
  ],
  'no rider has more than three jobs': [['a job that is none', () => run('UPDATE riders SET active_jobs = 1')]],
  'what a wallet earned and withdrew is in its transfers': [
    [
      'earned without a transfer',
      () => run("INSERT INTO counters (name, value) VALUES ('earned:seller:sp:available:CDF', 5)"),
    ],
    [
      'more withdrawn than left',
      () => run("INSERT INTO counters (name, value) VALUES ('withdrawn:seller:sp:reserved:CDF', 5)"),
    ],
  ],
  'a booking has exactly its transfers once it is booked, and nothing else is booked as one': [
    ['booked and not moved', () => booking('GATEWAY_FEE')],
    ['moved and not booked', () => void [booking('GATEWAY_FEE', 'REQUESTED', { confirmed_by: null }), bookFee()]],
    ['another amount', () => void [booking('GATEWAY_FEE'), bookFee(699)], 2],
    ['the other way', () => void [booking('TOP_UP'), bookFee()], 2],
    [
      'half of an exchange',
      () =>
        void [
          booking('EXCHANGE', 'BOOKED', { gateway: null, to_amount_minor: 700, to_currency: 'CDF' }),
          bookFx('booking:given', 'USD'),
        ],
    ],
  ],
  'a booking that was taken back has all its transfers reversed, and no other has one': [
    ['taken back and not reversed', () => void [booking('GATEWAY_FEE', 'REVERSED'), bookFee()]],
    [
      'reversed and not taken back',
      () => void [booking('GATEWAY_FEE'), bookFee(), unbooked('booking:fee', 'gatewayB:clearing', 'platform:fees')],
    ],
  ],
  'a booking names a gateway and a second amount exactly where its kind moves them': [
    ['no gateway', () => booking('TOP_UP', 'REQUESTED', { gateway: null, confirmed_by: null })],
    ['one too many', () => booking('ROUNDING', 'REQUESTED', { confirmed_by: null })],
    [
      'half a change',
      () => booking('EXCHANGE', 'REQUESTED', { gateway: null, to_amount_minor: 700, confirmed_by: null }),
    ],
    [
      'into the same currency',
      () =>
        booking('EXCHANGE', 'REQUESTED', {
          gateway: null,
          to_amount_minor: 700,
          to_currency: 'USD',
          confirmed_by: null,
        }),
    ],
  ],
  'a booking is where its history says, and two people made it': [
    [
      'by one person',
      () => {
        booking('GATEWAY_FEE', 'REQUESTED', { confirmed_by: null })
        run('UPDATE bookings SET confirmed_by = requested_by')
      },
    ],
    [
      'elsewhere',
      () =>
        void [
          booking('GATEWAY_FEE', 'REQUESTED', { confirmed_by: null }),
          run("UPDATE bookings SET status = 'EXPIRED'"),
        ],
    ],
    ['nobody', () => void [booking('GATEWAY_FEE', 'BOOKED', { confirmed_by: null }), bookFee()]],
  ],
  'an expense is booked once, with its amount, when it is approved, and only then': [
    ['approved and not booked', () => expense('APPROVED')],
    ['booked and not approved', () => void [expense('REJECTED'), spend(700)]],
    ['another amount', () => void [expense('APPROVED'), spend(699)]],
  ],
  'what was spent is the sum of the approved expenses': [
    ['spent on nothing', () => spend(5)],
    ['another amount', () => void [expense('APPROVED'), spend(699)]],
  ],
  'an expense says that it was taken back when its booking was, and only then': [
    ['says so alone', () => void [expense('APPROVED'), spend(700), run('UPDATE expenses SET reversed_at = 1')]],
    [
      'does not say so',
      () => void [expense('APPROVED'), spend(700), unbooked('expense:approved', 'platform:cash', 'platform:expenses')],
    ],
  ],
  'an expense is where its history says': [
    ['elsewhere', () => void [expense('PENDING'), run("UPDATE expenses SET status = 'REJECTED'")]],
    ['a version on', () => void [expense('PENDING'), run('UPDATE expenses SET version = 2')]],
  ],
  'what people decided by hand is what its gateway says, or has an open incident': [
    ['without an incident', () => void [run("UPDATE gateway_transactions SET decided_at = 1 WHERE id = 'paid-o1'")]],
    [
      'whose incident was ended',
      () =>
        void [
          run("UPDATE gateway_transactions SET decided_at = 1 WHERE id = 'paid-o1'"),
          add('incidents', { ...INCIDENT, ref: 'decided:paid-o1:2', status: 'RESOLVED' }),
        ],
    ],
  ],
  'a final movement that was never compared is young, or in an incident': [
    [
      'since four days',
      () =>
        void [
          run("UPDATE gateway_transactions SET final_at = 1 WHERE id = 'paid-o1'"),
          add('compared_nights', { gateway: 'B', day: '2026-08-31', updated_at: NOW }),
        ],
    ],
  ],
  'nothing of a payment that only people say has come is sent back by itself': [
    [
      'sent without anybody',
      () =>
        void [
          run("UPDATE gateway_transactions SET decided_at = 1 WHERE id = 'paid-o1'"),
          refund('PROCESSING'),
          addTransaction(domain, { id: 'sent', kind: 'payout', purpose: 'REFUND', subjectId: 'r1' }),
        ],
    ],
  ],
  'what payins brought beside their amount lies apart until it goes back': [
    ['without a refund', () => addTransfer(domain, 'payin:surplus', 'x', 'gatewayB:clearing', 'payins:held', 100)],
    [
      'of another amount than came in',
      () => {
        refund('REQUESTED', 100, 'PARTIAL')
        run("UPDATE refunds SET payin_id = 'surplus:paid-o1'")
        run("UPDATE gateway_transactions SET received_minor = 2250 WHERE id = 'paid-o1'")
        addTransfer(domain, 'payin:surplus', 'paid-o1', 'gatewayB:clearing', 'payins:held', 100)
      },
    ],
  ],
  'sealed files are there, as they were written': [
    ['one that is broken', () => sealedFile({ orders: 0, total_minor: 0, is_broken: 1 })],
  ],
  'sealed files hold the orders that say so, and what is carried of them comes to nothing in each currency': [
    ['an order that is in no file', () => run('UPDATE orders SET sealed_in = 1')],
    ['a file without its orders', () => sealedFile()],
    ['a total of another amount', () => void [run('UPDATE orders SET sealed_in = 1'), sealedFile({ total_minor: 1 })]],
    ['more than was written', () => void [run('UPDATE orders SET sealed_in = 1'), sealedFile({ written: 0 })]],
    [
      'half of what is carried',
      () => addTransfer(domain, 'sealed:carried', '2026-01:a:USD', 'platform:cash', 'sealed:carried', 5),
    ],
  ],
  // test/db/counters.node.test.ts breaks each in every way.
  ...Object.fromEntries(
    Object.keys(TOTAL_LAWS).map((law) => {
      const planted = /name GLOB '([^*]+)\*'/.exec(LAWS[law] ?? '')?.[1]
      return [
        law,
        [['a total of nothing', () => run(`INSERT INTO counters (name, value) VALUES ('${planted}nothing', 1)`)]],
      ]
    }),
  ),
}

it('a subscription that begins again runs for what was paid since', () => {
  addSubscription({ anchor_at: NOW, current_period_end: addMonths(NOW, 1) })
  paidPeriod(500, addMonths(NOW, 1))
  run('UPDATE subscription_payments SET paid_at = ?', NOW)
  const isBroken = () => rows(LAWS['a subscription runs for as many periods as were paid'] as string).length > 0
  expect(isBroken()).toBe(false)
  // Another plan took its place, and it comes back before its first period would have ended.
  add('history', { thing_id: 'su', version: 1, thing: 'subscription', event: 'renew', ...RESTART, at: NOW + DAY_MS })
  run('UPDATE subscriptions SET anchor_at = ?, current_period_end = ?', NOW + DAY_MS, addMonths(NOW + DAY_MS, 1))
  expect(isBroken()).toBe(true)
  paidPeriod(500, addMonths(NOW + DAY_MS, 1), 'SUCCEEDED', 'again')
  run("UPDATE subscription_payments SET paid_at = ? WHERE id = 'again'", NOW + DAY_MS)
  expect(isBroken()).toBe(false)
})

it('there is a way to break every law', () => {
  // payment-laws.node.test.ts breaks the others.
  expect(Object.keys(BREAKS).sort()).toEqual(
    Object.keys(LAWS)
      .filter((law) => !(law in PAYMENT_LAWS))
      .sort(),
  )
})

const isNightly = (law: string) => (DECLARED[law] ?? []).every((part) => part.isNightly)
/** Laws that the hour holds whole, or in a part: an index has only what is open. */
const isOpen = (law: string) => (DECLARED[law] ?? []).some((part) => !part.of && !part.isNightly)
const toldBroken = () => rows<{ name: string }>('SELECT name FROM law_verdicts WHERE ok = 0').map(({ name }) => name)

describe.each(Object.entries(BREAKS))('%s', (law, breaks) => {
  it.each(breaks)('%s', async (_what, breakIt, many = 1) => {
    addPaidOrder(domain)
    expect(await brokenNow()).toEqual({})
    breakIt()
    expect(await brokenNow()).toMatchObject({ [law]: String(many) })
    const all = Object.keys(await brokenNow()).filter((name) => !isNightly(name))
    await checkLaws(ctx)
    // The hour finds in what changed all that there is, but for what only the night looks at.
    expect(toldBroken().sort()).toEqual(all.sort())
  })

  const [what, breakIt] = breaks[0] as [string, () => void]
  it(`in things of before, that the night finds: ${what}`, async () => {
    addPaidOrder(domain)
    breakIt()
    run('DELETE FROM touched')
    await checkLaws(ctx)
    expect(toldBroken().includes(law)).toBe(isOpen(law))
    if (DECLARED[law]?.some((part) => part.walk || part.isNightly)) await holdNight(domain)
    expect(toldBroken()).toContain(law)
  })
})
