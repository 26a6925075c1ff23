import { describe, expect, it } from 'vitest'
import { COPY_LAWS } from '../../../src/domain/money/ledger/copy-laws.ts'
import { holdNightLaws } from '../../../src/domain/money/ledger/hold-laws.ts'
import { NIGHT_LAWS } from '../../../src/domain/money/ledger/night-laws.ts'
import { HOUR_MS } from '../../../src/kernel/time.ts'
import { NOW, openDomain } from '../../in-node/domain.ts'
import { addMarket } from '../../in-node/market.ts'
import { addTransfer } from '../../in-node/money.ts'
import { addOrder } from '../../in-node/orders.ts'

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
  'what orders come to is the sum of the orders': [
    ['one more', () => void [addOrder(domain), run('UPDATE order_totals SET orders = orders + 1')]],
    ['another sum', () => void [addOrder(domain), run('UPDATE order_totals SET amount_minor = 1')]],
    ['an order that nobody counted', () => void [run('DROP TRIGGER orders_added_up'), addOrder(domain)]],
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

it('there is a way to break every law of the night', () => {
  // copy-laws.node.test.ts breaks the others.
  expect(Object.keys(BREAKS)).toEqual(Object.keys(NIGHT_LAWS).filter((law) => !(law in COPY_LAWS)))
})

describe.each(Object.entries(BREAKS))('%s', (law, breaks) => {
  it.each(breaks)('%s', async (_what, breakIt) => {
    pay('o1', 160)
    await holdNightLaws(domain.after(HOUR_MS))
    expect(rows('SELECT ref FROM incidents')).toEqual([])
    breakIt()
    await holdNightLaws(domain.after(HOUR_MS))
    expect(rows('SELECT ref FROM incidents')).toEqual([{ ref: `law:${law}:2026-09-01` }])
  })
})
