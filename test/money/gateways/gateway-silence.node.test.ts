import { describe, expect, it } from 'vitest'
import { applyReading } from '#domain/money/gateways/readings/apply.ts'
import { type Reading, SEVERAL_TRANSACTIONS } from '#kernel/outcome.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#kernel/time.ts'
import { NOW, openDomain } from '#testing/domain/domain.ts'
import { DECLINED, NOT_FOUND, PENDING, transactionsOf, UNKNOWN } from '#testing/domain/gateways.ts'
import { addMarket } from '#testing/domain/market.ts'
import { addTransaction } from '#testing/domain/money.ts'

const domain = openDomain(addMarket)
const { ctx } = domain

const { charge, row, incidents, history } = transactionsOf(domain)

describe('nothing decided yet', () => {
  it.each([
    [0, 30 * SECOND_MS],
    [1, 2 * MINUTE_MS],
    [2, 10 * MINUTE_MS],
    [3, HOUR_MS],
    [4, HOUR_MS],
    [9, HOUR_MS],
  ])('after %i checks it is asked about again in %i ms', async (checks, ms) => {
    const later = domain.after(3)
    const seen = await applyReading(later, charge({ checks }), PENDING)
    expect(seen).toMatchObject({ status: 'pending', checks: checks + 1, nextCheckAt: NOW + 3 + ms, updatedAt: NOW + 3 })
    expect(history()).toEqual([])
    expect(domain.laters).toEqual([])
  })

  it('remembers what the gateway said', async () => {
    const outcome = { kind: 'pending', externalId: 'ext-1', state: 'ACCEPTED' } as const
    expect(await applyReading(ctx, charge(), { outcome })).toMatchObject({ externalId: 'ext-1', state: 'ACCEPTED' })
    expect(await applyReading(ctx, await row(), PENDING)).toMatchObject({ externalId: 'ext-1', state: 'ACCEPTED' })
    expect(await applyReading(ctx, await row(), UNKNOWN)).toMatchObject({ state: 'ACCEPTED', checks: 3 })
  })

  it('keeps an admin’s payout in step', async () => {
    const money = { amount_minor: 2151, currency: 'USD', phone: '243810000001', network: 'airtel', country: 'CD' }
    const paid = { gateway: 'A', requested_by: 'buyer', account: 'platform:cash', status: 'ACCEPTED' }
    domain.add('payouts', { id: 'p1', ...paid, ...money, created_at: NOW, updated_at: NOW })
    const tx = addTransaction(domain, { gateway: 'A', kind: 'payout', purpose: 'ADMIN_PAYOUT', subjectId: 'p1' })
    await applyReading(ctx, tx, { outcome: { kind: 'pending', state: 'ENQUEUED' } })
    expect(domain.row('SELECT status FROM payouts')).toEqual({ status: 'ENQUEUED' })
  })

  it('leaves alone what a verdict has ended meanwhile, and everything else', async () => {
    const other = charge({ id: 'other', subjectId: 'o9' })
    const tx = charge()
    await applyReading(ctx, tx, DECLINED)
    expect(await applyReading(ctx, tx, PENDING)).toMatchObject({ status: 'failed', checks: 0, nextCheckAt: null })
    expect(await row('other')).toEqual(other)
  })

  it.each([
    [DAY_MS - 1, HOUR_MS, HOUR_MS],
    [DAY_MS, DAY_MS, null],
    [30 * DAY_MS - 1, DAY_MS, null],
    [30 * DAY_MS, null, null],
  ])(
    'what expired is asked about hourly for a day, then daily for a month while it is under way (%i ms)',
    async (ms, underWay, untraced) => {
      const waits = [
        [PENDING, underWay],
        [NOT_FOUND, untraced],
      ] as const
      for (const [i, [reading, wait]] of waits.entries()) {
        const tx = charge({ id: `t${i}`, subjectId: `s${i}`, status: 'expired', checks: 0, reportedAt: NOW })
        const seen = await applyReading(domain.after(ms), tx, reading)
        expect(seen).toMatchObject({ status: 'expired', checks: 1, nextCheckAt: wait && NOW + ms + wait })
      }
      expect(incidents()).toEqual([])
    },
  )

  it('silence about an expired attempt ends no questions before a month is over', async () => {
    const seen = await applyReading(domain.after(DAY_MS), charge({ status: 'expired', checks: 9 }), UNKNOWN)
    expect(seen).toMatchObject({ status: 'expired', checks: 10, nextCheckAt: NOW + 2 * DAY_MS })
  })

  it.each([
    ['pending', PENDING],
    ['unknown', UNKNOWN],
  ])('what expired and is still %s after a month is told, once, and asked about once more', async (_said, reading) => {
    const tx = charge({ status: 'expired', checks: 0 })
    const told = await applyReading(domain.after(30 * DAY_MS), tx, reading)
    expect(told).toMatchObject({ status: 'expired', checks: 1, nextCheckAt: NOW + 30 * DAY_MS + HOUR_MS })
    expect(incidents()).toMatchObject([{ ref: 'silent:tx', title: 'Mouvement sans verdict de la passerelle' }])
    const over = await applyReading(domain.after(30 * DAY_MS + HOUR_MS), told, reading)
    expect(over).toMatchObject({ status: 'expired', checks: 2, nextCheckAt: null })
    expect(incidents()).toHaveLength(1)
  })

  it('a person hears once of several payments under the reference of an expired attempt; after a month nobody asks', async () => {
    const several: Reading = { outcome: { kind: 'unknown', detail: SEVERAL_TRANSACTIONS } }
    const told = await applyReading(domain.after(31 * DAY_MS), charge({ status: 'expired' }), several)
    expect(told).toMatchObject({ nextCheckAt: NOW + 31 * DAY_MS + HOUR_MS })
    expect(await applyReading(domain.after(32 * DAY_MS), told, several)).toMatchObject({ nextCheckAt: null })
    expect(incidents()).toMatchObject([{ ref: 'several:tx' }])
  })

  it.each([
    ['payin', PENDING, 'expired'],
    ['deposit', UNKNOWN, 'expired'],
    ['payout', PENDING, 'pending'],
  ] as const)(
    'a %s that is open for a day is asked about daily, and after a month no more',
    async (kind, said, end) => {
      const daily = await applyReading(domain.after(DAY_MS), charge({ kind, checks: 30, reportedAt: NOW }), said)
      expect(daily).toMatchObject({ status: 'pending', nextCheckAt: NOW + 2 * DAY_MS })
      const last = await applyReading(domain.after(30 * DAY_MS), daily, said)
      expect(last).toMatchObject({ status: end, nextCheckAt: null })
    },
  )

  it('nothing is given up before a person heard of it, as after an outage of a month', async () => {
    const seen = await applyReading(domain.after(31 * DAY_MS), charge({ kind: 'deposit', checks: 1 }), UNKNOWN)
    expect(seen).toMatchObject({ status: 'pending', nextCheckAt: NOW + 31 * DAY_MS + HOUR_MS })
  })
})

describe('no trace of it', () => {
  const KINDS = ['deposit', 'payin', 'payout', 'refund'] as const

  it.each(KINDS)('a %s may be in flight for 15 minutes', async (kind) => {
    const tx = charge({ kind, sentAt: NOW + MINUTE_MS })
    const seen = await applyReading(domain.after(16 * MINUTE_MS - 1), tx, NOT_FOUND)
    expect(seen).toMatchObject({ status: 'pending', checks: 1, state: null })
    expect(incidents()).toEqual([])
  })

  it.each([
    ['deposit', 'failed', null],
    ['payin', 'expired', NOW + 15 * MINUTE_MS + HOUR_MS],
  ] as const)('a %s was not made', async (kind, status, nextCheckAt) => {
    const seen = await applyReading(domain.after(15 * MINUTE_MS), charge({ kind }), NOT_FOUND)
    expect(seen).toMatchObject({ status, failureCode: 'NOT_FOUND', nextCheckAt, finalAt: NOW + 15 * MINUTE_MS })
    expect(incidents()).toEqual([])
  })

  it.each(['payout', 'refund'] as const)('a %s is never released on silence: a person decides', async (kind) => {
    const tx = charge({ kind })
    const seen = await applyReading(domain.after(15 * MINUTE_MS), tx, NOT_FOUND)
    expect(seen).toMatchObject({ status: 'pending', state: 'NOT_FOUND', checks: 1 })
    await applyReading(domain.after(15 * MINUTE_MS), seen, NOT_FOUND)
    expect(incidents()).toEqual([
      {
        ref: 'untraced:tx',
        severity: 'HIGH',
        title: "Versement sans trace chez l'opérateur",
        description: "L'opérateur ne connaît pas tx-ref. Vérifiez avec lui avant de décider.",
      },
    ])
  })

  it('the time of an attempt that was never sent counts from its intent', async () => {
    const tx = charge({ kind: 'deposit', sentAt: null })
    expect(await applyReading(domain.after(15 * MINUTE_MS - 1), tx, NOT_FOUND)).toMatchObject({ status: 'pending' })
    expect(await applyReading(domain.after(15 * MINUTE_MS), await row(), NOT_FOUND)).toMatchObject({ status: 'failed' })
  })
})
