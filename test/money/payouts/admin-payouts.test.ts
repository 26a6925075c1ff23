import { afterEach, describe, expect, it } from 'vitest'
import { call } from '#testing/api.ts'
import { otherCode } from '#testing/fixtures/inputs.ts'
import { balance, transfer } from '#testing/fixtures/ledger.ts'
import { codesUnder } from '#testing/fixtures/mails.ts'
import {
  confirmPayout,
  PAYOUT_SUBJECT,
  payoutBody,
  payoutStatus,
  pendingPayout,
  requestPayout,
} from '#testing/fixtures/payouts.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { clearFaults, movementsOf, settleMovement, until } from '#testing/sandbox.ts'
import { again, breaks, HOUR, MINUTE, tickAt, ticks } from '#testing/stories/money.ts'

// Rule: admin payouts reserve at ACCEPTED on the account they are paid from; of these accounts only platform:cash may go below
// zero, else 409 INSUFFICIENT_BALANCE. One that was approved and not sent can be cancelled.

afterEach(() => clearFaults())

const COMMISSION = 'platform:commission'

describe('an admin payout', () => {
  it('takes its money from the account as soon as it is approved, and gives it back when it fails', async () => {
    const admin = await signUp('ADMIN')
    const before = await balance('platform:cash')
    const { pendingId, code, phone } = await pendingPayout(admin)
    expect(await balance('platform:cash')).toBe(before)
    expect((await confirmPayout(admin, pendingId, code)).status).toBe(201)
    expect(await balance('platform:cash')).toBe(before - 2050)
    await settleMovement((await movementsOf(phone))[0]?.id ?? '', 'refuse')
    await until(async () => {
      await call(admin, 'POST', `/gatewayA/payouts/${pendingId}/check-status`)
      return (await payoutStatus(pendingId)) === 'FAILED'
    }, 'the failure')
    expect(await balance('platform:cash')).toBe(before)
  })

  it('never takes an account but platform:cash below zero', async () => {
    const admin = await signUp('ADMIN')
    await transfer('platform:cash', COMMISSION, 2000)
    const had = await balance(COMMISSION)
    const body = payoutBody({ account: COMMISSION, amount: '20.50' })
    const asked = await requestPayout(admin, body)
    if (asked.status === 201) {
      const code = await until(async () => (await codesUnder(admin.email, PAYOUT_SUBJECT))[0], 'the code')
      const confirmed = await confirmPayout(admin, asked.data.pendingId, code)
      expect(confirmed).toMatchObject({ status: 409, error: { reason: 'INSUFFICIENT_BALANCE' } })
    } else expect(asked).toMatchObject({ status: 409, error: { reason: 'INSUFFICIENT_BALANCE' } })
    expect(await movementsOf(body.phoneNumber)).toEqual([])
    expect(await balance(COMMISSION)).toBe(had)
  })

  it('of two that an account covers only once, one is paid', async () => {
    const admins = [await signUp('ADMIN'), await signUp('ADMIN')]
    await transfer('platform:cash', COMMISSION, 3000 - (await balance(COMMISSION)))
    const asked = []
    for (const admin of admins) {
      const body = payoutBody({ account: COMMISSION, amount: '20.50' })
      asked.push({ admin, ...(await pendingPayout(admin, body)) })
    }
    const answers = await Promise.all(asked.map(({ admin, pendingId, code }) => confirmPayout(admin, pendingId, code)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(await balance(COMMISSION)).toBe(950)
    expect((await Promise.all(asked.map(({ phone }) => movementsOf(phone)))).flat()).toHaveLength(1)
  })

  it('that was approved and could not be sent can be cancelled: nothing is sent, the money is back', async () => {
    const admin = await signUp('ADMIN')
    const before = await balance('platform:cash')
    const { pendingId, code, phone } = await pendingPayout(admin)
    await breaks('A', 'unauthorized', { kind: 'payout' })
    const confirmed = await confirmPayout(admin, pendingId, code)
    expect([201, 502, 503]).toContain(confirmed.status)
    expect(await payoutStatus(pendingId)).toBe('ACCEPTED')
    const cancelled = await call(admin, 'POST', `/gatewayA/payouts/${pendingId}/cancel`, { reason: 'Plus besoin' })
    expect(cancelled.error).toBeUndefined()
    expect(cancelled.data.internalStatus).toBe('CANCELLED')
    await clearFaults()
    await ticks(Date.now(), [MINUTE, 3 * MINUTE, 15 * MINUTE, 2 * HOUR])
    expect(await movementsOf(phone)).toEqual([])
    expect(await balance('platform:cash')).toBe(before)
  })

  it('asked for again within a minute is refused before the gateway is asked', async () => {
    const admin = await signUp('ADMIN')
    await pendingPayout(admin)
    await breaks('A', 'down')
    const second = await requestPayout(admin, payoutBody())
    expect(second).toMatchObject({ status: 429, error: { code: 'TOO_MANY_REQUESTS' } })
  })
})

describe('the code of a payout', () => {
  it('has five tries in an hour, however often it is sent again', async () => {
    let admin = await signUp('ADMIN')
    const began = Date.now()
    const { pendingId, code, phone } = await pendingPayout(admin)
    const resend = async (minutes: number) => {
      await tickAt(began + minutes * MINUTE)
      admin = await again(admin)
      const had = (await codesUnder(admin.email, PAYOUT_SUBJECT)).length
      const { status } = await call(admin, 'POST', '/payouts/resend-code', { pendingId })
      if (status !== 200) return undefined
      return until(async () => {
        const codes = await codesUnder(admin.email, PAYOUT_SUBJECT)
        return codes.length > had && codes[0]
      }, 'the code')
    }
    let wrong = 0
    const guess = async (right: string) => {
      const { error } = await confirmPayout(admin, pendingId, otherCode(right))
      if (error?.reason === 'INVALID_VERIFICATION_CODE') wrong++
    }
    for (let tries = 0; tries < 3; tries++) await guess(code)
    let last = await resend(2)
    for (let tries = 0; tries < 3; tries++) await guess(last ?? code)
    last = (await resend(4)) ?? last
    for (let tries = 0; tries < 3; tries++) await guess(last ?? code)
    expect(wrong).toBeLessThanOrEqual(5)
    expect((await confirmPayout(admin, pendingId, last ?? code)).status).not.toBe(201)
    expect(await movementsOf(phone)).toEqual([])
  })

  it('has five tries in an hour, however often the same payout is asked for', async () => {
    let admin = await signUp('ADMIN')
    const began = Date.now()
    const body = payoutBody()
    let wrong = 0
    for (const minutes of [0, 2, 4, 6]) {
      if (minutes) await tickAt(began + minutes * MINUTE)
      admin = await again(admin)
      const asked = await pendingPayout(admin, body).catch(() => undefined)
      for (let tries = 0; asked && tries < 4; tries++) {
        const { error } = await confirmPayout(admin, asked.pendingId, otherCode(asked.code))
        if (error?.reason === 'INVALID_VERIFICATION_CODE') wrong++
      }
    }
    expect(wrong).toBeLessThanOrEqual(5)
  })
})
