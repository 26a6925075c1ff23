import { describe, expect, it } from 'vitest'
import { call, guest, reasons, together } from '#testing/api.ts'
import { freshPhone, orderBody, otherCode } from '#testing/fixtures/inputs.ts'
import {
  actOnOrder,
  newMarket,
  orderRow,
  paidOrder,
  postOrder,
  readyOrder,
  refundOf,
  stockOf,
} from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { movementsOf, until } from '#testing/sandbox.ts'
import { again, HOUR, MINUTE, tickAt } from '#testing/stories/money.ts'
import {
  checkout,
  type Data,
  expectOwnersOnly,
  expectUnknownIs404,
  faults,
  filledCart,
  GONE,
  INVALID,
  ok,
  PICKUP,
  payBy,
  refusal,
  UNKNOWN,
} from '#testing/stories/orders.ts'

const admin = (as: Parameters<typeof call>[0], id: string, action: string, body?: object) =>
  call(as, 'POST', `/orders/admin/${id}/${action}`, body)

describe('an order of one shop', () => {
  it('refuses what is wrong with a field, and nothing is held or asked', async () => {
    const market = await newMarket()
    const phone = freshPhone()
    for (const [field, value] of [
      ['items', []],
      ['fulfillmentMethod', 'DRONE'],
      ['paymentMethod', 'CASH'],
      ['currency', 'RWF'],
      ['payerPhoneNumber', '12'],
      ['network', 'mtn'],
      ['countryCode', 'FR'],
      ['note', 'x'.repeat(501)],
      ['deliveryAddress', 'x'],
    ] as const)
      expect(faults(await postOrder(market, { payerPhoneNumber: phone, [field]: value })), field).toContain(field)
    expect((await postOrder(market, { payerPhoneNumber: phone, total: '1.00' })).status).toBe(400)
    for (const quantity of [0, 1000, 1.5]) expect((await postOrder(market, { quantity })).status).toBe(400)
    expect((await postOrder(market, { deliveryAddress: undefined })).status).toBe(400)
    expect(await stockOf(market.variantId)).toEqual({ stock: 10, held: 0 })
    expect(await movementsOf(phone)).toEqual([])
  })

  it('is of a shop and variants that buyers see, never of one’s own', async () => {
    const [market, other] = [await newMarket(), await newMarket()]
    for (const shopId of [UNKNOWN, 'pas-un-id', other.seller.shopId])
      expect(refusal(await postOrder(market, { shopId }))).toEqual(GONE)
    expect(refusal(await postOrder({ ...market, buyer: market.seller }))).toEqual([403, 'OWN_SHOP'])
    expect((await call(guest, 'POST', '/orders', orderBody(market))).status).toBe(401)
    const refused = await postOrder(market, { quantity: 11 })
    expect([...refusal(refused), refused.error?.details?.length]).toEqual([409, 'INSUFFICIENT_STOCK', 1])
  })

  it('with one key is one order and one prompt', async () => {
    const market = await newMarket()
    const phone = freshPhone()
    const body = orderBody(market, { payerPhoneNumber: phone })
    const key = { 'idempotency-key': crypto.randomUUID() }
    const answers = [1, 2].map(() => call(market.buyer, 'POST', '/orders', body, key))
    const [one, two] = [await answers[0], await answers[1]]
    const made = [one, two].filter((answer) => answer?.status === 201)
    expect(made.length).toBeGreaterThanOrEqual(1)
    const replayed = ok(await call(market.buyer, 'POST', '/orders', body, key))
    for (const answer of made) expect(answer?.data.id).toBe(replayed.id)
    expect(await movementsOf(phone)).toHaveLength(1)
    const otherBody = { ...body, note: 'autre' }
    expect(refusal(await call(market.buyer, 'POST', '/orders', otherBody, key))).toEqual([
      409,
      'IDEMPOTENCY_KEY_REUSED',
    ])
  })
})

describe('the seller’s steps', () => {
  it('go one after the other, by the owner alone', async () => {
    const market = await newMarket()
    const { id } = await paidOrder(market)
    for (const action of ['prepare', 'ready', 'return-received'])
      expect(refusal(await actOnOrder(market.seller, id, action)), action).toEqual(INVALID)
    for (const action of ['accept', 'reject']) await expectOwnersOnly('POST', `/orders/${id}/${action}`)
    expect(ok(await actOnOrder(market.seller, id, 'accept', { prepMinutes: 20 }))).toMatchObject({
      status: 'ACCEPTED',
      prepMinutes: 20,
    })
    expect(refusal(await actOnOrder(market.seller, id, 'accept'))).toEqual(INVALID)
    expect(refusal(await actOnOrder(market.seller, id, 'reject'))).toEqual(INVALID)
    expect(ok(await actOnOrder(market.seller, id, 'ready')).pickupCode).toMatch(/^\d{6}$/)
  })

  it('take no field that is not theirs', async () => {
    const market = await newMarket()
    const { id } = await paidOrder(market)
    for (const action of ['accept', 'reject', 'seller-cancel', 'handover', 'prepare', 'ready', 'return-received'])
      expect((await actOnOrder(market.seller, id, action, { total: '1.00' })).status, action).toBe(400)
    expect((await actOnOrder(market.buyer, id, 'confirm-receipt', { total: '1.00' })).status).toBe(400)
    expect((await orderRow(id))?.status).toBe('PENDING_SELLER_REVIEW')
  })

  it('ready of a PICKUP order opens no job; the buyer’s code hands it over', async () => {
    const market = await newMarket()
    const { id, delivery, pickupCode } = await readyOrder(market, PICKUP)
    expect([delivery, pickupCode]).toEqual([null, undefined])
    const code = ok(await call(market.buyer, 'GET', `/orders/${id}`)).pickupCode
    expect(code).toMatch(/^\d{6}$/)
    expect(ok(await call(market.seller, 'GET', `/orders/${id}`)).pickupCode).toBeUndefined()
    const wrong = await actOnOrder(market.seller, id, 'handover', { code: otherCode(code) })
    expect(refusal(wrong)).toEqual([401, 'INVALID_VERIFICATION_CODE'])
    expect(ok(await actOnOrder(market.seller, id, 'handover', { code })).status).toBe('DELIVERED')
    expect(refusal(await actOnOrder(market.seller, id, 'handover', { code }))).toEqual(INVALID)
    expect(faults(await actOnOrder(market.seller, id, 'handover', {}))).toEqual(['code'])
  })

  it('seller-cancel needs a reason, gives all back once, and the buyer reads it', async () => {
    const market = await newMarket()
    const { id } = await paidOrder(market)
    ok(await actOnOrder(market.seller, id, 'accept'))
    expect(faults(await actOnOrder(market.seller, id, 'seller-cancel', {}))).toEqual(['reason'])
    const answers = await together(4, () => actOnOrder(market.seller, id, 'seller-cancel', { reason: 'Rupture' }))
    expect(reasons(answers)).toEqual({ ok: 1, INVALID_TRANSITION: 3 })
    expect(await stockOf(market.variantId)).toEqual({ stock: 10, held: 0 })
    expect(await refundOf(id)).toMatchObject({ amountMinor: 2700, currency: 'USD' })
    expect(ok(await call(market.buyer, 'GET', `/orders/${id}`)).cancellationReason).toBe('Rupture')
  })

  it('that never come are a rejection after 24 hours, and a cancellation after 72', async () => {
    const [silent, slow] = [await newMarket(), await newMarket()]
    const began = Date.now()
    const [one, two] = [await paidOrder(silent), await paidOrder(slow)]
    ok(await actOnOrder(slow.seller, two.id, 'accept'))
    await tickAt(began + 23 * HOUR)
    expect((await orderRow(one.id))?.status).toBe('PENDING_SELLER_REVIEW')
    await tickAt(began + 24 * HOUR + 2 * MINUTE)
    expect([(await orderRow(one.id))?.status, (await orderRow(two.id))?.status]).toEqual(['REJECTED', 'ACCEPTED'])
    expect(await refundOf(one.id)).toMatchObject({ amountMinor: 2700 })
    await tickAt(began + 72 * HOUR + 3 * MINUTE)
    expect((await orderRow(two.id))?.status).toBe('CANCELLED')
    expect(await stockOf(slow.variantId)).toEqual({ stock: 10, held: 0 })
  })
})

describe('who ends an order', () => {
  it('a buyer before acceptance, with everything back; after it no more', async () => {
    const market = await newMarket()
    const { id } = await paidOrder(market)
    for (const as of [await signUp(), market.seller]) expect(refusal(await actOnOrder(as, id, 'cancel'))).toEqual(GONE)
    expect(ok(await actOnOrder(market.buyer, id, 'cancel', { reason: 'Trop cher' }))).toMatchObject({
      status: 'CANCELLED',
      cancellationReason: 'Trop cher',
    })
    expect(await refundOf(id)).toMatchObject({ amountMinor: 2700 })
    const other = await paidOrder(market)
    ok(await actOnOrder(market.seller, other.id, 'accept'))
    expect(refusal(await actOnOrder(market.buyer, other.id, 'cancel'))).toEqual(INVALID)
    expect(refusal(await actOnOrder(market.buyer, other.id, 'confirm-receipt'))).toEqual(INVALID)
  })

  it('staff in any state: again it is the same, and no money moves by itself', async () => {
    const market = await newMarket()
    const { id } = await readyOrder(market)
    const support = await signUp('SUPPORT')
    const first = ok(await admin(support, id, 'cancel', { reason: 'Fraude' }))
    expect(first).toMatchObject({ status: 'CANCELLED', cancellationReason: 'Fraude' })
    expect(ok(await admin(support, id, 'cancel', { reason: 'Encore' }))).toMatchObject({
      status: 'CANCELLED',
      cancellationReason: 'Fraude',
      updatedAt: first.updatedAt,
    })
    expect(await refundOf(id)).toMatchObject({ status: 'REQUESTED', amountMinor: 2700 })
    expect(await stockOf(market.variantId)).toEqual({ stock: 10, held: 0 })
    for (const as of [market.buyer, market.seller, await signUp('ACCOUNTANT')])
      expect((await admin(as, id, 'cancel', {})).status).toBe(403)
    await expectUnknownIs404(support, 'POST', (some) => `/orders/admin/${some}/cancel`, {})
    expect((await admin(support, id, 'refund')).status).toBe(403)
  })

  it('accept and cancel at once end in one of both, and the books agree', async () => {
    const market = await newMarket()
    const { id } = await paidOrder(market)
    const answers = await together(2, (i) =>
      i ? actOnOrder(market.buyer, id, 'cancel') : actOnOrder(market.seller, id, 'accept'),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const { status } = (await orderRow(id)) ?? {}
    expect(status).toBe(answers[0]?.status === 200 ? 'ACCEPTED' : 'CANCELLED')
    expect((await refundOf(id)) === null).toBe(status === 'ACCEPTED')
  })

  it('a checkout’s order ends by itself: the other shop’s goes on', async () => {
    const { buyer, markets } = await filledCart({}, {})
    const phone = freshPhone('789')
    const placed = ok(await checkout(buyer, phone, { ...PICKUP, ...payBy(phone) }))

    const [one, two] = placed.orders as Data[]
    await until(async () => (await orderRow(two.id))?.paymentStatus === 'PAID', 'the payment')
    ok(await actOnOrder(await again(buyer), one.id, 'cancel'))
    expect([(await orderRow(one.id))?.status, (await orderRow(two.id))?.status]).toEqual([
      'CANCELLED',
      'PENDING_SELLER_REVIEW',
    ])
    const gone = markets.find(({ seller }) => seller.shopId === one.shopId)
    expect(await stockOf(gone?.variantId as string)).toEqual({ stock: 10, held: 0 })
  })
})
