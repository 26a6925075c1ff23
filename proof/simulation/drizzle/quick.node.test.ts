import { expect, it } from 'vitest'
import { compared, quickenDrizzle } from '#testing/drizzle/quick.ts'
import { shapes } from '#testing/drizzle/shapes.ts'
import { playHistory } from '../history.ts'
import { openMarket } from '../market.ts'

it('the same history asks for no new shapes, so a campaign does not fill the memory', {
  timeout: 120_000,
}, async () => {
  const market = await openMarket()
  const play = async () => {
    for (let seed = 1; seed <= 12; seed++) await playHistory(market, { seed, steps: 60 })
    return shapes
  }
  const before = await play()
  expect(before).toBeGreaterThan(1000)
  expect(await play()).toBe(before)
})

it('remembered queries have the text, the values and the rows that drizzle gives them', {
  timeout: 120_000,
}, async () => {
  const market = await openMarket()
  quickenDrizzle({ check: true })
  try {
    const before = compared
    for (let seed = 1; seed <= 12; seed++) {
      const { breaks } = await playHistory(market, { seed, steps: 60 })
      expect(breaks, `seed ${seed}`).toEqual([])
    }
    expect(compared - before).toBeGreaterThan(10_000)
  } finally {
    quickenDrizzle()
  }
})
