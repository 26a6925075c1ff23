import { afterEach, describe, expect, it } from 'vitest'
import { call, type Person } from '#testing/api.ts'
import { balance } from '#testing/fixtures/ledger.ts'
import { actOnOrder, deliveredOrder, newMarket, orderRow, paidOrder, refundOf } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { holdWhole } from '#testing/laws.ts'
import { clearFaults } from '#testing/sandbox.ts'
import {
  askedRefund,
  confirmRefund,
  ends,
  escrowOf,
  ok,
  outgoing,
  pendingOf,
  refundByCode,
  rowsIn,
  WHY,
} from '#testing/stories/books.ts'
import { newDispute } from '#testing/stories/disputes.ts'
import { again, MINUTE, ticks } from '#testing/stories/money.ts'
import { onIncident } from '#testing/stories/office.ts'

// Rule: what an order that is over owes its buyer is never forgotten: a part of it leaves the rest to an ADMIN as a REQUESTED
// row. A code that dies changes nothing about what was asked for before. A PARTIAL that is adopted stays PARTIAL.

afterEach(() => clearFaults())

const cancel = async (admin: Person, { id }: { id: string }) =>
  ok(await call(admin, 'POST', `/orders/admin/${id}/cancel`, { reason: WHY }))
const sendDirectly = (admin: Person, { id }: { id: string }) => call(admin, 'POST', `/orders/admin/${id}/refund`)
/** Reads the refunds of an order, the oldest first: state and amount. */
const refundsOf = async (admin: Person, { id }: { id: string }) =>
  rowsIn(ok(await call(admin, 'GET', `/orders/${id}/refunds`)))
    .map(({ status, amount }) => `${status} ${amount}`)
    .sort()
async function lawful(_admin: Person) {
  const checks = await holdWhole()
  expect(checks.filter(({ ok }: { ok: boolean }) => !ok)).toEqual([])
}

describe('a part of what an order that is over owes', () => {
  it('leaves the rest to an ADMIN where staff cancelled, and all of it goes back in the end', async () => {
    const admin = await signUp('ADMIN')
    const order = await paidOrder(await newMarket())
    await cancel(admin, order)
    await refundByCode(admin, { orderId: order.id, amount: '5.00' })
    await ends(order.payerPhoneNumber, 'approve')
    expect(await refundsOf(admin, order)).toEqual(['REQUESTED 22.00', 'SUCCEEDED 5.00'])
    await lawful(admin)
    ok(await sendDirectly(admin, order))
    await ends(order.payerPhoneNumber, 'approve')
    expect(await orderRow(order.id)).toMatchObject({ status: 'CANCELLED', paymentStatus: 'REFUNDED' })
    expect(await balance(escrowOf(order))).toBe(0)
  })

  it('leaves the rest to an ADMIN where the refund of a rejection had failed', async () => {
    const admin = await signUp('ADMIN')
    const market = await newMarket()
    const order = await paidOrder(market)
    ok(await actOnOrder(market.seller, order.id, 'reject', { reason: WHY }))
    await ends(order.payerPhoneNumber, 'refuse')
    await refundByCode(admin, { orderId: order.id, amount: '5.00' })
    await ends(order.payerPhoneNumber, 'approve')
    expect(await refundsOf(admin, order)).toEqual(['REQUESTED 22.00', 'SUCCEEDED 5.00'])
    await lawful(admin)
  })

  it('that fails is all that is owed again', async () => {
    const admin = await signUp('ADMIN')
    const order = await paidOrder(await newMarket())
    await cancel(admin, order)
    await refundByCode(admin, { orderId: order.id, amount: '5.00' })
    await ends(order.payerPhoneNumber, 'refuse')
    expect(await refundsOf(admin, order)).toEqual(['FAILED 27.00'])
    await lawful(admin)
  })

  it('of a delivered one pays its rider once all has gone back', async () => {
    const admin = await signUp('ADMIN')
    const market = await newMarket()
    const order = await deliveredOrder(market)
    await cancel(admin, order)
    await refundByCode(admin, { orderId: order.id, amount: '5.00' })
    await ends(order.payerPhoneNumber, 'approve')
    expect(await refundsOf(admin, order)).toEqual(['REQUESTED 22.00', 'SUCCEEDED 5.00'])
    await lawful(admin)
    ok(await sendDirectly(admin, order))
    await ends(order.payerPhoneNumber, 'approve')
    expect(ok(await call(order.rider, 'GET', '/wallet')).balances[0].available).toBe('1.60')
    expect([await balance(escrowOf(order)), await balance(pendingOf(market))]).toEqual([0, 0])
  })
})

describe('a code that nobody typed', () => {
  it('leaves what a cancel left as it was: the direct refund sends all of it', async () => {
    const admin = await signUp('ADMIN')
    const order = await paidOrder(await newMarket())
    await cancel(admin, order)
    await askedRefund(admin, { orderId: order.id, amount: '5.00' })
    await askedRefund(admin, { orderId: order.id, amount: '6.00' })
    expect(await refundOf(order.id)).toMatchObject({ status: 'AWAITING_CODE', amountMinor: 600 })
    await ticks(Date.now(), [11 * MINUTE])
    expect(await refundsOf(admin, order)).toEqual(['REQUESTED 27.00'])
    ok(await sendDirectly(await again(admin), order))
    expect((await outgoing(order.payerPhoneNumber)).map(({ amount }) => Number(amount))).toEqual([27])
  })
})

describe('a part that an incident decided', () => {
  it('stays that part when an ADMIN asks for its code without an amount', async () => {
    const admin = await signUp('ADMIN')
    const { support, order, id } = await newDispute()
    ok(await onIncident(support, id, 'resolve', { outcome: 'SPLIT', refundAmount: '10.00', note: 'Vu les photos' }))
    const asked = await askedRefund(admin, { orderId: order.id })
    expect(await refundsOf(admin, order)).toEqual(['AWAITING_CODE 10.00'])
    ok(await confirmRefund(admin, asked.pendingId, asked.code))
    await ends(order.payerPhoneNumber, 'approve')
    expect(await orderRow(order.id)).toMatchObject({ paymentStatus: 'PARTIALLY_REFUNDED' })
  })
})
