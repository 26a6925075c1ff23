import { afterEach, expect, it } from 'vitest'
import { call, type Person } from '#testing/api.ts'
import { actOnJob, newRider } from '#testing/fixtures/deliveries.ts'
import { balance } from '#testing/fixtures/ledger.ts'
import { actOnOrder, newMarket, orderRow, readyOrder } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { holdWhole } from '#testing/laws.ts'
import { clearFaults } from '#testing/sandbox.ts'
import { askRefund, ends, ok, outgoing, pendingOf, refundByCode } from '#testing/stories/books.ts'
import { again, clockAt, MINUTE, rate, ticks } from '#testing/stories/money.ts'
import type { Data } from '#testing/stories/orders.ts'

// Rules 7.2.5, 7.2.6 and section 3 (held + pending = what is paid and not settled): an M-Pesa order in CDF, of which a part went
// back, comes back to its shop. What of its goods is left is less than a whole franc: it must not stay in seller:pending without a
// refund or a word to anybody. 7.2.6: such a difference is platform:rounding's. 7.8: a part of 0 is no refund.
//
// Silent: how the refund of what no phone can get is shown (tested: SUCCEEDED, without a call).

afterEach(() => clearFaults())

async function lawful(_admin: Person) {
  const checks = await holdWhole()
  expect(checks.filter(({ ok }: { ok: boolean }) => !ok)).toEqual([])
}

/** The refunds of an order, the smallest first. */
const refundsOf = async (admin: Person, { id }: Data): Promise<string[]> =>
  ok(await call(admin, 'GET', `/orders/${id}/refunds`))
    .refunds.map(({ status, amount }: Data) => `${status} ${amount}`)
    .sort()

it.each(['before', 'after'])(
  'the centimes of goods that come back are settled too (part ends %s the return)',
  async (when) => {
    await rate('USD', 'CDF', 280_000_000_000)
    const [market, rider] = [await newMarket({ price: '350.50' }, { currency: 'CDF' }), await newRider()]
    const order: Data = await readyOrder(market, { quantity: 3, currency: 'CDF' })
    expect(order.subtotal).toBe('1051.50')
    const job: string = order.delivery.id
    ok(await actOnJob(rider, job, 'accept'))
    ok(await actOnJob(rider, job, 'pickup', { code: order.pickupCode }))
    let admin = await signUp('ADMIN')
    if (when === 'before') {
      await refundByCode(admin, { orderId: order.id, amount: '1051.00' })
      await ends(order.payerPhoneNumber, 'approve')
    }
    ok(await actOnJob(rider, job, 'fail', { reasonCode: 'BUYER_UNREACHABLE' }))
    clockAt(Date.now() + 11 * MINUTE)
    ok(await actOnJob(rider, job, 'fail', { reasonCode: 'BUYER_REFUSED' }))
    admin = await again(admin)
    if (when === 'after') await refundByCode(admin, { orderId: order.id, amount: '1051.00' })
    const seller = await again(market.seller)
    ok(await actOnOrder(seller, order.id, 'return-received'))
    if (when === 'after') {
      await ends(order.payerPhoneNumber, 'approve')
      await ticks(Date.now(), [2 * MINUTE, 4 * MINUTE])
      admin = await again(admin)
    }
    expect((await orderRow(order.id))?.status).toBe('CANCELLED')
    await lawful(admin)
    expect(await balance(pendingOf(market), 'CDF')).toBe(0)
    expect(await refundsOf(admin, order)).toEqual(['SUCCEEDED 0.50', 'SUCCEEDED 1051.00'])
    expect((await outgoing(order.payerPhoneNumber)).map(({ amount }) => Number(amount))).toEqual([1051])
  },
)

it('a part of what an order that came back owes leaves something that can be sent', async () => {
  await rate('USD', 'CDF', 280_000_000_000)
  const [market, rider] = [await newMarket({ price: '350.50' }, { currency: 'CDF' }), await newRider()]
  const order: Data = await readyOrder(market, { quantity: 3, currency: 'CDF' })
  const job: string = order.delivery.id
  ok(await actOnJob(rider, job, 'accept'))
  ok(await actOnJob(rider, job, 'pickup', { code: order.pickupCode }))
  ok(await actOnJob(rider, job, 'fail', { reasonCode: 'BUYER_UNREACHABLE' }))
  clockAt(Date.now() + 11 * MINUTE)
  ok(await actOnJob(rider, job, 'fail', { reasonCode: 'BUYER_REFUSED' }))
  ok(await actOnOrder(await again(market.seller), order.id, 'return-received'))
  // The refund of the goods fails: of the 1051.50 that are owed, the phone can get 1051 in all.
  await ends(order.payerPhoneNumber, 'refuse')
  const admin = await again(await signUp('ADMIN'))
  expect(await askRefund(admin, { orderId: order.id, amount: '1051.00' })).toMatchObject({ status: 400 })
  await refundByCode(admin, { orderId: order.id, amount: '1050.00' })
  await ends(order.payerPhoneNumber, 'approve')
  ok(await call(admin, 'POST', `/orders/admin/${order.id}/refund`))
  await ends(order.payerPhoneNumber, 'approve')
  expect(await refundsOf(admin, order)).toEqual(['SUCCEEDED 1.50', 'SUCCEEDED 1050.00'])
  expect(await balance(pendingOf(market), 'CDF')).toBe(0)
  await lawful(admin)
})
