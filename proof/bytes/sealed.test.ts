import { env } from 'cloudflare:workers'
import { afterEach, expect, it, vi } from 'vitest'
import type { Person } from '#testing/api.ts'
import { expectLaws } from '#testing/laws.ts'
import { again, clockAt } from '#testing/stories/money.ts'
import { daysPass, growOld, leap, WALLET_DAYS, WARM_DAYS } from '#testing/stories/sealing/sealed.ts'
import { openMarket, type People, playOrders } from './story.ts'
import { type Weights, weigh } from './weigh.ts'

// Rule 8.6.3: an order is at most 1 KB in D1 for good (docs/growth.md, Bytes of an order).

const [WARM_UP, ORDERS, MOST_BYTES] = [40, 200, 1000]

/** Tables that grow with days or with what people do beside an order (docs/growth.md, Kept for how long). */
const GROWS_OTHERWISE =
  /^(\w+_days|wallet_months|seller_sales|rider_deliveries|product_sales|audit|sessions|attempts|codes|heartbeat\w*|law_\w+|backup\w*|changed_rows|removed_files|incidents|incident_\w+|search_(words|spellings|misses)\w*)$/

/** Bytes by which each table and its indexes grew an order, the largest first; those that grow otherwise are left out. */
function grown(before: Weights, after: Weights): Record<string, number> {
  const was = new Map(before.map(({ name, bytes }) => [name, bytes]))
  const byTable: Record<string, number> = {}
  for (const { name, table, bytes } of after)
    if (!GROWS_OTHERWISE.test(table)) byTable[table] = (byTable[table] ?? 0) + (bytes - (was.get(name) ?? 0)) / ORDERS
  return Object.fromEntries(
    Object.entries(byTable)
      .map(([table, bytes]) => [table, Math.round(bytes)] as const)
      .filter(([, bytes]) => bytes !== 0)
      .sort(([, one], [, other]) => other - one),
  )
}

/** All that passes has passed, orders are sealed, and the lines of wallets with them. */
async function settle(): Promise<void> {
  await growOld(WARM_DAYS - 2)
  await daysPass(6)
  await leap(WALLET_DAYS - WARM_DAYS)
  await daysPass(2)
}

/** Everybody with a token of now, one after the other: a password takes its turn. */
async function signedIn({ stalls, buyers, riders }: People): Promise<People> {
  const now: People = { stalls: [], buyers: [], riders: [] }
  for (const stall of stalls) now.stalls.push({ ...stall, seller: await again(stall.seller) })
  for (const one of buyers) now.buyers.push(await again(one as Person))
  for (const one of riders) now.riders.push(await again(one))
  return now
}

afterEach(() => void vi.useRealTimers())

it('8.6.3 an order that is sealed leaves 1,000 bytes in the database', async () => {
  clockAt(Date.now())
  const people = await openMarket()
  await playOrders(people, WARM_UP)
  await settle()
  const before = await weigh(env.DB)
  await playOrders(await signedIn(people), ORDERS)
  await settle()
  const bytes = grown(before, await weigh(env.DB))
  const sum = Object.values(bytes).reduce((all, one) => all + one, 0)
  process.stdout.write(`${sum} bytes an order: ${JSON.stringify(bytes)}\n`)
  expect(sum, `bytes an order: ${JSON.stringify(bytes)}`).toBeLessThanOrEqual(MOST_BYTES)
  await expectLaws()
})
