import { createExecutionContext, createScheduledController, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { vi } from 'vitest'
import worker from '../src/index.ts'

/** The clock goes on; sessions of before keep their tokens only for a quarter of an hour. */
export const wait = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })

/** The clock goes on and the cron runs, as often as told, at the same moment. */
const cronAfter =
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
export const nightCronAfter = cronAfter('23 1 * * *')
