import { expect, it } from 'vitest'
import { openMarket } from '../simulation/market.ts'
import { explore } from './callbacks.ts'
import { MOVEMENTS, type MovementName } from './movements.ts'

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
