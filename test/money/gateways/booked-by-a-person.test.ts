import { afterEach, describe, expect, it } from 'vitest'
import { type Answer, type Caller, call } from '#testing/api.ts'
import { freshPhone } from '#testing/fixtures/inputs.ts'
import { balance } from '#testing/fixtures/ledger.ts'
import { actOnOrder, newMarket, orderRow, paidOrder, postOrder } from '#testing/fixtures/orders.ts'
import { confirmPayout, payoutStatus, pendingPayout } from '#testing/fixtures/payouts.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { decideByHand } from '#testing/fixtures/resolutions.ts'
import { newWalletOwner, walletBalance, withdraw, withdrawalCode } from '#testing/fixtures/wallets.ts'
import { approve, clearFaults, refuse, setFault } from '#testing/sandbox.ts'
import { incidents, movementRow } from '#testing/stories/money.ts'

// Rule: /resolve books what a gateway never said or took back: succeeded and failed from any non-final state or `review`;
// *lateSuccess* (a failed one that had succeeded after all) and *reversed* (a succeeded one taken back) from a final one, each
// with transfers of its own, once.

afterEach(() => clearFaults())

const NOTE = 'Vu sur le relevé de l’opérateur.'
/** Resolves an attempt through gateway B, by what it is for. */
const resolveB = async (
  as: Caller,
  subjectId: string,
  outcome: string,
  note: string | undefined = NOTE,
): Promise<Answer> =>
  decideByHand(as, `/gatewayB/transactions/${(await movementRow(subjectId))?.id}/resolve`, { outcome, note })
const resolveA = (as: Caller, payoutId: string, outcome: string) =>
  decideByHand(as, `/gatewayA/payouts/${payoutId}/resolve`, { outcome, note: NOTE })

/** A seller with 50.00 who asked for 25.00; `ending` says what the operator does with it. */
async function withdrawn(ending = '123') {
  const phone = freshPhone(ending)
  const owner = await newWalletOwner('SELLER', { USD: 5000 }, { phone, network: 'vodacom', country: 'CD' })
  expect((await withdraw(owner, 'USD', '25.00', await withdrawalCode(owner, 'USD', '25.00'))).error).toBeUndefined()
  const { data } = await call(owner.person, 'GET', '/wallet/payouts')
  const id: string = data.payouts[0].payoutId ?? data.payouts[0].id
  const wallet = async () => {
    const { available, reserved } = await walletBalance(owner, 'USD')
    return [available, reserved]
  }
  return { owner, phone, id, wallet }
}

describe('a withdrawal', () => {
  it('that nobody answers for is decided: failed gives the money back, once', async () => {
    const admin = await signUp('ADMIN')
    const { id, wallet } = await withdrawn('129')
    expect(await wallet()).toEqual(['25.00', '25.00'])
    expect((await resolveB(admin, id, 'failed')).status).toBe(200)
    expect([await wallet(), await payoutStatus(id)]).toEqual([['50.00', '0.00'], 'FAILED'])
    const twice = await resolveB(admin, id, 'failed')
    expect([twice.status, twice.error?.code]).toEqual([409, 'CONFLICT'])
    expect(await wallet()).toEqual(['50.00', '0.00'])
  })

  it('that nobody answers for is decided: succeeded pays it out', async () => {
    const admin = await signUp('ADMIN')
    const { id, wallet } = await withdrawn('129')
    const clearing = await balance('gatewayB:clearing')
    expect((await resolveB(admin, id, 'succeeded')).status).toBe(200)
    expect([await wallet(), await payoutStatus(id)]).toEqual([['25.00', '0.00'], 'COMPLETED'])
    expect(await balance('gatewayB:clearing')).toBe(clearing + 2500)
  })

  it('that failed and had succeeded after all takes the money from what is available, once', async () => {
    const admin = await signUp('ADMIN')
    const { id, phone, wallet } = await withdrawn()
    await refuse(phone)
    expect([await wallet(), await payoutStatus(id)]).toEqual([['50.00', '0.00'], 'FAILED'])
    const clearing = await balance('gatewayB:clearing')
    expect((await resolveB(admin, id, 'lateSuccess')).status).toBe(200)
    expect([await wallet(), await payoutStatus(id)]).toEqual([['25.00', '0.00'], 'COMPLETED'])
    expect(await balance('gatewayB:clearing')).toBe(clearing + 2500)
    expect((await resolveB(admin, id, 'lateSuccess')).status).toBe(409)
    expect(await wallet()).toEqual(['25.00', '0.00'])
  })

  it('that succeeded and was taken back is RETURNED, and available again, once', async () => {
    const admin = await signUp('ADMIN')
    const { id, phone, wallet } = await withdrawn()
    const clearing = await balance('gatewayB:clearing')
    await approve(phone)
    expect([await wallet(), await payoutStatus(id)]).toEqual([['25.00', '0.00'], 'COMPLETED'])
    expect((await resolveB(admin, id, 'reversed')).status).toBe(200)
    expect([await wallet(), await payoutStatus(id)]).toEqual([['50.00', '0.00'], 'RETURNED'])
    expect(await balance('gatewayB:clearing')).toBe(clearing)
    expect((await resolveB(admin, id, 'reversed')).status).toBe(409)
    expect(await wallet()).toEqual(['50.00', '0.00'])
  })

  it('takes no decision that does not fit its state', async () => {
    const admin = await signUp('ADMIN')
    const open = await withdrawn('129')
    for (const outcome of ['lateSuccess', 'reversed'])
      expect((await resolveB(admin, open.id, outcome)).status).toBe(409)
    const paid = await withdrawn()
    await approve(paid.phone)
    for (const outcome of ['succeeded', 'failed', 'lateSuccess'])
      expect((await resolveB(admin, paid.id, outcome)).status).toBe(409)
    expect(await paid.wallet()).toEqual(['25.00', '0.00'])
  })

  it('is decided by an ADMIN with a note, and that is written down', async () => {
    const { id } = await withdrawn('129')
    expect((await resolveB(await signUp('ACCOUNTANT'), id, 'failed')).status).toBe(403)
    expect((await resolveB(null, id, 'failed')).status).toBe(401)
    expect((await resolveB(await signUp('ADMIN'), id, 'failed', '')).status).toBe(400)
    expect((await resolveB(await signUp('ADMIN'), id, 'perhaps')).status).toBe(400)
  })
})

describe("an order's payin", () => {
  it('that nobody answers for is decided: succeeded pays the order', async () => {
    const market = await newMarket()
    const { data } = await postOrder(market, { payerPhoneNumber: freshPhone('129') })
    expect((await resolveB(await signUp('ADMIN'), data.id, 'succeeded')).status).toBe(200)
    expect(await orderRow(data.id)).toMatchObject({ status: 'PENDING_SELLER_REVIEW', paymentStatus: 'PAID' })
    expect(await balance(`order:${data.id}:held`)).toBe(2700)
  })

  it('in review is decided: failed lets the buyer pay again', async () => {
    const market = await newMarket()
    const phone = freshPhone()
    await setFault({ gateway: 'B', fault: 'wrongAmount', kind: 'payin' })
    const { data } = await postOrder(market, { payerPhoneNumber: phone })
    await approve(phone)
    expect((await movementRow(data.id))?.status).toBe('review')
    expect((await resolveB(await signUp('ADMIN'), data.id, 'failed')).status).toBe(200)
    const more = { payerPhoneNumber: freshPhone(), network: 'vodacom', countryCode: 'CD' }
    expect((await actOnOrder(market.buyer, data.id, 'pay', more)).status).toBe(201)
  })

  it('that failed and had succeeded after all is booked, once: it pays the order or goes back', async () => {
    const admin = await signUp('ADMIN')
    const market = await newMarket()
    const phone = freshPhone()
    const { data } = await postOrder(market, { payerPhoneNumber: phone })
    await refuse(phone)
    const clearing = await balance('gatewayB:clearing')
    expect((await resolveB(admin, data.id, 'lateSuccess')).status).toBe(200)
    expect(await balance('gatewayB:clearing')).toBe(clearing - 2700)
    expect(await orderRow(data.id)).toMatchObject({ status: 'PENDING_SELLER_REVIEW', paymentStatus: 'PAID' })
    expect(await balance(`order:${data.id}:held`)).toBe(2700)
    expect((await resolveB(admin, data.id, 'lateSuccess')).status).toBe(409)
    expect(await balance('gatewayB:clearing')).toBe(clearing - 2700)
  })

  it('that succeeded and was taken back is taken from where its money lies, with an incident', async () => {
    const admin = await signUp('ADMIN')
    const market = await newMarket()
    const clearing = await balance('gatewayB:clearing')
    const paid = await paidOrder(market)
    expect((await actOnOrder(market.seller, paid.id, 'accept')).status).toBe(200)
    expect((await resolveB(admin, paid.id, 'reversed')).status).toBe(200)
    expect(await balance('gatewayB:clearing')).toBe(clearing)
    expect(await balance(`order:${paid.id}:held`)).toBe(0)
    expect(await balance(`seller:${market.seller.profileId}:pending`)).toBe(0)
    expect(await incidents(paid.id)).toBeGreaterThanOrEqual(1)
    expect((await resolveB(admin, paid.id, 'reversed')).status).toBe(409)
    expect(await balance('gatewayB:clearing')).toBe(clearing)
  })
})

describe('an admin payout', () => {
  it('that nobody answers for, that had succeeded after all, that was taken back', async () => {
    const admin = await signUp('ADMIN')
    const before = await balance('platform:cash')
    const { pendingId, code, phone } = await pendingPayout(admin)
    expect((await confirmPayout(admin, pendingId, code)).status).toBe(201)
    expect(phone).not.toBe('')
    expect((await resolveA(admin, pendingId, 'failed')).status).toBe(200)
    expect([await payoutStatus(pendingId), await balance('platform:cash')]).toEqual(['FAILED', before])
    expect((await resolveA(admin, pendingId, 'lateSuccess')).status).toBe(200)
    expect([await payoutStatus(pendingId), await balance('platform:cash')]).toEqual(['COMPLETED', before - 2050])
    expect((await resolveA(admin, pendingId, 'lateSuccess')).status).toBe(409)
    expect((await resolveA(admin, pendingId, 'reversed')).status).toBe(200)
    expect([await payoutStatus(pendingId), await balance('platform:cash')]).toEqual(['RETURNED', before])
    expect((await resolveA(admin, pendingId, 'reversed')).status).toBe(409)
  })
})
