import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import { hourCronAfter } from '#testing/clock.ts'
import { actOnOrder, deliveredOrder, newMarket } from '#testing/fixtures/orders.ts'

// Rule: what the hour reads and writes follows what changed (docs/money.md, Laws).

const database = Object.getPrototypeOf(env.DB) as D1Database
const meter = { read: 0, written: 0 }
const count = (all: D1Result[]) => {
  for (const { meta } of all) {
    meter.read += meta?.rows_read ?? 0
    meter.written += meta?.rows_written ?? 0
  }
}
const { batch } = database
database.batch = async function (statements) {
  const results = await batch.call(this, statements)
  count(results)
  return results as never
}
const sample = async (work: () => Promise<unknown>) => {
  Object.assign(meter, { read: 0, written: 0 })
  await work()
  return { ...meter }
}
const rows = async (sql: string) => ((await env.DB.prepare(sql).all()).results as { n: number }[])[0]?.n ?? 0

it('an order costs few notes, and the hour at most twenty rows for each that changed', async () => {
  const market = await newMarket()
  const { rider } = await deliveredOrder(market)
  await hourCronAfter(0)
  const before = await rows('SELECT count(*) AS n FROM touched')
  const order = await sample(async () => {
    const done = await deliveredOrder(market, rider)
    await actOnOrder(market.buyer, done.id, 'confirm-receipt')
  })
  const notes = (await rows('SELECT count(*) AS n FROM touched')) - before
  const hour = await sample(() => hourCronAfter(0))
  const idle = await sample(() => hourCronAfter(0))
  const others = order.written - notes
  expect(notes).toBeGreaterThan(0)
  expect(notes / others).toBeLessThan(0.05)
  expect((hour.read - idle.read) / others).toBeLessThan(20)
})
