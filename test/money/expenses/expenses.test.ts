import { beforeEach, describe, expect, it } from 'vitest'
import { call, type Person, tally, together } from '#testing/api.ts'
import { signUp } from '#testing/fixtures/people.ts'
import {
  changesOf,
  dayOf,
  expectOnly,
  expectUnknownIs404,
  FINANCE,
  faults,
  ok,
  refusal,
  UNKNOWN,
} from '#testing/stories/books.ts'
import {
  approvalCode,
  approveExpense,
  choices,
  expenseBody,
  newExpense,
  postExpense,
  readExpense,
  rejectExpense,
} from '#testing/stories/expenses.ts'
import { DAY, HOUR } from '#testing/stories/money.ts'

// Rule: Expense id, label 2-120, category, amount, currency, incurredAt, vendor, paymentMethod, notes, status, createdBy,
// approvedBy, approvedAt, rejectionReason, version. meta {categories, paymentMethods, currencies}; the category is one of it and
// required; incurredAt a day or an instant, not in the future. Edit with version; while AWAITING_CODE an edit is 409.
//
// Silent: whether the choices of meta are words or rows; which of vendor, paymentMethod, notes and incurredAt may be left out;
// how long vendor and notes may be; whether a way to pay must be one of meta; whether an ACCOUNTANT edits what another recorded.

let finance: Person
beforeEach(async () => {
  finance = await signUp('ACCOUNTANT')
})
const edit = (id: string, body: object, as = finance) => call(as, 'PUT', `/expenses/${id}`, body)

describe('the choices', () => {
  it('are categories, ways to pay and currencies, for finance', async () => {
    const { categories, methods, currencies } = await choices(finance)
    expect(categories.length).toBeGreaterThanOrEqual(1)
    expect(methods.length).toBeGreaterThanOrEqual(1)
    expect(currencies).toEqual(['USD', 'CDF', 'RWF'])
    for (const words of [categories, methods, currencies]) expect(new Set(words).size).toBe(words.length)
  })
})

describe('an expense', () => {
  it('is recorded as PENDING by whoever of finance writes it, and moves nothing', async () => {
    const body = await expenseBody(finance)
    const changes = await changesOf(async () => {
      const made = ok(await call(finance, 'POST', '/expenses', body))
      const { incurredAt, ...rest } = body
      expect(made).toMatchObject({ ...rest, status: 'PENDING', createdBy: finance.id, version: 1 })
      expect(made).toMatchObject({ approvedBy: null, approvedAt: null, rejectionReason: null })
      expect(Date.parse(made.incurredAt)).toBe(Date.parse(incurredAt))
      expect(await readExpense(await signUp('ADMIN'), made.id)).toEqual(made)
    })
    expect(changes).toEqual({})
    expect(await newExpense(await signUp('ADMIN'))).toMatchObject({ status: 'PENDING' })
  })

  it('of a plain day is of that day, and of no day to come', async () => {
    const day = new Date(Date.now() - 3 * DAY).toISOString().slice(0, 10)
    const made = await newExpense(finance, { incurredAt: day })
    expect(
      made.incurredAt.slice(0, 10) === day || Date.parse(made.incurredAt) === Date.parse(`${day}T00:00:00+02:00`),
    ).toBe(true)
    const tomorrow = new Date(Date.now() + 26 * HOUR).toISOString()
    for (const incurredAt of [tomorrow, tomorrow.slice(0, 10), '2026-13-01', 'hier'])
      expect(faults(await postExpense(finance, { incurredAt })), incurredAt).toEqual(['incurredAt'])
    await newExpense(finance, { incurredAt: dayOf(Date.now()) })
  })

  it.each([
    ['label', 'L'],
    ['label', 'L'.repeat(121)],
    ['category', undefined],
    ['category', 'BONBONS_INCONNUS'],
    ['paymentMethod', 'OR'],
    ['amount', '0.00'],
    ['amount', '-5'],
    ['amount', '1.005'],
    ['amount', undefined],
    ['currency', 'EUR'],
    ['status', 'APPROVED'],
    ['createdBy', UNKNOWN],
  ])('whose %s is %s is 400', async (field, value) => {
    const answer = await postExpense(finance, { [field]: value })
    expect([answer.status, answer.error?.code]).toEqual([400, 'VALIDATION_ERROR'])
    if (!['status', 'createdBy'].includes(field)) expect(faults(answer)).toEqual([field])
  })

  it('has the decimals of its currency', async () => {
    expect(await newExpense(finance, { amount: 7, currency: 'CDF' })).toMatchObject({ amount: '7.00', currency: 'CDF' })
    expect((await newExpense(finance, { amount: '1500', currency: 'RWF' })).amount).toBe('1500')
    expect(faults(await postExpense(finance, { amount: '1500.5', currency: 'RWF' }))).toEqual(['amount'])
    const { id } = await newExpense(finance, { currency: 'CDF' })
    expect(faults(await edit(id, { currency: 'RWF' }))).toEqual(['amount'])
    expect(ok(await edit(id, { currency: 'RWF', amount: 1200 })).amount).toBe('1200')
  })

  it('of a lost answer is recorded once, under the same Idempotency-Key', async () => {
    const body = await expenseBody(finance, { label: 'Une seule fois' })
    const key = { 'Idempotency-Key': crypto.randomUUID() }
    const first = ok(await call(finance, 'POST', '/expenses', body, key))
    expect(ok(await call(finance, 'POST', '/expenses', body, key))).toEqual(first)
    const found = ok(await call(finance, 'GET', '/expenses?search=Une%20seule'))
    expect(found.expenses).toHaveLength(1)
  })

  it('is nobody else’s business', async () => {
    const { id } = await newExpense(finance)
    await expectOnly(
      FINANCE,
      ['GET', '/expenses'],
      ['GET', '/expenses/meta'],
      ['GET', '/expenses/export/csv'],
      ['GET', `/expenses/${id}`],
      ['POST', '/expenses', {}],
      ['PUT', `/expenses/${id}`, {}],
    )
    await expectOnly(
      ['ADMIN'],
      ['POST', `/expenses/${id}/approve/request`],
      ['POST', `/expenses/${id}/approve/resend`],
      ['POST', `/expenses/${id}/approve/confirm`, { code: '123456' }],
      ['POST', `/expenses/${id}/reject`, { reason: 'Non' }],
    )
    await expectUnknownIs404(finance, 'GET', (one) => `/expenses/${one}`)
    await expectUnknownIs404(finance, 'PUT', (one) => `/expenses/${one}`, { label: 'Autre chose' })
    for (const act of ['approve/request', 'approve/resend'])
      await expectUnknownIs404(await signUp('ADMIN'), 'POST', (one) => `/expenses/${one}/${act}`)
  })
})

describe('an edit', () => {
  it('changes what it names and counts the version up; a stale version is 409 and writes nothing', async () => {
    const made = await newExpense(finance)
    const edited = ok(await edit(made.id, { label: 'Gazole du groupe', amount: '13.75', version: made.version }))
    expect(edited).toMatchObject({
      label: 'Gazole du groupe',
      amount: '13.75',
      vendor: made.vendor,
      category: made.category,
    })
    expect(edited.version).toBeGreaterThan(made.version)
    expect(refusal(await edit(made.id, { label: 'Trop tard', version: made.version }))).toEqual([
      409,
      'VERSION_MISMATCH',
    ])
    expect((await readExpense(finance, made.id)).label).toBe('Gazole du groupe')
    expect(ok(await edit(made.id, { notes: 'Sans version' })).notes).toBe('Sans version')
    const { version } = await readExpense(finance, made.id)
    const answers = await together(10, (i) => edit(made.id, { label: `Édition ${i}`, version }))
    expect(tally(answers)).toEqual({ 200: 1, 409: 9 })
  })

  it('never sets a status, an approver or a future day', async () => {
    const { id } = await newExpense(finance)
    for (const body of [
      { status: 'APPROVED' },
      { approvedBy: finance.id },
      { incurredAt: new Date(Date.now() + 2 * DAY).toISOString() },
      { amount: 0 },
      { category: 'BONBONS_INCONNUS' },
    ])
      expect((await edit(id, body)).status, JSON.stringify(body)).toBe(400)
  })

  it('is refused while a code waits, and once it is approved or rejected', async () => {
    const admin = await signUp('ADMIN')
    const waiting = await newExpense(finance)
    await approvalCode(admin, waiting.id)
    expect((await edit(waiting.id, { amount: '99.00' })).status).toBe(409)
    const done = await newExpense(finance)
    await approveExpense(done.id)
    expect((await edit(done.id, { amount: '99.00' })).status).toBe(409)
    const refused = await newExpense(finance)
    ok(await rejectExpense(admin, refused.id))
    expect((await edit(refused.id, { amount: '99.00' })).status).toBe(409)
    for (const { id } of [waiting, done, refused]) expect((await readExpense(finance, id)).amount).toBe('12.50')
  })
})
