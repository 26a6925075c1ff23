import { describe, expect, it } from 'vitest'
import { call, type Person, reasons, tally, together } from '#testing/api.ts'
import { freshPhone, orderBody } from '#testing/fixtures/inputs.ts'
import { balance } from '#testing/fixtures/ledger.ts'
import {
  actOnOrder,
  deliveredOrder,
  newMarket,
  paidOrder,
  postOrder,
  refundOf,
  stockOf,
} from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'

const MANY = 50

describe('at once', () => {
  it('the last units are sold once, however many buy them', async () => {
    const market = await newMarket({ stock: 7 })
    // A buyer may have three orders that are not paid.
    const buyers = await Promise.all(Array.from({ length: 17 }, () => signUp()))
    const answers = await together(MANY, (i) =>
      postOrder(
        { ...market, buyer: buyers[i % 17] as Person },
        { items: [{ variantId: market.variantId, quantity: 1 }] },
      ),
    )
    expect(tally(answers)).toEqual({ 201: 7, 409: MANY - 7 })
    expect(reasons(answers)).toEqual({ ok: 7, INSUFFICIENT_STOCK: MANY - 7 })
    expect(await stockOf(market.variantId)).toEqual({ stock: 7, held: 7 })
  })

  it('accept, reject and the cancellations of buyer and staff: one decides', async () => {
    const market = await newMarket()
    const support = await signUp('SUPPORT')
    const paid = await paidOrder(market)
    const answers = await together(MANY, (i) => {
      if (i % 4 === 0) return actOnOrder(market.seller, paid.id, 'accept')
      if (i % 4 === 1) return actOnOrder(market.seller, paid.id, 'reject', { reason: 'Plus rien' })
      if (i % 4 === 2) return actOnOrder(market.buyer, paid.id, 'cancel')
      return call(support, 'POST', `/orders/admin/${paid.id}/cancel`, {})
    })
    const { data } = await call(market.buyer, 'GET', `/orders/${paid.id}`)
    expect(['REJECTED', 'CANCELLED']).toContain(data.status)
    // Staff may cancel what was accepted or rejected before, and cancelling twice is the same cancellation.
    const decided = answers.filter(({ status }, i) => status === 200 && i % 4 !== 3)
    expect(decided.length).toBeLessThanOrEqual(1)
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
    expect(await stockOf(market.variantId)).toEqual({ stock: 10, held: 0 })
    expect((await refundOf(paid.id))?.amountMinor).toBe(2700)
    // The buyer may have been first: then staff cancelled nothing above, and left no row of audit.
    const another = await paidOrder(market)
    expect((await call(support, 'POST', `/orders/admin/${another.id}/cancel`, {})).status).toBe(200)
  })

  it('accept and reject: exactly one succeeds', async () => {
    const market = await newMarket()
    const paid = await paidOrder(market)
    const answers = await together(MANY, (i) => actOnOrder(market.seller, paid.id, i % 2 ? 'accept' : 'reject'))
    expect(tally(answers)).toEqual({ 200: 1, 409: MANY - 1 })
    expect(reasons(answers)).toEqual({ ok: 1, INVALID_TRANSITION: MANY - 1 })
  })

  it('a receipt is confirmed once and paid out once', async () => {
    const market = await newMarket()
    const delivered = await deliveredOrder(market)
    const answers = await together(MANY, () => actOnOrder(market.buyer, delivered.id, 'confirm-receipt'))
    expect(tally(answers)).toEqual({ 200: 1, 409: MANY - 1 })
    expect(await balance(`seller:${market.seller.profileId}:available`)).toBe(2500)
  })

  it('an order is paid by one payin at a time', async () => {
    const market = await newMarket()
    const refused = await postOrder(market, { payerPhoneNumber: freshPhone('059') })
    expect(refused.status).toBe(400)
    const { data } = await call(market.buyer, 'GET', '/orders/me')
    const payer = { payerPhoneNumber: freshPhone(), network: 'vodacom', countryCode: 'CD' }
    const answers = await together(MANY, () => actOnOrder(market.buyer, data.orders[0].id, 'pay', payer))
    expect(tally(answers)).toEqual({ 201: 1, 409: MANY - 1 })
  })

  it('an ADMIN refunds once', async () => {
    const market = await newMarket()
    const admin = await signUp('ADMIN')
    const paid = await paidOrder(market)
    const answers = await together(MANY, () => call(admin, 'POST', `/orders/admin/${paid.id}/refund`))
    expect(tally(answers)).toEqual({ 200: 1, 409: MANY - 1 })
    expect(await balance(`order:${paid.id}:held`)).toBe(0)
  })

  it('one Idempotency-Key is one order', async () => {
    const market = await newMarket()
    const body = orderBody(market)
    const answers = await together(20, () =>
      call(market.buyer, 'POST', '/orders', body, { 'idempotency-key': 'commande-1' }),
    )
    expect(new Set(answers.flatMap(({ data }) => data?.id ?? [])).size).toBe(1)
    expect(answers.every(({ status, error }) => status === 201 || error?.reason === 'REQUEST_IN_PROGRESS')).toBe(true)
    const replay = await call(market.buyer, 'POST', '/orders', body, { 'idempotency-key': 'commande-1' })
    expect(replay.headers.get('idempotent-replayed')).toBe('true')
    expect((await call(market.buyer, 'GET', '/orders/me')).data.pagination.total).toBe(1)
  })
})
