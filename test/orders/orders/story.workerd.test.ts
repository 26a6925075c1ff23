import { describe, expect, it } from 'vitest'
import { call } from '#testing/api.ts'
import { wait } from '#testing/clock.ts'
import { run } from '#testing/fixtures/database.ts'
import { newRider } from '#testing/fixtures/deliveries.ts'
import { freshPhone } from '#testing/fixtures/inputs.ts'
import { balance } from '#testing/fixtures/ledger.ts'
import {
  actOnOrder,
  deliveredOrder,
  newMarket,
  paidOrder,
  postOrder,
  readyOrder,
  refundOf,
  sentRefund,
  stockOf,
} from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { approve, inbox, movementsOf, refuse, settleMovement, until } from '#testing/sandbox.ts'

describe('an order', () => {
  it('goes from the cart to the wallets, and the books follow it', async () => {
    const market = await newMarket()
    const payerPhoneNumber = freshPhone()
    const placed = await postOrder(market, { payerPhoneNumber })
    expect(placed.status).toBe(201)
    expect(placed.data).toMatchObject({
      status: 'PENDING_PAYMENT',
      paymentStatus: 'PENDING',
      subtotal: '25.00',
      deliveryFee: '2.00',
      total: '27.00',
      payin: { status: 'pending', amount: 27, currency: 'USD', network: 'vodacom', countryCode: 'CD' },
    })
    expect(placed.data.number).toMatch(/^CMD-\d{4}-\d{6}$/)
    const { id } = placed.data
    expect(await stockOf(market.variantId)).toEqual({ stock: 10, held: 2 })

    await approve(payerPhoneNumber)
    expect((await call(market.buyer, 'GET', `/orders/${id}`)).data).toMatchObject({
      status: 'PENDING_SELLER_REVIEW',
      paymentStatus: 'PAID',
    })
    expect(await stockOf(market.variantId)).toEqual({ stock: 8, held: 0 })
    expect(await balance(`order:${id}:held`)).toBe(2700)
    await until(
      async () => (await inbox(market.seller.email)).some(({ subject }) => subject?.includes('Nouvelle commande')),
      'the notice',
    )

    expect((await actOnOrder(market.seller, id, 'accept')).data.status).toBe('ACCEPTED')
    expect(await balance(`seller:${market.seller.profileId}:pending`)).toBe(2500)
    expect((await actOnOrder(market.seller, id, 'prepare')).data.status).toBe('PREPARING')
    const ready = await actOnOrder(market.seller, id, 'ready')
    expect(ready.data).toMatchObject({ status: 'READY_FOR_PICKUP', delivery: { status: 'UNASSIGNED' } })

    const rider = await newRider()
    const deliveryId = ready.data.delivery.id
    expect((await call(rider, 'POST', `/deliveries/${deliveryId}/accept`)).data.status).toBe('ASSIGNED')
    const wrong = await call(rider, 'POST', `/deliveries/${deliveryId}/pickup`, {
      code: ready.data.pickupCode === '000000' ? '000001' : '000000',
    })
    expect(wrong).toMatchObject({ status: 401, error: { reason: 'INVALID_VERIFICATION_CODE' } })
    expect(
      (await call(rider, 'POST', `/deliveries/${deliveryId}/pickup`, { code: ready.data.pickupCode })).data.status,
    ).toBe('PICKED_UP')
    const tracking = await call(market.buyer, 'GET', `/orders/${id}/tracking`)
    expect(tracking.data.status).toBe('OUT_FOR_DELIVERY')
    expect((await call(market.seller, 'GET', `/orders/${id}/tracking`)).data.dropoffCode).toBeUndefined()
    expect(
      (await call(rider, 'POST', `/deliveries/${deliveryId}/deliver`, { code: tracking.data.dropoffCode })).data.status,
    ).toBe('DELIVERED')

    const done = await actOnOrder(market.buyer, id, 'confirm-receipt')
    expect(done.data.status).toBe('COMPLETED')
    expect(await balance(`seller:${market.seller.profileId}:available`)).toBe(2500)
    const riderId = (await call(rider, 'GET', '/riders/me')).data.id
    expect(await balance(`rider:${riderId}:available`)).toBe(160)
    expect(await balance(`order:${id}:held`)).toBe(0)
  })

  it('stays payable when the operator refuses, also from another number', async () => {
    const market = await newMarket()
    const refused = await postOrder(market, { payerPhoneNumber: freshPhone('059') })
    expect(refused).toMatchObject({ status: 400, error: { code: 'MBIYOPAY_PAYIN_FAILED' } })
    const { data } = await call(market.buyer, 'GET', '/orders/me')
    expect(data.pagination.total).toBe(1)
    expect(data.orders[0]).toMatchObject({ status: 'PENDING_PAYMENT', paymentStatus: 'FAILED' })
    const phone = freshPhone()
    const again = await actOnOrder(market.buyer, data.orders[0].id, 'pay', {
      payerPhoneNumber: phone,
      network: 'airtel',
      countryCode: 'CD',
    })
    expect(again.status).toBe(201)
    const third = await actOnOrder(market.buyer, data.orders[0].id, 'pay', {
      payerPhoneNumber: phone,
      network: 'airtel',
      countryCode: 'CD',
    })
    expect(third).toMatchObject({ status: 409, error: { reason: 'PAYMENT_IN_PROGRESS' } })
    await refuse(phone)
    const checked = await actOnOrder(market.buyer, data.orders[0].id, 'payment/check-status')
    expect(checked.data).toMatchObject({ order: { paymentStatus: 'FAILED' }, payin: { status: 'failed' } })
    const last = freshPhone('789')
    expect(
      (
        await actOnOrder(market.buyer, data.orders[0].id, 'pay', {
          payerPhoneNumber: last,
          network: 'airtel',
          countryCode: 'CD',
        })
      ).status,
    ).toBe(201)
    await until(
      async () => (await call(market.buyer, 'GET', `/orders/${data.orders[0].id}`)).data.paymentStatus === 'PAID',
      'the payment',
    )
  })

  it('is paid in RWF from Rwanda at a rate frozen on the order, kept in its own currency, and refunded in RWF', async () => {
    await run(
      `INSERT INTO exchange_rates (id, base_currency, quote_currency, rate_scaled, source, effective_at, is_active, created_at)
       VALUES (?, 'USD', 'RWF', 145050000000, 'test', 1, 1, 1)`,
      crypto.randomUUID(),
    )
    const market = await newMarket()
    const phone = freshPhone('123', '25078')
    const paid = await paidOrder(market, { payerPhoneNumber: phone, network: 'mtn', countryCode: 'RW' })
    expect(paid.exchangeRate).toEqual({ to: 'RWF', rate: '1450.50000000' })
    // 27.00 USD at 1450.5 is 39163.5, half up.
    expect(await balance('gatewayB:clearing', 'RWF')).toBe(-39164)
    expect(await balance('platform:fx', 'RWF')).toBe(39164)
    expect(await balance('platform:fx')).toBe(-2700)
    expect(await balance(`order:${paid.id}:held`)).toBe(2700)
    expect((await actOnOrder(market.seller, paid.id, 'reject', { reason: 'Plus de café' })).data).toMatchObject({
      status: 'REJECTED',
      rejectionReason: 'Plus de café',
    })
    const sent = await sentRefund(paid.id)
    await settleMovement(sent.id, 'approve')
    expect(await refundOf(paid.id)).toMatchObject({ status: 'SUCCEEDED', amountMinor: 2700, currency: 'USD' })
    expect(
      (await movementsOf(phone)).map(({ kind, amount, currency }) => [kind, Number(amount), currency]),
    ).toContainEqual(['payout', 39164, 'RWF'])
    for (const currency of ['RWF', 'USD']) expect(await balance('platform:fx', currency)).toBe(0)
    expect((await call(market.buyer, 'GET', `/orders/${paid.id}`)).data).toMatchObject({
      paymentStatus: 'REFUNDED',
      refundedAmount: '27.00',
    })
    expect(await stockOf(market.variantId)).toEqual({ stock: 10, held: 0 })
  })

  it('can be collected in the shop with the code of its buyer', async () => {
    const market = await newMarket()
    const ready = await readyOrder(market, { fulfillmentMethod: 'PICKUP' })
    expect(ready.pickupCode).toBeUndefined()
    expect(ready).toMatchObject({ deliveryFee: '0.00', delivery: null })
    const { data: mine } = await call(market.buyer, 'GET', `/orders/${ready.id}`)
    expect((await actOnOrder(market.seller, ready.id, 'handover', { code: mine.pickupCode })).data.status).toBe(
      'DELIVERED',
    )
  })
})

describe('staff', () => {
  it('cancel any order; the money waits for an ADMIN, who gives it back', async () => {
    const market = await newMarket()
    const delivered = await deliveredOrder(market)
    const [support, admin] = [await signUp('SUPPORT'), await signUp('ADMIN')]
    const cancelled = await call(support, 'POST', `/orders/admin/${delivered.id}/cancel`, { reason: 'Fraude signalée' })
    expect(cancelled.data).toMatchObject({
      status: 'CANCELLED',
      cancellationReason: 'Fraude signalée',
      paymentStatus: 'PAID',
    })
    expect(await refundOf(delivered.id)).toMatchObject({ status: 'REQUESTED', amountMinor: 2700 })
    expect((await call(support, 'POST', `/orders/admin/${delivered.id}/cancel`, {})).data.status).toBe('CANCELLED')
    expect((await call(support, 'POST', `/orders/admin/${delivered.id}/refund`)).status).toBe(403)
    expect((await call(admin, 'POST', `/orders/admin/${delivered.id}/refund`)).data.status).toBe('CANCELLED')
    expect((await call(admin, 'POST', `/orders/admin/${delivered.id}/refund`)).status).toBe(409)
    await settleMovement((await sentRefund(delivered.id)).id, 'approve')
    expect(await refundOf(delivered.id)).toMatchObject({ status: 'SUCCEEDED' })
  })

  it('refund a completed order from what the seller has, even below zero', async () => {
    const market = await newMarket()
    const delivered = await deliveredOrder(market)
    await actOnOrder(market.buyer, delivered.id, 'confirm-receipt')
    await run(
      `INSERT INTO transfers (id, kind, ref, from_account, to_account, amount_minor, currency, created_at) VALUES (?, 'test', ?, ?, 'platform:cash', 2000, 'USD', 1)`,
      crypto.randomUUID(),
      crypto.randomUUID(),
      `seller:${market.seller.profileId}:available`,
    )
    const refunded = await call(await signUp('ADMIN'), 'POST', `/orders/admin/${delivered.id}/refund`)
    expect(refunded.data.status).toBe('REFUNDED')
    expect(await balance(`seller:${market.seller.profileId}:available`)).toBe(-2000)
    await settleMovement((await sentRefund(delivered.id)).id, 'refuse')
    expect(await balance(`seller:${market.seller.profileId}:available`)).toBe(500)
    expect(await refundOf(delivered.id)).toMatchObject({ status: 'FAILED' })
  })
})

describe('a parcel that cannot be handed over', () => {
  async function onTheRoad() {
    const market = await newMarket()
    const rider = await newRider()
    const ready = await readyOrder(market)
    const job = `/deliveries/${ready.delivery.id}`
    await call(rider, 'POST', `${job}/accept`)
    expect((await call(rider, 'POST', `${job}/pickup`, { code: ready.pickupCode })).status).toBe(200)
    return { market, rider, ready, job }
  }

  it('comes back: the goods are refunded and the rider has earned the fee', async () => {
    const { market, rider, ready, job } = await onTheRoad()
    expect((await call(rider, 'POST', `${job}/fail`, { reasonCode: 'BUYER_ABSENT' })).data.status).toBe(
      'FAILED_ATTEMPT',
    )
    wait(600_000)
    expect((await call(rider, 'POST', `${job}/fail`, { reasonCode: 'BUYER_ABSENT' })).data.status).toBe('RETURNING')
    const early = await actOnOrder(market.buyer, ready.id, 'confirm-receipt')
    expect(early).toMatchObject({ status: 409, error: { reason: 'INVALID_TRANSITION' } })
    expect((await call(rider, 'POST', `${job}/returned`)).data.status).toBe('RETURNED')
    expect((await actOnOrder(market.seller, ready.id, 'return-received')).data.status).toBe('CANCELLED')
    expect((await actOnOrder(market.seller, ready.id, 'return-received')).status).toBe(409)
    await settleMovement((await sentRefund(ready.id)).id, 'approve')
    expect(await refundOf(ready.id)).toMatchObject({ status: 'SUCCEEDED', amountMinor: 2500 })
    const { data } = await call(market.buyer, 'GET', `/orders/${ready.id}`)
    expect(data).toMatchObject({ paymentStatus: 'PARTIALLY_REFUNDED', refundedAmount: '25.00' })
    const riderId = (await call(rider, 'GET', '/riders/me')).data.id
    expect(await balance(`rider:${riderId}:available`)).toBe(160)
    expect(await balance(`order:${ready.id}:held`)).toBe(0)
    expect(await stockOf(market.variantId)).toEqual({ stock: 10, held: 0 })
  })

  it('comes back after staff cancelled: the stock returns once and the refund waits for an ADMIN', async () => {
    const { market, ready } = await onTheRoad()
    await call(await signUp('SUPPORT'), 'POST', `/orders/admin/${ready.id}/cancel`, {})
    expect(await stockOf(market.variantId)).toEqual({ stock: 8, held: 0 })
    expect((await actOnOrder(market.seller, ready.id, 'return-received')).status).toBe(200)
    expect((await actOnOrder(market.seller, ready.id, 'return-received')).status).toBe(409)
    expect(await stockOf(market.variantId)).toEqual({ stock: 10, held: 0 })
    expect(await refundOf(ready.id)).toMatchObject({ status: 'REQUESTED', amountMinor: 2700 })
  })
})
