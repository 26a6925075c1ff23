import { afterEach, beforeAll, beforeEach } from 'vitest'
import { type Market, openMarket } from '../market.ts'
import type { Task } from '../scheduler.ts'
import { newSimulation, type Simulation } from '../simulation.ts'

/** A market that each test may break, and the simulation that looks at it. */
export const broken = {} as { market: Market; simulation: Simulation }

export function openBroken(): void {
  beforeAll(async () => {
    broken.market = await openMarket()
  })
  beforeEach(() => {
    broken.market.store.begin()
    broken.simulation = newSimulation(1, broken.market)
  })
  afterEach(() => broken.market.store.forget())
}

export const run = (sql: string) => void broken.market.store.run({ sql, params: [] })
/** The laws that were found broken since the last look. */
export const laws = () => [...new Set(broken.simulation.breaks.splice(0).map(({ law }) => law))]
export const taskOf = (label: string): Task => ({
  id: 1,
  label,
  isDead: false,
  crashIn: -1,
  d1FaultIn: -1,
  isDisturbed: false,
})
export const firstPayin = () => {
  const [row] = broken.market.store.rows<{ reference: string; amountMinor: number }>(
    `SELECT reference, amount_minor AS amountMinor FROM gateway_transactions WHERE purpose = 'ORDER' AND currency = 'USD' LIMIT 1`,
  )
  if (!row) throw new Error('nobody paid')
  return {
    kind: 'payin',
    reference: row.reference,
    money: { amountMinor: row.amountMinor, currency: 'USD' as const },
  }
}
