import { beforeEach, describe, expect, it } from 'vitest'
import { call, type Person, tally, together } from '#testing/api.ts'
import { otherCode } from '#testing/fixtures/inputs.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { letResend } from '#testing/fixtures/wallets.ts'
import { inbox } from '#testing/sandbox.ts'
import { changesOf, GONE, INVALID, ok, refusal, withCode } from '#testing/stories/books.ts'
import {
  approvalCode,
  approveExpense,
  askApproval,
  confirmApproval,
  newExpense,
  noOtherAdmins,
  readExpense,
  rejectExpense,
} from '#testing/stories/expenses.ts'
import { again, MINUTE, tickAt } from '#testing/stories/money.ts'

// Rule: PENDING -> AWAITING_CODE -> APPROVED by the code that was mailed to an ADMIN; who recorded it does not approve it while
// another ADMIN exists (refused at the request); REJECTED from both; a dead code: PENDING again. Approval books
// platform:expenses to platform:cash, in the same commit, once.
//
// Silent: whether a blocked ADMIN counts as another.

const REFUSED = [401, 404, 409, 410, 429]
let author: Person
let admin: Person
beforeEach(async () => {
  author = await signUp('ACCOUNTANT')
  admin = await signUp('ADMIN')
})

describe('an approval', () => {
  it('by code books the expense, once for 50 confirms at once', async () => {
    const { id } = await newExpense(author, { amount: '12.50' })
    const code = await approvalCode(admin, id)
    expect(await readExpense(author, id)).toMatchObject({ status: 'AWAITING_CODE', approvedBy: null, approvedAt: null })
    const changes = await changesOf(async () => {
      const answers = await together(50, () => confirmApproval(admin, id, code))
      expect(tally(answers)[200]).toBe(1)
      for (const { status } of answers) expect([200, ...REFUSED]).toContain(status)
      expect(answers.find(({ status }) => status === 200)?.data).toMatchObject({ id, status: 'APPROVED' })
    })
    expect(changes).toEqual({ 'platform:expenses': -1250, 'platform:cash': 1250 })
    const done = await readExpense(author, id)
    expect(done).toMatchObject({ status: 'APPROVED', approvedBy: admin.id, createdBy: author.id })
    expect(Number.isNaN(Date.parse(done.approvedAt))).toBe(false)
    expect(refusal(await confirmApproval(admin, id, code))).toEqual(INVALID)
  })

  it('is in the currency of the expense', async () => {
    const { id } = await newExpense(author, { amount: '70000', currency: 'CDF' })
    const changes = await changesOf(() => approveExpense(id, admin))
    expect(changes).toEqual({ 'platform:expenses CDF': -7_000_000, 'platform:cash CDF': 7_000_000 })
  })

  it('is not asked for twice, nor of what is decided', async () => {
    const { id } = await newExpense(author)
    await approvalCode(admin, id)
    await letResend(admin)
    for (const as of [admin, await signUp('ADMIN')]) expect(refusal(await askApproval(as, id))).toEqual(INVALID)
    const done = await newExpense(author)
    await approveExpense(done.id)
    const refused = await newExpense(author)
    ok(await rejectExpense(admin, refused.id))
    await letResend(admin)
    for (const one of [done, refused]) expect(refusal(await askApproval(admin, one.id))).toEqual(INVALID)
  })

  it('is refused to who recorded it while another ADMIN exists, at the request, and no code is sent', async () => {
    const { id } = await newExpense(admin)
    await signUp('ADMIN')
    const { status, error } = await askApproval(admin, id)
    expect([status, error?.message]).toEqual([
      409,
      "Vous avez saisi cette dépense : un autre administrateur doit l'approuver.",
    ])
    expect((await inbox(admin.email)).filter(({ code }) => code !== null)).toEqual([])
    expect((await readExpense(admin, id)).status).toBe('PENDING')
    await approveExpense(id)
  })

  it('is given by who recorded it where there is no other ADMIN', async () => {
    await noOtherAdmins()
    const only = await signUp('ADMIN')
    const { id } = await newExpense(only)
    expect(await approveExpense(id, only)).toMatchObject({
      status: 'APPROVED',
      createdBy: only.id,
      approvedBy: only.id,
    })
  })
})

describe('the code', () => {
  it('that is wrong is 401 with its reason; five kill the right one, and the expense is PENDING again', async () => {
    const { id } = await newExpense(author)
    const code = await approvalCode(admin, id)
    expect(refusal(await confirmApproval(admin, id, otherCode(code)))).toEqual([401, 'INVALID_VERIFICATION_CODE'])
    const changes = await changesOf(async () => {
      for (let tries = 0; tries < 4; tries++) await confirmApproval(admin, id, otherCode(code))
      expect((await confirmApproval(admin, id, code)).status).toBe(429)
    })
    expect(changes).toEqual({})
    expect((await readExpense(author, id)).status).toBe('PENDING')
    await letResend(admin)
    expect((await askApproval(admin, id)).status).toBe(429)
    await approveExpense(id)
  })

  it('is dead after ten minutes: the expense is PENDING, can be edited and asked for again', async () => {
    const { id } = await newExpense(author)
    const code = await approvalCode(admin, id)
    await tickAt(Date.now() + 11 * MINUTE)
    expect((await readExpense(author, id)).status).toBe('PENDING')
    expect((await confirmApproval(admin, id, code)).status).toBe(410)
    ok(await call(author, 'PUT', `/expenses/${id}`, { amount: '20.00' }))
    const changes = await changesOf(() => approveExpense(id, admin))
    expect(changes).toEqual({ 'platform:expenses': -2000, 'platform:cash': 2000 })
  })

  it('comes again after 60 seconds, and the one before is dead', async () => {
    const { id } = await newExpense(author)
    const first = await approvalCode(admin, id)
    const resend = () => call(admin, 'POST', `/expenses/${id}/approve/resend`)
    expect((await resend()).status).toBe(429)
    await letResend(admin)
    const { data, code: second } = await withCode(admin, resend)
    expect(data).toMatchObject({ pendingId: id, resendIn: 60 })
    expect(data.maskedEmail).not.toBe(admin.email)
    if (first !== second) expect((await confirmApproval(admin, id, first)).status).toBe(401)
    expect((await confirmApproval(admin, id, second)).status).toBe(200)
  })

  it('is not sent again where none was asked for', async () => {
    const { id } = await newExpense(author)
    expect(refusal(await call(admin, 'POST', `/expenses/${id}/approve/resend`))).toEqual(INVALID)
    expect(REFUSED).toContain((await confirmApproval(admin, id, '123456')).status)
  })

  it('is one ADMIN’s: another approves nothing with it, nor does it approve another expense', async () => {
    const [one, two] = [await newExpense(author), await newExpense(author)]
    const code = await approvalCode(admin, one.id)
    const changes = await changesOf(async () => {
      const other = await signUp('ADMIN')
      expect(refusal(await confirmApproval(other, one.id, code))).toEqual(GONE)
      expect(refusal(await call(other, 'POST', `/expenses/${one.id}/approve/resend`))).toEqual(GONE)
      expect([401, 404, 409, 410]).toContain((await confirmApproval(admin, two.id, code)).status)
      expect((await readExpense(author, two.id)).status).toBe('PENDING')
    })
    expect(changes).toEqual({})
    expect(refusal(await confirmApproval(admin, 'pas-un-id', code))).toEqual(GONE)
  })

  it('of an ADMIN who asks for a second expense is dead for the first, which is PENDING again', async () => {
    const [one, two] = [await newExpense(author), await newExpense(author)]
    const first = await approvalCode(admin, one.id)
    expect((await askApproval(admin, two.id)).status).toBe(429)
    const second = await approvalCode(admin, two.id)
    expect((await readExpense(author, one.id)).status).toBe('PENDING')
    expect((await confirmApproval(admin, one.id, first)).status).toBe(410)
    expect((await confirmApproval(admin, two.id, second)).status).toBe(200)
    await approveExpense(one.id, admin)
  })
})

describe('a rejection', () => {
  it('ends what is pending or waits for its code, with a reason that is shown, and the code is dead', async () => {
    const pending = await newExpense(author)
    ok(await rejectExpense(admin, pending.id, 'Sans facture'))
    expect(await readExpense(author, pending.id)).toMatchObject({ status: 'REJECTED', rejectionReason: 'Sans facture' })
    const waiting = await newExpense(author)
    const code = await approvalCode(admin, waiting.id)
    const changes = await changesOf(async () => {
      ok(await rejectExpense(await signUp('ADMIN'), waiting.id))
      expect(REFUSED).toContain((await confirmApproval(admin, waiting.id, code)).status)
    })
    expect(changes).toEqual({})
    expect(refusal(await rejectExpense(admin, waiting.id))).toEqual(INVALID)
    expect((await rejectExpense(admin, (await newExpense(author)).id, '')).status).toBe(400)
  })

  it('does not take what is approved; of an approval and a rejection at once one counts', async () => {
    const done = await newExpense(author)
    await approveExpense(done.id)
    expect(refusal(await rejectExpense(admin, done.id))).toEqual(INVALID)
    const { id } = await newExpense(author)
    const code = await approvalCode(admin, id)
    const changes = await changesOf(async () => {
      const answers = await Promise.all([confirmApproval(admin, id, code), rejectExpense(admin, id)])
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    })
    const { status } = await readExpense(await again(author), id)
    expect(changes).toEqual(status === 'APPROVED' ? { 'platform:expenses': -1250, 'platform:cash': 1250 } : {})
  })
})
