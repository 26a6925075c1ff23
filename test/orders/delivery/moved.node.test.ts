import { describe, expect, it } from 'vitest'
import { acceptDelivery } from '#domain/orders/delivery/carrying/accept.ts'
import { releaseDelivery } from '#domain/orders/delivery/carrying/release.ts'
import { RELEASES_A_DAY } from '#kernel/limits.ts'
import { NOW, openDomain } from '#testing/domain/domain.ts'
import { addMarket } from '#testing/domain/market.ts'
import { addPaidOrder } from '#testing/domain/orders.ts'
import { watchTrips } from '#testing/domain/watched.ts'

// Another request commits between what a rider's act reads and what it writes.

const domain = openDomain((market) => {
  addMarket(market)
  market.run("UPDATE users SET role = 'RIDER' WHERE id = 'rider'")
  addPaidOrder(market, { status: 'READY_FOR_PICKUP', reached_at: JSON.stringify({ ACCEPTED: 1, READY_FOR_PICKUP: 2 }) })
  const job = {
    id: 'd1',
    order_id: 'o1',
    status: 'UNASSIGNED',
    pickup: '{"name":"x","phone":null,"address":"Ibanda"}',
    dropoff: '{"name":"x","phone":null,"address":"Ibanda"}',
  }
  market.add('deliveries', {
    ...job,
    ...{ fee_minor: 151, rider_earning_minor: 120, currency: 'USD', created_at: NOW, updated_at: NOW },
  })
  market.add('history', {
    thing_id: 'd1',
    version: 1,
    thing: 'delivery',
    event: 'open',
    to_status: 'UNASSIGNED',
    at: 1,
  })
})
/** The trip that writes, behind one read. */
const COMMIT = 2
const rider = () => domain.as({ id: 'rider', role: 'RIDER', riderId: 'rd' })
const job = () => domain.row('SELECT status, rider_id AS rider FROM deliveries')

describe('a job that a rider takes', () => {
  it('is theirs', async () => {
    await acceptDelivery(rider(), 'd1')
    expect(job()).toEqual({ status: 'ASSIGNED', rider: 'rd' })
  })

  it.each([
    ['are suspended', "UPDATE riders SET status = 'SUSPENDED'"],
    ['are refused', "UPDATE riders SET status = 'REJECTED'"],
    ['are blocked', "UPDATE users SET blocked_at = 1 WHERE id = 'rider'"],
    ['are deleted', "UPDATE users SET deleted_at = 1 WHERE id = 'rider'"],
    ['come to work for the team', "UPDATE users SET role = 'SUPPORT' WHERE id = 'rider'"],
  ])('is nobody’s if they %s at the same moment', async (_, happens) => {
    const { ctx } = watchTrips(rider(), (trip) => trip === COMMIT && domain.run(happens))
    await expect(acceptDelivery(ctx, 'd1')).rejects.toMatchObject({
      reason: 'RIDER_NOT_ACTIVE',
    })
    expect(job()).toEqual({ status: 'UNASSIGNED', rider: null })
  })
})

it('a rider gives ten jobs of a day back, and no eleventh', async () => {
  for (let i = 0; i < RELEASES_A_DAY.max; i++) {
    await acceptDelivery(rider(), 'd1')
    await releaseDelivery(rider(), 'd1')
  }
  await acceptDelivery(rider(), 'd1')
  await expect(releaseDelivery(rider(), 'd1')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  expect(job()).toEqual({ status: 'ASSIGNED', rider: 'rd' })
})
