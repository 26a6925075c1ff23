import { describe, expect, it, vi } from 'vitest'
import { type Answer, call, type Person } from '#testing/api.ts'
import { otherCode } from '#testing/fixtures/inputs.ts'
import { codesUnder } from '#testing/fixtures/mails.ts'
import {
  confirmPayout,
  PAYOUT_SUBJECT,
  payoutBody,
  payoutStatus,
  pendingPayout,
  requestPayout,
} from '#testing/fixtures/payouts.ts'
import { signIn, signUp } from '#testing/fixtures/people.ts'
import {
  askWithdrawalCode,
  letResend,
  newWalletOwner,
  walletBalance,
  withdraw,
  withdrawalCode,
} from '#testing/fixtures/wallets.ts'
import { movementsOf, until } from '#testing/sandbox.ts'

const compared = (answers: Answer[]) =>
  answers.filter(({ error }) => error?.reason === 'INVALID_VERIFICATION_CODE').length
const resend = (admin: Person, pendingId: string) => call(admin, 'POST', '/payouts/resend-code', { pendingId })
/** A code that was sent again. */
const newest = (email: string, had: number) =>
  until(async () => {
    const codes = await codesUnder(email, PAYOUT_SUBJECT)
    return codes.length > had && codes[0]
  }, 'a code')

describe('the codes of an administrator', () => {
  it('have five tries in an hour, however often one is sent again, for another payout and from another session', async () => {
    const admin = await signUp('ADMIN')
    const { pendingId, code, phone } = await pendingPayout(admin)
    const answers = []
    for (let tries = 0; tries < 4; tries++) answers.push(await confirmPayout(admin, pendingId, otherCode(code)))
    await letResend(admin)
    expect((await resend(admin, pendingId)).status).toBe(200)
    const again = await newest(admin.email, 1)
    const other = await signIn(admin.email, 'ADMIN')
    for (let tries = 0; tries < 4; tries++) answers.push(await confirmPayout(other, pendingId, otherCode(again)))
    expect(compared(answers)).toBe(5)
    // Neither is the right one compared, nor is another sent, for this payout or a new one.
    expect(await confirmPayout(other, pendingId, again)).toMatchObject({ status: 429 })
    expect(await payoutStatus(pendingId)).toBe('EXPIRED')
    expect(await movementsOf(phone)).toEqual([])
    await letResend(admin)
    const refused = await requestPayout(other, payoutBody({ amount: '1.00' }))
    expect(refused).toMatchObject({ status: 429, error: { message: expect.stringContaining('Trop de codes') } })
    expect(refused.headers.get('retry-after')).toBe('3600')
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61 * 60_000 })
    const later = await signIn(admin.email, 'ADMIN')
    const fresh = await pendingPayout(later)
    expect((await confirmPayout(later, fresh.pendingId, fresh.code)).status).toBe(201)
  })

  it('a right code costs no try', async () => {
    const admin = await signUp('ADMIN')
    for (let round = 0; round < 2; round++) {
      const { pendingId, code } = await pendingPayout(admin)
      for (let tries = 0; tries < 2; tries++)
        expect((await confirmPayout(admin, pendingId, otherCode(code))).status).toBe(401)
      expect((await confirmPayout(admin, pendingId, code)).status).toBe(201)
    }
  })
})

it('the codes of a withdrawal have five tries in an hour, however often one is sent and for whatever amount', async () => {
  const seller = await newWalletOwner('SELLER', { USD: 5000 })
  const answers = []
  const code = await withdrawalCode(seller, 'USD', 10)
  for (let tries = 0; tries < 4; tries++) answers.push(await withdraw(seller, 'USD', 10, otherCode(code)))
  await letResend(seller.person)
  const second = await withdrawalCode(seller, 'USD', 11)
  for (let tries = 0; tries < 4; tries++) answers.push(await withdraw(seller, 'USD', 11, otherCode(second)))
  expect(compared(answers)).toBe(5)
  expect((await withdraw(seller, 'USD', 11, second)).status).toBe(429)
  await letResend(seller.person)
  expect((await askWithdrawalCode(seller, 'USD', 12)).status).toBe(429)
  expect(await walletBalance(seller, 'USD')).toMatchObject({ available: '50.00', reserved: '0.00' })
})
