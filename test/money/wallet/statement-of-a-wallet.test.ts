import { describe, expect, it, vi } from 'vitest'
import { call, type Person } from '#testing/api.ts'
import { fromNoon } from '#testing/clock.ts'
import { newMarket } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { newSeller } from '#testing/fixtures/shops.ts'
import {
  completedOrder,
  earningSeller,
  ends,
  expectA4,
  expectOnly,
  faults,
  monthOf,
  nameNumber,
  ok,
  raw,
  refundByCode,
  withdrawByCode,
} from '#testing/stories/books.ts'
import { again, clockAt, DAY, HOUR } from '#testing/stories/money.ts'
import type { Data } from '#testing/stories/orders.ts'

fromNoon()

// Rule: GET /wallet/statement {month, currencies [{currency, opening, lines, closing}]}, months in UTC+2, a future one 400, a PDF
// with `Accept: application/pdf`. Lines are those of the wallet; what a month closes with the next one opens with.
//
// Silent: which month is meant when none is named; whether a currency in which nothing ever moved is listed; in which order the
// lines stand; whether opening and closing are of what is available or of what is available and reserved (tested where both say
// the same: once nothing is on its way).

const statement = async (as: Person, month: string): Promise<Data> =>
  ok(await call(as, 'GET', `/wallet/statement?month=${month}`))
const inUsd = ({ currencies }: Data): Data =>
  currencies.find(({ currency }: Data) => currency === 'USD') ?? { opening: '0.00', lines: [], closing: '0.00' }
const cents = (amount: string) => Math.round(Number(amount) * 100)
const amounts = (lines: Data[]) => lines.map(({ type, amount }) => `${type} ${amount}`).sort()
/** The first instant of a month in Lubumbashi, so many months after this one. */
const monthStart = (later: number) => {
  const [year = 0, month = 0] = monthOf(Date.now()).split('-').map(Number)
  return Date.UTC(year, month - 1 + later, 1) - 2 * HOUR
}

describe('the statement of a month', () => {
  it('opens, lists what moved, and closes with the sum of it; the next month opens there', async () => {
    const { seller, phone } = await earningSeller()
    ok(await withdrawByCode(seller, '10.00'))
    await ends(phone, 'approve')
    const month = monthOf(Date.now())
    const now = await statement(seller, month)
    expect(now.month).toBe(month)
    expect(inUsd(now)).toMatchObject({ currency: 'USD', opening: '0.00', closing: '15.00' })
    expect(amounts(inUsd(now).lines)).toEqual(['PAYOUT -10.00', 'SALE 25.00'])
    clockAt(monthStart(1) + DAY)
    const later = await again(seller)
    const next = inUsd(await statement(later, monthOf(Date.now())))
    expect([next.opening, next.lines, next.closing]).toEqual(['15.00', [], '15.00'])
    expect(inUsd(await statement(later, month))).toEqual(inUsd(now))
  })

  it('ends at midnight of Lubumbashi, two hours before that of UTC', async () => {
    const { seller, phone } = await earningSeller()
    const turn = monthStart(1)
    clockAt(turn - HOUR)
    let now = await again(seller)
    ok(await withdrawByCode(now, '4.00'))
    await ends(phone, 'approve')
    // 23:00 UTC of the last day is 1:00 of the first: another month there.
    clockAt(turn + HOUR)
    now = await again(seller)
    ok(await withdrawByCode(now, '6.00'))
    await ends(phone, 'approve')
    const [before, after] = [monthOf(turn - 1), monthOf(turn)]
    expect(amounts(inUsd(await statement(now, before)).lines)).toContain('PAYOUT -4.00')
    expect(amounts(inUsd(await statement(now, after)).lines)).toEqual(['PAYOUT -6.00'])
    expect(inUsd(await statement(now, after)).opening).toBe(inUsd(await statement(now, before)).closing)
  })

  it('shows a withdrawal that failed in both ways, or in none, and closes as if it had not been', async () => {
    const { seller, phone } = await earningSeller()
    ok(await withdrawByCode(seller, '10.00'))
    await ends(phone, 'refuse')
    const { opening, lines, closing } = inUsd(await statement(seller, monthOf(Date.now())))
    expect([opening, closing]).toEqual(['0.00', '25.00'])
    const moved = lines.filter(({ type }: Data) => type !== 'SALE').map(({ amount }: Data) => cents(amount))
    const withoutFailed = lines.filter(({ status }: Data) => status !== 'FAILED')
    expect([0, -1000]).toContain(moved.reduce((sum: number, amount: number) => sum + amount, 0))
    expect(withoutFailed.length).toBeGreaterThanOrEqual(1)
  })

  it('shows what went back to a buyer', async () => {
    const { seller, order } = await earningSeller()
    await refundByCode(await signUp('ADMIN'), { orderId: order.id, amount: '5.00' })
    await ends(order.payerPhoneNumber, 'approve')
    const { lines, closing } = inUsd(await statement(seller, monthOf(Date.now())))
    expect([amounts(lines), closing]).toEqual([['REFUND -5.00', 'SALE 25.00'], '20.00'])
  })

  it('of a rider shows deliveries; of somebody who never earned it is zero', async () => {
    const order = await completedOrder(await newMarket())
    const mine = inUsd(await statement(order.rider, monthOf(Date.now())))
    expect([mine.opening, mine.closing]).toEqual(['0.00', '1.60'])
    expect(mine.lines).toHaveLength(1)
    expect(mine.lines[0]).toMatchObject({ amount: '1.60', currency: 'USD' })
    const none = inUsd(await statement(await newSeller(), monthOf(Date.now())))
    expect([none.opening, none.lines, none.closing]).toEqual(['0.00', [], '0.00'])
  })

  it('is of a month that has begun: a future one, and what is no month, are 400', async () => {
    const seller = await newSeller()
    for (const month of [monthOf(monthStart(1) + DAY), '2026-13', '2026-00', '2026', 'novembre', '2026-11-01'])
      expect(faults(await call(seller, 'GET', `/wallet/statement?month=${month}`)), month).toEqual(['month'])
    vi.useRealTimers()
    expect((await call(seller, 'GET', `/wallet/statement?month=${monthOf(Date.now())}&sellerProfileId=x`)).status).toBe(
      400,
    )
  })

  it('is the wallet’s owner’s: sellers and riders read their own only', async () => {
    await expectOnly(['SELLER', 'RIDER'], ['GET', `/wallet/statement?month=${monthOf(Date.now())}`])
    const { seller } = await earningSeller()
    const other = await newSeller()
    await nameNumber(other)
    expect(inUsd(await statement(other, monthOf(Date.now()))).lines).toEqual([])
    expect(inUsd(await statement(seller, monthOf(Date.now()))).closing).toBe('25.00')
  })

  it('is a PDF in A4 where that is asked for, never cached', async () => {
    const { seller } = await earningSeller()
    const path = `/wallet/statement?month=${monthOf(Date.now())}`
    const pdf = await raw(seller, path, { accept: 'application/pdf' })
    expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect(pdf.headers.get('cache-control')).toContain('no-store')
    expectA4(pdf.bytes)
    const json = await raw(seller, path, { accept: 'application/json' })
    expect(json.headers.get('content-type')).toContain('application/json')
    expect((await raw(await signUp(), path, { accept: 'application/pdf' })).status).toBe(403)
    expect((await raw(null, path, { accept: 'application/pdf' })).status).toBe(401)
  })
})
