import { afterAll } from 'vitest'
import { expectPlans } from '../plans.ts'

// When a file is done: the plans of the statements that the service sent.
afterAll(() => expectPlans())
