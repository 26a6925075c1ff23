import { expect, it } from 'vitest'
import { copyOf } from '#testing/stories/copies.ts'
import { again } from '#testing/stories/money.ts'
import { clockGoesOn } from '#testing/stories/production.ts'
import { completed, market } from '#testing/stories/sealing/ended-orders.ts'
import { hasLines, leap, letSeal, WARM_DAYS } from '#testing/stories/sealing/sealed.ts'

// Rules 8.6.2 and 8.7.5: a copy has everything that erasure would touch, and erasure reaches sealed orders.

clockGoesOn()

it('8.7.5 a copy has the lines and the delivery of an order that was sealed', { timeout: 120_000 }, async () => {
  const stall = await market()
  const { id } = await completed(stall)
  await leap(WARM_DAYS)
  expect(await letSeal(id)).toEqual([])
  expect(await hasLines(id)).toBe(false)
  const { rows } = await copyOf(await again(stall.buyer))
  const ofOrder = (name: string) => rows(name).filter(({ order_id }) => order_id === id)
  expect(rows('orders_bought').map((order) => order.id)).toContain(id)
  expect(ofOrder('order_items')).toHaveLength(1)
  expect(ofOrder('deliveries')).toHaveLength(1)
})
