import { afterEach, describe, expect, it } from 'vitest'
import { call, type Person } from '#testing/api.ts'
import { first } from '#testing/fixtures/database.ts'
import { freshPhone } from '#testing/fixtures/inputs.ts'
import { balance } from '#testing/fixtures/ledger.ts'
import { actOnOrder, newMarket, orderRow, paidOrder, postOrder } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { decideByHand } from '#testing/fixtures/resolutions.ts'
import { approve, clearFaults, movementsOf, refuse, turnMovement } from '#testing/sandbox.ts'
import { changesOf, ends, escrowOf, ok, pendingOf, refundByCode, rowsIn, WHY } from '#testing/stories/books.ts'
import { MINUTE, ticks } from '#testing/stories/money.ts'
import { payBy } from '#testing/stories/orders.ts'

// Rule: a payin of an order that is taken back is taken from where its money lies, with an incident. 27.00 are taken back while a part
// of 5.00 is on its way to the buyer: the other 22.00 are taken from what is held, and nothing of the order is paid to anybody any more.

afterEach(() => clearFaults())

type Order = { id: string; payerPhoneNumber: string }
const refundsOf = async (admin: Person, { id }: Order) => rowsIn(ok(await call(admin, 'GET', `/orders/${id}/refunds`)))
const show = async (admin: Person, order: Order) =>
  (await refundsOf(admin, order)).map(({ status, amount }) => `${status} ${amount}`).sort()

/** 5.00 of 27.00 are with the operator, and it takes the 27.00 back. */
async function takenBack() {
  const admin = await signUp('ADMIN')
  const market = await newMarket()
  const order: Order = await paidOrder(market)
  await refundByCode(admin, { orderId: order.id, amount: '5.00' })
  const payin = await first<{ id: string }>(`SELECT payin_id AS id FROM payin_shares WHERE order_id = ?`, order.id)
  const taken = { outcome: 'reversed', note: 'Repris' }
  const reversal = await changesOf(async () =>
    ok(await decideByHand(admin, `/gatewayB/transactions/${payin?.id}/resolve`, taken)),
  )
  return { admin, market, order, reversal }
}
const settled = async ({ payerPhoneNumber }: Order) => {
  await ends(payerPhoneNumber, 'approve')
  await ticks(Date.now(), [2 * MINUTE, 4 * MINUTE])
}

describe('what is left of a payment that was taken back beside a part', () => {
  it('does not stay held where its buyer cancels before the part arrives', async () => {
    const { market, order } = await takenBack()
    ok(await actOnOrder(market.buyer, order.id, 'cancel'))
    await settled(order)
    expect((await orderRow(order.id))?.status).toBe('CANCELLED')
    expect(await balance(escrowOf(order))).toBe(0)
  })

  it('does not stay held where its seller rejects before the part arrives', async () => {
    const { market, order } = await takenBack()
    ok(await actOnOrder(market.seller, order.id, 'reject', { reason: WHY }))
    await settled(order)
    expect((await orderRow(order.id))?.status).toBe('REJECTED')
    expect(await balance(escrowOf(order))).toBe(0)
  })

  it('does not stay held where staff cancel before the part arrives: nothing waits that could not be sent', async () => {
    const { admin, order } = await takenBack()
    ok(await call(admin, 'POST', `/orders/admin/${order.id}/cancel`, { reason: WHY }))
    await settled(order)
    expect(await show(admin, order)).toEqual(['SUCCEEDED 22.00', 'SUCCEEDED 5.00'])
    expect((await call(admin, 'POST', `/orders/admin/${order.id}/refund`)).status).toBe(409)
    expect(await balance(escrowOf(order))).toBe(0)
  })

  it('is taken from where it lies, and the order ends with its part: its seller is not paid', async () => {
    const { order } = await takenBack()
    expect(await balance(escrowOf(order))).toBe(0)
    await ends(order.payerPhoneNumber, 'approve')
    expect(await orderRow(order.id)).toMatchObject({ status: 'CANCELLED', paymentStatus: 'REFUNDED' })
  })

  it.each([
    ['approve', { 'refunds:inFlight': -500, 'gatewayB:clearing': 500 }],
    ['refuse', { 'refunds:inFlight': -500, 'platform:cash': 500 }],
  ] as const)('costs our cash the part alone, and only if it arrives (%s)', async (verdict, changes) => {
    const { market, order, reversal } = await takenBack()
    expect(reversal).toEqual({ [escrowOf(order)]: -2200, 'platform:cash': -500, 'gatewayB:clearing': 2700 })
    ok(await actOnOrder(market.seller, order.id, 'accept'))
    expect(await changesOf(() => ends(order.payerPhoneNumber, verdict))).toEqual(changes)
    expect(await balance(pendingOf(market))).toBe(0)
    expect(await orderRow(order.id)).toMatchObject({ status: 'CANCELLED', paymentStatus: 'REFUNDED' })
  })
})

it('the other payment of an order that could not go back still does, and nothing of either stays held', async () => {
  const admin = await signUp('ADMIN')
  const market = await newMarket()
  const [early, later] = [freshPhone(), freshPhone()]
  const { id } = ok(await postOrder(market, { payerPhoneNumber: early }))
  await refuse(early)
  ok(await actOnOrder(market.buyer, id, 'pay', payBy(later)))
  await approve(later)
  const payinOf = async (phone: string) =>
    (
      await first<{ id: string }>(
        'SELECT g.id FROM payin_shares w JOIN gateway_transactions g ON g.id = w.payin_id WHERE w.order_id = ? AND g.phone = ?',
        ...[id, phone],
      )
    )?.id
  const decide = async (outcome: string, payin: string | undefined) =>
    ok(await decideByHand(admin, `/gatewayB/transactions/${payin}/resolve`, { outcome, note: 'Vu' }))
  // The operator says now that what had failed has arrived.
  for (const movement of await movementsOf(early)) await turnMovement(movement.id, 'succeeded')
  const late = { outcome: 'lateSuccess', note: 'Vu' }
  ok(await call(admin, 'POST', `/gatewayB/transactions/${await payinOf(early)}/resolve`, late))
  await ticks(Date.now(), [2 * MINUTE, 4 * MINUTE])
  await ends(early, 'refuse')
  await ticks(Date.now(), [2 * MINUTE, 4 * MINUTE])
  await refundByCode(admin, { orderId: id, amount: '5.00' })
  await decide('reversed', await payinOf(later))
  ok(await actOnOrder(market.buyer, id, 'cancel'))
  await ends(later, 'approve')
  const failed = rowsIn(ok(await call(admin, 'GET', `/orders/${id}/refunds`))).find(({ status }) => status === 'FAILED')
  ok(await call(admin, 'POST', `/refunds/${failed?.id}/retry`, {}))
  await ends(early, 'approve')
  expect((await call(admin, 'POST', `/orders/admin/${id}/refund`)).status).toBe(409)
  expect(await balance(escrowOf({ id }))).toBe(0)
})
