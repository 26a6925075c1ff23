import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { call, type Person } from '#testing/api.ts'
import { balance } from '#testing/fixtures/ledger.ts'
import { actOnOrder, deliveredOrder, type Market, newMarket, paidOrder, stockOf } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import {
  acceptedOrder,
  availableOf,
  COMMISSION,
  changesOf,
  completedOrder,
  ends,
  escrowOf,
  ok,
  pendingOf,
  refundByCode,
  setCommission,
} from '#testing/stories/books.ts'

// Rule: a part is split over goods and commission pro rata (half up), the fee last, and the rest takes the remainder; a part
// before acceptance leaves the rest to be earmarked. A full one by code does to the order what the direct one does, when it
// succeeds. Commission is split to the minor unit and adds up over refunds. An order here is 25.00 of goods and a fee of 2.00.
//
// Silent: of which sum a share is taken at an acceptance after a part (only that both sides add up is tested); what the kind of
// the rest is; the order's status after parts that add up to everything.

let admin: Person
beforeEach(async () => {
  admin = await signUp('ADMIN')
})
afterEach(() => setCommission('0.00'))

const PART = 'PARTIALLY_REFUNDED'
const orderOf = async ({ buyer }: Market, { id }: { id: string }) => ok(await call(buyer, 'GET', `/orders/${id}`))
type Order = { id: string; payerPhoneNumber: string }
/** Sends a part (all that remains without an amount). @returns what moved when it was sent */
const sends = (order: Order, amount?: string) =>
  changesOf(() => refundByCode(admin, { orderId: order.id, ...(amount && { amount }) }))
const succeeds = ({ payerPhoneNumber }: Order) => changesOf(() => ends(payerPhoneNumber, 'approve'))
const gone = (minor: number) => ({ 'refunds:inFlight': -minor, 'gatewayB:clearing': minor })

describe('a part of an order that is not accepted', () => {
  it('comes from what is held; the rest is earmarked at acceptance, and goes back whole', async () => {
    await setCommission('10.00')
    const market = await newMarket()
    const order = await paidOrder(market)
    expect(await sends(order, '5.00')).toEqual({ [escrowOf(order)]: -500, 'refunds:inFlight': 500 })
    expect(await succeeds(order)).toEqual(gone(500))
    expect(await orderOf(market, order)).toMatchObject({
      status: 'PENDING_SELLER_REVIEW',
      paymentStatus: PART,
      refundedAmount: '5.00',
    })
    const accepted = await changesOf(async () => ok(await actOnOrder(market.seller, order.id, 'accept')))
    expect(accepted[escrowOf(order)]).toBe(-2000)
    expect((accepted[pendingOf(market)] ?? 0) + (accepted[COMMISSION] ?? 0)).toBe(2000)
    const rest = await sends(order)
    expect(rest).toMatchObject({ [escrowOf(order)]: -200, 'refunds:inFlight': 2200 })
    expect(rest[pendingOf(market)]).toBe(-(accepted[pendingOf(market)] ?? 0))
    expect(rest[COMMISSION]).toBe(-(accepted[COMMISSION] ?? 0))
    expect(await succeeds(order)).toEqual(gone(2200))
    expect(await orderOf(market, order)).toMatchObject({ paymentStatus: 'REFUNDED', refundedAmount: '27.00' })
    expect(await balance(escrowOf(order))).toBe(0)
  })
})

describe('a part of an order that is accepted', () => {
  it('takes goods and commission in proportion, and the rest takes the rest and the fee', async () => {
    await setCommission('10.00')
    const market = await newMarket()
    const order = await acceptedOrder(market)
    expect(await sends(order, '5.00')).toEqual({
      [pendingOf(market)]: -450,
      [COMMISSION]: -50,
      'refunds:inFlight': 500,
    })
    await succeeds(order)
    expect(await orderOf(market, order)).toMatchObject({ status: 'ACCEPTED', paymentStatus: PART })
    expect(await stockOf(market.variantId)).toEqual({ stock: 8, held: 0 })
    expect(await sends(order)).toEqual({
      [pendingOf(market)]: -1800,
      [COMMISSION]: -200,
      [escrowOf(order)]: -200,
      'refunds:inFlight': 2200,
    })
    await succeeds(order)
    expect(await balance(pendingOf(market))).toBe(0)
  })

  it('leaves neither side a cent too much: 7.25 % of 25.00 is 1.81, given back in three parts', async () => {
    await setCommission('7.25')
    const market = await newMarket()
    const order = await acceptedOrder(market)
    expect(await balance(pendingOf(market))).toBe(2319)
    for (let i = 0; i < 2; i++) {
      // 3.33 of 25.00: 24.1 of 181 and 308.9 of 2319.
      expect(await sends(order, '3.33')).toEqual({
        [pendingOf(market)]: -309,
        [COMMISSION]: -24,
        'refunds:inFlight': 333,
      })
      await succeeds(order)
    }
    expect(await sends(order)).toEqual({
      [pendingOf(market)]: -1701,
      [COMMISSION]: -133,
      [escrowOf(order)]: -200,
      'refunds:inFlight': 2034,
    })
    await succeeds(order)
    expect([await balance(pendingOf(market)), await balance(escrowOf(order))]).toEqual([0, 0])
  })

  it('touches the fee only when all goods went back', async () => {
    const market = await newMarket()
    const order = await acceptedOrder(market)
    expect(await sends(order, '26.00')).toEqual({
      [pendingOf(market)]: -2500,
      [escrowOf(order)]: -100,
      'refunds:inFlight': 2600,
    })
    await succeeds(order)
    expect(await sends(order, '1.00')).toEqual({ [escrowOf(order)]: -100, 'refunds:inFlight': 100 })
    await succeeds(order)
    expect(await orderOf(market, order)).toMatchObject({ paymentStatus: 'REFUNDED', refundedAmount: '27.00' })
  })

  it('that fails comes back to the cent where it came from, and the order is as before', async () => {
    await setCommission('7.25')
    const market = await newMarket()
    const order = await acceptedOrder(market)
    const before = await orderOf(market, order)
    const changes = await changesOf(async () => {
      await sends(order, '3.33')
      await ends(order.payerPhoneNumber, 'refuse')
    })
    expect(changes).toEqual({})
    const { updatedAt: _, version: _version, ...after } = await orderOf(market, order)
    expect(before).toMatchObject(after)
  })

  it('leaves the seller what remains when the order completes', async () => {
    await setCommission('10.00')
    const market = await newMarket()
    const order = await deliveredOrder(market)
    await sends(order, '5.00')
    await succeeds(order)
    expect(await changesOf(async () => ok(await actOnOrder(market.buyer, order.id, 'confirm-receipt')))).toEqual({
      [pendingOf(market)]: -1800,
      [availableOf(market)]: 1800,
      [escrowOf(order)]: -200,
      [`rider:${order.rider.riderId}:available`]: 160,
      'platform:delivery': 40,
    })
  })
})

describe('a part of an order that is completed', () => {
  it('comes from what the seller has, also below zero, and the fee from platform:delivery: the rider keeps the share', async () => {
    await setCommission('10.00')
    const market = await newMarket()
    const order = await completedOrder(market)
    expect(await sends(order, '5.00')).toEqual({
      [availableOf(market)]: -450,
      [COMMISSION]: -50,
      'refunds:inFlight': 500,
    })
    await succeeds(order)
    expect(await orderOf(market, order)).toMatchObject({ status: 'COMPLETED', paymentStatus: PART })
    expect(await sends(order)).toEqual({
      [availableOf(market)]: -1800,
      [COMMISSION]: -200,
      'platform:delivery': -200,
      'refunds:inFlight': 2200,
    })
    expect(await succeeds(order)).toEqual(gone(2200))
    expect(await balance(`rider:${order.rider.riderId}:available`)).toBe(160)
  })
})
