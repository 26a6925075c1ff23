import { expect, it } from 'vitest'
import { call } from '#testing/api.ts'
import { minuteCronAfter } from '#testing/clock.ts'
import { count, run } from '#testing/fixtures/database.ts'
import { confirmExpense, expenseCode, newExpense, readExpense } from '#testing/fixtures/expenses.ts'
import { expenseBody } from '#testing/fixtures/inputs.ts'
import { signUp } from '#testing/fixtures/people.ts'

const refusal = ({ status, error }: { status: number; error?: { reason?: string; code?: string } | undefined }) =>
  `${status} ${error?.reason ?? error?.code ?? ''}`.trim()
const MINUTES = 60_000
const _booked = (id: string) => count("transfers WHERE kind = 'expense:approved' AND ref = ?", id)

it('a code of ten minutes ago puts it back, with the cron and without', async () => {
  const [admin, other] = [await signUp('ADMIN'), await signUp('ADMIN')]
  const { id } = await newExpense()
  const code = await expenseCode(admin, id)
  await minuteCronAfter(11 * MINUTES)
  expect((await readExpense(admin, id)).status).toBe('PENDING')
  expect(refusal(await confirmExpense(admin, id, code))).toBe('410 GONE')
  const again = await expenseCode(admin, id)

  await run('UPDATE expenses SET expires_at = 1 WHERE id = ?', id)
  expect(refusal(await confirmExpense(admin, id, again))).toBe('410 GONE')
  expect((await readExpense(admin, id)).status).toBe('PENDING')

  await expenseCode(other, id)
  await run('UPDATE expenses SET expires_at = 1 WHERE id = ?', id)
  expect((await call(admin, 'PUT', `/expenses/${id}`, { label: 'Loyer de novembre' })).data.status).toBe('PENDING')
})

it('a wrong authenticator code beside the mailed one approves nothing', async () => {
  const admin = await signUp('ADMIN')
  const { id } = await newExpense()
  const code = await expenseCode(admin, id)
  expect((await confirmExpense(admin, id, code, { totp: '000000' })).status).toBeGreaterThan(399)
  expect((await readExpense(admin, id)).status).toBe('AWAITING_CODE')
})

it('a read makes two trips to D1, a write three', async () => {
  const admin = await signUp('ADMIN')
  const [{ id }, other] = [await newExpense(), await newExpense()]
  const asked: [trips: number, method: string, path: string, body?: unknown][] = [
    [2, 'GET', '?from=2026-01-01&status=PENDING&search=loyer'],
    [2, 'GET', `/${id}`],
    [3, 'POST', '', expenseBody()],
    [3, 'PUT', `/${id}`, { amount: '9.00' }],
    [3, 'POST', `/${id}/approve/request`],
    [3, 'POST', `/${other.id}/reject`, { reason: 'Déjà payée' }],
  ]
  for (const [trips, method, path, body] of asked) {
    const answer = await call(admin, method, `/expenses${path}`, body)
    expect(answer.status, `${method} ${path}`).toBeLessThan(300)
    expect(Number(answer.headers.get('x-d1-round-trips')), `${method} ${path}`).toBeLessThanOrEqual(trips)
  }
})

it('every act is in the audit, under the id of the expense', async () => {
  const admin = await signUp('ADMIN')
  const { id } = await newExpense()
  await call(admin, 'PUT', `/expenses/${id}`, { notes: 'Deux mois' })
  await confirmExpense(admin, id, await expenseCode(admin, id))
  expect(await count('audit WHERE target_id = ?', id)).toBe(4)
})
