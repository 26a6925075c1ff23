import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import { HOUR_MS } from '#kernel/time.ts'
import { call } from '#testing/api.ts'
import { minuteCronAfter } from '#testing/clock.ts'
import { newMarket, paidOrder } from '#testing/fixtures/orders.ts'

/** Causes of each move of a thing, in their order: `event caller`. */
const causes = async (thingId: string) => {
  const rows = await env.DB.prepare('SELECT event, caller, actor_id FROM history WHERE thing_id = ? ORDER BY version')
    .bind(thingId)
    .all<{ event: string; caller: string; actor_id: string | null }>()
  return rows.results.map(({ event, caller, actor_id }) => `${event} ${caller}${actor_id ? ' by name' : ''}`)
}

it('history tells a person from the callback of a gateway', async () => {
  const market = await newMarket()
  const paid = await paidOrder(market)
  await call(market.seller, 'POST', `/orders/${paid.id}/accept`, {})
  expect(await causes(paid.id)).toEqual(['checkout person by name', 'pay callback', 'accept person by name'])
})

it('history tells a timer from a person and a gateway', async () => {
  const market = await newMarket()
  const paid = await paidOrder(market)
  await minuteCronAfter(25 * HOUR_MS, 2)
  expect((await causes(paid.id)).slice(0, 3)).toEqual(['checkout person by name', 'pay callback', 'reject cron'])
})
