import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/kernel/time.ts'
import { checkCharge } from './charges.ts'
import { checkClearing } from './clearing.ts'
import { checkLeaving } from './leaving.ts'
import { type Market, openMarket } from './market.ts'
import { makeUpNights } from './nights.ts'
import { requireTaken } from './operators.ts'
import { checkPrices } from './prices.ts'
import type { Task } from './scheduler.ts'
import { newSimulation, type Simulation } from './simulation.ts'
import { checkTimely, TIMELY_LAWS } from './timely.ts'
import { emptyWallets } from './withdrawing.ts'

let market: Market
let simulation: Simulation
beforeAll(async () => {
  market = await openMarket()
})
beforeEach(() => {
  market.store.begin()
  simulation = newSimulation(1, market)
})
afterEach(() => market.store.forget())

const run = (sql: string) => void market.store.run({ sql, params: [] })
const laws = () => [...new Set(simulation.breaks.splice(0).map(({ law }) => law))]
const taskOf = (label: string): Task => ({
  id: 1,
  label,
  isDead: false,
  crashIn: -1,
  d1FaultIn: -1,
  isDisturbed: false,
})
const firstPayin = () => {
  const [row] = market.store.rows<{ reference: string; amountMinor: number }>(
    `SELECT reference, amount_minor AS amountMinor FROM gateway_transactions WHERE purpose = 'ORDER' AND currency = 'USD' LIMIT 1`,
  )
  if (!row) throw new Error('nobody paid')
  return {
    kind: 'payin',
    reference: row.reference,
    money: { amountMinor: row.amountMinor, currency: 'USD' as const },
  }
}

describe('what an operator is asked to move', () => {
  it('is within what it takes, and whole where it takes no centimes', () => {
    const ask = (operator: string, amountMinor: number) =>
      requireTaken(simulation, operator, { amountMinor, currency: 'CDF' })
    for (const amountMinor of [50_000, 500_000_000]) ask('VODACOM_MPESA_COD', amountMinor)
    expect(laws()).toEqual([])
    for (const amountMinor of [49_900, 500_000_100]) {
      ask('VODACOM_MPESA_COD', amountMinor)
      expect(laws()).toEqual(['no operator is asked to move less or more than it takes'])
    }
    ask('vodacom', 50_050)
    expect(laws()).toEqual(['M-Pesa is never asked to move centimes'])
  })
})

describe('who charges, and how much', () => {
  it('the act and the clock do, a question never does', () => {
    for (const label of ['createOrder', 'payOrder', 'cron']) checkCharge(simulation, taskOf(label), firstPayin())
    expect(laws()).toEqual([])
    for (const label of ['checkPayment', 'callback B']) {
      checkCharge(simulation, taskOf(label), firstPayin())
      expect(laws()).toEqual(['who only asks charges nobody'])
    }
  })

  it('the clock never sends a charge of staff', () => {
    const payin = firstPayin()
    run(`UPDATE gateway_transactions SET purpose = 'CHARGE', subject_id = id WHERE reference = '${payin.reference}'`)
    checkCharge(simulation, taskOf('requestPayin'), payin)
    expect(laws()).toEqual([])
    checkCharge(simulation, taskOf('cron'), payin)
    expect(laws()).toEqual(['a charge of staff is sent by its act'])
  })

  it('a cent more than the total is seen', () => {
    const payin = firstPayin()
    checkCharge(simulation, taskOf('createOrder'), { ...payin, money: { ...payin.money, amountMinor: 1 } })
    expect(laws()).toEqual(['a phone is asked for the totals of its orders, each at its frozen rate and rounded once'])
  })
})

describe('what goods cost', () => {
  const ofAll = `UPDATE order_items SET quantity = 999, line_total_minor =`
  const inFrancs = [
    `UPDATE products SET currency = 'CDF'`,
    'UPDATE variants SET price_minor = 1300',
    'UPDATE orders SET subtotal_minor = 464, total_minor = 464 + delivery_fee_minor',
  ]

  it('999 pieces at CDF 13 are USD 4.64, rounded once', () => {
    expect(checkPrices(simulation, 0)).toBe(market.lastOrder)
    expect(laws()).toEqual([])
    for (const sql of [...inFrancs, `${ofAll} 464`]) run(sql)
    checkPrices(simulation, 0)
    expect(laws()).toEqual([])
    run(`${ofAll} 463`)
    checkPrices(simulation, 0)
    expect(laws()).toEqual(['a line is its prices at the rate, rounded once', 'the goods cost the sum of their lines'])
  })

  it('what is above zero is never zero', () => {
    for (const sql of [...inFrancs, 'UPDATE variants SET price_minor = 1', 'UPDATE order_items SET quantity = 1'])
      run(sql)
    run('UPDATE order_items SET line_total_minor = 0')
    checkPrices(simulation, 0)
    expect(laws()).toContain('a line is its prices at the rate, rounded once')
  })
})

describe('what a gateway moved', () => {
  it('is its clearing account', () => {
    checkClearing(simulation)
    expect(laws()).toEqual([])
    const [movement] = simulation.gateways.movements.values()
    if (movement) movement.status = 'failed'
    checkClearing(simulation)
    expect(laws()).toEqual(['what a gateway moved is what its clearing account says'])
  })

  it('is less by a fee once finance has booked it, and not before', () => {
    const money = { amountMinor: 7, currency: 'USD' as const }
    simulation.gateways.lines.push({ gateway: 'B', kind: 'GATEWAY_FEE', reference: 'F', money })
    checkClearing(simulation)
    expect(laws()).toEqual([])
    run(`INSERT INTO bookings (id, kind, gateway, status, amount_minor, currency, reference, folded_reference, note, requested_by, confirmed_by,
      created_at, updated_at) VALUES ('b', 'GATEWAY_FEE', 'B', 'BOOKED', 7, 'USD', 'F', 'f', 'x', 'x', 'y', 1, 1)`)
    checkClearing(simulation)
    expect(laws()).toEqual(['what a gateway moved is what its clearing account says'])
    run(`UPDATE accounts SET balance_minor = balance_minor + 7 WHERE code = 'gatewayB:clearing' AND currency = 'USD'`)
    checkClearing(simulation)
    expect(laws()).toEqual([])
  })

  it('is what was booked where it lied to us', () => {
    const [movement] = simulation.gateways.movements.values()
    if (movement) Object.assign(movement, { status: 'failed', hasLied: true })
    checkClearing(simulation)
    expect(laws()).toEqual([])
  })
})

const open = (more: string) => `UPDATE gateway_transactions SET status = 'pending', ${more} WHERE rowid = 1`
const at = (ms: number) => simulation.now - ms - 3 * MINUTE_MS
const ago = (ms: number) => `created_at = ${at(ms)}, sent_at = ${at(ms)}`
const TELL = `INSERT INTO incidents (id, type, severity, title, description, ref, created_at)
  SELECT 'i', 'PAYMENT', 'HIGH', '', '', 'x:' || id, 1 FROM gateway_transactions WHERE rowid = 1`
const delivered = (days: number) => [
  `UPDATE orders SET status = 'DELIVERED' WHERE rowid = 1`,
  `UPDATE history SET at = ${simulation.now - days * DAY_MS} WHERE to_status = 'DELIVERED'`,
]
const incidentOf = (openedBy: string) => `
  INSERT INTO incidents (id, type, severity, title, description, ref, order_id, opened_by, created_at)
  SELECT 'i', 'ORDER', 'HIGH', '', '', 'x', id, ${openedBy}, 1 FROM orders WHERE rowid = 1`

const waiting = (createdAt: number, status = 'REQUESTED') => `
  INSERT INTO refunds (id, order_id, amount_minor, currency, kind, status, gateway, phone, network, country, created_at, updated_at)
  SELECT 'r', id, 1, 'USD', 'PARTIAL', '${status}', 'B', '243810000001', 'airtel', 'CD', ${createdAt}, 1 FROM orders WHERE rowid = 1`
/** A movement of that refund that its gateway could not be sent, and the day's incident of what could not. */
const unsentRefund = () => [
  waiting(at(HOUR_MS), 'PROCESSING'),
  open(`kind = 'payout', purpose = 'REFUND', subject_id = 'r', sent_at = NULL, reported_at = 0`),
  `INSERT INTO incidents (id, type, severity, title, description, ref, created_at)
    SELECT 'i', 'PAYMENT', 'HIGH', '', '', 'unsent:' || gateway || ':1970-01-01', 1 FROM gateway_transactions WHERE rowid = 1`,
]

/** What breaks each law, and the same a little different, which does not. */
const LATE: Record<string, { breaks: () => string[]; holds: () => string[] }> = {
  'a movement that was not sent within an hour has an incident': {
    breaks: () => [open(ago(HOUR_MS)), 'UPDATE gateway_transactions SET sent_at = NULL'],
    holds: () => [open(ago(HOUR_MS)), 'UPDATE gateway_transactions SET sent_at = NULL', TELL],
  },
  'a payout without a verdict for 6 hours has an incident': {
    breaks: () => [open(`kind = 'payout', ${ago(6 * HOUR_MS)}`)],
    holds: () => [open(`kind = 'payout', ${ago(5 * HOUR_MS)}`)],
  },
  'a payin without a verdict for 24 hours has an incident': {
    breaks: () => [open(ago(DAY_MS))],
    holds: () => [open(`created_at = ${at(DAY_MS)}, sent_at = ${at(HOUR_MS)}`)],
  },
  'what waits for the decision of a person has an incident': {
    breaks: () => [`UPDATE gateway_transactions SET status = 'review' WHERE rowid = 1`],
    holds: () => [`UPDATE gateway_transactions SET status = 'review' WHERE rowid = 1`, TELL],
  },
  'after 31 days no payin is open, but for the last hourly question once somebody was told': {
    breaks: () => [open(ago(31 * DAY_MS)), TELL],
    holds: () => [open(ago(30 * DAY_MS)), TELL],
  },
  'nobody who delivered waits for their money for more than a week, unless a party or staff stopped it': {
    // The service's own stops nobody's pay; that of any party does.
    breaks: () => [...delivered(10), incidentOf('NULL')],
    holds: () => [...delivered(10), incidentOf(`'${simulation.people.sellers[0]?.id}'`)],
  },
  'a refund that nobody has decided for a day has an incident': {
    breaks: () => [waiting(at(DAY_MS))],
    holds: () => [waiting(at(HOUR_MS))],
  },
  'no order waits for its payment a quarter of an hour after its hold ended': {
    breaks: () => [`UPDATE orders SET status = 'PENDING_PAYMENT', hold_ends_at = ${simulation.now - HOUR_MS}`],
    holds: () => [`UPDATE orders SET status = 'PENDING_PAYMENT', hold_ends_at = ${simulation.now}`],
  },
  'a parcel without news for 72 hours has an incident': {
    breaks: () => [
      `UPDATE orders SET status = 'OUT_FOR_DELIVERY' WHERE rowid = 1`,
      `UPDATE history SET at = ${simulation.now - 76 * HOUR_MS} WHERE to_status = 'OUT_FOR_DELIVERY'`,
    ],
    holds: () => [`UPDATE orders SET status = 'OUT_FOR_DELIVERY' WHERE rowid = 1`],
  },
}

describe('what must happen in its time', () => {
  // History is never changed, but here.
  const play = (writes: string[]) => {
    for (const { name } of market.store.rows<{ name: string }>(
      `SELECT name FROM sqlite_schema WHERE type = 'trigger' AND tbl_name IN ('history', 'orders', 'gateway_transactions')`,
    ))
      run(`DROP TRIGGER ${name}`)
    for (const sql of writes) run(sql)
    checkTimely(simulation)
  }

  it('there is a way to break every law, and all hold at first', () => {
    expect(Object.keys(LATE)).toEqual(Object.keys(TIMELY_LAWS))
    checkTimely(simulation)
    expect(laws()).toEqual([])
  })

  it.each(Object.keys(LATE))('%s', (law) => {
    market.store.run({ sql: 'SAVEPOINT late', params: [] })
    play((LATE[law] as (typeof LATE)[string]).breaks())
    expect(laws()).toContain(law)
    market.store.run({ sql: 'ROLLBACK TO late', params: [] })
    play((LATE[law] as (typeof LATE)[string]).holds())
    expect(laws()).not.toContain(law)
  })
})

it('who waits for money that is told of together with others has been told of', () => {
  for (const { name } of market.store.rows<{ name: string }>(
    `SELECT name FROM sqlite_schema WHERE type = 'trigger' AND tbl_name IN ('history', 'orders', 'gateway_transactions')`,
  ))
    run(`DROP TRIGGER ${name}`)
  const [payout = '', movement = '', incident = ''] = unsentRefund()
  for (const sql of [...delivered(10), payout, movement]) run(sql)
  checkTimely(simulation)
  const law = 'nobody who delivered waits for their money for more than a week, unless a party or staff stopped it'
  expect(laws()).toContain(law)
  run(incident)
  checkTimely(simulation)
  expect(laws()).not.toContain(law)
})

it('nights that nobody makes up for are seen', async () => {
  const law = 'missed nights are made up for'
  const nothing = async () => {}
  run(`INSERT INTO compared_nights (gateway, day, updated_at) VALUES ('B', '2026-05-01', 1)`)
  await makeUpNights(simulation, nothing)
  // The day that was not compared, and the payments that never agreed.
  expect(simulation.breaks.splice(0).map((one) => one.law)).toEqual([law, law])
})

it('a balance that its owner cannot withdraw is seen', async () => {
  const nothing = async () => {}
  await emptyWallets(simulation, nothing, nothing)
  expect(laws()).toEqual(['whoever has a balance can withdraw it'])
})

describe('who money leaves to', () => {
  const refundOf = (reference: string) => [
    `UPDATE gateway_transactions SET kind = 'payout', purpose = 'REFUND', subject_id = 'r' WHERE reference = '${reference}'`,
    `INSERT INTO refunds (id, order_id, amount_minor, currency, kind, status, gateway, phone, network, country, created_at, updated_at)
      SELECT 'r', id, 1, 'USD', 'PARTIAL', 'PROCESSING', 'B', 'x', 'airtel', 'CD', 1, 1 FROM orders
      WHERE id IN (SELECT w.order_id FROM payin_shares w JOIN gateway_transactions g ON g.id = w.payin_id AND g.reference = '${reference}')`,
  ]

  it('is who paid, or whom a code approved; a stolen session sends to who paid alone', () => {
    for (const { name } of market.store.rows<{ name: string }>(
      `SELECT name FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = 'gateway_transactions'`,
    ))
      run(`DROP TRIGGER ${name}`)
    const { reference } = firstPayin()
    for (const sql of refundOf(reference)) run(sql)
    const payer = simulation.gateways.movements.get(reference)?.phone ?? ''
    const send = (label: string, phone: string) =>
      checkLeaving(simulation, taskOf(label), { kind: 'payout', reference, phone })
    send('insiderRefunds', payer)
    expect(laws()).toEqual([])
    send('confirmRefund', '243990000066')
    expect(laws()).toEqual(['nothing leaves to a number that did not pay, and that no code approved'])
    run(`INSERT INTO pending_approvals (id, purpose, subject_id, requested_by, terms, input, expires_at, ended_by, ended_at, created_at)
      SELECT 'a', 'REFUND_NUMBER', 'r', id, '["243990000066"]', '{}', 1, 'APPROVED', 1, 1 FROM users LIMIT 1`)
    send('confirmRefund', '243990000066')
    expect(laws()).toEqual([])
    send('insiderGuesses', '243990000066')
    expect(laws()).toEqual(['a stolen session sends money to nobody but whoever paid it'])
  })
})
