import { createExecutionContext, createScheduledController, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterAll, vi } from 'vitest'
import worker from '#src/index.ts'

/** The clock goes on; sessions of before keep their tokens only for a quarter of an hour. */
export const wait = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })

/**
 * For a file whose tests rest on the day they run on: its clock goes ahead by whole hours to the next hour after noon in UTC and on
 * from there, so that neither a day of UTC nor one of UTC+2 ends meanwhile. To be called before anything reads the clock.
 */
export function fromNoon(): void {
  const Real = Date
  const ahead = ((36 - new Real().getUTCHours()) % 24) * 3_600_000
  class Ahead extends Real {
    constructor(...given: [number]) {
      super(...(given.length > 0 ? given : ([Ahead.now()] as const)))
    }
    static override now = () => Real.now() + ahead
    static override [Symbol.hasInstance] = (one: unknown) => one instanceof Real
  }
  vi.stubGlobal('Date', Ahead)
  afterAll(() => void vi.unstubAllGlobals())
}

/** The clock goes on and the cron runs, as often as told, at the same moment. */
export const cronAfter =
  (cron: string) =>
  async (ms: number, times = 1): Promise<void> => {
    wait(ms)
    await Promise.all(
      Array.from({ length: times }, async () => {
        const execution = createExecutionContext()
        worker.scheduled(createScheduledController({ scheduledTime: Date.now(), cron }), env, execution)
        await waitOnExecutionContext(execution)
      }),
    )
  }
export const minuteCronAfter = cronAfter('* * * * *')
export const hourCronAfter = cronAfter('17 * * * *')
/** Orders that ended long ago are sealed, and files written anew. */
export const sealingCronAfter = cronAfter('41 * * * *')
export const nightCronAfter = cronAfter('23 1 * * *')
export const lawsCronAfter = cronAfter('* 0-3 * * *')
/** Every five minutes: the night's backup, once it is due, as far as a run comes. */
export const backupCronAfter = cronAfter('*/5 * * * *')
