import { env } from 'cloudflare:workers'
import { it } from 'vitest'
import { sealingCronAfter, wait } from '#testing/clock.ts'
import { openMarket, playOrders } from './story.ts'
import { tableOf, weigh } from './weigh.ts'

/** Orders before the first weighing, so that tables and indexes have their first pages. */
const WARM_UP = 40
const ORDERS = 200
/** Days after which orders and months of wallets are sealed. */
const SEALED_AFTER_DAYS = 160

it('weighs an order, warm and sealed', async () => {
  const market = await openMarket()
  const empty = await weigh(env.DB)
  await playOrders(market, WARM_UP)
  const before = await weigh(env.DB)
  await playOrders(market, ORDERS)
  process.stdout.write(`${tableOf(before, await weigh(env.DB), ORDERS)}\n`)
  wait(SEALED_AFTER_DAYS * 86_400_000)
  await sealingCronAfter(0)
  // Pages that they left half empty are filled again: what stays is in the bytes, not in the pages.
  const { results } = await env.DB.prepare('SELECT bytes, written FROM sealed_files').all()
  process.stdout.write(`${tableOf(empty, await weigh(env.DB), WARM_UP + ORDERS)}\nfiles: ${JSON.stringify(results)}\n`)
})
