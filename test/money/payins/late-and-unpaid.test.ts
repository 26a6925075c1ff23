import { describe, expect, it, vi } from 'vitest'
import type { Answer, Person } from '#testing/api.ts'
import { freshPhone } from '#testing/fixtures/inputs.ts'
import {
  actOnOrder,
  deliveredOrder,
  type Market,
  newMarket,
  orderRow,
  postOrder,
  refundOf,
  stockOf,
} from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { inbox, movementsOf, refuse, settleMovement, until } from '#testing/sandbox.ts'
import { again, HOUR, MINUTE, tickAt } from '#testing/stories/money.ts'

// Rule: a late payin revives an order for 24 h after its expiry, and its buyer and seller are told; later it is refunded by
// itself. Unpaid orders: at most 3 at a time of a buyer who has no completed order, 10 of another; 3 prompts in flight to one
// number, 10 refused prompts an hour to one number.

describe('a payin that comes after the order expired', () => {
  /** The order expired, and its money comes so long after. */
  async function late(ms: number) {
    const market = await newMarket()
    const phone = freshPhone()
    const began = Date.now()
    const { data } = await postOrder(market, { payerPhoneNumber: phone })
    await tickAt(began + 16 * MINUTE)
    expect((await orderRow(data.id))?.status).toBe('CANCELLED')
    // Only those about the order: who signs in again, as the buyer does below, is sent a mail about that too.
    const mails = async (to: Person) =>
      (await inbox(to.email)).filter(({ subject }) => subject?.includes(data.number)).length
    const before = { buyer: await mails(market.buyer), seller: await mails(market.seller) }
    const [movement] = await movementsOf(phone)
    await settleMovement(movement?.id ?? '', 'approve', ['silent'])
    await tickAt(began + 16 * MINUTE + ms)
    const buyer = await again(market.buyer)
    const asked = await actOnOrder(buyer, data.id, 'payment/check-status')
    expect(asked.data.payin.status).toBe('succeeded')
    await tickAt(Date.now() + MINUTE)
    return { market, id: data.id as string, before, mails, buyer }
  }

  it('revives it within a day, and tells its buyer and its seller', async () => {
    const { market, id, before, mails, buyer } = await late(23 * HOUR)
    expect((await orderRow(id))?.status).toBe('PENDING_SELLER_REVIEW')
    expect(await stockOf(market.variantId)).toEqual({ stock: 8, held: 0 })
    vi.useRealTimers()
    await until(async () => (await mails(market.seller)) > before.seller, 'a mail to the seller')
    await until(async () => (await mails(market.buyer)) > before.buyer, 'a mail to the buyer')
    expect(buyer.id).toBe(market.buyer.id)
  })

  it('goes back by itself after a day, and the order stays cancelled', async () => {
    const { market, id } = await late(25 * HOUR)
    expect((await orderRow(id))?.status).toBe('CANCELLED')
    expect(['PROCESSING', 'SUCCEEDED']).toContain((await refundOf(id))?.status)
    expect(await refundOf(id)).toMatchObject({ amountMinor: 2700, currency: 'USD' })
    expect(await stockOf(market.variantId)).toEqual({ stock: 10, held: 0 })
  })
})

describe('unpaid orders', () => {
  const order = (market: Market, buyer: Person, more: Record<string, unknown> = {}): Promise<Answer> =>
    postOrder({ ...market, buyer }, { quantity: 1, ...more })

  it('of a buyer who completed none are at most three at a time; the fourth prompts nobody', async () => {
    const market = await newMarket({ stock: 50 })
    const { buyer } = market
    const placed = []
    for (let i = 0; i < 3; i++) placed.push(await order(market, buyer))
    expect(placed.map(({ status }) => status)).toEqual([201, 201, 201])
    const phone = freshPhone()
    const fourth = await order(market, buyer, { payerPhoneNumber: phone })
    expect([fourth.status, fourth.error?.reason]).toEqual([409, 'TOO_MANY_UNPAID'])
    expect(await movementsOf(phone)).toEqual([])
    expect(await stockOf(market.variantId)).toEqual({ stock: 50, held: 3 })
  })

  it('of a buyer who completed none are three, however many ask at once', async () => {
    const market = await newMarket({ stock: 50 })
    const answers = await Promise.all(Array.from({ length: 12 }, () => order(market, market.buyer)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
    expect((await stockOf(market.variantId))?.held).toBe(3)
  })

  it('that were paid, or are over, make room', async () => {
    const market = await newMarket({ stock: 50 })
    const began = Date.now()
    for (let i = 0; i < 3; i++) expect((await order(market, market.buyer)).status).toBe(201)
    await tickAt(began + 16 * MINUTE)
    expect((await order(market, await again(market.buyer))).status).toBe(201)
  })

  it('of a buyer who completed one are at most ten', async () => {
    const market = await newMarket({ stock: 50 })
    const delivered = await deliveredOrder(market)
    expect((await actOnOrder(market.buyer, delivered.id, 'confirm-receipt')).data.status).toBe('COMPLETED')
    const statuses = []
    for (let i = 0; i < 11; i++) statuses.push((await order(market, market.buyer)).status)
    expect(statuses).toEqual([...Array(10).fill(201), 409])
  })
})

describe("one number's phone", () => {
  it('is asked for three payments at once, and not for a fourth, whoever asks', async () => {
    const market = await newMarket({ stock: 50 })
    const phone = freshPhone()
    const answers = []
    for (let i = 0; i < 4; i++)
      answers.push(await postOrder({ ...market, buyer: await signUp() }, { quantity: 1, payerPhoneNumber: phone }))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 409])
    expect(answers[3]?.error?.reason).toBe('PAYMENT_IN_PROGRESS')
    expect(await movementsOf(phone)).toHaveLength(3)
  })

  it('that refused ten times in an hour is left alone until the hour is over', async () => {
    const market = await newMarket({ stock: 50 })
    const phone = freshPhone()
    const { data } = await postOrder(market, { quantity: 1, payerPhoneNumber: phone })
    await refuse(phone)
    const pay = (as: Person, id: string) =>
      actOnOrder(as, id, 'pay', { payerPhoneNumber: phone, network: 'vodacom', countryCode: 'CD' })
    for (let refused = 1; refused < 10; refused++) {
      expect((await pay(market.buyer, data.id)).status, `try ${refused + 1}`).toBe(201)
      await refuse(phone)
    }
    const eleventh = await pay(market.buyer, data.id)
    expect([eleventh.status, eleventh.error?.code]).toEqual([429, 'TOO_MANY_REQUESTS'])
    const stranger = await postOrder({ ...market, buyer: await signUp() }, { quantity: 1, payerPhoneNumber: phone })
    expect(stranger.status).toBe(429)
    expect(await movementsOf(phone)).toHaveLength(10)
    await tickAt(Date.now() + 61 * MINUTE)
    const later = await again(await signUp())
    expect((await postOrder({ ...market, buyer: later }, { quantity: 1, payerPhoneNumber: phone })).status).toBe(201)
  })
})
