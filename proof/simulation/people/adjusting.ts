import { adjustLedger } from '../../../src/domain/money/ledger/adjust.ts'
import type { Simulation } from '../simulation.ts'
import { act, type Commands, pickFrom } from './plan.ts'

type Card = { id: string }
/** A transfer that somebody means to take back: mostly one that may be. */
function pickTransfer(simulation: Simulation): Card | undefined {
  const { random, store } = simulation
  const mayBe = random.chance(0.8) ? "kind IN ('expense:approved', 'order:rider', 'platform:covered')" : '1'
  return pickFrom(
    simulation,
    store.rows<Card>(`SELECT id FROM transfers WHERE ${mayBe} ORDER BY created_at DESC, id LIMIT 12`),
  )
}

/** What administrators put right in the books, and which wallets they stop. */
export const adjusting: Commands = {
  adjustLedger: {
    weight: 2,
    plan(simulation) {
      const transfer = pickTransfer(simulation)
      if (!transfer) return undefined
      const input = { transferId: transfer.id, reason: 'Écrit deux fois' }
      const admin = simulation.random.pick(simulation.people.admins)
      const plans = act('adjustLedger', admin, input, (ctx) => adjustLedger(ctx, input))
      return simulation.random.chance(0.3) ? [...plans, ...plans] : plans
    },
  },
}
