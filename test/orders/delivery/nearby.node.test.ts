import { describe, expect, it } from 'vitest'
import { waitingFor } from '#domain/orders/delivery/waiting.ts'
import { openDomain, type TestDomain } from '#testing/domain/domain.ts'
import { addMarket } from '#testing/domain/market.ts'

type Place = { lat: number; lng: number }
const JOBS = 400
/** Over 80 km around a place; every seventh job has none, every third is of a zone. */
const placeOf = (i: number, centre: Place): Partial<Place> =>
  i % 7 === 0 ? {} : { lat: centre.lat + ((i * 37) % 101) / 70 - 0.7, lng: centre.lng + ((i * 53) % 103) / 70 - 0.7 }

function addJobs({ run }: TestDomain, centre: Place, count = JOBS): void {
  run(
    "INSERT INTO delivery_zones SELECT 'z' || value, 'z' || value, 'CD', 'x', 'x', 0, 0, 1, 1, 'USD', 1, 1, 'z' || value, NULL FROM json_each('[0, 1]')",
  )
  run(`WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < ${count})
    INSERT INTO orders (id, number, buyer_id, shop_id, seller_profile_id, status, payment_status, fulfillment_method, payment_method,
      currency, subtotal_minor, delivery_fee_minor, total_minor, created_at, updated_at)
    SELECT 'o' || i, 'N' || i, 'buyer', 'shop', 'sp', 'READY_FOR_PICKUP', 'PAID', 'DELIVERY', 'MOBILE_MONEY', 'USD', 1, 0, 1, i, i FROM c`)
  for (let i = 1; i <= count; i++) {
    const { lat = null, lng = null } = placeOf(i, centre)
    run(
      `INSERT INTO deliveries (id, order_id, status, pickup, dropoff, zone_id, lat, lng, fee_minor, rider_earning_minor, currency, created_at, updated_at)
       VALUES (?, ?, 'UNASSIGNED', '{}', '{}', ?, ?, ?, 1, 1, 'USD', ?, ?)`,
      ...[`d${i}`, `o${i}`, i % 3 === 0 ? `z${i % 2}` : null, lat, lng, i, i],
    )
  }
}

/** By the cosine law of a sphere, which is another sum than the one in the database. */
function km(a: Place, b: Place): number {
  const [p, q, d] = [a.lat, b.lat, a.lng - b.lng].map((degrees) => (degrees * Math.PI) / 180) as [
    number,
    number,
    number,
  ]
  return 6371 * Math.acos(Math.min(1, Math.sin(p) * Math.sin(q) + Math.cos(p) * Math.cos(q) * Math.cos(d)))
}

const domain = openDomain(addMarket)
const shown = async (from: Place) =>
  (await domain.ctx.db.all<{ id: string; km: number | null }>(waitingFor('rd', from))).toSorted((a, b) =>
    a.id.localeCompare(b.id),
  )

describe('the jobs near a rider are those that measuring each of them finds', () => {
  it.each([
    ['in Bukavu', { lat: -2.5083, lng: 28.8608 }],
    ['on the equator and the first meridian', { lat: 0, lng: 0 }],
    ['far in the north', { lat: 64.1, lng: -21.9 }],
  ])('%s', async (_, centre) => {
    domain.run("UPDATE riders SET availability = 'ONLINE'")
    addJobs(domain, centre)
    const all = Array.from({ length: JOBS }, (_, i) => i + 1)
    for (const [north, east] of [
      [0, 0],
      [0.31, -0.22],
      [-0.5, 0.449],
    ] as const) {
      const me = { lat: centre.lat + north, lng: centre.lng + east }
      const distance = (i: number) => {
        const { lat, lng } = placeOf(i, centre)
        return lat === undefined || lng === undefined ? undefined : km(me, { lat, lng })
      }
      const near = all.filter((i) => (distance(i) ?? 0) <= 15)
      const found = await shown(me)
      expect(found.map(({ id }) => id)).toEqual(near.map((i) => `d${i}`).sort((a, b) => a.localeCompare(b)))
      for (const { id, km } of found) {
        const measured = distance(Number(id.slice(1)))
        if (km === null) expect(measured).toBeUndefined()
        else expect(km).toBeCloseTo(measured ?? -1, 2)
      }

      domain.run(`UPDATE riders SET zones = '["z0"]'`)
      const mine = all.filter((i) => (i % 3 === 0 ? i % 2 === 0 : (distance(i) ?? 99) <= 15))
      expect((await shown(me)).map(({ id }) => id)).toEqual(mine.map((i) => `d${i}`).sort((a, b) => a.localeCompare(b)))
      domain.run(`UPDATE riders SET zones = '[]'`)
    }
  })

  it('if there are more than are shown, those of the nearest squares are shown', async () => {
    domain.run("UPDATE riders SET availability = 'ONLINE'")
    addJobs(domain, { lat: 0.5, lng: 0.5 }, 1300)
    // All in one row of squares: 600 in the rider's own, the others to the east of it.
    domain.run(
      'UPDATE deliveries SET zone_id = NULL, lat = 0.5, lng = CASE WHEN created_at <= 600 THEN 0.51 ELSE 0.56 END',
    )
    const found = await shown({ lat: 0.5, lng: 0.501 })
    expect(found).toHaveLength(500)
    expect(Math.max(...found.map((job) => job.km ?? 99))).toBeLessThan(1.1)
  })
})
