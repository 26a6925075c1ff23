import { expect, it } from 'vitest'
import { call } from '#testing/api.ts'
import { newRider } from '#testing/fixtures/deliveries.ts'
import { newMarket, postOrder, readyOrder } from '#testing/fixtures/orders.ts'

// A buyer follows an order by one read (docs/states.md, Who sees an order).

it('shows its buyer, and nobody else, the last payin, the code to give and where the rider is', async () => {
  const market = await newMarket({ stock: 100 })
  const placed = await postOrder(market)
  const seen = async (as: Parameters<typeof call>[0], id: string) => (await call(as, 'GET', `/orders/${id}`)).data
  expect(await seen(market.buyer, placed.data.id)).toMatchObject({
    payin: { status: 'pending', orderId: placed.data.id },
    lastLocation: null,
  })
  const order = await readyOrder(market)
  const rider = await newRider()
  await call(rider, 'POST', `/deliveries/${order.delivery.id}/accept`)
  await call(rider, 'POST', '/riders/me/location', { lat: -2.5, lng: 28.86 })
  const shown = await call(market.buyer, 'GET', `/orders/${order.id}`)
  const { data: tracking } = await call(market.buyer, 'GET', `/orders/${order.id}/tracking`)
  expect(shown.data).toMatchObject({
    payin: { status: 'succeeded' },
    dropoffCode: tracking.dropoffCode,
    lastLocation: { lat: -2.5, lng: 28.86 },
    delivery: { rider: { id: rider.riderId } },
  })
  expect(shown.headers.get('x-d1-round-trips')).toBe('1')
  for (const other of [market.seller, rider]) {
    const keys = Object.keys(await seen(other, order.id))
    for (const own of ['payin', 'dropoffCode', 'lastLocation']) expect(keys).not.toContain(own)
  }
})
