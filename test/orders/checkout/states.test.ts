import { describe, expect, it } from 'vitest'
import { call } from '#testing/api.ts'
import { wait } from '#testing/clock.ts'
import { freshPhone } from '#testing/fixtures/inputs.ts'
import { actOnOrder, newMarket, orderRow, postOrder, refundOf, stockOf } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { approve, movementsOf, refuse, settleMovement } from '#testing/sandbox.ts'
import { again, MINUTE, tickAt } from '#testing/stories/money.ts'
import {
  addItem,
  checkout,
  type Data,
  filledCart,
  INVALID,
  ok,
  PICKUP,
  paidCheckout,
  placedCheckout,
  readCheckout,
  refusal,
} from '#testing/stories/orders.ts'

// One question about a movement in 30 seconds: the tick may just have asked.
const HALF_A_MINUTE = MINUTE / 2 + 1000

const BOTH = [{}, { currency: 'CDF', price: '2800.00' }]
const statusOf = async (as: Parameters<typeof call>[0], { checkoutId }: Data) =>
  ok(await readCheckout(as, checkoutId)).status
const approveOne = async (phone: string, currency: string) => {
  const found = (await movementsOf(phone)).find((movement) => movement.currency === currency)
  await settleMovement(found?.id ?? '', 'approve')
}
const orderIn = ({ orders }: Data, currency: string) => orders.find((order: Data) => order.currency === currency)

describe('the status of a checkout', () => {
  it('is PAID once its one prompt was approved: every order waits for its seller', async () => {
    const { buyer, markets, checkout: paid } = await paidCheckout({}, {})
    expect(paid.status).toBe('PAID')
    for (const order of paid.orders)
      expect(order).toMatchObject({ status: 'PENDING_SELLER_REVIEW', paymentStatus: 'PAID' })
    expect(paid.payins[0].status).toBe('succeeded')
    for (const { variantId, seller } of markets) {
      expect(await stockOf(variantId)).toEqual({ stock: 8, held: 0 })
      expect(ok(await call(seller, 'GET', '/orders/seller')).orders).toHaveLength(1)
    }
    expect(await statusOf(buyer, paid)).toBe('PAID')
  })

  it('is PARTIALLY_PAID while one currency is paid and the other waits', async () => {
    const { buyer, phone, checkout: placed } = await placedCheckout(...BOTH)
    await approveOne(phone, 'USD')
    const half = ok(await readCheckout(buyer, placed.checkoutId))
    expect(half.status).toBe('PARTIALLY_PAID')
    expect(orderIn(half, 'USD')).toMatchObject({ status: 'PENDING_SELLER_REVIEW', paymentStatus: 'PAID' })
    expect(orderIn(half, 'CDF')).toMatchObject({ status: 'PENDING_PAYMENT', paymentStatus: 'PENDING' })
    await approveOne(phone, 'CDF')
    expect(await statusOf(buyer, placed)).toBe('PAID')
  })

  it('stays PAID after a seller rejected one of the orders', async () => {
    const { buyer, markets, checkout: paid } = await paidCheckout({}, {})
    const order = paid.orders.find((found: Data) => found.shopId === markets[0]?.seller.shopId)
    ok(await actOnOrder(markets[0]?.seller ?? null, order.id, 'reject', { reason: 'Plus de café' }))
    expect(await statusOf(buyer, paid)).toBe('PAID')
    expect(await refundOf(order.id)).toMatchObject({ amountMinor: 2500, currency: 'USD' })
    const other = paid.orders.find((found: Data) => found.id !== order.id)
    expect(await orderRow(other.id)).toMatchObject({ status: 'PENDING_SELLER_REVIEW', paymentStatus: 'PAID' })
    expect(await refundOf(other.id)).toBeNull()
  })

  it('ignores an order that was cancelled, unless all are: then CANCELLED', async () => {
    const { buyer, phone, checkout: placed } = await placedCheckout({}, {})
    await refuse(phone)
    const [one, two] = placed.orders
    expect(ok(await actOnOrder(buyer, one.id, 'cancel')).status).toBe('CANCELLED')
    expect(await statusOf(buyer, placed)).toBe('PENDING_PAYMENT')
    expect(ok(await actOnOrder(buyer, two.id, 'cancel')).status).toBe('CANCELLED')
    expect(await statusOf(buyer, placed)).toBe('CANCELLED')
    expect(refusal(await actOnOrder(buyer, two.id, 'cancel'))).toEqual(INVALID)
  })

  it('is EXPIRED after 15 minutes without money: the pieces are free again', async () => {
    const began = Date.now()
    const { buyer, phone, markets, checkout: placed } = await placedCheckout({}, {})
    await refuse(phone)
    await tickAt(began + 16 * MINUTE)
    const now = await again(buyer)
    const found = ok(await readCheckout(now, placed.checkoutId))
    expect(found.status).toBe('EXPIRED')
    for (const order of found.orders) expect(order.status).toBe('CANCELLED')
    for (const { variantId } of markets) expect(await stockOf(variantId)).toEqual({ stock: 10, held: 0 })
  })

  it('of one paid and one expired part is PAID: what was paid goes on', async () => {
    const began = Date.now()
    const { buyer, phone, checkout: placed } = await placedCheckout(...BOTH)
    await approveOne(phone, 'USD')
    await refuse(phone)
    await tickAt(began + 16 * MINUTE)
    const now = await again(buyer)
    const found = ok(await readCheckout(now, placed.checkoutId))
    expect(found.status).toBe('PAID')
    expect([orderIn(found, 'USD').status, orderIn(found, 'CDF').status]).toEqual(['PENDING_SELLER_REVIEW', 'CANCELLED'])
  })
})

describe('a checkout that is paid late', () => {
  it('comes back where the pieces are still there, and both shops are told', async () => {
    const began = Date.now()
    const { buyer, phone, checkout: placed } = await placedCheckout({}, {})
    await tickAt(began + 16 * MINUTE)
    wait(HALF_A_MINUTE)
    await approve(phone)
    const found = ok(await readCheckout(await again(buyer), placed.checkoutId))
    expect(found.orders.map(({ status }: Data) => status)).toEqual(['PENDING_SELLER_REVIEW', 'PENDING_SELLER_REVIEW'])
    expect(found.status).toBe('PAID')
  })

  it('gives back the part whose pieces were sold meanwhile, and keeps the other', async () => {
    const began = Date.now()
    const { buyer, phone, markets, checkout: placed } = await placedCheckout({ stock: 2 }, {})
    await tickAt(began + 16 * MINUTE)
    const rival = { ...(markets[0] as (typeof markets)[0]), buyer: await signUp() }
    const rivalPhone = freshPhone()
    expect((await postOrder(rival, { payerPhoneNumber: rivalPhone })).status).toBe(201)
    await approve(rivalPhone)
    wait(HALF_A_MINUTE)
    await approve(phone)
    const found = ok(await readCheckout(await again(buyer), placed.checkoutId))
    const by = (shopId?: string) => found.orders.find((order: Data) => order.shopId === shopId)
    expect(by(markets[0]?.seller.shopId)).toMatchObject({ status: 'CANCELLED' })
    expect(await refundOf(by(markets[0]?.seller.shopId).id)).toMatchObject({ amountMinor: 2500 })
    expect(by(markets[1]?.seller.shopId)).toMatchObject({ status: 'PENDING_SELLER_REVIEW', paymentStatus: 'PAID' })
    expect(await stockOf(markets[0]?.variantId as string)).toEqual({ stock: 0, held: 0 })
  })

  it('for an order that staff had cancelled gives that part back by itself', async () => {
    const { buyer, phone, checkout: placed } = await placedCheckout({}, {})
    const support = await signUp('SUPPORT')
    const [one, two] = placed.orders
    ok(await call(support, 'POST', `/orders/admin/${one.id}/cancel`, {}))
    await approve(phone)
    expect(await orderRow(one.id)).toMatchObject({ status: 'CANCELLED' })
    expect(await refundOf(one.id)).toMatchObject({ amountMinor: 2500, currency: 'USD' })
    expect(await orderRow(two.id)).toMatchObject({ status: 'PENDING_SELLER_REVIEW', paymentStatus: 'PAID' })
    expect(await statusOf(buyer, placed)).toBe('PAID')
  })
})

describe('a number that says no', () => {
  it('ten times within the hour is asked no more: 429, and nothing is held', async () => {
    const phone = freshPhone('059')
    for (let i = 0; i < 10; i++) expect((await checkout((await filledCart()).buyer, phone)).status).toBe(400)
    const { buyer, variantId } = await filledCart()
    const refused = await checkout(buyer, phone)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^\d+$/)])
    expect(await stockOf(variantId)).toEqual({ stock: 10, held: 0 })
  })
})

describe('unpaid orders', () => {
  it('are at most three of somebody who never completed one: the fourth is 409 and nobody is asked', async () => {
    const { buyer, phone } = await placedCheckout({}, {}, {})
    await refuse(phone)
    const { variantId } = await newMarket()
    ok(await addItem(buyer, variantId))
    const next = freshPhone()
    expect(refusal(await checkout(buyer, next))).toEqual([409, 'TOO_MANY_UNPAID'])
    expect(await movementsOf(next)).toEqual([])
    expect(await stockOf(variantId)).toMatchObject({ held: 0 })
  })

  it('of a checkout whose prompt nobody can send to are not made: three are in flight to the number', async () => {
    const phone = freshPhone()
    for (const _ of [1, 2, 3]) ok(await checkout((await filledCart()).buyer, phone))
    const { buyer, variantId } = await filledCart()
    expect(refusal(await checkout(buyer, phone, PICKUP))).toEqual([409, 'PAYMENT_IN_PROGRESS'])
    expect(await stockOf(variantId)).toMatchObject({ held: 0 })
    expect(await movementsOf(phone)).toHaveLength(3)
  })
})
