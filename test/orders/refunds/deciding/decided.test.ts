import { afterEach, describe, expect, it } from 'vitest'
import { type Caller, call, guest, tally, together } from '#testing/api.ts'
import { freshPhone } from '#testing/fixtures/inputs.ts'
import { newMarket, orderRow, paidOrder, refundOf } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { clearFaults, pause } from '#testing/sandbox.ts'
import {
  askElsewhere,
  askedRefund,
  askRefund,
  changesOf,
  confirmRefund,
  ends,
  escrowOf,
  expectOnly,
  expectUnknownIs404,
  GONE,
  INVALID,
  ok,
  outgoing,
  readRefund,
  refundByCode,
  refusal,
  rowsIn,
  WHY,
} from '#testing/stories/books.ts'
import { breaks, clockAt, SECOND } from '#testing/stories/money.ts'

// Rule: an order has at most one open refund; asking for one adopts the REQUESTED row that a cancel left. Reject takes REQUESTED,
// AWAITING_CODE, FAILED, and the money stays held. Refused at once: 400 with the gateway's code, the row FAILED; /retry the
// same, also to another number of the buyer. A buyer reads the refunds of their own order.
//
// Silent: whether a refund that failed is asked for again under its old id; what the seller and the rider read of refunds.

afterEach(() => clearFaults())

const sold = async () => {
  const market = await newMarket()
  const order = await paidOrder(market)
  return { market, order, phone: order.payerPhoneNumber as string }
}
const reject = (as: Caller, id: string) => call(as, 'POST', `/refunds/${id}/reject`, { reason: WHY })
const retry = (as: Caller, id: string, body: object = {}) => call(as, 'POST', `/refunds/${id}/retry`, body)
const check = (as: Caller, id: string) => call(as, 'POST', `/refunds/${id}/check-status`)

describe('what a cancel left', () => {
  it('is taken over by the request: the same row, sent by the code, once', async () => {
    const admin = await signUp('ADMIN')
    const { order, phone } = await sold()
    ok(await call(await signUp('SUPPORT'), 'POST', `/orders/admin/${order.id}/cancel`, { reason: WHY }))
    const left = await refundOf(order.id)
    expect(left?.status).toBe('REQUESTED')
    const asked = await askedRefund(admin, { orderId: order.id })
    expect(asked.id).toBe(left?.id)
    const sent = await changesOf(async () => ok(await confirmRefund(admin, asked.pendingId, asked.code)))
    expect(sent).toEqual({ [escrowOf(order)]: -2700, 'refunds:inFlight': 2700 })
    await ends(phone, 'approve')
    expect(await orderRow(order.id)).toMatchObject({ status: 'CANCELLED', paymentStatus: 'REFUNDED' })
    expect(await outgoing(phone)).toHaveLength(1)
    expect(rowsIn(ok(await call(admin, 'GET', `/orders/${order.id}/refunds`)))).toHaveLength(1)
  })
})

describe('reject', () => {
  it('ends a refund that waits for its code: the code is dead, nothing moves, and another can be asked for', async () => {
    const admin = await signUp('ADMIN')
    const { order, phone } = await sold()
    const asked = await askedRefund(admin, { orderId: order.id })
    expect(await changesOf(async () => ok(await reject(await signUp('ADMIN'), asked.id)))).toEqual({})
    expect((await readRefund(admin, asked.id)).status).toBe('REJECTED')
    expect([401, 404, 409, 410]).toContain((await confirmRefund(admin, asked.pendingId, asked.code)).status)
    expect(refusal(await reject(admin, asked.id))).toEqual(INVALID)
    const again = await askedRefund(admin, { orderId: order.id, amount: '1.00' })
    expect(again.id).not.toBe(asked.id)
    expect(await outgoing(phone)).toEqual([])
  })

  it('does not take one that is on its way or has arrived', async () => {
    const admin = await signUp('ADMIN')
    const { order, phone } = await sold()
    const id = await refundByCode(admin, { orderId: order.id })
    expect(refusal(await reject(admin, id))).toEqual(INVALID)
    await ends(phone, 'approve')
    expect(refusal(await reject(admin, id))).toEqual(INVALID)
    expect((await readRefund(admin, id)).status).toBe('SUCCEEDED')
  })
})

describe('a refund to a number that takes nothing', () => {
  it('is FAILED with its reason, its money is held again, and it goes to another number, once for 50 at once', async () => {
    const admin = await signUp('ADMIN')
    const { order, phone } = await sold()
    const id = await refundByCode(admin, { orderId: order.id, amount: '10.00' })
    expect(await changesOf(() => ends(phone, 'refuse'))).toEqual({ [escrowOf(order)]: 1000, 'refunds:inFlight': -1000 })
    const failed = await readRefund(admin, id)
    expect(failed).toMatchObject({ status: 'FAILED' })
    expect(failed.failureReason).toEqual(expect.any(String))
    expect(await orderRow(order.id)).toMatchObject({ status: 'PENDING_SELLER_REVIEW', paymentStatus: 'PAID' })
    const other = { phoneNumber: freshPhone('123', '24397'), network: 'airtel', countryCode: 'CD' }
    const { confirm } = await askElsewhere(admin, id, order.id, other)
    const answers = await together(50, confirm)
    expect(tally(answers)[201]).toBe(1)
    expect(await outgoing(other.phoneNumber)).toMatchObject([{ amount: '10' }])
    await ends(other.phoneNumber, 'approve')
    expect(await readRefund(admin, id)).toMatchObject({ status: 'SUCCEEDED', amount: '10.00' })
    expect((await outgoing(phone)).length).toBe(1)
  })

  it('that refuses at once is 400 with the gateway’s code, and the row is FAILED; so for a retry', async () => {
    const admin = await signUp('ADMIN')
    const { order, phone } = await sold()
    const asked = await askedRefund(admin, { orderId: order.id })
    await breaks('B', 'refused', { kind: 'payout' })
    const changes = await changesOf(async () => {
      const refused = await confirmRefund(admin, asked.pendingId, asked.code)
      expect([refused.status, refused.error?.code]).toEqual([400, 'MBIYOPAY_PAYOUT_FAILED'])
      expect((await readRefund(admin, asked.id)).status).toBe('FAILED')
      const again = await retry(admin, asked.id)
      expect([again.status, again.error?.code]).toEqual([400, 'MBIYOPAY_PAYOUT_FAILED'])
      expect((await readRefund(admin, asked.id)).status).toBe('FAILED')
    })
    expect(changes).toEqual({})
    await clearFaults()
    ok(await retry(admin, asked.id))
    await ends(phone, 'approve')
    expect((await readRefund(admin, asked.id)).status).toBe('SUCCEEDED')
  })
})

describe('check-status', () => {
  it('asks the gateway about a refund that stayed silent, and applies what it says once', async () => {
    const admin = await signUp('ADMIN')
    const { order, phone } = await sold()
    const id = await refundByCode(admin, { orderId: order.id, amount: '5.00' })
    await ends(phone, 'approve', ['silent'])
    expect((await readRefund(admin, id)).status).toBe('PROCESSING')
    const changes = await changesOf(async () => {
      clockAt(Date.now() + 31 * SECOND)
      const answers = await together(10, () => check(admin, id))
      for (const { status } of answers) expect(status).toBe(200)
      expect(ok(await check(admin, id))).toMatchObject({ id, status: 'SUCCEEDED', amount: '5.00' })
    })
    expect(changes).toEqual({ 'refunds:inFlight': -500, 'gatewayB:clearing': 500 })
    expect((await readRefund(admin, id)).completedAt).toEqual(expect.any(String))
  })

  it('of what is not there is 404', async () => {
    const admin = await signUp('ADMIN')
    for (const what of ['check-status', 'retry'])
      await expectUnknownIs404(admin, 'POST', (id) => `/refunds/${id}/${what}`)
    await expectUnknownIs404(admin, 'POST', (id) => `/refunds/${id}/reject`, { reason: WHY })
    await expectUnknownIs404(admin, 'GET', (id) => `/refunds/${id}`)
    await expectUnknownIs404(admin, 'GET', (id) => `/orders/${id}/refunds`)
    expect(refusal(await confirmRefund(admin, 'pas-un-id', '123456'))).toEqual(GONE)
  })
})

describe('the list of refunds', () => {
  it('is read by staff and finance, newest first, in pages, from an instant to another', async () => {
    const admin = await signUp('ADMIN')
    const ids: string[] = []
    for (let i = 0; i < 3; i++) {
      const { order } = await sold()
      ids.unshift((await askedRefund(admin, { orderId: order.id, amount: '1.00' })).id)
      await pause(2)
    }
    for (const role of ['SUPPORT', 'ACCOUNTANT', 'ADMIN'] as const) {
      const { refunds, pagination } = ok(await call(await signUp(role), 'GET', '/refunds?limit=2'))
      expect(refunds.map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 2))
      expect(pagination).toMatchObject({ page: 1, limit: 2 })
      expect(pagination.total).toBeGreaterThanOrEqual(3)
    }
    const middle = await readRefund(admin, ids[1] ?? '')
    const idsIn = async (query: string) =>
      ok(await call(admin, 'GET', `/refunds?limit=100&${query}`)).refunds.map(({ id }: { id: string }) => id)
    expect(await idsIn(`from=${middle.createdAt}`)).toEqual(ids.slice(0, 2))
    expect(await idsIn(`to=${middle.createdAt}`)).not.toContain(ids[1])
    expect(await idsIn(`to=${middle.createdAt}`)).toContain(ids[2])
    expect((await call(admin, 'GET', '/refunds?limit=101')).status).toBe(400)
    await expectOnly(['SUPPORT', 'ADMIN', 'ACCOUNTANT'], ['GET', '/refunds'], ['GET', `/refunds/${ids[0]}`])
  })

  it('of an order is read by its buyer, with the number masked; for a stranger the order is not there', async () => {
    const admin = await signUp('ADMIN')
    const { market, order, phone } = await sold()
    const { id } = await askedRefund(admin, { orderId: order.id, amount: '1.00' })
    const path = `/orders/${order.id}/refunds`
    const answer = await call(market.buyer, 'GET', path)
    expect(rowsIn(ok(answer))).toMatchObject([{ id, orderId: order.id, amount: '1.00', currency: 'USD' }])
    expect(JSON.stringify(answer.body)).not.toContain(phone)
    for (const role of ['SUPPORT', 'ACCOUNTANT', 'ADMIN'] as const)
      expect((await call(await signUp(role), 'GET', path)).status, role).toBe(200)
    expect(refusal(await call(await signUp(), 'GET', path))).toEqual(GONE)
    expect((await call(guest, 'GET', path)).status).toBe(401)
    expect((await askRefund(market.buyer, { orderId: order.id })).status).toBe(403)
  })
})
