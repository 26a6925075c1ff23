import { describe, expect, it } from 'vitest'
import { call, type Person, tally, together } from '#testing/api.ts'
import { freshPhone } from '#testing/fixtures/inputs.ts'
import { actOnOrder, deliveredOrder, orderRow, paidOrder, postOrder, refundOf } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { askedRefund, changesOf, completedOrder, confirmRefund } from '#testing/stories/books.ts'
import { newDispute, refundsOf } from '#testing/stories/disputes.ts'
import { rate } from '#testing/stories/money.ts'
import {
  arrives,
  decide,
  expectUnknownIs404,
  faults,
  INVALID,
  incident,
  ok,
  onIncident,
  refusal,
  rejectOrder,
} from '#testing/stories/office.ts'

// Rule: resolve {outcome BUYER, SELLER, SPLIT; refundAmount?; note}: BUYER without refundAmount = all that is refundable; SPLIT
// needs it; SELLER refuses it (400); over the rest 409; an open refund 409. The refund is REQUESTED and for an ADMIN: no money
// moves before. An adopted PARTIAL refund stays PARTIAL (PARTIALLY_REFUNDED). dismiss {note?}. A decided one is decided: 409.
//
// Silent: an incident without an order that is decided for the buyer; whether `note` may be left out of resolve; whether
// BUYER takes a refundAmount (then it is that amount, or a 400).

const directly = (admin: Person, orderId: string) => call(admin, 'POST', `/orders/admin/${orderId}/refund`)

describe('a decision for the buyer', () => {
  it('asks for all that is refundable and moves no money; the ADMIN’s refund is that one', async () => {
    const { order, id, support } = await newDispute()
    const moved = await changesOf(async () => {
      const decided = ok(await decide(support, id, 'BUYER'))
      expect(decided).toMatchObject({ status: 'RESOLVED', resolution: { outcome: 'BUYER', note: 'Vu les photos' } })
    })
    expect(moved).toEqual({})
    const asked = await refundOf(order.id)
    expect(asked).toMatchObject({ status: 'REQUESTED', amountMinor: 2700, currency: 'USD' })
    expect((await orderRow(order.id))?.status).toBe('PENDING_SELLER_REVIEW')
    const sent = await changesOf(async () => ok(await directly(await signUp('ADMIN'), order.id)))
    expect(sent).toEqual({ [`order:${order.id}:held`]: -2700, 'refunds:inFlight': 2700 })
    expect((await refundOf(order.id))?.id).toBe(asked?.id)
    await arrives(order.id)
    expect(await orderRow(order.id)).toMatchObject({ status: 'CANCELLED', paymentStatus: 'REFUNDED' })
    expect(await refundsOf(order.id)).toBe(1)
  })

  it('of a completed order asks for it as well', async () => {
    const { order, id, support } = await newDispute(completedOrder)
    ok(await decide(support, id, 'BUYER'))
    expect(await refundOf(order.id)).toMatchObject({ status: 'REQUESTED', amountMinor: 2700 })
    ok(await directly(await signUp('ADMIN'), order.id))
    await arrives(order.id)
    expect(await orderRow(order.id)).toMatchObject({ status: 'REFUNDED', paymentStatus: 'REFUNDED' })
  })

  it('is read by both parties, with its note and no name of staff', async () => {
    const { market, id, support } = await newDispute()
    ok(await decide(support, id, 'BUYER'))
    for (const as of [market.buyer, market.seller]) {
      const seen = await incident(as, id)
      expect(seen.resolution).toMatchObject({ outcome: 'BUYER', note: 'Vu les photos' })
      expect(JSON.stringify(seen)).not.toContain(support.id)
    }
  })

  it('gives SUPPORT no way to send the money', async () => {
    const { order, id, support } = await newDispute()
    ok(await decide(support, id, 'BUYER'))
    expect((await directly(support, order.id)).status).toBe(403)
    expect((await call(support, 'POST', '/refunds/request-approval', { orderId: order.id, reason: 'a' })).status).toBe(
      403,
    )
    expect((await refundOf(order.id))?.status).toBe('REQUESTED')
  })

  it('with an amount is of that amount, or refused', async () => {
    const { order, id, support } = await newDispute()
    const answer = await decide(support, id, 'BUYER', { refundAmount: '5.00' })
    expect([200, 400]).toContain(answer.status)
    if (answer.status === 200) expect((await refundOf(order.id))?.amountMinor).toBe(500)
    else expect(await refundsOf(order.id)).toBe(0)
  })
})

describe('a split', () => {
  it('needs its amount, above nothing, in the decimals of the order, within what is left', async () => {
    const { order, id, support } = await newDispute()
    for (const refundAmount of [undefined, 0, '-1', '5.001', '1e2', 'tout'])
      expect(faults(await decide(support, id, 'SPLIT', { refundAmount })), String(refundAmount)).toEqual([
        'refundAmount',
      ])
    expect((await decide(support, id, 'SPLIT', { refundAmount: '27.01' })).status).toBe(409)
    expect(await refundsOf(order.id)).toBe(0)
    expect((await incident(support, id)).status).toBe('OPEN')
    const { resolution } = ok(await decide(support, id, 'SPLIT', { refundAmount: '10.50' }))
    expect(resolution).toEqual({ outcome: 'SPLIT', refundAmount: '10.50', note: 'Vu les photos' })
    expect(await refundOf(order.id)).toMatchObject({ status: 'REQUESTED', amountMinor: 1050 })
  })

  it('leaves something that the operator of whoever paid can send, as a refund by code does', async () => {
    await rate('USD', 'RWF', 1_000_000_000)
    const payer = { payerPhoneNumber: freshPhone('123', '25078'), network: 'mtn', countryCode: 'RW' }
    const { order, id, support } = await newDispute((market) => paidOrder(market, payer))
    const refundAmount = '26.99'
    expect(faults(await decide(support, id, 'SPLIT', { refundAmount }))).toEqual(['refundAmount'])
    expect(await refundsOf(order.id)).toBe(0)
    ok(await decide(support, id, 'SPLIT', { refundAmount: '26.90' }))
    await askedRefund(await signUp('ADMIN'), { orderId: order.id })
    expect(await refundOf(order.id)).toMatchObject({ status: 'AWAITING_CODE', amountMinor: 2690 })
  })

  it('stays a part when an ADMIN sends it at once: the order is PARTIALLY_REFUNDED and goes on', async () => {
    const { market, order, id, support } = await newDispute(completedOrder)
    ok(await decide(support, id, 'SPLIT', { refundAmount: '10.00' }))
    const sent = await changesOf(async () => ok(await directly(await signUp('ADMIN'), order.id)))
    expect(sent).toEqual({ [`seller:${market.seller.profileId}:available`]: -1000, 'refunds:inFlight': 1000 })
    await arrives(order.id)
    expect(await orderRow(order.id)).toMatchObject({ status: 'COMPLETED', paymentStatus: 'PARTIALLY_REFUNDED' })
    const { data } = await call(market.buyer, 'GET', `/orders/${order.id}`)
    expect(data.refundedAmount).toBe('10.00')
    expect(await refundsOf(order.id)).toBe(1)
  })

  it('is the row that a refund by code takes over', async () => {
    const { order, id, support } = await newDispute(completedOrder)
    ok(await decide(support, id, 'SPLIT', { refundAmount: '10.00' }))
    const admin = await signUp('ADMIN')
    const asked = await askedRefund(admin, { orderId: order.id, amount: '10.00' })
    expect(asked.id).toBe((await refundOf(order.id))?.id)
    ok(await confirmRefund(admin, asked.pendingId, asked.code))
    await arrives(order.id)
    expect(await orderRow(order.id)).toMatchObject({ status: 'COMPLETED', paymentStatus: 'PARTIALLY_REFUNDED' })
  })
})

describe('a decision for the seller', () => {
  it('asks for nothing, and takes no amount', async () => {
    const { order, id, support } = await newDispute()
    expect(faults(await decide(support, id, 'SELLER', { refundAmount: '1.00' }))).toEqual(['refundAmount'])
    expect(ok(await decide(support, id, 'SELLER'))).toMatchObject({
      status: 'RESOLVED',
      resolution: { outcome: 'SELLER' },
    })
    expect(await refundsOf(order.id)).toBe(0)
  })
})

describe('a decision', () => {
  it('is made once, of fifty by two agents too, and asks for one refund', async () => {
    const { order, id, support } = await newDispute()
    const admin = await signUp('ADMIN')
    const answers = await together(50, (i) =>
      i % 3 === 0 ? onIncident(admin, id, 'dismiss') : decide(i % 2 ? support : admin, id, i % 2 ? 'BUYER' : 'SELLER'),
    )
    expect(tally(answers)).toEqual({ 200: 1, 409: 49 })
    const { status, resolution } = await incident(support, id)
    expect(await refundsOf(order.id)).toBe(status === 'RESOLVED' && resolution.outcome === 'BUYER' ? 1 : 0)
    expect(refusal(await decide(support, id, 'SELLER'))).toEqual(INVALID)
    expect(refusal(await onIncident(support, id, 'dismiss'))).toEqual(INVALID)
  })

  it('for the buyer is refused while a refund is open, and the incident stays open', async () => {
    const { market, order, id, support } = await newDispute()
    await rejectOrder(market.seller, order.id)
    expect(['REQUESTED', 'PROCESSING']).toContain((await refundOf(order.id))?.status)
    expect((await decide(support, id, 'BUYER')).status).toBe(409)
    expect((await decide(support, id, 'SPLIT', { refundAmount: '1.00' })).status).toBe(409)
    expect((await incident(support, id)).status).toBe('OPEN')
    expect(await refundsOf(order.id)).toBe(1)
  })

  it('for the buyer, when all went back already, stands without a refund; an amount is refused', async () => {
    const { market, order, id, support } = await newDispute()
    await rejectOrder(market.seller, order.id)
    await arrives(order.id)
    expect((await decide(support, id, 'SPLIT', { refundAmount: '0.01' })).status).toBe(409)
    expect((await decide(support, id, 'BUYER', { refundAmount: '0.01' })).status).toBe(409)
    expect(ok(await decide(support, id, 'BUYER'))).toMatchObject({
      status: 'RESOLVED',
      resolution: { outcome: 'BUYER', refundAmount: null, note: 'Vu les photos' },
    })
    expect(await refundsOf(order.id)).toBe(1)
  })

  it('for the buyer of an order that nobody paid stands without a refund', async () => {
    const { order, id, support } = await newDispute(async (market) => (await postOrder(market)).data)
    expect(ok(await decide(support, id, 'BUYER')).resolution).toMatchObject({ outcome: 'BUYER', refundAmount: null })
    expect(await refundsOf(order.id)).toBe(0)
  })

  it('says what is wrong with it', async () => {
    const { id, support } = await newDispute()
    for (const outcome of ['BOTH', undefined as unknown as string])
      expect(faults(await decide(support, id, outcome))).toEqual(['outcome'])
    expect((await decide(support, id, 'SELLER', { refund: '1.00' })).status).toBe(400)
    await expectUnknownIs404(support, 'POST', (one) => `/incidents/${one}/resolve`, { outcome: 'SELLER', note: 'a' })
    await expectUnknownIs404(support, 'POST', (one) => `/incidents/${one}/dismiss`, {})
  })

  it('to dismiss asks for nothing, with a note or without', async () => {
    for (const body of [{}, { note: 'Malentendu' }]) {
      const { order, id, support } = await newDispute(deliveredOrder)
      expect(ok(await onIncident(support, id, 'dismiss', body)).status).toBe('DISMISSED')
      expect(await refundsOf(order.id)).toBe(0)
      expect(await orderRow(order.id)).toMatchObject({ status: 'DELIVERED', paymentStatus: 'PAID' })
    }
  })

  it('leaves the buyer free to confirm the receipt before it falls', async () => {
    const { market, order, id, support } = await newDispute(deliveredOrder)
    expect(ok(await actOnOrder(market.buyer, order.id, 'confirm-receipt')).status).toBe('COMPLETED')
    expect(ok(await decide(support, id, 'SELLER')).status).toBe('RESOLVED')
  })
})
