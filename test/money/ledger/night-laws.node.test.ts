import { describe, expect, it } from 'vitest'
import { DAY_TOTAL_LAWS } from '#db/day-totals-sql.ts'
import { COPY_LAWS } from '#domain/money/ledger/copy-laws.ts'
import { NIGHT_LAWS } from '#domain/money/ledger/night-laws.ts'
import { REVIEW_LAWS } from '#domain/money/ledger/review-laws.ts'
import { DAY_MS, HOUR_MS } from '#kernel/time.ts'
import { NOW, openDomain } from '#testing/domain/domain.ts'
import { holdNight } from '#testing/domain/laws.ts'
import { addMarket } from '#testing/domain/market.ts'
import { addTransfer } from '#testing/domain/money.ts'
import { addOrder } from '#testing/domain/orders.ts'

const domain = openDomain(addMarket)
const { add, run, rows } = domain

/** A rider's share, of an order of this name. */
const pay = (order: string, amount: number, currency = 'USD') =>
  addTransfer(domain, 'order:rider', order, 'platform:delivery', 'rider:rd:available', amount, currency)
const days = () => rows('SELECT rider_id, day, currency, earned_minor, deliveries FROM rider_days ORDER BY 2, 3')

const SPENT = {
  label: 'Loyer',
  category: 'RENT',
  amount_minor: 700,
  currency: 'USD',
  incurred_at: NOW,
  day: '2026-09-01',
}
/** An expense that is refused. */
const spend = () => {
  const at = { created_at: NOW, updated_at: NOW }
  add('expenses', { id: 'e1', ...SPENT, status: 'REJECTED', created_by: 'seller', ...at })
}

/** A seller who pays 5.00 a month, and has the invoice of it. */
const subscribe = () => {
  const at = { created_at: NOW, updated_at: NOW }
  add('plans', { id: 'pl', slug: 'pl', name: 'Pro', max_products: 1, max_photos_per_product: 1, max_shops: 1, ...at })
  const cycle = { seller_profile_id: 'sp', plan_id: 'pl', billing_cycle: 'MONTHLY', currency: 'USD' }
  add('subscriptions', { id: 'su', ...cycle, status: 'PENDING', ...at })
  const paid = { amount_minor: 500, currency: 'USD', status: 'SUCCEEDED', expires_at: NOW, paid_at: NOW }
  add('subscription_payments', { id: 'pay', subscription_id: 'su', seller_profile_id: 'sp', ...paid, ...at })
  turned('subscription', 'su', 'PENDING', 'ACTIVE')
  turned('subscription_payment', 'pay', 'PENDING', 'SUCCEEDED')
  run("UPDATE subscriptions SET status = 'ACTIVE', price_minor = 500")
  invoice(1)
  add('counters', { name: 'series:invoices:2026', value: 1 })
}
const turned = (thing: string, id: string, from: string, to: string, version = 2) =>
  add('history', { thing, thing_id: id, version, event: 'e', from_status: from, to_status: to, at: NOW })
const invoice = (number: number, more: object = {}) => {
  const amounts = { subtotal_minor: 500, tax_bps: 0, tax_minor: 0, total_minor: 500, currency: 'USD' }
  const of = {
    seller_profile_id: 'sp',
    subscription_payment_id: 'pay',
    issuer: '{}',
    buyer: '{}',
    lines: '[{"amountMinor":500}]',
  }
  const at = { issued_at: NOW, paid_at: NOW, created_at: NOW, updated_at: NOW }
  const name = { id: `i${number}`, number: `FAC-2026-00000${number}` }
  add('invoices', { ...name, ...of, ...amounts, status: 'PAID', ...at, ...more })
}

/** A line of a wallet. */
const line = (id: string, amount: number, at = NOW, currency = 'USD') => {
  const row = { owner_id: 'sp', type: 'SALE', amount_minor: amount, currency, balance_after_minor: 0, created_at: at }
  add('wallet_entries', { id, ...row })
}
const months = () =>
  rows(
    'SELECT currency, month, opening_minor AS opening, amount_minor AS amount, lines FROM wallet_months ORDER BY 1, 2',
  )

const keepFile = () => add('stored_files', { key: 'avatar-1.jpg', owner_id: 'u', bytes: 5 })

const BREAKS: Record<string, [what: string, breakIt: () => void][]> = {
  'what riders earned by day is what was paid to them': [
    ['too much', () => run('UPDATE rider_days SET earned_minor = earned_minor + 1')],
    ['a job too many', () => run('UPDATE rider_days SET deliveries = 2')],
    ['another day', () => run("UPDATE rider_days SET day = '2026-08-31'")],
    ['another currency', () => run("UPDATE rider_days SET currency = 'CDF'")],
    ['a day that is lost', () => run('DELETE FROM rider_days')],
    [
      'a day of nobody',
      () => add('rider_days', { rider_id: 'x', day: '2026-09-01', currency: 'USD', earned_minor: 1, deliveries: 1 }),
    ],
  ],
  'the totals of expenses are those of their rows': [
    ['one more', () => void [spend(), run("UPDATE expense_totals SET count = 2 WHERE day = ''")]],
    ['another sum', () => void [spend(), run('UPDATE expense_totals SET amount_minor = 1')]],
    [
      'a state that was left',
      () => void [spend(), run("UPDATE expense_totals SET status = 'PENDING' WHERE day <> ''")],
    ],
    ['a row that nobody counted', () => void [run('DROP TRIGGER expenses_totalled'), spend()]],
  ],
  'the bytes that a person holds are those of their files': [
    ['too many', () => void [keepFile(), run('UPDATE held_bytes SET bytes = 6')]],
    ['none', () => void [keepFile(), run('DELETE FROM held_bytes')]],
    ['a file that nobody counted', () => void [run('DROP TRIGGER files_stored'), keepFile()]],
    ['one that is gone', () => void [keepFile(), run('DROP TRIGGER files_removed'), run('DELETE FROM stored_files')]],
  ],
  'what orders come to is the sum of the orders': [
    ['one more', () => void [addOrder(domain), run('UPDATE order_totals SET orders = orders + 1')]],
    ['another sum', () => void [addOrder(domain), run('UPDATE order_totals SET amount_minor = 1')]],
    ['an order that nobody counted', () => void [run('DROP TRIGGER orders_added_up'), addOrder(domain)]],
  ],
  'a payment of a subscription that cost something has its invoice, of its amount; given back, a void one': [
    ['none', () => void [run('DELETE FROM invoices'), run("DELETE FROM counters WHERE name GLOB 'series:invoices:*'")]],
    ['of a payment that failed', () => run("UPDATE subscription_payments SET status = 'FAILED'")],
    [
      'another amount',
      () => run(`UPDATE invoices SET total_minor = 501, subtotal_minor = 501, lines = '[{"amountMinor":501}]'`),
    ],
    ['another currency', () => run("UPDATE invoices SET currency = 'CDF'")],
    ['not paid', () => run("UPDATE invoices SET status = 'ISSUED'")],
    ['given back and not void', () => run("UPDATE subscription_payments SET status = 'REFUNDED'")],
  ],
  'the tax of an invoice is what its rate finds in its total, and its lines are the rest': [
    ['no tax at a rate', () => run('UPDATE invoices SET tax_bps = 1600')],
    ['tax without a rate', () => run('UPDATE invoices SET tax_minor = 1, subtotal_minor = 499')],
    [
      'a total that is not their sum',
      () => run('UPDATE invoices SET subtotal_minor = 499, lines = \'[{"amountMinor":499}]\''),
    ],
    ['other lines', () => run(`UPDATE invoices SET lines = '[{"amountMinor":499}]'`)],
  ],
  'the numbers of invoices follow each other in each year': [
    ['a gap', () => run("UPDATE invoices SET number = 'FAC-2026-000002'")],
    ['one that was taken and not used', () => run("UPDATE counters SET value = 2 WHERE name GLOB 'series:*'")],
    ['one of another year', () => run("UPDATE invoices SET number = 'FAC-2025-000001'")],
  ],
  'what subscriptions brought by day is what was paid for them, and how they began and ended': [
    ['another sum', () => run('UPDATE subscription_days SET paid_minor = 501')],
    ['more given back', () => run('UPDATE subscription_days SET returned_minor = 500')],
    ['one more', () => run('UPDATE subscription_days SET started = 2')],
    ['one that ended', () => run('UPDATE subscription_days SET ended = 1')],
    ['another day', () => run("UPDATE subscription_days SET day = '2026-08-31'")],
    ['another currency', () => run("UPDATE subscription_days SET currency = 'CDF'")],
  ],
  'what subscriptions bring in a month or a year is what they cost': [
    ['another sum', () => run("UPDATE counters SET value = 499 WHERE name GLOB 'mrr:*'")],
    [
      'one that ended',
      () => void [run('DROP TRIGGER subscriptions_mrr'), run("UPDATE subscriptions SET status = 'EXPIRED'")],
    ],
  ],
  'a month of a wallet opens with what the one before it closed with, and moves by its lines': [
    ['too much', () => void [line('l1', 5), run('UPDATE wallet_months SET amount_minor = 6')]],
    ['a line too many', () => void [line('l1', 5), run('UPDATE wallet_months SET lines = 2')]],
    ['another month', () => void [line('l1', 5), run("UPDATE wallet_months SET month = '2026-08'")]],
    ['a beginning with something', () => void [line('l1', 5), run('UPDATE wallet_months SET opening_minor = 1')]],
    [
      'a gap to the month before',
      () =>
        void [
          ...[line('l1', 5), line('l2', 7, NOW + 40 * 24 * HOUR_MS)],
          run('UPDATE wallet_months SET opening_minor = 4 WHERE opening_minor = 5'),
        ],
    ],
    ['a line that nobody counted', () => void [run('DROP TRIGGER wallet_months_kept'), line('l1', 5)]],
  ],
}

it('a rider’s days are those of their shares, in UTC+2, by currency', () => {
  pay('o1', 160)
  pay('o2', 120)
  pay('o3', 4480, 'CDF')
  const late = Date.parse('2026-09-02T22:30:00Z')
  const share = { kind: 'order:rider', from_account: 'platform:delivery', to_account: 'rider:rd:available' }
  add('transfers', { id: 'late', ref: 'o4', ...share, amount_minor: 5, currency: 'USD', created_at: late })
  expect(days()).toEqual([
    { rider_id: 'rd', day: '2026-09-01', currency: 'CDF', earned_minor: 4480, deliveries: 1 },
    { rider_id: 'rd', day: '2026-09-01', currency: 'USD', earned_minor: 280, deliveries: 2 },
    { rider_id: 'rd', day: '2026-09-03', currency: 'USD', earned_minor: 5, deliveries: 1 },
  ])
  expect(Object.values(NIGHT_LAWS).flatMap((law) => rows(law))).toEqual([])
})

it('a wallet’s months are those of its lines, in UTC+2, by currency, whichever line is written first', () => {
  const october = Date.parse('2026-09-30T22:00:00Z')
  line('l1', 500)
  line('l2', -120, october)
  line('l3', 9, october, 'CDF')
  line('l4', 40, Date.parse('2027-01-15T00:00:00Z'))
  // One that began before midnight is written after those of the next day.
  line('l5', 30, october - 1)
  expect(months()).toEqual([
    { currency: 'CDF', month: '2026-10', opening: 0, amount: 9, lines: 1 },
    { currency: 'USD', month: '2026-09', opening: 0, amount: 530, lines: 2 },
    { currency: 'USD', month: '2026-10', opening: 530, amount: -120, lines: 1 },
    { currency: 'USD', month: '2027-01', opening: 410, amount: 40, lines: 1 },
  ])
  expect(Object.values(NIGHT_LAWS).flatMap((law) => rows(law))).toEqual([])
})

it('there is a way to break every law of the night', () => {
  // copy-laws.node.test.ts, review-laws.node.test.ts and db/day-totals.node.test.ts break the others.
  const others = { ...COPY_LAWS, ...DAY_TOTAL_LAWS, ...REVIEW_LAWS }
  expect(Object.keys(BREAKS)).toEqual(Object.keys(NIGHT_LAWS).filter((law) => !(law in others)))
})

/** Incidents of laws of the night: the rows here are too few for all of the hour's. */
const told = () =>
  rows<{ ref: string }>('SELECT ref FROM incidents')
    .map(({ ref }) => ref)
    .filter((ref) => ref.slice(4, -11) in NIGHT_LAWS)

describe.each(Object.entries(BREAKS))('%s', (law, breaks) => {
  it.each(breaks)('%s', async (_what, breakIt) => {
    pay('o1', 160)
    subscribe()
    await holdNight(domain, HOUR_MS)
    expect(told()).toEqual([])
    breakIt()
    await holdNight(domain, DAY_MS)
    expect(told()).toEqual([`law:${law}:2026-09-02`])
  })
})
