import { env } from 'cloudflare:workers'
import { it } from 'vitest'
import { openMarket, playOrder } from './story.ts'
import { tableOf, weigh } from './weigh.ts'

/** Orders before the first weighing, so that tables and indexes have their first pages. */
const WARM_UP = 40
const ORDERS = 200

it('weighs an order', async () => {
  const market = await openMarket()
  for (let number = 0; number < WARM_UP; number++) await playOrder(market, number)
  const before = await weigh(env.DB)
  for (let number = 0; number < ORDERS; number++) await playOrder(market, WARM_UP + number)
  process.stdout.write(`${tableOf(before, await weigh(env.DB), ORDERS)}\n`)
})
