import { afterEach, describe, expect, it } from 'vitest'
import { call, type Person } from '#testing/api.ts'
import { balance } from '#testing/fixtures/ledger.ts'
import { newMarket, orderRow, paidOrder } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { decideByHand } from '#testing/fixtures/resolutions.ts'
import { holdWhole } from '#testing/laws.ts'
import { clearFaults } from '#testing/sandbox.ts'
import { changesOf, ends, escrowOf, ok, outgoing, refundByCode, rowsIn, WHY } from '#testing/stories/books.ts'

// Rule: a refund that had failed and arrived after all is booked from where the money lies; of an order that is over what is left
// is for an ADMIN, and no more than was paid ever goes back.

afterEach(() => clearFaults())

type Order = { id: string; payerPhoneNumber: string }
const cancel = async (admin: Person, { id }: Order) =>
  ok(await call(admin, 'POST', `/orders/admin/${id}/cancel`, { reason: WHY }))
const sendDirectly = (admin: Person, { id }: Order) => call(admin, 'POST', `/orders/admin/${id}/refund`)
const reject = async (admin: Person, id: string) =>
  ok(await call(admin, 'POST', `/refunds/${id}/reject`, { reason: WHY }))
const late = (admin: Person, id: string) =>
  decideByHand(admin, `/refunds/${id}/resolve`, { outcome: 'lateSuccess', note: 'Arrivé' })
const refundsOf = async (admin: Person, { id }: Order) => rowsIn(ok(await call(admin, 'GET', `/orders/${id}/refunds`)))
const states = async (admin: Person, order: Order) =>
  (await refundsOf(admin, order)).map(({ status, amount }) => `${status} ${amount}`).sort()
const failedOf = async (admin: Person, order: Order) =>
  (await refundsOf(admin, order)).find(({ status }) => status === 'FAILED')?.id as string
async function sold(): Promise<{ admin: Person; order: Order }> {
  return { admin: await signUp('ADMIN'), order: (await paidOrder(await newMarket())) as Order }
}
async function lawful(_admin: Person) {
  const checks = await holdWhole()
  expect(checks.filter(({ ok }: { ok: boolean }) => !ok)).toEqual([])
}

describe('a rejected refund of an order that is over arrives late', () => {
  it('after a part: from what is held, and nothing is left to send', async () => {
    const { admin, order } = await sold()
    await refundByCode(admin, { orderId: order.id, amount: '5.00' })
    await ends(order.payerPhoneNumber, 'approve')
    await cancel(admin, order)
    ok(await sendDirectly(admin, order))
    await ends(order.payerPhoneNumber, 'refuse')
    const id = await failedOf(admin, order)
    await reject(admin, id)
    expect(await changesOf(async () => ok(await late(admin, id)))).toEqual({
      [escrowOf(order)]: -2200,
      'gatewayB:clearing': 2200,
    })
    expect(await orderRow(order.id)).toMatchObject({ status: 'CANCELLED', paymentStatus: 'REFUNDED' })
    expect((await sendDirectly(admin, order)).status).toBe(409)
    await lawful(admin)
  })

  it('of a part: only the part is booked, and an ADMIN sends the rest', async () => {
    const { admin, order } = await sold()
    await refundByCode(admin, { orderId: order.id, amount: '5.00' })
    await ends(order.payerPhoneNumber, 'refuse')
    const id = await failedOf(admin, order)
    await cancel(admin, order)
    await reject(admin, id)
    expect(await changesOf(async () => ok(await late(admin, id)))).toEqual({
      [escrowOf(order)]: -500,
      'gatewayB:clearing': 500,
    })
    expect(await states(admin, order)).toEqual(['REJECTED 27.00', 'REQUESTED 22.00', 'SUCCEEDED 5.00'])
    await lawful(admin)
    ok(await sendDirectly(admin, order))
    expect(Number((await outgoing(order.payerPhoneNumber))[0]?.amount)).toBe(22)
  })
})

describe('an earlier try of a refund of an order that is over arrives late', () => {
  it('while the refund waits: what it had taken, and the rest waits', async () => {
    const { admin, order } = await sold()
    await cancel(admin, order)
    await refundByCode(admin, { orderId: order.id, amount: '5.00' })
    await ends(order.payerPhoneNumber, 'refuse')
    const id = await failedOf(admin, order)
    expect(await changesOf(async () => ok(await late(admin, id)))).toEqual({
      [escrowOf(order)]: -500,
      'gatewayB:clearing': 500,
    })
    expect(await states(admin, order)).toEqual(['REQUESTED 22.00', 'SUCCEEDED 5.00'])
    await lawful(admin)
  })

  it('beyond what is left: what is left is booked, the rest is our loss, and nothing more is sent', async () => {
    const { admin, order } = await sold()
    await cancel(admin, order)
    ok(await sendDirectly(admin, order))
    await ends(order.payerPhoneNumber, 'refuse')
    const first = await failedOf(admin, order)
    const [try1] = await outgoing(order.payerPhoneNumber)
    await refundByCode(admin, { orderId: order.id, amount: '5.00' })
    await ends(order.payerPhoneNumber, 'approve')
    expect(await states(admin, order)).toEqual(['REQUESTED 22.00', 'SUCCEEDED 5.00'])
    const { transactions } = ok(await call(admin, 'GET', `/gatewayB/transactions?limit=100`))
    const movement = transactions.find((one: { transactionId: string }) => one.transactionId === try1?.id)
    expect(first).toBeDefined()
    const decide = () =>
      decideByHand(admin, `/gatewayB/transactions/${movement.id}/resolve`, { outcome: 'lateSuccess', note: 'Arrivé' })
    expect(await changesOf(async () => ok(await decide()))).toEqual({
      [escrowOf(order)]: -2200,
      'platform:cash': -500,
      'gatewayB:clearing': 2700,
    })
    expect(await balance(escrowOf(order))).toBe(0)
    expect((await sendDirectly(admin, order)).status).toBe(409)
    await lawful(admin)
  })

  it('is decided when another one on its way has ended', async () => {
    const { admin, order } = await sold()
    await refundByCode(admin, { orderId: order.id, amount: '20.00' })
    await ends(order.payerPhoneNumber, 'refuse')
    const id = await failedOf(admin, order)
    await cancel(admin, order)
    await reject(admin, id)
    await refundByCode(admin, { orderId: order.id, amount: '5.00' })
    expect((await late(admin, id)).status).toBe(409)
    await ends(order.payerPhoneNumber, 'approve')
    ok(await late(admin, id))
    expect(await states(admin, order)).toEqual([
      'REJECTED 27.00',
      'REQUESTED 2.00',
      'SUCCEEDED 20.00',
      'SUCCEEDED 5.00',
    ])
    await lawful(admin)
  })
})
