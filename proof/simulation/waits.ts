/**
 * A wait ends when this machine's clock says so, which is not the seed's to decide. In the simulation it ends at once: what
 * is to take long there is parked by the scheduler.
 */
export function makeWaitsImmediate(): void {
  const atOnce = (work: () => void) => void queueMicrotask(work)
  Object.assign(globalThis, { setTimeout: atOnce })
}
