import { AsyncLocalStorage } from 'node:async_hooks'

/** Trips to D1 of a piece of work, and the rows that they read and wrote: trips are the budget (docs/limits.md, Trips to the database). */
export type Meter = { trips: number; rowsRead: number; rowsWritten: number }

const current = new AsyncLocalStorage<Meter>()

/** Runs a piece of work and counts its trips in `meter`. */
export const meterWork = <T>(meter: Meter, work: () => T): T => current.run(meter, work)

export const newMeter = (): Meter => ({ trips: 0, rowsRead: 0, rowsWritten: 0 })

/** Counts one trip of the running work, and the rows that its statements read and wrote. */
export function countTrip(metas: Pick<D1Meta, 'rows_read' | 'rows_written'>[]): void {
  const meter = current.getStore()
  if (!meter) return
  meter.trips++
  for (const { rows_read, rows_written } of metas) {
    meter.rowsRead += rows_read
    meter.rowsWritten += rows_written
  }
}
