import { describe, expect, it } from 'vitest'
import { askGateway } from '#cron/gateways.ts'
import { type Caller, call, tally } from '#testing/api.ts'
import { contextNow } from '#testing/fixtures/context.ts'
import { run } from '#testing/fixtures/database.ts'
import { balance, transfer } from '#testing/fixtures/ledger.ts'
import { confirmPayout, payoutBody, payoutStatus, pendingPayout } from '#testing/fixtures/payouts.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { decideAtOnce } from '#testing/fixtures/resolutions.ts'
import { clearFaults, movementsOf, refuse, setFault, until } from '#testing/sandbox.ts'

const RESERVED = 'platform:reserved'
const COMMISSION = 'platform:commission'
const cancel = (as: Caller, id: string) => call(as, 'POST', `/gatewayA/payouts/${id}/cancel`, { reason: 'Erreur' })
const fromCommission = (amount: string) => payoutBody({ amount, account: COMMISSION })

/** Leaves the commission with exactly this much. */
const commissionOf = async (amountMinor: number) => {
  const left = (await balance(COMMISSION)) - amountMinor
  if (left > 0) await transfer(COMMISSION, 'platform:cash', left)
  if (left < 0) await transfer('platform:cash', COMMISSION, -left)
}

describe('a payout that is approved', () => {
  it('takes its money from the account it is paid from at once, and gives it back when it fails', async () => {
    const admin = await signUp('ADMIN')
    const [cash, reserved] = [await balance('platform:cash'), await balance(RESERVED)]
    const { pendingId, code, phone } = await pendingPayout(admin)
    expect(await balance('platform:cash')).toBe(cash)
    expect(await confirmPayout(admin, pendingId, code)).toMatchObject({ status: 201, data: { status: 'ACCEPTED' } })
    expect([await balance('platform:cash'), await balance(RESERVED)]).toEqual([cash - 2050, reserved + 2050])
    await refuse(phone)
    await until(async () => {
      await call(admin, 'POST', `/gatewayA/payouts/${pendingId}/check-status`)
      return (await payoutStatus(pendingId)) === 'FAILED'
    })
    expect([await balance('platform:cash'), await balance(RESERVED)]).toEqual([cash, reserved])
  })

  it('a payout that was called off unsent and arrived after all is booked once', async () => {
    const admin = await signUp('ADMIN')
    const [cash, clearing] = [await balance('platform:cash'), await balance('gatewayA:clearing')]
    const { pendingId, code } = await pendingPayout(admin)
    await setFault({ gateway: 'A', fault: 'unauthorized', times: 0 })
    expect(await confirmPayout(admin, pendingId, code)).toMatchObject({ status: 201, data: { status: 'ACCEPTED' } })
    await clearFaults()
    expect((await cancel(admin, pendingId)).data.status).toBe('CANCELLED')
    expect(await balance('platform:cash')).toBe(cash)
    const path = `/gatewayA/payouts/${pendingId}/resolve`
    const arrived = { outcome: 'lateSuccess', note: 'Vu sur le relevé.' }
    expect(await decideAtOnce(admin, path, arrived, 5)).toEqual({ taken: 1, refused: 4 })
    expect(await payoutStatus(pendingId)).toBe('COMPLETED')
    expect([await balance('platform:cash'), await balance('gatewayA:clearing')]).toEqual([cash - 2050, clearing + 2050])
  })

  it('a refusal of gateway A at once leaves nothing reserved', async () => {
    const admin = await signUp('ADMIN')
    const reserved = await balance(RESERVED)
    const { pendingId, code } = await pendingPayout(admin)
    await setFault({ gateway: 'A', kind: 'payout', fault: 'refused' })
    expect(await confirmPayout(admin, pendingId, code)).toMatchObject({ status: 400 })
    await clearFaults()
    expect(await balance(RESERVED)).toBe(reserved)
  })

  it('overdraws nothing but cash: the code stays good until the account has it', async () => {
    const admin = await signUp('ADMIN')
    await commissionOf(2049)
    const { pendingId, code, phone } = await pendingPayout(admin, fromCommission('20.50'))
    expect(await confirmPayout(admin, pendingId, code)).toMatchObject({
      status: 409,
      error: { code: 'CONFLICT', reason: 'INSUFFICIENT_BALANCE' },
    })
    expect(await payoutStatus(pendingId)).toBe('AWAITING_CODE')
    expect(await movementsOf(phone)).toEqual([])
    expect(await balance(COMMISSION)).toBe(2049)
    await commissionOf(2050)
    expect(await confirmPayout(admin, pendingId, code)).toMatchObject({ status: 201 })
    expect(await balance(COMMISSION)).toBe(0)
  })

  it('shares an account with others that are on their way: two cannot spend the same money', async () => {
    const admins = [await signUp('ADMIN'), await signUp('ADMIN'), await signUp('ADMIN')]
    const asked = []
    for (const admin of admins) asked.push({ admin, ...(await pendingPayout(admin, fromCommission('10.00'))) })
    await commissionOf(2000)
    const answers = await Promise.all(asked.map(({ admin, pendingId, code }) => confirmPayout(admin, pendingId, code)))
    expect(tally(answers)).toEqual({ 201: 2, 409: 1 })
    expect(await balance(COMMISSION)).toBe(0)
  })
})

describe('a payout that was approved', () => {
  const approved = async () => {
    const admin = await signUp('ADMIN')
    const asked = await pendingPayout(admin)
    await setFault({ gateway: 'A', kind: 'payout', fault: 'serverErrorNotHappened' })
    expect(await confirmPayout(admin, asked.pendingId, asked.code)).toMatchObject({ status: 201 })
    await clearFaults()
    return { admin, ...asked }
  }

  it('an unsent payout can be cancelled: its money goes back, and nobody sends it', async () => {
    const cash = await balance('platform:cash')
    const { admin, pendingId, phone } = await approved()
    // As after a crash before the call.
    await run('UPDATE gateway_transactions SET sent_at = NULL, next_check_at = 1 WHERE reference = ?', pendingId)
    expect(await balance('platform:cash')).toBe(cash - 2050)
    const cancelled = await cancel(admin, pendingId)
    expect(cancelled).toMatchObject({ status: 200, data: { internalStatus: 'CANCELLED' } })
    expect(cancelled.data.history.map((step: { to: string }) => step.to)).toEqual([
      'AWAITING_CODE',
      'ACCEPTED',
      'CANCELLED',
    ])
    expect(await balance('platform:cash')).toBe(cash)
    await askGateway('A')(contextNow())
    await call(admin, 'POST', `/gatewayA/payouts/${pendingId}/check-status`)
    expect(await movementsOf(phone)).toEqual([])
    expect(await payoutStatus(pendingId)).toBe('CANCELLED')
    expect(await cancel(admin, pendingId)).toMatchObject({ status: 409, error: { reason: 'INVALID_TRANSITION' } })
  })

  it('a payout that may be with the operator cannot be cancelled', async () => {
    const cash = await balance('platform:cash')
    const { admin, pendingId } = await approved()
    const refused = await cancel(admin, pendingId)
    expect(refused).toMatchObject({ status: 409, error: { reason: 'INVALID_TRANSITION' } })
    expect(refused.error?.message).toMatch(/déjà parti/)
    expect(await payoutStatus(pendingId)).toBe('ACCEPTED')
    expect(await balance('platform:cash')).toBe(cash - 2050)
  })
})
