import { expect, it } from 'vitest'
import { playHistory } from './history.ts'
import { openMarket } from './market.ts'
import type { Simulation } from './simulation.ts'

const STEPS = 160

/** Every row of every table. */
function tablesOf({ store }: Simulation): Record<string, unknown> {
  const names = store.rows<{ name: string }>(
    `SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE '%VIRTUAL%' AND name NOT LIKE '%_search_%' ORDER BY name`,
  )
  return Object.fromEntries(names.map(({ name }) => [name, store.rows(`SELECT * FROM "${name}"`)]))
}

it('a history in which everybody listens ends with the same tables if every live message is lost', async () => {
  const market = await openMarket()
  const play = async (isLost: boolean) => {
    const played = { sent: 0, tables: {} as Record<string, unknown> }
    const beside = (simulation: Simulation) => {
      simulation.live.isLost = isLost
      if (simulation.step === 1)
        market.store.run({
          sql: 'INSERT INTO live_listeners SELECT u.id, (SELECT r.id FROM riders r WHERE r.user_id = u.id) FROM users u',
          params: [],
        })
      if (simulation.step === STEPS) Object.assign(played, { sent: simulation.live.sent, tables: tablesOf(simulation) })
    }
    const { breaks } = await playHistory(market, { seed: 85, steps: STEPS, rest: false, isHashed: false, beside })
    expect(breaks).toEqual([])
    return played
  }
  const [told, lost] = [await play(false), await play(true)]
  expect(told.sent).toBeGreaterThan(50)
  expect(lost.sent).toBe(told.sent)
  expect(lost.tables).toEqual(told.tables)
  expect(lost.tables.live_notes).toEqual([])
})
