import { afterEach, describe, expect, it } from 'vitest'
import { type Caller, call, tally, together } from '#testing/api.ts'
import { all } from '#testing/fixtures/database.ts'
import { chargeBody, freshPhone } from '#testing/fixtures/inputs.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { decideByHand } from '#testing/fixtures/resolutions.ts'
import { newWalletOwner, walletBalance, withdraw, withdrawalCode } from '#testing/fixtures/wallets.ts'
import { approve, clearFaults, refuse } from '#testing/sandbox.ts'
import { changesOf, ends, expectUnknownIs404, ok } from '#testing/stories/books.ts'
import type { Data } from '#testing/stories/orders.ts'

// Rule: POST /gatewayB/transactions/:id/resolve {outcome, note 1-500}, with the id that the list shows, for whatever gateway B moves:
// charges of staff and withdrawals here, orders in money-07b. Each outcome once, 409 again; lateSuccess of a withdrawal takes
// available to clearing, reversed gives it back.
//
// Silent: what the answer shows beside the transaction; to whom a charge that is taken back belongs (platform:charges is tested).

afterEach(() => clearFaults())
const NOTE = 'Vu sur le relevé de l’opérateur.'
const decide = (as: Caller, id: string, outcome: string, note = NOTE) =>
  decideByHand(as, `/gatewayB/transactions/${id}/resolve`, { outcome, note })
const shown = async (as: Caller, is: (row: Data) => boolean): Promise<Data> =>
  ok(await call(as, 'GET', '/gatewayB/transactions?limit=100')).transactions.find(is)

describe('a charge of staff', () => {
  it('fails, had succeeded after all, and is taken back: each booked once', async () => {
    const admin = await signUp('ADMIN')
    const phone = freshPhone()
    const { orderId } = ok(await call(admin, 'POST', '/gatewayB/payin', chargeBody({ phoneNumber: phone })))
    await refuse(phone)
    const { id } = await shown(admin, (row) => row.orderId === orderId)
    const money = { 'gatewayB:clearing': -1250, 'platform:charges': 1250 }
    const late = await changesOf(async () =>
      expect(tally(await together(10, () => decide(admin, id, 'lateSuccess')))).toEqual({ 200: 1, 409: 9 }),
    )
    expect(late).toEqual(money)
    const back = await changesOf(async () =>
      expect(tally(await together(10, () => decide(admin, id, 'reversed')))).toEqual({ 200: 1, 409: 9 }),
    )
    expect(back).toEqual({ 'gatewayB:clearing': 1250, 'platform:charges': -1250 })
    expect((await shown(admin, (row) => row.id === id)).status).toBe('failed')
  })

  it('that succeeded by itself is not booked again by a decision', async () => {
    const admin = await signUp('ADMIN')
    const phone = freshPhone()
    const { orderId } = ok(await call(admin, 'POST', '/gatewayB/payin', chargeBody({ phoneNumber: phone })))
    await approve(phone)
    const { id } = await shown(admin, (row) => row.orderId === orderId)
    const changes = await changesOf(async () => {
      for (const outcome of ['succeeded', 'failed', 'lateSuccess'])
        expect((await decide(admin, id, outcome)).status, outcome).toBe(409)
    })
    expect(changes).toEqual({})
  })
})

describe('a withdrawal', () => {
  it('that failed and had arrived takes what is available, and comes back when it is reversed', async () => {
    const admin = await signUp('ADMIN')
    const owner = await newWalletOwner('RIDER', { USD: 5000 })
    const takes = async () => ok(await withdraw(owner, 'USD', '50.00', await withdrawalCode(owner, 'USD', '50.00')))
    await takes()
    await ends(owner.phone, 'refuse')
    const first = await shown(
      admin,
      ({ type, amount, status }) => type === 'payout' && amount === '50.00' && status === 'failed',
    )
    ok(await decide(admin, first.id, 'lateSuccess'))
    expect(await walletBalance(owner, 'USD')).toMatchObject({ available: '0.00', reserved: '0.00', canWithdraw: false })
    ok(await decide(admin, first.id, 'reversed'))
    expect(await walletBalance(owner, 'USD')).toMatchObject({ available: '50.00', reserved: '0.00' })
    const acts = await all<{ details: string }>(
      "SELECT details FROM audit WHERE action = 'movement.resolve' AND actor_id = ?",
      admin.id,
    )
    expect(acts.filter(({ details }) => details.includes('lateSuccess') || details.includes('reversed'))).toHaveLength(
      2,
    )
  })
})

describe('a decision about a transaction', () => {
  it('is an ADMIN’s, of four, with a note of at most 500 characters, about one that is there', async () => {
    const admin = await signUp('ADMIN')
    const { orderId } = ok(await call(admin, 'POST', '/gatewayB/payin', chargeBody({ phoneNumber: freshPhone('129') })))
    const { id } = await shown(admin, (row) => row.orderId === orderId)
    expect((await decide(await signUp('ACCOUNTANT'), id, 'failed')).status).toBe(403)
    for (const [outcome, note] of [
      ['peut-être', NOTE],
      ['failed', ''],
      ['failed', 'x'.repeat(501)],
    ] as const)
      expect((await decide(admin, id, outcome, note)).status).toBe(400)
    await expectUnknownIs404(admin, 'POST', (one) => `/gatewayB/transactions/${one}/resolve`, {
      outcome: 'failed',
      note: NOTE,
    })
    const changes = await changesOf(async () => ok(await decide(admin, id, 'failed')))
    expect(changes).toEqual({})
  })
})
