import { describe, expect, it } from 'vitest'
import { type Caller, call, type Person, reasons, tally, together } from '#testing/api.ts'
import { newRider, type Rider } from '#testing/fixtures/deliveries.ts'
import { otherCode } from '#testing/fixtures/inputs.ts'
import { actOnOrder, newMarket, orderRow, readyOrder, refundOf, sentRefund, stockOf } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { settleMovement } from '#testing/sandbox.ts'
import { again, clockAt, HOUR, MINUTE, tickAt } from '#testing/stories/money.ts'
import { type Data, faults, GONE, INVALID, ok, refusal } from '#testing/stories/orders.ts'

const act = (as: Caller, order: Data, action: string, body?: object) =>
  call(as, 'POST', `/deliveries/${order.delivery.id}/${action}`, body)
const fail = (as: Caller, order: Data, reasonCode = 'BUYER_UNREACHABLE') => act(as, order, 'fail', { reasonCode })
const received = (as: Caller, order: Data) => actOnOrder(as, order.id, 'return-received')

/** A parcel that was paid, picked up by a rider and is on its way. */
async function underWay() {
  const [market, rider] = [await newMarket(), await newRider()]
  const order = await readyOrder(market)
  ok(await act(rider, order, 'accept'))
  ok(await act(rider, order, 'pickup', { code: order.pickupCode }))
  return { ...market, rider, order }
}
/** A parcel that was refused twice: on its way back. The people have tokens of that later time. */
async function returning() {
  const parcel = await underWay()
  const began = Date.now()
  ok(await fail(parcel.rider, parcel.order))
  clockAt(began + 11 * MINUTE)
  ok(await fail(parcel.rider, parcel.order, 'BUYER_REFUSED'))
  return parcel
}
const earned = async (rider: Person) => {
  const { balances } = ok(await call(rider, 'GET', '/wallet'))
  return balances.find(({ currency }: Data) => currency === 'USD')?.available ?? '0.00'
}

describe('a parcel that is back, and whose order was decided for the seller', () => {
  it('brings no stock back once staff cancelled it and the refund was refused', async () => {
    const { rider, order, buyer, seller, variantId } = await returning()
    ok(await act(rider, order, 'returned'))
    const complaint = { type: 'ORDER', title: 'Litige', description: 'Nous ne sommes pas d’accord.', orderId: order.id }
    const { id } = ok(await call(await again(buyer), 'POST', '/incidents', complaint))
    const support = await signUp('SUPPORT')
    ok(await call(support, 'POST', `/incidents/${id}/resolve`, { note: 'Décidé', outcome: 'SELLER' }))
    ok(await call(support, 'POST', `/orders/admin/${order.id}/cancel`, { reason: 'Erreur' }))
    const refund = await refundOf(order.id)
    ok(await call(await signUp('ADMIN'), 'POST', `/refunds/${refund?.id}/reject`, { reason: 'Payé à raison' }))
    const before = await stockOf(variantId)
    expect(refusal(await received(await again(seller), order))).toEqual(INVALID)
    expect(await stockOf(variantId)).toEqual(before)
  })
})

describe('a parcel that is not taken', () => {
  it('once, stays with the rider: the order is still on its way and can be delivered', async () => {
    const { rider, order, buyer } = await underWay()
    expect(ok(await fail(rider, order))).toMatchObject({
      status: 'FAILED_ATTEMPT',
      attempts: 1,
      failureReason: 'BUYER_UNREACHABLE',
    })
    expect((await orderRow(order.id))?.status).toBe('OUT_FOR_DELIVERY')
    const { dropoffCode } = ok(await call(buyer, 'GET', `/orders/${order.id}/tracking`))
    expect(ok(await act(rider, order, 'deliver', { code: dropoffCode })).status).toBe('DELIVERED')
    expect((await orderRow(order.id))?.status).toBe('DELIVERED')
  })

  it('told twice within ten minutes is one failure: 409', async () => {
    const { rider, order } = await underWay()
    const began = Date.now()
    ok(await fail(rider, order))
    clockAt(began + 9 * MINUTE)
    expect(refusal(await fail(rider, order))[0]).toBe(409)
    expect((await orderRow(order.id))?.status).toBe('OUT_FOR_DELIVERY')
  })

  it('told five times at once is one failure', async () => {
    const { rider, order } = await underWay()
    expect(tally(await together(5, () => fail(rider, order)))).toEqual({ 200: 1, 409: 4 })
    expect(ok(await call(rider, 'GET', `/deliveries/${order.delivery.id}`))).toMatchObject({ attempts: 1 })
  })

  it('twice, goes back: delivery and order are RETURNING and it cannot be delivered', async () => {
    const { rider, order, buyer } = await returning()
    expect(ok(await call(rider, 'GET', `/deliveries/${order.delivery.id}`))).toMatchObject({
      status: 'RETURNING',
      attempts: 2,
      failureReason: 'BUYER_REFUSED',
    })
    expect((await orderRow(order.id))?.status).toBe('RETURNING')
    expect(refusal(await act(rider, order, 'deliver', { code: '123456' }))).toEqual(INVALID)
    expect(refusal(await fail(rider, order))).toEqual(INVALID)
    expect(refusal(await actOnOrder(buyer, order.id, 'confirm-receipt'))).toEqual(INVALID)
    expect(await refundOf(order.id)).toBeNull()
  })

  it('needs a reason that is known, the rider who has it, and a parcel that is under way', async () => {
    const { rider, order, seller } = await underWay()
    expect(faults(await fail(rider, order, 'PARESSE'))).toEqual(['reasonCode'])
    expect(faults(await act(rider, order, 'fail', {}))).toEqual(['reasonCode'])
    expect(refusal(await fail(await newRider(), order))).toEqual(GONE)
    expect((await fail(seller, order)).status).toBe(403)
    expect(refusal(await act(rider, order, 'returned'))).toEqual(INVALID)
  })
})

describe('a parcel that comes back', () => {
  it('RETURNED by the rider ends nothing: money and stock wait for the seller’s word', async () => {
    const { rider, order, variantId } = await returning()
    expect(ok(await act(rider, order, 'returned')).status).toBe('RETURNED')
    expect(refusal(await act(rider, order, 'returned'))).toEqual(INVALID)
    expect((await orderRow(order.id))?.status).toBe('RETURNING')
    expect(await stockOf(variantId)).toEqual({ stock: 8, held: 0 })
    expect(await refundOf(order.id)).toBeNull()
    expect(await earned(rider)).toBe('0.00')
    expect(ok(await call(rider, 'GET', '/riders/me')).activeJobs).toBe(0)
  })

  it('is received by the seller: CANCELLED, stock back once, the goods refunded, the fee earned', async () => {
    const { rider, order, seller, buyer, variantId } = await returning()
    ok(await act(rider, order, 'returned'))
    expect(await stockOf(variantId)).toEqual({ stock: 8, held: 0 })
    expect((await orderRow(order.id))?.status).toBe('RETURNING')
    const done = ok(await received(seller, order))
    expect(done.status).toBe('CANCELLED')
    expect(await stockOf(variantId)).toEqual({ stock: 10, held: 0 })
    expect(await refundOf(order.id)).toMatchObject({ amountMinor: 2500, currency: 'USD' })
    expect(await earned(rider)).toBe('1.60')
    const sent = await sentRefund(order.id)
    await settleMovement(sent.id, 'approve')
    expect(ok(await call(await again(buyer), 'GET', `/orders/${order.id}`))).toMatchObject({
      status: 'CANCELLED',
      paymentStatus: 'PARTIALLY_REFUNDED',
      refundedAmount: '25.00',
    })
    expect(refusal(await received(seller, order))).toEqual(INVALID)
    expect(await stockOf(variantId)).toEqual({ stock: 10, held: 0 })
  })

  it('is received five times at once, once', async () => {
    const { rider, order, seller, variantId } = await returning()
    ok(await act(rider, order, 'returned'))
    const answers = await together(5, () => received(seller, order))
    expect(reasons(answers)).toEqual({ ok: 1, INVALID_TRANSITION: 4 })
    expect(await stockOf(variantId)).toEqual({ stock: 10, held: 0 })
    expect(await earned(rider)).toBe('1.60')
  })

  it('is received by the shop it came from: another seller 404, others 403', async () => {
    const { rider, order, buyer } = await returning()
    ok(await act(rider, order, 'returned'))
    expect(refusal(await received((await newMarket()).seller, order))).toEqual(GONE)
    for (const as of [buyer, rider, await signUp('ADMIN')]) expect((await received(as, order)).status).toBe(403)
    expect((await orderRow(order.id))?.status).toBe('RETURNING')
  })

  it('ends by itself 72 hours after the rider said so, as if the seller had', async () => {
    const { rider, order, variantId } = await returning()
    ok(await act(rider, order, 'returned'))
    const said = Date.now()
    await tickAt(said + 71 * HOUR)
    expect((await orderRow(order.id))?.status).toBe('RETURNING')
    await tickAt(said + 72 * HOUR + MINUTE)
    expect((await orderRow(order.id))?.status).toBe('CANCELLED')
    expect(await stockOf(variantId)).toEqual({ stock: 10, held: 0 })
    expect(await refundOf(order.id)).toMatchObject({ amountMinor: 2500 })
    expect(await earned(await again(rider))).toBe('1.60')
  })

  it('when staff cancelled it on its way: RETURNING, and stock only when it is there', async () => {
    const { rider, order, seller, variantId } = await underWay()
    const cancelled = ok(await call(await signUp('SUPPORT'), 'POST', `/orders/admin/${order.id}/cancel`, {}))
    expect(cancelled.status).toBe('CANCELLED')
    const mine = ok(await call(rider, 'GET', `/deliveries/${order.delivery.id}`))
    expect([mine.status, (await stockOf(variantId))?.stock]).toEqual(['RETURNING', 8])
    ok(await act(rider, order, 'returned'))
    ok(await received(seller, order))
    expect(await stockOf(variantId)).toEqual({ stock: 10, held: 0 })
    expect(await refundOf(order.id)).toMatchObject({ status: 'REQUESTED' })
  })
})

describe('the hand-over codes', () => {
  it('five wrong ones in 15 minutes are 429, and then the right one is let in again', async () => {
    const { rider, order, buyer } = await underWay()
    const began = Date.now()
    const { dropoffCode } = ok(await call(buyer, 'GET', `/orders/${order.id}/tracking`))
    for (let i = 0; i < 5; i++)
      expect(refusal(await act(rider, order, 'deliver', { code: otherCode(dropoffCode) }))).toEqual([
        401,
        'INVALID_VERIFICATION_CODE',
      ])
    expect((await act(rider, order, 'deliver', { code: dropoffCode })).status).toBe(429)
    clockAt(began + 16 * MINUTE)
    const now: Rider = await again(rider)
    expect(ok(await act(now, order, 'deliver', { code: dropoffCode })).status).toBe('DELIVERED')
  })

  it('five wrong ones of one rider do not lock the next one out', async () => {
    const [first, next] = [await newRider(), await newRider()]
    const order = await readyOrder(await newMarket())
    ok(await act(first, order, 'accept'))
    for (let i = 0; i < 5; i++) await act(first, order, 'pickup', { code: otherCode(order.pickupCode) })
    expect((await act(first, order, 'pickup', { code: order.pickupCode })).status).toBe(429)
    ok(await act(first, order, 'release'))
    ok(await act(next, order, 'accept'))
    expect(ok(await act(next, order, 'pickup', { code: order.pickupCode })).status).toBe('PICKED_UP')
  })

  it('of deliver and staff cancel at once one wins, and the money follows it', async () => {
    const { rider, order, buyer } = await underWay()
    const support = await signUp('SUPPORT')
    const { dropoffCode } = ok(await call(buyer, 'GET', `/orders/${order.id}/tracking`))
    const [delivered, cancelled] = await together(2, (i) =>
      i
        ? call(support, 'POST', `/orders/admin/${order.id}/cancel`, {})
        : act(rider, order, 'deliver', { code: dropoffCode }),
    )
    expect(cancelled?.status).toBe(200)
    expect([200, 409]).toContain(delivered?.status)
    const { status } = (await orderRow(order.id)) ?? {}
    expect(status).toBe('CANCELLED')
    const { status: parcel } = ok(await call(rider, 'GET', `/deliveries/${order.delivery.id}`))
    expect(parcel).toBe(delivered?.status === 200 ? 'DELIVERED' : 'RETURNING')
  })
})
