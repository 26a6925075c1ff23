import { afterAll, afterEach, vi } from 'vitest'
import { emptyDatabase } from './empty-database.ts'
import { forgetRunsToCome } from './forget-runs.ts'
import { expectLaws } from './laws.ts'
import { expectPlans } from './plans.ts'
import { expectActsRecorded } from './staff-acts.ts'

// Runs again for every file: a fresh database, and when the file is done the laws of the money and the stock, the plans of
// its statements, and that what the team did is in the record of acts.
await emptyDatabase()

afterEach(async () => {
  vi.useRealTimers()
  await forgetRunsToCome()
})
afterAll(() => expectLaws())
afterAll(() => expectPlans())
afterAll(() => expectActsRecorded())
