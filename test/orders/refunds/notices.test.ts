import { beforeEach, describe, expect, it } from 'vitest'
import { call, type Person } from '#testing/api.ts'
import { actOnOrder, type Market, newMarket } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { acceptedOrder, completedOrder, ends, ok, refundByCode, setCommission, WHY } from '#testing/stories/books.ts'

// Rule: whoever an order's money belongs to hears that it went back, what it cost and why the order ended.

let admin: Person
let market: Market
beforeEach(async () => {
  admin = await signUp('ADMIN')
  market = await newMarket()
})

type Notification = { type: string; title: string; body: string; data: { orderId?: string } }
const told = async (who: Person, kind: string): Promise<Notification[]> =>
  ok(await call(who, 'GET', '/notifications')).notifications.filter(({ type }: Notification) => type === kind)
const orderOf = async (who: Person, { id }: { id: string }) => ok(await call(who, 'GET', `/orders/${id}`))
const lastEvent = async (who: Person, { id }: { id: string }) =>
  ok(await call(who, 'GET', `/orders/${id}/timeline`)).events.at(-1)

describe('the refund of an order that its seller accepted', () => {
  it('tells her what it cost her, that the order is cancelled, and why', async () => {
    const order = await acceptedOrder(market)
    await refundByCode(admin, { orderId: order.id })
    expect(await told(market.seller, 'refund.of-order')).toEqual([])
    await ends(order.payerPhoneNumber, 'approve')
    const [notice, ...others] = await told(market.seller, 'refund.of-order')
    expect(others).toEqual([])
    expect(notice).toMatchObject({
      title: `Commande ${order.number} : argent rendu à l'acheteur`,
      data: { orderId: order.id },
    })
    for (const said of ['27 USD', '25 USD']) expect(notice?.body).toContain(said)
    for (const who of [market.buyer, market.seller])
      expect((await told(who, 'order.cancelled')).map(({ body }) => body)).toEqual([expect.stringContaining(WHY)])
  })

  it('is the reason of its cancellation, for both', async () => {
    const order = await acceptedOrder(market)
    await refundByCode(admin, { orderId: order.id })
    await ends(order.payerPhoneNumber, 'approve')
    for (const who of [market.buyer, market.seller]) {
      expect(await orderOf(who, order)).toMatchObject({ status: 'CANCELLED', cancellationReason: WHY })
      expect(await lastEvent(who, order)).toMatchObject({ event: 'refund', to: 'CANCELLED', reason: WHY })
    }
  })

  it('of an ADMIN without a code: she hears at once, and again what it cost her', async () => {
    const order = await acceptedOrder(market)
    ok(await call(admin, 'POST', `/orders/admin/${order.id}/refund`))
    expect(await told(market.seller, 'order.cancelled')).toMatchObject([{ data: { orderId: order.id } }])
    expect(await told(market.seller, 'refund.of-order')).toEqual([])
    await ends(order.payerPhoneNumber, 'approve')
    const [notice] = await told(market.seller, 'refund.of-order')
    expect(notice?.body).toContain('coûte 25 USD')
  })

  it('that failed is sent again with the reason that it had', async () => {
    const order = await acceptedOrder(market)
    await refundByCode(admin, { orderId: order.id })
    await ends(order.payerPhoneNumber, 'refuse')
    ok(await call(admin, 'POST', `/orders/admin/${order.id}/refund`))
    expect(await orderOf(market.buyer, order)).toMatchObject({ status: 'CANCELLED', cancellationReason: WHY })
    expect(await lastEvent(market.seller, order)).toMatchObject({ to: 'CANCELLED', reason: WHY })
  })

  it('in part takes her part of it, and the order goes on', async () => {
    await setCommission('10')
    const order = await completedOrder(market)
    await setCommission('0')
    await refundByCode(admin, { orderId: order.id, amount: '5.00' })
    await ends(order.payerPhoneNumber, 'approve')
    const [notice] = await told(market.seller, 'refund.of-order')
    expect(notice?.body).toContain('remboursé de 5 USD')
    expect(notice?.body).toContain('4,50 USD')
    expect(notice?.body).not.toContain('annulée')
  })
})

it('a seller who cancelled the order herself hears nothing of its refund', async () => {
  const order = await acceptedOrder(market)
  ok(await actOnOrder(market.seller, order.id, 'seller-cancel', { reason: WHY }))
  await ends(order.payerPhoneNumber, 'approve')
  expect(await orderOf(market.seller, order)).toMatchObject({ paymentStatus: 'REFUNDED', cancellationReason: WHY })
  expect(await told(market.seller, 'refund.of-order')).toEqual([])
})
