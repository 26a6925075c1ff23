/** Limits of half a minute and more are never reached: a trip of the simulation ends, or its process dies. */
const LIMIT_MS = 30_000

/**
 * A wait ends when this machine's clock says so, which is not the seed's to decide. In the simulation it ends at once: what
 * is to take long there is parked by the scheduler.
 */
export function makeWaitsImmediate(): void {
  const atOnce = (work: () => void, ms = 0) => (ms < LIMIT_MS ? queueMicrotask(work) : undefined)
  Object.assign(globalThis, { setTimeout: atOnce })
}
