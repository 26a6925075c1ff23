import { env } from 'cloudflare:workers'
import { it } from 'vitest'
import { openMarket, playOrders } from './story.ts'
import { tableOf, weigh } from './weigh.ts'

/** Orders before the first weighing, so that tables and indexes have their first pages. */
const WARM_UP = 40
const ORDERS = 200

it('weighs an order', async () => {
  const market = await openMarket()
  await playOrders(market, WARM_UP)
  const before = await weigh(env.DB)
  await playOrders(market, ORDERS)
  process.stdout.write(`${tableOf(before, await weigh(env.DB), ORDERS)}\n`)
})
