import { afterEach, expect, it } from 'vitest'
import { call } from '#testing/api.ts'
import { first } from '#testing/fixtures/database.ts'
import { actOnJob, newRider } from '#testing/fixtures/deliveries.ts'
import { balance } from '#testing/fixtures/ledger.ts'
import { actOnOrder, newMarket, readyOrder } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { decideByHand } from '#testing/fixtures/resolutions.ts'
import { clearFaults } from '#testing/sandbox.ts'
import { changesOf, ends, ok, pendingOf, refundByCode, rowsIn, WHY } from '#testing/stories/books.ts'
import { again, clockAt, MINUTE } from '#testing/stories/money.ts'
import type { Data } from '#testing/stories/orders.ts'

// Rule: a payin of an order that is taken back is taken from where its money lies, with an incident. 5.00 went back, the parcel came back,
// and the refund of the other 20.00 of its goods failed and was rejected: these lie in seller:pending, and only the rest is our loss.

afterEach(() => clearFaults())

it('takes the goods of a parcel that came back from seller:pending, where their refund was rejected', async () => {
  const [market, rider] = [await newMarket(), await newRider()]
  const order: Data = await readyOrder(market)
  const job: string = order.delivery.id
  ok(await actOnJob(rider, job, 'accept'))
  ok(await actOnJob(rider, job, 'pickup', { code: order.pickupCode }))
  let admin = await signUp('ADMIN')
  await refundByCode(admin, { orderId: order.id, amount: '5.00' })
  await ends(order.payerPhoneNumber, 'approve')
  ok(await actOnJob(rider, job, 'fail', { reasonCode: 'BUYER_UNREACHABLE' }))
  clockAt(Date.now() + 11 * MINUTE)
  ok(await actOnJob(rider, job, 'fail', { reasonCode: 'BUYER_REFUSED' }))
  admin = await again(admin)
  ok(await actOnOrder(await again(market.seller), order.id, 'return-received'))
  await ends(order.payerPhoneNumber, 'refuse')
  const failed = rowsIn(ok(await call(admin, 'GET', `/orders/${order.id}/refunds`))).find(
    ({ status }) => status === 'FAILED',
  )
  expect(failed?.amount).toBe('20.00')
  ok(await call(admin, 'POST', `/refunds/${failed?.id}/reject`, { reason: WHY }))
  expect(await balance(pendingOf(market))).toBe(2000)
  const payin = await first<{ id: string }>('SELECT payin_id AS id FROM payin_shares WHERE order_id = ?', order.id)
  const changes = await changesOf(async () =>
    ok(
      await decideByHand(admin, `/gatewayB/transactions/${payin?.id}/resolve`, { outcome: 'reversed', note: 'Repris' }),
    ),
  )
  const pending = pendingOf(market)
  expect(changes).toEqual({ [pending]: -2000, 'platform:cash': -700, 'gatewayB:clearing': 2700 })
  expect((await call(admin, 'POST', `/orders/admin/${order.id}/refund`)).status).toBe(409)
})
