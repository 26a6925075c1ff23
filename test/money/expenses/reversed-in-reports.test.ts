import { describe, expect, it } from 'vitest'
import { call, guest } from '#testing/api.ts'
import { wait } from '#testing/clock.ts'
import { all } from '#testing/fixtures/database.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { cells, dayOf, ok } from '#testing/stories/books.ts'
import { approveExpense, newExpense } from '#testing/stories/expenses.ts'
import { DAY } from '#testing/stories/money.ts'
import type { Data } from '#testing/stories/orders.ts'
import { clockGoesOn } from '#testing/stories/production.ts'
import { askRaw } from '#testing/stories/readers.ts'

// Rule 8.9.6: an approved expense is taken back once by `POST /ledger/adjustments` on its transfer: it shows `reversedAt`, reports subtract it on that
// day. Asked here of ranges, groups, files and of whoever may not.

clockGoesOn()

/** An expense of CDF that an ADMIN approved, and its transfer. */
async function approvedExpense(amount: string) {
  const expense = await newExpense(await signUp('ACCOUNTANT'), { amount, currency: 'CDF' })
  await approveExpense(expense.id)
  const rows = await all<{ id: string }>("SELECT id FROM transfers WHERE ref LIKE '%' || ? || '%'", expense.id)
  return { id: expense.id as string, transferId: rows[0]?.id ?? '' }
}
const takesBack = async (transferId: string) =>
  call(await signUp('ADMIN'), 'POST', '/ledger/adjustments', { transferId, reason: 'Payée deux fois' })
const query = (from: number, to: number, more = '') => `from=${dayOf(from)}&to=${dayOf(to)}&currency=CDF${more}`
const report = async (from: number, to: number, more = ''): Promise<Data> =>
  ok(await call(await signUp('ACCOUNTANT'), 'GET', `/reports/expenses?${query(from, to, more)}`))
const sum = (rows: { amount: string }[]) => rows.reduce((total, { amount }) => total + Number(amount), 0)

describe('an expense that was taken back', () => {
  it('8.9.6 is in the days between, and in no range that holds both days', async () => {
    const first = Date.now()
    const { transferId } = await approvedExpense('90000.00')
    wait(3 * DAY)
    const between = sum((await report(first, Date.now())).totals)
    ok(await takesBack(transferId))
    const last = Date.now()
    expect(sum((await report(first, last)).totals)).toBe(between - 90000)
    expect(sum((await report(first, last - DAY)).totals)).toBe(between)
    expect(sum((await report(last, last)).totals)).toBe(-90000)
  })

  it('8.9.6 is subtracted in the group of its day, and in the file as in the answer', async () => {
    const first = Date.now()
    const { transferId } = await approvedExpense('70000.00')
    wait(2 * DAY)
    ok(await takesBack(transferId))
    const last = Date.now()
    for (const groupBy of ['day', 'week', 'month']) {
      const { rows, totals } = await report(first, last, `&groupBy=${groupBy}`)
      expect(sum(rows), groupBy).toBe(sum(totals))
    }
    const path = `/reports/expenses/export/csv?${query(last, last)}`
    const { text } = await askRaw(await signUp('ACCOUNTANT'), 'GET', path)
    expect(cells(text).slice(1).flat().map(Number)).toContain(-70000)
  })

  it('8.9.6 is taken back by an ADMIN alone, and with a reason', async () => {
    const { transferId } = await approvedExpense('1000.00')
    const body = { transferId, reason: 'Payée deux fois' }
    for (const [as, status] of [
      [await signUp('ACCOUNTANT'), 403],
      [await signUp('SUPPORT'), 403],
      [await signUp(), 403],
      [guest, 401],
    ] as const)
      expect((await call(as, 'POST', '/ledger/adjustments', body)).status).toBe(status)
    expect((await call(await signUp('ADMIN'), 'POST', '/ledger/adjustments', { transferId })).status).toBe(400)
    ok(await takesBack(transferId))
  })
})
