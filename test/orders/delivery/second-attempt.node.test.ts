import { expect, it } from 'vitest'
import { failDelivery } from '#domain/orders/delivery/carrying/fail-attempt.ts'
import { MINUTE_MS } from '#kernel/time.ts'
import { NOW, openDomain } from '#testing/domain/domain.ts'
import { addMarket } from '#testing/domain/market.ts'
import { addPaidOrder } from '#testing/domain/orders.ts'

// A second failed attempt is at least ten minutes of our time after the first (docs/states.md, Delivery).

const domain = openDomain((market) => {
  addMarket(market)
  const reached = { ACCEPTED: 1, READY_FOR_PICKUP: 2, OUT_FOR_DELIVERY: 3 }
  addPaidOrder(market, { status: 'OUT_FOR_DELIVERY', reached_at: JSON.stringify(reached) })
  const place = JSON.stringify({ name: 'x', phone: null, address: 'Ibanda' })
  const way = { pickup: place, dropoff: place, fee_minor: 151, rider_earning_minor: 120, currency: 'USD' }
  const job = { id: 'd1', order_id: 'o1', status: 'PICKED_UP', rider_id: 'rd', ...way }
  market.add('deliveries', { ...job, created_at: NOW, updated_at: NOW })
  market.run('UPDATE riders SET active_jobs = 1')
  market.add('history', { thing_id: 'd1', version: 1, thing: 'delivery', event: 'open', to_status: 'PICKED_UP', at: 1 })
})
const rider = () => domain.as({ id: 'rider', role: 'RIDER', riderId: 'rd' })
const fail = (ms: number) =>
  failDelivery(domain.after(ms, { caller: rider().caller }), 'd1', { reasonCode: 'BUYER_ABSENT' })
const states = () => [
  domain.row('SELECT status FROM deliveries')?.status,
  domain.row('SELECT status FROM orders')?.status,
]

it('a second failed attempt counts ten minutes after the first, and not a millisecond before', async () => {
  await fail(0)
  expect(states()).toEqual(['FAILED_ATTEMPT', 'OUT_FOR_DELIVERY'])
  for (const ms of [0, MINUTE_MS, 10 * MINUTE_MS - 1])
    await expect(fail(ms)).rejects.toMatchObject({ reason: 'INVALID_TRANSITION' })
  expect(states()).toEqual(['FAILED_ATTEMPT', 'OUT_FOR_DELIVERY'])
  await fail(10 * MINUTE_MS)
  expect(states()).toEqual(['RETURNING', 'RETURNING'])
})
