import { describe, expect, it } from 'vitest'
import { call, tally, together } from '#testing/api.ts'
import { confirmPayout, pendingPayout } from '#testing/fixtures/payouts.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { askByHand, leaveOpen } from '#testing/fixtures/resolutions.ts'
import { newWalletOwner, walletBalance, withdraw, withdrawalCode } from '#testing/fixtures/wallets.ts'
import { changesOf, ends, ok, outgoing } from '#testing/stories/books.ts'

// Rule: 50 confirms at once are one payout, one withdrawal (refunds and expenses: money-10a, money-15b); two things that a balance
// covers only once are one; whoever has a balance can withdraw all of it, once.

const REFUSED = [401, 404, 409, 410, 429]

describe('fifty at once are one:', () => {
  it('the confirm of an administrator’s payout', async () => {
    const admin = await signUp('ADMIN')
    const { pendingId, code, phone } = await pendingPayout(admin)
    const changes = await changesOf(async () => {
      const answers = await together(50, () => confirmPayout(admin, pendingId, code))
      expect(tally(answers)[201]).toBe(1)
      for (const { status } of answers) expect([201, ...REFUSED]).toContain(status)
    })
    expect(changes).toEqual({ 'platform:cash': -2050, 'platform:reserved': 2050 })
    expect(await outgoing(phone)).toHaveLength(1)
    expect(await changesOf(() => ends(phone, 'approve'))).toEqual({
      'platform:reserved': -2050,
      'gatewayA:clearing': 2050,
    })
  })

  it.each(['SELLER', 'RIDER'] as const)('the withdrawal of everything that a %s has', async (role) => {
    const owner = await newWalletOwner(role, { USD: 5000 })
    const code = await withdrawalCode(owner, 'USD', '50.00')
    const answers = await together(50, () => withdraw(owner, 'USD', '50.00', code))
    expect(tally(answers)[201]).toBe(1)
    for (const { status } of answers) expect([201, ...REFUSED]).toContain(status)
    expect(await outgoing(owner.phone)).toHaveLength(1)
    expect(await walletBalance(owner, 'USD')).toMatchObject({
      available: '0.00',
      reserved: '50.00',
      canWithdraw: false,
    })
    await ends(owner.phone, 'approve')
    expect(await walletBalance(owner, 'USD')).toMatchObject({ reserved: '0.00', lifetimeWithdrawn: '50.00' })
  })

  it('the decision about a payout, and a cancel that comes with it', async () => {
    const admin = await signUp('ADMIN')
    const { pendingId, code } = await pendingPayout(admin)
    ok(await confirmPayout(admin, pendingId, code))
    const decision = { outcome: 'failed', note: 'Vu sur le relevé de l’opérateur.' }
    const path = `/gatewayA/payouts/${pendingId}`
    const { typed } = await askByHand(admin, `${path}/resolve`, decision)
    const changes = await changesOf(async () => {
      await leaveOpen('A', 0)
      const answers = await together(50, (i) =>
        i % 2 ? call(admin, 'POST', `${path}/cancel`) : call(admin, 'POST', `${path}/resolve`, typed),
      )
      const { 200: taken, 409: late = 0, 429: busy = 0 } = tally(answers)
      expect([taken, late + busy]).toEqual([1, 49])
    })
    expect(changes).toEqual({ 'platform:reserved': -2050, 'platform:cash': 2050 })
  })
})
