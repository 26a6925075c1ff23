import { expect, it } from 'vitest'
import { coverageGaps } from './coverage.ts'

it('every kind of guard and every operation that moves money has a race', () => {
  expect(coverageGaps()).toEqual([])
})
