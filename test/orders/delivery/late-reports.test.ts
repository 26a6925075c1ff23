import { expect, it } from 'vitest'
import { call } from '#testing/api.ts'
import { actOnJob, newJob, newRider } from '#testing/fixtures/deliveries.ts'

const HOUR = 3_600_000

it('a late report stands beside when we heard of it, and is never in the future', async () => {
  const [rider, job] = [await newRider(), await newJob()]
  await actOnJob(rider, job, 'accept')
  const before = Date.now()
  const occurredAt = new Date(before - 2 * HOUR).toISOString()
  const { data } = await actOnJob(rider, job, 'pickup', { code: job.pickupCode, occurredAt })
  expect(data.occurredAt).toEqual({ PICKED_UP: occurredAt })
  expect(Date.parse(data.times.PICKED_UP)).toBeGreaterThanOrEqual(before)

  // A telephone whose clock is a little ahead of ours.
  const ahead = new Date(Date.now() + 20_000).toISOString()
  const failed = await actOnJob(rider, job, 'fail', { reasonCode: 'BUYER_ABSENT', occurredAt: ahead })
  expect(Date.parse(failed.data.occurredAt.FAILED_ATTEMPT)).toBeLessThanOrEqual(Date.now())
  expect((await call(rider, 'GET', `/deliveries/${job.deliveryId}`)).data.occurredAt.PICKED_UP).toBe(occurredAt)
})
