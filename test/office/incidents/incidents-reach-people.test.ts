import { afterEach, describe, expect, it } from 'vitest'
import { call, guest } from '#testing/api.ts'
import { chargeBody, freshPhone } from '#testing/fixtures/inputs.ts'
import { balance } from '#testing/fixtures/ledger.ts'
import { newMarket, orderRow, paidOrder, postOrder } from '#testing/fixtures/orders.ts'
import { confirmPayout, payoutStatus, pendingPayout } from '#testing/fixtures/payouts.ts'
import { signUp } from '#testing/fixtures/people.ts'
import {
  approve,
  clearFaults,
  inbox,
  movementsOf,
  refuse,
  setFault,
  settleMovement,
  signCallback,
  until,
} from '#testing/sandbox.ts'
import { incidents, movementRow, rows } from '#testing/stories/money.ts'

// Rule: a transaction id we do not know under our reference, a word like *reversed* after success, success after failure: each
// opens an incident, which mails the ADMINs. Nothing moves by itself.

afterEach(() => clearFaults())

/** Sends a callback about an attempt, signed by its gateway, with these fields changed. */
async function says(movementId: string, changes: Record<string, unknown>) {
  const { url, body } = await signCallback(movementId)
  const signed = await signCallback(movementId, { url, body: JSON.stringify({ ...JSON.parse(body), ...changes }) })
  return call(guest, 'POST', new URL(signed.url).pathname.replace('/api/v1', ''), signed.body, signed.headers)
}
const movementOf = async (phone: string) => (await movementsOf(phone))[0]?.id ?? ''

/** Counts the incidents that were opened while this ran. */
async function opened(act: () => Promise<unknown>): Promise<number> {
  const before = await incidents()
  await act()
  return (await incidents()) - before
}

describe('an incident', () => {
  it('mails every ADMIN, once', async () => {
    const admins = [await signUp('ADMIN'), await signUp('ADMIN')]
    const market = await newMarket()
    const phone = freshPhone()
    await setFault({ gateway: 'B', fault: 'wrongAmount', kind: 'payin' })
    await postOrder(market, { payerPhoneNumber: phone })
    expect(await opened(() => approve(phone))).toBe(1)
    const [incident] = await rows<{ title: string }>('SELECT title FROM incidents ORDER BY created_at DESC LIMIT 1')
    const about = async (email: string) =>
      (await inbox(email)).filter(({ subject, text }) => `${subject} ${text}`.includes(incident?.title ?? '?'))
    for (const { email } of admins)
      expect(await until(async () => (await about(email)).length || undefined, `a mail to ${email}`)).toBe(1)
    expect(await about(market.buyer.email)).toEqual([])
  })
})

describe('gateway B', () => {
  it('that says successful after failed opens an incident, and nothing is booked', async () => {
    const market = await newMarket()
    const phone = freshPhone()
    const { data } = await postOrder(market, { payerPhoneNumber: phone })
    await refuse(phone)
    expect((await movementRow(data.id))?.status).toBe('failed')
    const id = await movementOf(phone)
    expect(await opened(() => says(id, { status: 'successful' }))).toBe(1)
    expect(await balance(`order:${data.id}:held`)).toBe(0)
    expect((await orderRow(data.id))?.status).toBe('PENDING_PAYMENT')
    expect(await opened(() => says(id, { status: 'successful' }))).toBe(0)
  })

  it.each(['reversed', 'refunded', 'chargeback', 'returned', 'failed'])(
    'that says %s after successful opens an incident, and nothing moves',
    async (word) => {
      const paid = await paidOrder(await newMarket())
      const id = await movementOf(paid.payerPhoneNumber)
      expect(await opened(() => says(id, { status: word }))).toBe(1)
      expect(await balance(`order:${paid.id}:held`)).toBe(2700)
      expect(await orderRow(paid.id)).toMatchObject({ status: 'PENDING_SELLER_REVIEW', paymentStatus: 'PAID' })
    },
  )

  it('that knows another transaction under our reference opens an incident: the buyer may have paid twice', async () => {
    const paid = await paidOrder(await newMarket())
    const id = await movementOf(paid.payerPhoneNumber)
    const other = `MBY-${crypto.randomUUID().slice(0, 8)}`
    expect(await opened(() => says(id, { transaction_id: other, status: 'successful' }))).toBe(1)
    expect(await balance(`order:${paid.id}:held`)).toBe(2700)
  })

  it('that says the same again opens nothing', async () => {
    const paid = await paidOrder(await newMarket())
    const id = await movementOf(paid.payerPhoneNumber)
    expect(await opened(() => says(id, {}))).toBe(0)
    expect(await opened(() => says(id, { status: 'pending' }))).toBe(0)
  })

  it('that names another transaction for a payin still on its way is not believed without a person', async () => {
    const market = await newMarket()
    const phone = freshPhone()
    const { data } = await postOrder(market, { payerPhoneNumber: phone })
    const id = await movementOf(phone)
    const other = `MBY-${crypto.randomUUID().slice(0, 8)}`
    expect(await opened(() => says(id, { transaction_id: other, status: 'successful' }))).toBe(1)
    expect(await balance(`order:${data.id}:held`)).toBe(0)
    await approve(phone)
    expect((await orderRow(data.id))?.status).toBe('PENDING_SELLER_REVIEW')
  })
})

describe('gateway A', () => {
  /** An admin payout that gateway A ended so. */
  async function ended(verdict: 'approve' | 'refuse') {
    const admin = await signUp('ADMIN')
    const { pendingId, code, phone } = await pendingPayout(admin)
    expect((await confirmPayout(admin, pendingId, code)).status).toBe(201)
    await settleMovement(await movementOf(phone), verdict)
    const wanted = verdict === 'approve' ? 'COMPLETED' : 'FAILED'
    await until(async () => {
      await call(admin, 'POST', `/gatewayA/payouts/${pendingId}/check-status`)
      return (await payoutStatus(pendingId)) === wanted
    }, wanted)
    return pendingId
  }

  it('that says FAILED after COMPLETED opens an incident, and the payout stays COMPLETED', async () => {
    const id = await ended('approve')
    const cash = await balance('platform:cash')
    const failed = { status: 'FAILED', failureReason: { failureCode: 'UNSPECIFIED_FAILURE', failureMessage: 'x' } }
    expect(await opened(() => says(id, failed))).toBe(1)
    expect(await payoutStatus(id)).toBe('COMPLETED')
    expect(await balance('platform:cash')).toBe(cash)
  })

  it('that says COMPLETED after FAILED opens an incident, and the payout stays FAILED', async () => {
    const id = await ended('refuse')
    const cash = await balance('platform:cash')
    expect(await opened(() => says(id, { status: 'COMPLETED', failureReason: undefined }))).toBe(1)
    expect(await payoutStatus(id)).toBe('FAILED')
    expect(await balance('platform:cash')).toBe(cash)
  })
})

describe('what nobody signed', () => {
  it('opens no incident about what has ended', async () => {
    const admin = await signUp('ADMIN')
    const phoneNumber = freshPhone()
    await call(admin, 'POST', '/gatewayB/payin', chargeBody({ phoneNumber }))
    await refuse(phoneNumber)
    const { url, body } = await signCallback(await movementOf(phoneNumber))
    const path = new URL(url).pathname.replace('/api/v1', '')
    const forged = JSON.stringify({ ...JSON.parse(body), status: 'successful' })
    expect(
      await opened(async () => {
        expect((await call(guest, 'POST', path, forged, { signature: 'ab'.repeat(32) })).status).toBe(401)
      }),
    ).toBe(0)
  })
})
