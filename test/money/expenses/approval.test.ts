import { expect, it } from 'vitest'
import { call, guest, tally, together } from '#testing/api.ts'
import { minuteCronAfter } from '#testing/clock.ts'
import { count, run } from '#testing/fixtures/database.ts'
import {
  askExpense,
  confirmExpense,
  EXPENSE_SUBJECT,
  expenseCode,
  newExpense,
  readExpense,
} from '#testing/fixtures/expenses.ts'
import { expenseBody, otherCode } from '#testing/fixtures/inputs.ts'
import { balance } from '#testing/fixtures/ledger.ts'
import { codeUnder } from '#testing/fixtures/mails.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { letResend } from '#testing/fixtures/wallets.ts'

const refusal = ({ status, error }: { status: number; error?: { reason?: string; code?: string } | undefined }) =>
  `${status} ${error?.reason ?? error?.code ?? ''}`.trim()
const MINUTES = 60_000
const booked = (id: string) => count("transfers WHERE kind = 'expense:approved' AND ref = ?", id)

it('an expense is approved by the code of an administrator, and is in the books', async () => {
  const admin = await signUp('ADMIN')
  const { id } = await newExpense()
  const before = [await balance('platform:expenses'), await balance('platform:cash')]
  const code = await expenseCode(admin, id)
  expect(await readExpense(admin, id)).toMatchObject({ status: 'AWAITING_CODE', approvedBy: null, approvedAt: null })
  expect([await balance('platform:expenses'), await balance('platform:cash')]).toEqual(before)

  const approved = await confirmExpense(admin, id, code)
  expect(approved.status).toBe(200)
  expect(approved.data).toMatchObject({ id, status: 'APPROVED', approvedBy: admin.id, amount: '450.00' })
  expect(approved.data.approvedAt).toMatch(/Z$/)
  expect(await balance('platform:expenses')).toBe((before[0] ?? 0) - 45_000)
  expect(await balance('platform:cash')).toBe((before[1] ?? 0) + 45_000)

  expect(refusal(await confirmExpense(admin, id, code))).toBe('409 INVALID_TRANSITION')
  expect(refusal(await askExpense(admin, id))).toBe('409 INVALID_TRANSITION')
  expect(await booked(id)).toBe(1)
})

it('50 confirms at once are one expense in the books', async () => {
  const admin = await signUp('ADMIN')
  const { id } = await newExpense()
  const code = await expenseCode(admin, id)
  const answers = await together(50, () => confirmExpense(admin, id, code))
  expect(tally(answers)[200]).toBe(1)
  for (const { status } of answers) expect([200, 401, 409, 429]).toContain(status)
  expect(await booked(id)).toBe(1)
})

it('nobody approves their own while another administrator is in office', async () => {
  const admin = await signUp('ADMIN')
  await signUp('ADMIN')
  const { id } = await newExpense({}, admin)
  const refused = await askExpense(admin, id)
  expect(refusal(refused)).toBe('409 CONFLICT')
  expect(refused.error?.message).toBe("Vous avez saisi cette dépense : un autre administrateur doit l'approuver.")
  expect((await readExpense(admin, id)).status).toBe('PENDING')

  await run("UPDATE users SET blocked_at = 1 WHERE role = 'ADMIN' AND id <> ?", admin.id)
  const code = await expenseCode(admin, id)
  expect((await confirmExpense(admin, id, code)).data).toMatchObject({ createdBy: admin.id, approvedBy: admin.id })
  await run('UPDATE users SET blocked_at = NULL WHERE blocked_at = 1')
})

it('the code is of the administrator who asked', async () => {
  const [admin, other] = [await signUp('ADMIN'), await signUp('ADMIN')]
  const { id } = await newExpense()
  const code = await expenseCode(admin, id)
  expect(refusal(await confirmExpense(other, id, code))).toBe('404 NOT_FOUND')
  expect(refusal(await call(other, 'POST', `/expenses/${id}/approve/resend`))).toBe('404 NOT_FOUND')
  expect(refusal(await askExpense(other, id))).toBe('409 INVALID_TRANSITION')
  expect((await confirmExpense(admin, id, code)).status).toBe(200)
})

it('another code comes after 60 s, and the first one is dead', async () => {
  const admin = await signUp('ADMIN')
  const { id } = await newExpense()
  const resend = () => call(admin, 'POST', `/expenses/${id}/approve/resend`)
  expect(refusal(await resend())).toBe('409 INVALID_TRANSITION')
  const code = await expenseCode(admin, id)
  expect(refusal(await resend())).toBe('429 TOO_MANY_REQUESTS')
  await letResend(admin)
  const again = await codeUnder(admin.email, EXPENSE_SUBJECT, async () => {
    const { data } = await resend()
    expect(data).toMatchObject({ pendingId: id, resendIn: 60 })
    expect(data.maskedEmail).not.toBe(admin.email)
  })
  if (again !== code) expect(refusal(await confirmExpense(admin, id, code))).toBe('401 INVALID_VERIFICATION_CODE')
  expect((await confirmExpense(admin, id, again)).status).toBe(200)
})

it('five wrong codes put it back, and another administrator approves it', async () => {
  const [admin, other] = [await signUp('ADMIN'), await signUp('ADMIN')]
  const { id } = await newExpense()
  const code = await expenseCode(admin, id)
  for (let i = 0; i < 5; i++) {
    expect(refusal(await confirmExpense(admin, id, otherCode(code)))).toBe('401 INVALID_VERIFICATION_CODE')
  }
  expect(refusal(await confirmExpense(admin, id, code))).toBe('429 TOO_MANY_REQUESTS')
  expect((await readExpense(admin, id)).status).toBe('PENDING')
  expect(refusal(await confirmExpense(admin, id, code))).toBe('429 TOO_MANY_REQUESTS')
  await letResend(admin)
  expect(refusal(await askExpense(admin, id))).toBe('429 TOO_MANY_REQUESTS')
  expect((await confirmExpense(other, id, await expenseCode(other, id))).status).toBe(200)
})

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

it('an administrator waits for one code at a time', async () => {
  const admin = await signUp('ADMIN')
  const [one, two] = [await newExpense(), await newExpense()]
  const code = await expenseCode(admin, one.id)
  expect(refusal(await askExpense(admin, two.id))).toBe('429 TOO_MANY_REQUESTS')
  await letResend(admin)
  const second = await expenseCode(admin, two.id)
  expect((await readExpense(admin, one.id)).status).toBe('PENDING')
  expect(refusal(await confirmExpense(admin, one.id, code))).toBe('410 GONE')
  expect((await confirmExpense(admin, two.id, second)).status).toBe(200)
  expect((await confirmExpense(admin, one.id, await expenseCode(admin, one.id))).status).toBe(200)
})

it('what waits for its code is not changed, but may be refused', async () => {
  const [admin, accountant] = [await signUp('ADMIN'), await signUp('ACCOUNTANT')]
  const { id } = await newExpense()
  const code = await expenseCode(admin, id)
  expect(refusal(await call(accountant, 'PUT', `/expenses/${id}`, { amount: '9.00' }))).toBe('409 INVALID_TRANSITION')
  expect(refusal(await askExpense(admin, id))).toBe('409 INVALID_TRANSITION')
  const rejected = await call(admin, 'POST', `/expenses/${id}/reject`, { reason: 'Déjà payée' })
  expect(rejected.data).toMatchObject({ status: 'REJECTED', rejectionReason: 'Déjà payée' })
  expect(refusal(await confirmExpense(admin, id, code))).toBe('409 INVALID_TRANSITION')
  expect(refusal(await call(admin, 'POST', `/expenses/${id}/reject`, { reason: 'x' }))).toBe('409 INVALID_TRANSITION')
  expect(await booked(id)).toBe(0)
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

it('deciding is for an ADMIN only', async () => {
  const { id } = await newExpense()
  for (const role of ['ACCOUNTANT', 'SUPPORT', 'BUYER'] as const) {
    const person = await signUp(role)
    for (const path of ['reject', 'approve/request', 'approve/resend', 'approve/confirm'])
      expect((await call(person, 'POST', `/expenses/${id}/${path}`, {})).status, `${role} ${path}`).toBe(403)
  }
  expect((await askExpense(guest, id)).status).toBe(401)
  expect((await askExpense(await signUp('ADMIN'), 'pas-un-id')).status).toBe(404)
})
