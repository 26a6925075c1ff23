import { ATTEMPT_STATES } from '#db/schema/money/gateways.ts'
import { DAY_MS, iso } from '#kernel/time.ts'
import { memory } from './memory.ts'
import { broke, fault, type Simulation } from './simulation.ts'

const stoppedOf = memory(() => ({ until: 0 }))

/** No night runs for so long. */
export function stopNights(simulation: Simulation, ms: number): void {
  stoppedOf(simulation).until = simulation.now + ms
}

/** Whether this night runs; one that does not is for the next to make up for. */
export function runsTonight(simulation: Simulation): boolean {
  const runs = simulation.now >= stoppedOf(simulation).until
  fault(simulation, runs ? 'night.runs' : 'night.skipped')
  return runs
}

const LAW = 'missed nights are made up for'
/** A night compares so many days, and asks about so many movements one by one. */
const DAYS_AT_ONCE = 7
const ASKED_AT_ONCE = 40

const UNCOMPARED = `SELECT g.id, g.status FROM gateway_transactions g
  WHERE ${ATTEMPT_STATES.decided.inText('g.status')} AND g.agreed_at IS NULL AND g.final_at < ?1
    AND NOT EXISTS (SELECT 1 FROM incidents i WHERE instr(i.ref, g.id))`

/**
 * Nights run again, a day after the other: after as many as the days that were missed need, every day is compared whole with
 * gateway B up to yesterday, and every final movement has agreed with its gateway or is in an incident.
 */
export async function makeUpNights(simulation: Simulation, night: () => Promise<void>): Promise<void> {
  const { store } = simulation
  const today = () => Math.floor(simulation.now / DAY_MS) * DAY_MS
  const uncompared = () => store.rows<{ id: string }>(UNCOMPARED, today() - DAY_MS)
  const [first] = store.rows<{ at: number | null }>(
    `SELECT coalesce((SELECT unixepoch(n.day) * 1000 FROM compared_nights n WHERE n.gateway = 'B'),
      (SELECT min(g.created_at) FROM gateway_transactions g WHERE g.gateway = 'B')) AS at`,
  )
  const days = Math.ceil((simulation.now - (first?.at ?? simulation.now)) / DAY_MS)
  const nights = 2 + Math.ceil(days / DAYS_AT_ONCE) + Math.ceil(uncompared().length / ASKED_AT_ONCE)
  for (let i = 0; i < nights; i++) {
    simulation.now += DAY_MS
    await night()
  }
  const [last] = store.rows<{ day: string }>(`SELECT day FROM compared_nights WHERE gateway = 'B'`)
  if (last && last.day !== iso(today() - DAY_MS).slice(0, 10))
    broke(simulation, LAW, `after ${nights} nights for ${days} days the last that was compared is ${last.day}`)
  const left = uncompared()
  if (left.length > 0) broke(simulation, LAW, JSON.stringify(left.slice(0, 5)))
}
