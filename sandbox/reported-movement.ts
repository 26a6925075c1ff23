import type { Movement } from './movements.ts'
import { fromHundredths, hundredths } from './pawapay-providers.ts'
import type { MovementState } from './sandbox.ts'

/** The place of a gateway's report on a movement: the answer to a status read, or a callback with this state. */
export type Report = 'statusRead' | MovementState

function opposite(state: MovementState): MovementState {
  if (state === 'waiting') return state
  return state === 'succeeded' ? 'failed' : 'succeeded'
}

/**
 * A movement as a gateway reports it: true, unless a fault changes it.
 * @param extraFaults faults of this report alone, beside those that stay with the movement
 */
export function reportedMovement(movement: Movement, report: Report, extraFaults: string[]) {
  const faults = [...movement.faults.split(','), ...extraFaults]
  const isStatusRead = report === 'statusRead'
  const state = isStatusRead ? movement.state : report
  return {
    id: faults.includes('wrongId') ? crypto.randomUUID() : movement.id,
    amount: faults.includes('wrongAmount') ? fromHundredths(hundredths(movement.amount) + 100) : movement.amount,
    currency: faults.includes('wrongCurrency') ? (movement.currency === 'USD' ? 'CDF' : 'USD') : movement.currency,
    state: isStatusRead && faults.includes('statusDisagrees') ? opposite(state) : state,
  }
}
