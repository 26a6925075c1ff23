import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kernel/time.ts'
import { makeUpNights } from '../nights.ts'
import { emptyWallets } from '../withdrawing.ts'
import { broken, laws, openBroken, run } from './broken.ts'
import { checkTimely, TIMELY_LAWS } from './timely.ts'

openBroken()

const open = (more: string) => `UPDATE gateway_transactions SET status = 'pending', ${more} WHERE rowid = 1`
const at = (ms: number) => broken.simulation.now - ms - 3 * MINUTE_MS
const ago = (ms: number) => `created_at = ${at(ms)}, sent_at = ${at(ms)}`
const TELL = `INSERT INTO incidents (id, type, severity, title, description, ref, created_at)
  SELECT 'i', 'PAYMENT', 'HIGH', '', '', 'x:' || id, 1 FROM gateway_transactions WHERE rowid = 1`
const delivered = (days: number) => [
  `UPDATE orders SET status = 'DELIVERED' WHERE rowid = 1`,
  `UPDATE history SET at = ${broken.simulation.now - days * DAY_MS} WHERE to_status = 'DELIVERED'`,
]
const incidentOf = (openedBy: string) => `
  INSERT INTO incidents (id, type, severity, title, description, ref, order_id, opened_by, created_at)
  SELECT 'i', 'ORDER', 'HIGH', '', '', 'x', id, ${openedBy}, 1 FROM orders WHERE rowid = 1`

const waiting = (createdAt: number, status = 'REQUESTED') => `
  INSERT INTO refunds (id, order_id, amount_minor, currency, kind, status, gateway, phone, network, country, created_at, updated_at)
  SELECT 'r', id, 1, 'USD', 'PARTIAL', '${status}', 'B', '243810000001', 'airtel', 'CD', ${createdAt}, 1 FROM orders WHERE rowid = 1`
/** An attempt of that refund that its gateway could not be sent, and the day's incident of what could not. */
const unsentRefund = () => [
  waiting(at(HOUR_MS), 'PROCESSING'),
  open(`kind = 'payout', purpose = 'REFUND', subject_id = 'r', sent_at = NULL, reported_at = 0`),
  `INSERT INTO incidents (id, type, severity, title, description, ref, created_at)
    SELECT 'i', 'PAYMENT', 'HIGH', '', '', 'unsent:' || gateway || ':1970-01-01', 1 FROM gateway_transactions WHERE rowid = 1`,
]

/** Writes that break each law, and a little different ones that do not. */
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
    holds: () => [...delivered(10), incidentOf(`'${broken.simulation.people.sellers[0]?.id}'`)],
  },
  'a refund that nobody has decided for a day has an incident': {
    breaks: () => [waiting(at(DAY_MS))],
    holds: () => [waiting(at(HOUR_MS))],
  },
  'no order waits for its payment a quarter of an hour after its hold ended': {
    breaks: () => [`UPDATE orders SET status = 'PENDING_PAYMENT', hold_ends_at = ${broken.simulation.now - HOUR_MS}`],
    holds: () => [`UPDATE orders SET status = 'PENDING_PAYMENT', hold_ends_at = ${broken.simulation.now}`],
  },
  'a parcel without news for 72 hours has an incident': {
    breaks: () => [
      `UPDATE orders SET status = 'OUT_FOR_DELIVERY' WHERE rowid = 1`,
      `UPDATE history SET at = ${broken.simulation.now - 76 * HOUR_MS} WHERE to_status = 'OUT_FOR_DELIVERY'`,
    ],
    holds: () => [`UPDATE orders SET status = 'OUT_FOR_DELIVERY' WHERE rowid = 1`],
  },
}

describe('what must happen in its time', () => {
  // History is never changed, but here.
  const play = (writes: string[]) => {
    for (const { name } of broken.market.store.rows<{ name: string }>(
      `SELECT name FROM sqlite_schema WHERE type = 'trigger' AND tbl_name IN ('history', 'orders', 'gateway_transactions')`,
    ))
      run(`DROP TRIGGER ${name}`)
    for (const sql of writes) run(sql)
    checkTimely(broken.simulation)
  }

  it('there is a way to break every law, and all hold at first', () => {
    expect(Object.keys(LATE)).toEqual(Object.keys(TIMELY_LAWS))
    checkTimely(broken.simulation)
    expect(laws()).toEqual([])
  })

  it.each(Object.keys(LATE))('%s', (law) => {
    broken.market.store.run({ sql: 'SAVEPOINT late', params: [] })
    play((LATE[law] as (typeof LATE)[string]).breaks())
    expect(laws()).toContain(law)
    broken.market.store.run({ sql: 'ROLLBACK TO late', params: [] })
    play((LATE[law] as (typeof LATE)[string]).holds())
    expect(laws()).not.toContain(law)
  })
})

it('who waits for money that is told of together with others has been told of', () => {
  for (const { name } of broken.market.store.rows<{ name: string }>(
    `SELECT name FROM sqlite_schema WHERE type = 'trigger' AND tbl_name IN ('history', 'orders', 'gateway_transactions')`,
  ))
    run(`DROP TRIGGER ${name}`)
  const [payout = '', movement = '', incident = ''] = unsentRefund()
  for (const sql of [...delivered(10), payout, movement]) run(sql)
  checkTimely(broken.simulation)
  const law = 'nobody who delivered waits for their money for more than a week, unless a party or staff stopped it'
  expect(laws()).toContain(law)
  run(incident)
  checkTimely(broken.simulation)
  expect(laws()).not.toContain(law)
})

it('nights that nobody makes up for are seen', async () => {
  const law = 'missed nights are made up for'
  const nothing = async () => {}
  run(`INSERT INTO compared_nights (gateway, day, updated_at) VALUES ('B', '2026-05-01', 1)`)
  await makeUpNights(broken.simulation, nothing)
  // The day that was not compared, and the payments that never agreed.
  expect(broken.simulation.breaks.splice(0).map((one) => one.law)).toEqual([law, law])
})

it('a balance that its owner cannot withdraw is seen', async () => {
  const nothing = async () => {}
  await emptyWallets(broken.simulation, nothing, nothing)
  expect(laws()).toEqual(['whoever has a balance can withdraw it'])
})
