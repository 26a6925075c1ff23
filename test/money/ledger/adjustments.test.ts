import { describe, expect, it } from 'vitest'
import { type Caller, call, tally, together } from '#testing/api.ts'
import { all, first } from '#testing/fixtures/database.ts'
import { transfer } from '#testing/fixtures/ledger.ts'
import { confirmPayout, pendingPayout } from '#testing/fixtures/payouts.ts'
import { signUp } from '#testing/fixtures/people.ts'
import {
  askWithdrawalCode,
  newWalletOwner,
  walletBalance,
  withdraw,
  withdrawalCode,
} from '#testing/fixtures/wallets.ts'
import { COMMISSION, changesOf, ends, GONE, ok, refusal, rowsIn, UNKNOWN } from '#testing/stories/books.ts'
import { approveExpense, newExpense, readExpense } from '#testing/stories/expenses.ts'
import type { Data } from '#testing/stories/orders.ts'

// Rule: POST /ledger/adjustments {transferId, reason} by an ADMIN reverses one transfer: append-only, the same amount the other
// way. One reversal of a transfer (409 ALREADY_EXISTS), never of a reversal or of a live movement's reserve (409). Of a seller's
// money it may take what is available below zero, and then withdrawals stop until it is covered.
//
// Silent: the kind of a reversal; whether transfers that belong to a state (an order's, a payment's) can be reversed at all (not
// tested); what the answer says beside the reversing transfer.

const adjust = (as: Caller, transferId: string, reason = 'Écrit deux fois') =>
  call(as, 'POST', '/ledger/adjustments', { transferId, reason })
const latest = async (to: string): Promise<string> =>
  (await first<{ id: string }>('SELECT id FROM transfers WHERE to_account = ? ORDER BY rowid DESC', to))?.id ?? ''
/** 7.00 that went to our commission by mistake. */
async function mistake() {
  await transfer('platform:cash', COMMISSION, 700)
  return latest(COMMISSION)
}

describe('an adjustment', () => {
  it('is a transfer the other way, once for 50 at once; the first one stays as it was', async () => {
    const admin = await signUp('ADMIN')
    const id = await mistake()
    const before = ok(await call(admin, 'GET', `/transactions/${id}`))
    const changes = await changesOf(async () => {
      const answers = await together(50, () => adjust(admin, id))
      expect(tally(answers)).toEqual({ 201: 1, 409: 49 })
      for (const { error } of answers) if (error) expect(error.reason).toBe('ALREADY_EXISTS')
    })
    expect(changes).toEqual({ [COMMISSION]: -700, 'platform:cash': 700 })
    expect(ok(await call(admin, 'GET', `/transactions/${id}`))).toEqual(before)
    const rows: Data[] = rowsIn(ok(await call(admin, 'GET', '/transactions?limit=3')))
    const reversal = rows.find(({ from, to }) => from === COMMISSION && to === 'platform:cash')
    expect(reversal).toMatchObject({ amount: '7.00', currency: 'USD' })
    expect(refusal(await adjust(admin, id))).toEqual([409, 'ALREADY_EXISTS'])
  })

  it('answers the transfer that it wrote, and is written down with its reason', async () => {
    const admin = await signUp('ADMIN')
    const answer = ok(await adjust(admin, await mistake(), 'Commission comptée deux fois'))
    const written: Data = Object.values({ answer, ...answer }).find((part) => (part as Data)?.from === COMMISSION)
    expect(written).toMatchObject({ from: COMMISSION, to: 'platform:cash', amount: '7.00', currency: 'USD' })
    const acts = await all<{ details: string }>('SELECT details FROM audit WHERE actor_id = ?', admin.id)
    expect(acts.some(({ details }) => details.includes('Commission comptée deux fois'))).toBe(true)
  })

  it('is never reversed itself', async () => {
    const admin = await signUp('ADMIN')
    ok(await adjust(admin, await mistake()))
    const reversal = await latest('platform:cash')
    expect(await changesOf(async () => expect((await adjust(admin, reversal)).status).toBe(409))).toEqual({})
  })

  it('is of a transfer that is there, with a reason', async () => {
    const admin = await signUp('ADMIN')
    for (const id of [UNKNOWN, 'pas-un-id']) expect(refusal(await adjust(admin, id))).toEqual(GONE)
    const id = await mistake()
    expect((await adjust(admin, id, '')).status).toBe(400)
    expect((await call(admin, 'POST', '/ledger/adjustments', { transferId: id })).status).toBe(400)
    expect((await call(admin, 'POST', '/ledger/adjustments', { transferId: id, reason: 'x', amount: 1 })).status).toBe(
      400,
    )
    expect((await adjust(await signUp('ACCOUNTANT'), id)).status).toBe(403)
  })

  it('takes back an approved expense once, which says so', async () => {
    const [admin, { id }] = [await signUp('ADMIN'), await newExpense(await signUp('ACCOUNTANT'))]
    ok(await approveExpense(id, admin))
    const booking = await first<{ id: string }>(
      "SELECT id FROM transfers WHERE kind = 'expense:approved' AND ref = ?",
      id,
    )
    const before = await readExpense(admin, id)
    const changes = await changesOf(async () => {
      ok(await adjust(admin, booking?.id ?? ''))
      expect(refusal(await adjust(admin, booking?.id ?? ''))).toEqual([409, 'ALREADY_EXISTS'])
    })
    expect(changes).toEqual({ 'platform:cash': -1250, 'platform:expenses': 1250 })
    const after = await readExpense(admin, id)
    expect([before.reversedAt, after.status, after.reversedAt]).toEqual([null, 'APPROVED', expect.any(String)])
  })

  it('never touches what is reserved for a withdrawal or a payout that is on its way', async () => {
    const admin = await signUp('ADMIN')
    const owner = await newWalletOwner('SELLER', { USD: 5000 })
    ok(await withdraw(owner, 'USD', '25.00', await withdrawalCode(owner, 'USD', '25.00')))
    const { pendingId, code } = await pendingPayout(admin)
    ok(await confirmPayout(admin, pendingId, code))
    const reserves = [await latest(`seller:${owner.ownerId}:reserved`), await latest('platform:reserved')]
    const changes = await changesOf(async () => {
      for (const id of reserves) expect((await adjust(admin, id)).status).toBe(409)
    })
    expect(changes).toEqual({})
    await ends(owner.phone, 'approve')
    expect(await walletBalance(owner, 'USD')).toMatchObject({ available: '25.00', reserved: '0.00' })
  })
})

describe('an adjustment of what a seller has', () => {
  it('is a line of the wallet; below zero it stops withdrawals until it is covered', async () => {
    const admin = await signUp('ADMIN')
    const owner = await newWalletOwner('SELLER', { USD: 5000 })
    const gift = await latest(`seller:${owner.ownerId}:available`)
    ok(await withdraw(owner, 'USD', '30.00', await withdrawalCode(owner, 'USD', '30.00')))
    await ends(owner.phone, 'approve')
    ok(await adjust(admin, gift))
    expect(await walletBalance(owner, 'USD')).toMatchObject({
      available: '-30.00',
      reserved: '0.00',
      canWithdraw: false,
    })
    const lines: Data[] = ok(await call(owner.person, 'GET', '/wallet/transactions')).transactions
    expect(lines[0]).toMatchObject({ type: 'ADJUSTMENT', amount: '-50.00', currency: 'USD', balanceAfter: '-30.00' })
    const asked = await askWithdrawalCode(owner, 'USD', '1.00')
    expect([409, 429]).toContain(asked.status)
    await transfer('platform:cash', `seller:${owner.ownerId}:available`, 4000)
    expect(await walletBalance(owner, 'USD')).toMatchObject({ available: '10.00', canWithdraw: true })
  })
})
