import { afterEach, expect, vi } from 'vitest'

// Tests of the front door begin on an empty database. What holds the laws and the plans is `npm test`.
if (!expect.getState().testPath?.endsWith('.node.test.ts')) {
  const { reset } = await import('./workers.ts')
  await reset()
}

afterEach(() => {
  vi.useRealTimers()
})
