import { expect, it, vi } from 'vitest'
import { retryOnStale } from '#db/commit.ts'
import { Stale } from '#db/violation.ts'
import { isLasting } from '#http/idempotency.ts'

it('tells whom others forestalled each time to try again, and keeps no such answer', async () => {
  const verb = vi.fn<() => Promise<Error>>().mockRejectedValue(new Stale())
  const refusal = await retryOnStale(verb, 3).catch((error: unknown) => error as Error)
  expect(verb).toHaveBeenCalledTimes(3)
  expect(refusal).toMatchObject({
    code: 'CONFLICT',
    reason: 'REQUEST_IN_PROGRESS',
    message: expect.stringContaining('Réessayez'),
  })
  expect(isLasting(409, refusal)).toBe(false)
})
