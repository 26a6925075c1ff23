import { env } from 'cloudflare:workers'
import { afterAll, afterEach, expect, vi } from 'vitest'
import { forgetRunsToCome } from '../forget-runs.ts'
import { expectLaws } from '../laws.ts'
import { expectActsRecorded } from '../staff-acts.ts'
import { takeFaults } from './edge.ts'

// When a file is done: the laws of the money and the stock, that what the team did is in the record of acts, and that a cache in front
// of the service would have shown nobody what it must not.
afterAll(() => expectLaws())
afterAll(() => expectActsRecorded())
afterAll(async () => expect(await takeFaults(env.DB), 'faults of the cache').toEqual([]))
afterEach(async () => {
  vi.useRealTimers()
  await forgetRunsToCome()
})
