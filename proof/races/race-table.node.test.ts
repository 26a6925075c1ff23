import { expect, it } from 'vitest'
import { coverageGaps } from './coverage.ts'

it('every operation that changes something has a race or a reason why not', () => {
  expect(coverageGaps()).toEqual([])
})
