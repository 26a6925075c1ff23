import { expect, it } from 'vitest'
import { openMarket } from '../simulation/market.ts'
import { explore } from './callbacks.ts'
import { MOVEMENTS, type MovementName } from './movements.ts'
import { explorePair, PAIRS } from './pairs.ts'

const market = await openMarket()

it.each(Object.keys(MOVEMENTS) as MovementName[])(
  'every order of up to five events about a %s ends in the books of its first verdict',
  async (name) => {
    const { breaks, states, sequences } = await explore(market, name, { merge: true })
    expect(breaks).toEqual([])
    expect(states).toBeGreaterThan(10)
    expect(sequences).toBeGreaterThan(100)
  },
)

it.each(Object.keys(PAIRS) as (keyof typeof PAIRS)[])(
  'every order of up to four events about two %s of one thing ends in the books of their verdicts',
  async (name) => {
    const { breaks, states, sequences } = await explorePair(market, name)
    expect(breaks).toEqual([])
    expect(states).toBeGreaterThan(10)
    expect(sequences).toBeGreaterThan(100)
  },
)
