import { describe, expect, it } from 'vitest'
import { call, type Person, tally, together } from '#testing/api.ts'
import { wait } from '#testing/clock.ts'
import { first } from '#testing/fixtures/database.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { cells, changesOf, dayOf, ok, refusal } from '#testing/stories/books.ts'
import { booksAgree } from '#testing/stories/decisions.ts'
import { approveExpense, newExpense, readExpense } from '#testing/stories/expenses.ts'
import { again, DAY } from '#testing/stories/money.ts'
import type { Data } from '#testing/stories/orders.ts'
import { clockGoesOn } from '#testing/stories/production.ts'
import { askRaw } from '#testing/stories/readers.ts'

// Rule 8.9.6: an approved expense is taken back once by `POST /ledger/adjustments` on its transfer: it shows `reversedAt`, reports
// subtract it on that day. A refusal that names another way names one that exists.

clockGoesOn()

const transferOf = async (id: string) =>
  (
    await first<{ id: string }>(
      "SELECT id FROM transfers WHERE ref LIKE '%' || ? || '%' ORDER BY created_at LIMIT 1",
      id,
    )
  )?.id ?? ''
const takeBack = (admin: Person, transferId: string) =>
  call(admin, 'POST', '/ledger/adjustments', { transferId, reason: 'Payée deux fois' })
async function approvedExpense(more: object = {}) {
  const accountant = await signUp('ACCOUNTANT')
  const expense = await newExpense(accountant, { amount: '40.00', ...more })
  await approveExpense(expense.id)
  return { id: expense.id as string, accountant, transferId: await transferOf(expense.id) }
}
const report = async (day: number): Promise<Data> => {
  const finance = await again(await signUp('ACCOUNTANT'))
  return ok(await call(finance, 'GET', `/reports/expenses?from=${dayOf(day)}&to=${dayOf(day)}&currency=USD`))
}
const totalOn = async (day: number) =>
  (await report(day)).totals.reduce((sum: number, { amount }: { amount: string }) => sum + Number(amount), 0)

describe('an approved expense', () => {
  it('8.9.6 is taken back by an adjustment of its transfer, and says when', async () => {
    const { id, transferId, accountant } = await approvedExpense()
    expect((await readExpense(accountant, id)).reversedAt).toBeNull()
    const admin = await signUp('ADMIN')
    const changes = await changesOf(async () => ok(await takeBack(admin, transferId)))
    expect(changes).toEqual({ 'platform:expenses': 4000, 'platform:cash': -4000 })
    const shown = await readExpense(accountant, id)
    expect(shown).toMatchObject({ status: 'APPROVED', version: 4, reversedAt: expect.any(String) })
    const { reason } = (await first("SELECT reason FROM history WHERE thing_id = ? AND event = 'takeBack'", id)) ?? {}
    expect(reason).toBe('Payée deux fois')
    expect(Math.abs(Date.parse(shown.reversedAt) - Date.now())).toBeLessThan(60_000)
    const { expenses } = ok(await call(accountant, 'GET', '/expenses?limit=100'))
    expect(expenses.find((one: Data) => one.id === id).reversedAt).toBe(shown.reversedAt)
    await booksAgree()
  })

  it('8.9.6 once: again, and five at a time', async () => {
    const { transferId } = await approvedExpense()
    const admin = await signUp('ADMIN')
    expect(tally(await together(5, () => takeBack(admin, transferId)))).toEqual({ 201: 1, 409: 4 })
    expect(refusal(await takeBack(admin, transferId))).toEqual([409, 'ALREADY_EXISTS'])
  })

  it('8.9.6 is subtracted by reports on the day of the taking back, not on its own', async () => {
    const day = Date.now()
    const before = await totalOn(day)
    const { transferId } = await approvedExpense()
    expect((await totalOn(day)) - before).toBe(40)
    wait(3 * DAY)
    const later = Date.now()
    const beforeLater = await totalOn(later)
    ok(await takeBack(await signUp('ADMIN'), transferId))
    expect((await totalOn(day)) - before).toBe(40)
    expect((await totalOn(later)) - beforeLater).toBe(-40)
    const finance = await signUp('ACCOUNTANT')
    const { text } = await askRaw(
      finance,
      'GET',
      `/reports/expenses/export/csv?from=${dayOf(later)}&to=${dayOf(later)}&currency=USD`,
    )
    expect(cells(text).flat()).toContain('-40.00')
    expect(cells(text).flat()).not.toContain("'-40.00")
  })

  it('8.9.6 so in francs, and in the lists’ totals', async () => {
    const { transferId, accountant, id } = await approvedExpense({ currency: 'CDF', amount: '90000.00' })
    ok(await takeBack(await signUp('ADMIN'), transferId))
    expect((await readExpense(accountant, id)).reversedAt).not.toBeNull()
    const { text } = await askRaw(accountant, 'GET', '/expenses/export/csv')
    expect(cells(text)[0]).toContain('reversedAt')
    await booksAgree()
  })

  it('8.9.6 is not taken back by a correction of the correction', async () => {
    const { transferId } = await approvedExpense()
    const admin = await signUp('ADMIN')
    const reversal = ok(await takeBack(admin, transferId))
    expect((await takeBack(admin, reversal.id)).status).toBe(409)
  })
})

describe('a refusal that names another way', () => {
  it('8.9.6 names one that exists: an approved expense that is edited, rejected, approved again', async () => {
    const { id, accountant } = await approvedExpense()
    const admin = await signUp('ADMIN')
    const answers = [
      await call(accountant, 'PUT', `/expenses/${id}`, { label: 'Autre chose' }),
      await call(admin, 'POST', `/expenses/${id}/reject`, { reason: 'Trop' }),
      await call(admin, 'POST', `/expenses/${id}/approve/request`),
    ]
    for (const { status, error } of answers) {
      expect(status).toBe(409)
      expect(error?.message).not.toMatch(/supprim|annulez|remboursez/i)
    }
  })
})
