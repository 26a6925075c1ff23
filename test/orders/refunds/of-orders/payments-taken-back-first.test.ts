import { afterEach, describe, expect, it } from 'vitest'
import { call, type Person } from '#testing/api.ts'
import { first } from '#testing/fixtures/database.ts'
import { freshPhone } from '#testing/fixtures/inputs.ts'
import { actOnOrder, newMarket, orderRow, paidOrder, postOrder, refundOf } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { decideByHand } from '#testing/fixtures/resolutions.ts'
import { holdWhole } from '#testing/laws.ts'
import { approve, clearFaults, movementsOf, refuse, turnMovement } from '#testing/sandbox.ts'
import { changesOf, ok, outgoing, refundByCode, rowsIn, WHY } from '#testing/stories/books.ts'
import { again, breaks, MINUTE, ticks } from '#testing/stories/money.ts'
import { payBy, placedCheckout } from '#testing/stories/orders.ts'

// Rule: an operator takes a payment of an order back before its refund could be sent. The buyer has the money then: the refund is not
// sent as well, it ends, and its money comes to our cash, which paid for the reversal. Every other refund is still sent.

afterEach(() => clearFaults())

const unsendable = () => breaks('B', 'unauthorized', { kind: 'payout' })
/** The gateway takes us again, and the sweep runs. */
async function sweep() {
  await clearFaults()
  await ticks(Date.now(), [2 * MINUTE, 4 * MINUTE])
}
async function decide(admin: Person, outcome: 'reversed', payinId: string | undefined) {
  ok(await decideByHand(admin, `/gatewayB/transactions/${payinId}/resolve`, { outcome, note: 'Vu sur le relevé' }))
}
/** The operator says now that what had failed has arrived. */
async function arrivedLate(admin: Person, phone: string, payinId: string | undefined) {
  for (const { id } of await movementsOf(phone)) await turnMovement(id, 'succeeded')
  ok(await call(admin, 'POST', `/gatewayB/transactions/${payinId}/resolve`, { outcome: 'lateSuccess', note: 'Relevé' }))
}
/** The payin of an order that a number made. */
const payinOf = async (orderId: string, phone: string) =>
  (
    await first<{ id: string }>(
      `SELECT g.id FROM payin_shares w JOIN gateway_transactions g ON g.id = w.payin_id WHERE w.order_id = ? AND g.phone = ?`,
      ...[orderId, phone],
    )
  )?.id
const refundsOf = async (admin: Person, orderId: string) =>
  rowsIn(ok(await call(admin, 'GET', `/orders/${orderId}/refunds`)))
    .map(({ status, amount }) => `${status} ${amount}`)
    .sort()
async function lawful(_admin: Person) {
  const checks = await holdWhole()
  expect(checks.filter(({ ok }: { ok: boolean }) => !ok)).toEqual([])
}

/** A rejected order whose refund could not be sent yet. */
async function rejected() {
  const market = await newMarket()
  const order = await paidOrder(market)
  await unsendable()
  ok(await actOnOrder(market.seller, order.id, 'reject', { reason: WHY }))
  return { id: order.id as string, phone: order.payerPhoneNumber as string }
}

/** An order that two numbers paid; what the first one paid could not go back yet. */
async function paidTwice(admin: Person) {
  const market = await newMarket()
  const [early, later] = [freshPhone(), freshPhone()]
  const { id } = ok(await postOrder(market, { payerPhoneNumber: early }))
  await refuse(early)
  ok(await actOnOrder(market.buyer, id, 'pay', payBy(later)))
  await approve(later)
  await unsendable()
  await arrivedLate(admin, early, await payinOf(id, early))
  return { id: id as string, early, later }
}

describe('a payment that is taken back before its refund could be sent', () => {
  it('does not go back as well: its money comes to our cash', async () => {
    const admin = await signUp('ADMIN')
    const { id, phone } = await rejected()
    expect(await changesOf(async () => decide(admin, 'reversed', await payinOf(id, phone)))).toEqual({
      'platform:cash': -2700,
      'gatewayB:clearing': 2700,
    })
    expect(await changesOf(sweep)).toEqual({ 'refunds:inFlight': -2700, 'platform:cash': 2700 })
    expect(await outgoing(phone)).toEqual([])
    expect(await refundsOf(await again(admin), id)).toEqual(['SUCCEEDED 27.00'])
    expect(await orderRow(id)).toMatchObject({ status: 'REJECTED', paymentStatus: 'REFUNDED' })
    await lawful(await again(admin))
  })

  it('does not go back as well where it was for a part', async () => {
    const admin = await signUp('ADMIN')
    const order = await paidOrder(await newMarket())
    await unsendable()
    await refundByCode(admin, { orderId: order.id, amount: '5.00' })
    await decide(admin, 'reversed', await payinOf(order.id, order.payerPhoneNumber))
    await sweep()
    expect(await outgoing(order.payerPhoneNumber)).toEqual([])
    expect(await refundsOf(await again(admin), order.id)).toContain('SUCCEEDED 5.00')
    await lawful(await again(admin))
  })

  it('does not go back as well where it paid several orders', async () => {
    const admin = await signUp('ADMIN')
    const { markets, phone, checkout } = await placedCheckout({}, {})
    await approve(phone)
    const [one, two] = checkout.orders
    await unsendable()
    const seller = markets.find((market) => market.seller.shopId === one.shopId)?.seller ?? null
    ok(await actOnOrder(seller, one.id, 'reject'))
    await decide(admin, 'reversed', await payinOf(one.id, phone))
    await sweep()
    expect(await outgoing(phone)).toEqual([])
    for (const { id } of [one, two])
      expect(await refundOf(id)).toMatchObject({ status: 'SUCCEEDED', amountMinor: 2500 })
    await lawful(await again(admin))
  })

  it('does not go back as well where another one pays the order', async () => {
    const admin = await signUp('ADMIN')
    const { id, early, later } = await paidTwice(admin)
    await decide(admin, 'reversed', await payinOf(id, early))
    await sweep()
    expect([await outgoing(early), await outgoing(later)]).toEqual([[], []])
    expect(await refundsOf(await again(admin), id)).toEqual(['SUCCEEDED 27.00'])
    expect(await orderRow(id)).toMatchObject({ status: 'PENDING_SELLER_REVIEW', paymentStatus: 'PAID' })
    await lawful(await again(admin))
  })
})

describe('a refund whose payment was not taken back', () => {
  const sentTo = async (phone: string) => (await outgoing(phone)).map(({ amount }) => Number(amount))

  it('is sent as soon as it can be', async () => {
    const admin = await signUp('ADMIN')
    const { phone } = await rejected()
    await sweep()
    expect(await sentTo(phone)).toEqual([27])
    await lawful(await again(admin))
  })

  it('is sent where the other payment of the order was taken back', async () => {
    const admin = await signUp('ADMIN')
    const { id, early, later } = await paidTwice(admin)
    await decide(admin, 'reversed', await payinOf(id, later))
    await sweep()
    expect([await sentTo(early), await sentTo(later)]).toEqual([[27], []])
    await lawful(await again(admin))
  })
})
