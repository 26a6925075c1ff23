import { afterAll, afterEach, vi } from 'vitest'
import { forgetRunsToCome } from '../forget-runs.ts'
import { expectLaws } from '../laws.ts'
import { expectActsRecorded } from '../staff-acts.ts'

// When a file is done: the laws of the money and the stock, and that what the team did is in the record of acts.
afterAll(() => expectLaws())
afterAll(() => expectActsRecorded())
afterEach(async () => {
  vi.useRealTimers()
  await forgetRunsToCome()
})
