// What the rules of production are tested with.
import { afterEach, beforeEach } from 'vitest'
import { clockAt, HOUR } from './money.ts'

/**
 * The clock of a file only goes on, from one test to the next too, and stands still unless a test moves it. Each test begins five
 * seconds into an hour, so that no window ends in the middle of one.
 */
export function clockGoesOn(): void {
  let last = 0
  beforeEach(() => void clockAt(Math.ceil(Math.max(last, Date.now()) / HOUR) * HOUR + 5000))
  afterEach(() => {
    last = Date.now()
  })
}
