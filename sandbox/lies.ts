import type { Movement, State } from './movements.ts'
import { fromHundredths, hundredths } from './pawapay-providers.ts'

/** What a status read says of a movement whose answers disagree: the opposite of its callback. */
function opposite(state: State): State {
  if (state === 'waiting') return state
  return state === 'succeeded' ? 'failed' : 'succeeded'
}

/**
 * A movement as a gateway shows it, true but for its faults.
 * @param said what a callback claims, or 'read' for a status read, which tells the state of now
 */
export function seen(movement: Movement, said: State | 'read', extraFaults: string[]) {
  const faults = [...movement.faults.split(','), ...extraFaults]
  const disagrees = said === 'read' && faults.includes('statusDisagrees')
  const truth = said === 'read' ? movement.state : said
  return {
    id: faults.includes('wrongId') ? crypto.randomUUID() : movement.id,
    amount: faults.includes('wrongAmount') ? fromHundredths(hundredths(movement.amount) + 100) : movement.amount,
    currency: faults.includes('wrongCurrency') ? (movement.currency === 'USD' ? 'CDF' : 'USD') : movement.currency,
    state: disagrees ? opposite(truth) : truth,
  }
}
