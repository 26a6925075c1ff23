import { beforeAll, describe, expect, it } from 'vitest'
import { backUp } from '#domain/core/backups/back-up.ts'
import { asService } from '#domain/core/context.ts'
import { type MemoryBackups, memoryBackups } from '#testing/backups/backups.ts'
import { type Rows, restore, rowsOf } from '#testing/backups/market.ts'
import type { Query } from '#testing/store.ts'
import { playHistory } from './history.ts'
import { type Market, openMarket } from './market.ts'
import { start } from './start.ts'

let market: Market
/** Rows at the moment when a backup looked at all tables at once, by its turn. */
const looks = new Map<unknown, Rows>()

beforeAll(async () => {
  market = await openMarket()
  const { store } = market
  const batch = store.batch.bind(store)
  store.batch = (queries: Query[]) => {
    const answers = batch(queries)
    const look = queries.find(({ sql }) => sql.includes('read_to = CASE name'))
    if (look) looks.set(look.params[1], rowsOf(store.db))
    return answers
  }
})

/** A history with backups beside it, now and then two at once, of which some crash and some meet a database that fails. */
async function play(seed: number, bucket: MemoryBackups): Promise<Map<string, Rows>> {
  const finished = new Map<string, Rows>()
  const { breaks } = await playHistory(market, {
    ...{ seed, steps: 180, checkEvery: 40, rest: false, isHashed: false },
    beside: (simulation) => {
      const { random, store } = simulation
      const done = store.rows<{ key: string; turn: string }>(
        'SELECT manifest_key AS key, turn FROM backups WHERE finished_at IS NOT NULL',
      )
      for (const { key, turn } of done) if (!finished.has(key)) finished.set(key, looks.get(turn) as Rows)
      const runs = random.weighted({ none: 10, one: 4, two: 2 })
      for (let i = 0; i < ['none', 'one', 'two'].indexOf(runs); i++)
        start(simulation, 'backup', null, (ctx) =>
          backUp({ ...asService(ctx, 'cron'), backups: bucket }, () => random.chance(0.9), {
            isWanted: random.chance(0.3),
            page: 10,
          }),
        )
    },
  })
  expect(breaks).toEqual([])
  return finished
}

describe('backups beside people who buy, sell and deliver, while processes crash and the database fails', () => {
  it.each([1, 2, 3, 4])('of history %i are each the database of one moment, on which every law holds', async (seed) => {
    const bucket = memoryBackups()
    const finished = [...(await play(seed, bucket))]
    expect(finished.length).toBeGreaterThan(8)
    for (const [key, rows] of [finished[0], finished[finished.length >> 1], finished.at(-1)].filter(
      (one) => one !== undefined,
    )) {
      const { at } = JSON.parse(new TextDecoder().decode(bucket.files.get(key))) as { at: string }
      const restored = restore(bucket, at)
      expect(restored.said.faults).toEqual([])
      expect(restored.rows, `${key} as of ${at}`).toEqual(rows)
    }
  })
})
