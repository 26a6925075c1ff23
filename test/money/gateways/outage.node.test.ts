import { expect, it } from 'vitest'
import { askGateways } from '#cron/gateways.ts'
import type { Ctx } from '#domain/core/context.ts'
import { getTransaction } from '#domain/money/gateways/queries.ts'
import { expirePayment } from '#domain/shops/subscriptions/expire-payment.ts'
import { DAY_MS, HOUR_MS } from '#kernel/time.ts'
import { NOW, openDomain } from '#testing/domain/domain.ts'
import { addMarket } from '#testing/domain/market.ts'
import { addTransaction, linesOfTransfers } from '#testing/domain/money.ts'

const domain = openDomain(addMarket)
const { ctx, answers, calls } = domain

/** The sweep's share of both gateways. @returns how many questions were asked */
async function sweepAt(at: Ctx): Promise<number> {
  const before = calls.length
  await Promise.all(Object.values(askGateways).map((ask) => ask(at)))
  return calls.length - before
}

const EXPIRED = {
  purpose: 'CHARGE',
  externalId: 'ext-1',
  status: 'expired',
  checks: 9,
  nextCheckAt: NOW + HOUR_MS,
} as const

it('an expired payin whose one read fails after a day’s outage is asked about until a read is answered', async () => {
  addTransaction(domain, EXPIRED)
  const sweep = async (ms: number, outcome: { kind: string; detail?: string }) => {
    answers.push({ outcome })
    const asked = await sweepAt(domain.after(ms))
    return { asked, ...(await getTransaction(ctx, 'tx')) }
  }
  // Nothing of us ran for a day; the first read after it gets no answer, and from then on it is asked daily.
  const back = NOW + DAY_MS + HOUR_MS
  const silent = await sweep(DAY_MS + HOUR_MS, { kind: 'unknown', detail: 'TIMEOUT' })
  expect(silent).toMatchObject({ asked: 1, status: 'expired', nextCheckAt: back + DAY_MS })
  expect(await sweep(2 * DAY_MS + HOUR_MS - 1, { kind: 'succeeded' })).toMatchObject({ asked: 0, status: 'expired' })
  answers.length = 0

  const paid = await sweep(2 * DAY_MS + HOUR_MS, { kind: 'succeeded' })
  expect(paid).toMatchObject({ asked: 1, status: 'succeeded', nextCheckAt: null })
  expect(linesOfTransfers(domain, '*')).toEqual(['charge:paid tx: gatewayB:clearing > platform:charges 2151 USD'])
  expect(calls.map(({ what }) => what)).toEqual(['mbiyopay.read', 'mbiyopay.read'])
})

it('a deposit that the clock gives up after a day’s outage, its last read unanswered, is asked about again', async () => {
  const deposit = addTransaction(domain, { purpose: 'CHARGE', gateway: 'A', kind: 'deposit', nextCheckAt: null })
  answers.push({ outcome: { kind: 'unknown', detail: 'TIMEOUT' } })
  await expirePayment(domain.after(DAY_MS + HOUR_MS), deposit)
  expect(await getTransaction(ctx, 'tx')).toMatchObject({
    status: 'expired',
    nextCheckAt: NOW + DAY_MS + 2 * HOUR_MS,
  })

  answers.push({ outcome: { kind: 'succeeded' } })
  expect(await sweepAt(domain.after(DAY_MS + 2 * HOUR_MS))).toBe(1)
  expect(await getTransaction(ctx, 'tx')).toMatchObject({ status: 'succeeded', nextCheckAt: null })
})

it('an attempt that the gateway still has under way after that day is told to a person, and asked about daily for a month', async () => {
  addTransaction(domain, EXPIRED)
  answers.push({ outcome: { kind: 'pending' } }, { outcome: { kind: 'pending' } })
  expect(await sweepAt(domain.after(DAY_MS + HOUR_MS))).toBe(1)
  expect(await getTransaction(ctx, 'tx')).toMatchObject({
    status: 'expired',
    nextCheckAt: NOW + 2 * DAY_MS + HOUR_MS,
  })
  expect(domain.rows('SELECT ref FROM incidents')).toEqual([{ ref: 'silent:tx' }])
  expect(await sweepAt(domain.after(30 * DAY_MS))).toBe(1)
  expect(await getTransaction(ctx, 'tx')).toMatchObject({ status: 'expired', nextCheckAt: null })
  expect(domain.rows('SELECT ref FROM incidents')).toEqual([{ ref: 'silent:tx' }])
})

it('an expired deposit whose one read fails after a month’s outage is asked about again, and told', async () => {
  addTransaction(domain, { ...EXPIRED, gateway: 'A', kind: 'deposit' })
  answers.push({ outcome: { kind: 'unknown', detail: 'TIMEOUT' } }, { outcome: { kind: 'succeeded' } })
  expect(await sweepAt(domain.after(31 * DAY_MS))).toBe(1)
  expect(domain.rows('SELECT ref FROM incidents')).toEqual([{ ref: 'silent:tx' }])
  expect(await sweepAt(domain.after(31 * DAY_MS + HOUR_MS))).toBe(1)
  expect(await getTransaction(ctx, 'tx')).toMatchObject({ status: 'succeeded', nextCheckAt: null })
})

it('a deposit that could be sent only after a month, and that the clock gives up then, is asked about', async () => {
  const back = 31 * DAY_MS
  const deposit = addTransaction(domain, { purpose: 'CHARGE', gateway: 'A', kind: 'deposit', sentAt: NOW + back })
  answers.push({ outcome: { kind: 'notFound' } })
  await expirePayment(domain.after(back), deposit)
  expect(await getTransaction(ctx, 'tx')).toMatchObject({ status: 'expired', nextCheckAt: NOW + back + HOUR_MS })

  // The payout may be in flight: an answer that does not find it yet is no reason to ask no more.
  answers.push({ outcome: { kind: 'notFound' } }, { outcome: { kind: 'succeeded' } })
  expect(await sweepAt(domain.after(back + HOUR_MS))).toBe(1)
  expect(await sweepAt(domain.after(back + 2 * HOUR_MS))).toBe(1)
  expect(await getTransaction(ctx, 'tx')).toMatchObject({ status: 'succeeded', nextCheckAt: null })
})

it('a deposit that the clock gives up after a month’s outage, its last read unanswered, is asked about and told', async () => {
  const deposit = addTransaction(domain, { purpose: 'CHARGE', gateway: 'A', kind: 'deposit', nextCheckAt: null })
  const unknown = { outcome: { kind: 'unknown', detail: 'TIMEOUT' } }
  answers.push(unknown, unknown, unknown)
  await expirePayment(domain.after(31 * DAY_MS), deposit)
  expect(await sweepAt(domain.after(31 * DAY_MS + HOUR_MS))).toBe(1)
  expect(domain.rows('SELECT ref FROM incidents')).toEqual([{ ref: 'silent:tx' }])
  expect(await sweepAt(domain.after(31 * DAY_MS + 2 * HOUR_MS))).toBe(1)
  expect(await getTransaction(ctx, 'tx')).toMatchObject({ status: 'expired', nextCheckAt: null })
})

it('an attempt of which the gateway has no trace after that day is given up', async () => {
  addTransaction(domain, EXPIRED)
  answers.push({ outcome: { kind: 'notFound' } })
  expect(await sweepAt(domain.after(DAY_MS + HOUR_MS))).toBe(1)
  expect(await getTransaction(ctx, 'tx')).toMatchObject({ status: 'expired', nextCheckAt: null })
})

it('a payout that could be sent only after a month is asked about from then on', async () => {
  addTransaction(domain, {
    purpose: 'CHARGE',
    gateway: 'A',
    kind: 'payout',
    sentAt: NOW + 31 * DAY_MS,
    nextCheckAt: NOW,
  })
  answers.push({ outcome: { kind: 'pending' } }, { outcome: { kind: 'succeeded' } })
  expect(await sweepAt(domain.after(31 * DAY_MS + HOUR_MS))).toBe(1)
  expect(await getTransaction(ctx, 'tx')).toMatchObject({ status: 'pending' })
  expect(await sweepAt(domain.after(31 * DAY_MS + 2 * HOUR_MS))).toBe(1)
  expect(await getTransaction(ctx, 'tx')).toMatchObject({ status: 'succeeded', nextCheckAt: null })
})
