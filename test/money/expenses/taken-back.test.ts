import { expect, test } from 'vitest'
import { call, tally, together } from '#testing/api.ts'
import { all, count, first } from '#testing/fixtures/database.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { approved, newExpense, readExpense } from '../../rules/expenses.ts'

const DAY = 86_400_000
const dayOf = (ms: number) => new Date(ms + 7_200_000).toISOString().slice(0, 10)
const bookingOf = async (id: string) =>
  (await first<{ id: string }>(`SELECT id FROM transfers WHERE kind = 'expense:approved' AND ref = ?`, id))?.id ?? ''

test('an approved expense is taken back once, says when, and reports subtract it on that day', async () => {
  const [admin, finance] = [await signUp('ADMIN'), await signUp('ACCOUNTANT')]
  const incurredAt = dayOf(Date.now() - 5 * DAY)
  const expense = await newExpense(finance, { amount: '12.50', incurredAt })
  expect(expense.reversedAt).toBeNull()
  const report = async () => {
    const query = `from=${dayOf(Date.now() - 9 * DAY)}&to=${dayOf(Date.now())}&groupBy=day&currency=USD`
    const { rows, totals } = (await call(finance, 'GET', `/reports/expenses?${query}`)).data
    const on = (day: string) => rows.find(({ period }: { period: string }) => period === day)?.amount ?? '0.00'
    return [on(incurredAt), on(dayOf(Date.now())), totals[0]?.amount ?? '0.00'].map(Number)
  }
  const before = await report()
  await approved(expense.id, admin)
  const spent = await report()
  expect(spent.map((amount, i) => amount - (before[i] ?? 0))).toEqual([12.5, 0, 12.5])

  const transferId = await bookingOf(expense.id)
  const reason = 'Facture comptée deux fois'
  const answers = await together(10, () => call(admin, 'POST', '/ledger/adjustments', { transferId, reason }))
  expect(tally(answers)).toEqual({ 201: 1, 409: 9 })
  for (const { error } of answers) if (error) expect(error.reason).toBe('ALREADY_EXISTS')
  const shown = await readExpense(finance, expense.id)
  expect(shown).toMatchObject({ status: 'APPROVED', version: 4 })
  expect(Math.abs(Date.parse(shown.reversedAt) - Date.now())).toBeLessThan(60_000)
  expect((await report()).map((amount, i) => amount - (before[i] ?? 0))).toEqual([12.5, -12.5, 0])
  expect(await count(`history WHERE thing_id = ? AND event = 'takeBack' AND reason = ?`, expense.id, reason)).toBe(1)
  const reversal = await all(`SELECT from_account, to_account, amount_minor FROM transfers WHERE ref = ?`, transferId)
  expect(reversal).toEqual([{ from_account: 'platform:cash', to_account: 'platform:expenses', amount_minor: 1250 }])
  const { expenses } = (await call(finance, 'GET', '/expenses?status=APPROVED')).data
  expect(expenses.find(({ id }: { id: string }) => id === expense.id).reversedAt).toBe(shown.reversedAt)
})
