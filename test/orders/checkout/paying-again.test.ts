import { describe, expect, it } from 'vitest'
import { call, guest, together } from '#testing/api.ts'
import { wait } from '#testing/clock.ts'
import { freshPhone } from '#testing/fixtures/inputs.ts'
import { actOnOrder, newMarket, paidOrder, postOrder } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { approve, movementsOf, refuse, settleMovement } from '#testing/sandbox.ts'
import { again, MINUTE, tickAt } from '#testing/stories/money.ts'
import {
  addItem,
  checkout,
  type Data,
  faults,
  filledCart,
  GONE,
  INVALID,
  ok,
  PICKUP,
  payBy,
  payCheckout,
  placedCheckout,
  readCheckout,
  refusal,
  UNKNOWN,
} from '#testing/stories/orders.ts'

const BUSY = [409, 'PAYMENT_IN_PROGRESS']
const askedOf = async (phone: string) =>
  (await movementsOf(phone)).map(({ amount, currency }) => [currency, Number(amount)]).sort()
const payOrder = (as: Parameters<typeof call>[0], id: string, phone = freshPhone()) =>
  actOnOrder(as, id, 'pay', payBy(phone))

describe('a checkout that was not paid', () => {
  it('is refused while a prompt is in flight, whoever’s phone it would be', async () => {
    const { buyer, phone, checkout: placed } = await placedCheckout({}, {})
    const other = freshPhone()
    for (const number of [phone, other])
      expect(refusal(await payCheckout(buyer, placed.checkoutId, number))).toEqual(BUSY)
    for (const { id } of placed.orders) expect(refusal(await payOrder(buyer, id, other))).toEqual(BUSY)
    expect(await movementsOf(other)).toEqual([])
  })

  it('is paid again from another number once the first said no', async () => {
    const { buyer, phone, checkout: placed } = await placedCheckout({}, {})
    await refuse(phone)
    const failed = ok(await readCheckout(buyer, placed.checkoutId))
    expect(failed.status).toBe('PENDING_PAYMENT')
    for (const order of failed.orders) expect(order.paymentStatus).toBe('FAILED')
    const next = freshPhone()
    const paid = await payCheckout(buyer, placed.checkoutId, next)
    expect([paid.status, paid.data.checkoutId, paid.data.status]).toEqual([201, placed.checkoutId, 'PENDING_PAYMENT'])
    expect(await askedOf(next)).toEqual([['USD', 50]])
    await approve(next)
    expect(ok(await readCheckout(buyer, placed.checkoutId)).status).toBe('PAID')
    expect(await askedOf(phone)).toHaveLength(1)
  })

  it('says in French why it failed, and never the operator’s word', async () => {
    const { buyer, phone, checkout: placed } = await placedCheckout()
    await refuse(phone, 'INSUFFICIENT_BALANCE')
    const [payin] = ok(await readCheckout(buyer, placed.checkoutId)).payins
    expect(payin.status).toBe('failed')
    // Gateway B says that a payment failed, and not why.
    expect(payin.failureReason).toMatch(/refusé|solde|argent|fonds/i)
    expect(payin.failureReason).not.toMatch(/[A-Z]{4,}_/)
  })

  it('is asked only for the part that is not paid', async () => {
    const { buyer, phone, checkout: placed } = await placedCheckout({}, { currency: 'CDF', price: '2800.00' })
    for (const { id, currency } of await movementsOf(phone))
      await settleMovement(id, currency === 'USD' ? 'approve' : 'refuse')
    const next = freshPhone()
    ok(await payCheckout(buyer, placed.checkoutId, next))
    expect(await askedOf(next)).toEqual([['CDF', 5600]])
    await approve(next)
    const found = ok(await readCheckout(buyer, placed.checkoutId))
    expect(found.status).toBe('PAID')
    for (const order of found.orders) expect(order.status).toBe('PENDING_SELLER_REVIEW')
  })

  it('is not asked for an order that was cancelled', async () => {
    const { buyer, phone, checkout: placed } = await placedCheckout({}, { price: '3.00' })
    await refuse(phone)
    const cheap = placed.orders.find(({ total }: Data) => total === '6.00')
    ok(await actOnOrder(buyer, cheap.id, 'cancel'))
    const next = freshPhone()
    ok(await payCheckout(buyer, placed.checkoutId, next))
    expect(await askedOf(next)).toEqual([['USD', 25]])
  })

  it('is its buyer’s to pay: another’s is 404, a guest’s 401, a wrong payer 400', async () => {
    const { buyer, phone, market, checkout: placed } = await placedCheckout()
    await refuse(phone)
    for (const other of [await signUp(), market.seller, await signUp('ADMIN')])
      expect(refusal(await payCheckout(other, placed.checkoutId))).toEqual(GONE)
    expect((await payCheckout(guest, placed.checkoutId)).status).toBe(401)
    for (const id of [UNKNOWN, 'pas-un-id']) expect(refusal(await payCheckout(buyer, id))).toEqual(GONE)
    const pay = (body: object) => call(buyer, 'POST', `/orders/checkout/${placed.checkoutId}/pay`, body)
    expect(faults(await pay(payBy('12')))).toEqual(['payerPhoneNumber'])
    expect(faults(await pay(payBy(freshPhone(), 'mtn')))).toEqual(['network'])
    expect((await pay({ ...payBy(freshPhone()), amount: 1 })).status).toBe(400)
  })

  it('of many who pay at once asks one phone', async () => {
    const { buyer, phone, checkout: placed } = await placedCheckout({}, {})
    await refuse(phone)
    const phones = [1, 2, 3, 4, 5].map(() => freshPhone())
    const answers = await together(5, (i) => payCheckout(buyer, placed.checkoutId, phones[i]))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409])
    const asked = await Promise.all(phones.map(movementsOf))
    expect(asked.flat()).toHaveLength(1)
  })

  it('is 410 or 409 once it expired, and nobody is asked', async () => {
    const began = Date.now()
    const { buyer, phone, checkout: placed } = await placedCheckout()
    await refuse(phone)
    await tickAt(began + 16 * MINUTE)
    const [now, next] = [await again(buyer), freshPhone()]
    expect([409, 410]).toContain((await payCheckout(now, placed.checkoutId, next)).status)
    expect(await movementsOf(next)).toEqual([])
  })

  it('once it is paid is 409, and nobody is asked', async () => {
    const { buyer, phone, checkout: placed } = await placedCheckout()
    await approve(phone)
    const next = freshPhone()
    expect((await payCheckout(buyer, placed.checkoutId, next)).status).toBe(409)
    expect(await movementsOf(next)).toEqual([])
  })
})

describe('a prompt that the operator refuses at once', () => {
  it('is 400 MBIYOPAY_PAYIN_FAILED; the orders stand and are found by their buyer', async () => {
    const { buyer } = await filledCart({}, {})
    const refused = await checkout(buyer, freshPhone('059'))
    expect([refused.status, refused.error?.code]).toEqual([400, 'MBIYOPAY_PAYIN_FAILED'])
    const { orders } = ok(await call(buyer, 'GET', '/orders/me'))
    expect(orders).toHaveLength(2)
    expect(orders[0].checkoutId).toBe(orders[1].checkoutId)
    expect(refused.error?.details).toEqual([{ field: 'checkoutId', message: orders[0].checkoutId }])
    const found = ok(await readCheckout(buyer, orders[0].checkoutId))
    expect(found.status).toBe('PENDING_PAYMENT')
    const next = freshPhone()
    expect((await payCheckout(buyer, found.checkoutId, next)).status).toBe(201)
    await approve(next)
    expect(ok(await readCheckout(buyer, found.checkoutId)).status).toBe('PAID')
  })
})

describe('a prompt of one order that the operator refuses at once', () => {
  it('is 400 MBIYOPAY_PAYIN_FAILED and names the order that waits', async () => {
    const market = await newMarket()
    const refused = await postOrder(market, { payerPhoneNumber: freshPhone('059') })
    expect([refused.status, refused.error?.code]).toEqual([400, 'MBIYOPAY_PAYIN_FAILED'])
    const { orders } = ok(await call(market.buyer, 'GET', '/orders/me?status=PENDING_PAYMENT'))
    expect(refused.error?.details).toEqual([{ field: 'orderId', message: orders[0].id }])
    const again = await payOrder(market.buyer, orders[0].id, freshPhone('059'))
    expect(again).toMatchObject({ status: 400, error: { details: [{ field: 'orderId', message: orders[0].id }] } })
    expect((await payOrder(market.buyer, orders[0].id)).status).toBe(201)
  })
})

describe('one order of a checkout', () => {
  it('is paid by itself once no prompt covers it; the others are asked without it', async () => {
    const { buyer, phone, checkout: placed } = await placedCheckout({}, { price: '3.00' })
    await refuse(phone)
    const cheap = placed.orders.find(({ total }: Data) => total === '6.00')
    const [one, rest] = [freshPhone(), freshPhone()]
    const payin = await payOrder(buyer, cheap.id, one)
    expect([payin.status, payin.data.amount, payin.data.status]).toEqual([201, 6, 'pending'])
    expect(refusal(await payCheckout(buyer, placed.checkoutId, rest))).toEqual(BUSY)
    await approve(one)
    expect(ok(await readCheckout(buyer, placed.checkoutId)).status).toBe('PARTIALLY_PAID')
    ok(await payCheckout(buyer, placed.checkoutId, rest))
    expect(await askedOf(rest)).toEqual([['USD', 25]])
  })

  it('cannot be cancelled by its buyer while a prompt that covers it is in flight', async () => {
    const { buyer, phone, checkout: placed } = await placedCheckout({}, {})
    expect(refusal(await actOnOrder(buyer, placed.orders[0].id, 'cancel'))).toEqual(BUSY)
    await refuse(phone)
    expect((await actOnOrder(buyer, placed.orders[0].id, 'cancel')).status).toBe(200)
  })

  it('asks how its payment stands, and answers order and payin', async () => {
    const { buyer, phone, checkout: placed } = await placedCheckout({}, {})
    const { id } = placed.orders[0]
    const waiting = ok(await actOnOrder(buyer, id, 'payment/check-status'))
    expect(waiting).toMatchObject({ order: { id, status: 'PENDING_PAYMENT' }, payin: { status: 'pending' } })
    // One question about a movement in 30 seconds.
    wait(MINUTE / 2 + 1000)
    await refuse(phone)
    expect(ok(await actOnOrder(buyer, id, 'payment/check-status'))).toMatchObject({
      order: { paymentStatus: 'FAILED' },
      payin: { status: 'failed' },
    })
    expect(refusal(await actOnOrder(await signUp(), id, 'payment/check-status'))).toEqual(GONE)
  })
})

describe('an order of its own', () => {
  it('is paid again until it is paid: 409 while in flight, 409 after, 404 for others', async () => {
    const market = await newMarket()
    const phone = freshPhone()
    const { id } = ok(await postOrder(market, { payerPhoneNumber: phone }))
    expect(refusal(await payOrder(market.buyer, id))).toEqual(BUSY)
    expect(refusal(await payOrder(await signUp(), id))).toEqual(GONE)
    await refuse(phone)
    const next = freshPhone()
    const [payin] = [ok(await payOrder(market.buyer, id, next))]
    expect(payin).toMatchObject({ amount: 27, currency: 'USD', status: 'pending' })
    await approve(next)
    expect(refusal(await payOrder(market.buyer, id))).toEqual(INVALID)
  })

  it('that was paid needs no other, and a paid cart order leaves the cart alone', async () => {
    const market = await newMarket()
    ok(await addItem(market.buyer, market.variantId, 1))
    const paid = await paidOrder(market, PICKUP)
    expect(paid).toMatchObject({ fulfillmentMethod: 'PICKUP', total: '25.00' })
    expect(ok(await call(market.buyer, 'GET', '/cart')).items[0].quantity).toBe(1)
    expect(refusal(await payOrder(market.buyer, paid.id))).toEqual(INVALID)
  })
})
