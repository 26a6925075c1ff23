import { describe, expect, it } from 'vitest'
import { type Caller, call, tally, together } from '#testing/api.ts'
import { wait } from '#testing/clock.ts'
import { actOnJob, dropoffCode, type Job, newJob, newRider, type Rider } from '#testing/fixtures/deliveries.ts'
import { orderRow } from '#testing/fixtures/orders.ts'
import { again, clockAt, HOUR, MINUTE, SECOND } from '#testing/stories/money.ts'
import { type Data, faults, INVALID, ok, refusal } from '#testing/stories/orders.ts'

const ago = (ms: number) => new Date(Date.now() - ms).toISOString()
const show = async (as: Caller, job: Job): Promise<Data> => ok(await call(as, 'GET', `/deliveries/${job.deliveryId}`))
async function accepted(): Promise<{ rider: Rider; job: Job }> {
  const [rider, job] = [await newRider(), await newJob()]
  ok(await actOnJob(rider, job, 'accept'))
  return { rider, job }
}

/** A job that was accepted so long ago, by a rider whose token is of now. */
async function acceptedBefore(ms: number): Promise<{ rider: Rider; job: Job }> {
  const { rider, job } = await accepted()
  clockAt(Date.now() + ms)
  return { rider: { ...(await again(rider)), role: 'RIDER' }, job }
}

describe('what a rider who was offline reports later', () => {
  it('is replayed in order, step by step', async () => {
    const { rider, job } = await accepted()
    const code = await dropoffCode(job)
    const pickedUp = await actOnJob(rider, job, 'pickup', { code: job.pickupCode, occurredAt: ago(2 * HOUR) })
    expect(ok(pickedUp).status).toBe('PICKED_UP')
    const failed = await actOnJob(rider, job, 'fail', { reasonCode: 'BUYER_UNREACHABLE', occurredAt: ago(HOUR) })
    expect(ok(failed)).toMatchObject({ status: 'FAILED_ATTEMPT', attempts: 1 })
    const delivered = await actOnJob(rider, job, 'deliver', { code, occurredAt: ago(5 * MINUTE) })
    expect(ok(delivered).status).toBe('DELIVERED')
    expect((await orderRow(job.orderId))?.status).toBe('DELIVERED')
  })

  it('is each step once: the same report again is told so and changes nothing', async () => {
    const { rider, job } = await accepted()
    const report = { code: job.pickupCode, occurredAt: ago(HOUR) }
    ok(await actOnJob(rider, job, 'pickup', report))
    expect(refusal(await actOnJob(rider, job, 'pickup', report))).toEqual(INVALID)
    expect((await show(rider, job)).status).toBe('PICKED_UP')
    const code = await dropoffCode(job)
    const answers = await together(4, () => actOnJob(rider, job, 'deliver', { code, occurredAt: ago(MINUTE) }))
    expect(tally(answers)).toEqual({ 200: 1, 409: 3 })
  })

  it('with an Idempotency-Key is answered again as it was', async () => {
    const { rider, job } = await accepted()
    const [report, key] = [{ code: job.pickupCode, occurredAt: ago(HOUR) }, { 'idempotency-key': crypto.randomUUID() }]
    const pickUp = () => call(rider, 'POST', `/deliveries/${job.deliveryId}/pickup`, report, key)
    expect(ok(await pickUp()).status).toBe('PICKED_UP')
    const repeated = await pickUp()
    expect([repeated.status, repeated.headers.get('idempotent-replayed')]).toEqual([200, 'true'])
  })

  it('does not go out of order: a delivery before its pick-up is 409', async () => {
    const { rider, job } = await accepted()
    const code = await dropoffCode(job)
    expect(refusal(await actOnJob(rider, job, 'deliver', { code, occurredAt: ago(MINUTE) }))).toEqual(INVALID)
    expect((await show(rider, job)).status).toBe('ASSIGNED')
  })

  it('of a second failed attempt counts ten minutes after we heard of the first, however long ago both were', async () => {
    const { rider, job } = await acceptedBefore(4 * HOUR)
    ok(await actOnJob(rider, job, 'pickup', { code: job.pickupCode, occurredAt: ago(3 * HOUR) }))
    const fail = (occurredAt: string) => actOnJob(rider, job, 'fail', { reasonCode: 'BUYER_UNREACHABLE', occurredAt })
    ok(await fail(ago(2 * HOUR)))
    expect(refusal(await fail(ago(HOUR)))).toEqual(INVALID)
    wait(11 * MINUTE)
    expect(ok(await fail(ago(HOUR)))).toMatchObject({ status: 'RETURNING', attempts: 2 })
    expect((await orderRow(job.orderId))?.status).toBe('RETURNING')
    expect(ok(await actOnJob(rider, job, 'returned', { occurredAt: ago(MINUTE) })).status).toBe('RETURNED')
  })

  it('of two failed attempts five minutes apart is one, whenever they arrive', async () => {
    const { rider, job } = await acceptedBefore(4 * HOUR)
    ok(await actOnJob(rider, job, 'pickup', { code: job.pickupCode, occurredAt: ago(3 * HOUR) }))
    const fail = (occurredAt: string) => actOnJob(rider, job, 'fail', { reasonCode: 'BUYER_UNREACHABLE', occurredAt })
    ok(await fail(ago(2 * HOUR)))
    expect((await fail(ago(2 * HOUR - 5 * MINUTE))).status).toBe(409)
    expect((await show(rider, job)).status).toBe('FAILED_ATTEMPT')
  })

  it.each(['pickup', 'deliver', 'fail', 'returned'])(
    'lies for %s within 24 hours and not in the future',
    async (action) => {
      const { rider, job } = await accepted()
      const needed =
        action === 'fail' ? { reasonCode: 'BUYER_UNREACHABLE' } : action === 'returned' ? {} : { code: '123456' }
      for (const occurredAt of [ago(24 * HOUR + MINUTE), ago(-10 * MINUTE), 'hier', 12])
        expect(faults(await actOnJob(rider, job, action, { ...needed, occurredAt }))).toEqual(['occurredAt'])
      expect((await show(rider, job)).status).toBe('ASSIGNED')
    },
  )

  it('may be nearly a day old, and the time of arrival is kept beside it', async () => {
    const { rider, job } = await accepted()
    const before = Date.now()
    const occurredAt = ago(23 * HOUR)
    ok(await actOnJob(rider, job, 'pickup', { code: job.pickupCode, occurredAt }))
    const { events } = ok(await call(job.buyer, 'GET', `/orders/${job.orderId}/timeline`))
    const step = events.find(({ to }: Data) => to === 'OUT_FOR_DELIVERY')
    expect(step.at === occurredAt || Date.parse(step.at) >= before - SECOND).toBe(true)
    expect((await orderRow(job.orderId))?.dueAt).toBeGreaterThan(Date.now() + 47 * HOUR)
  })

  it('leaves the buyer of a parcel delivered 22 hours ago at least what remains of the 48 hours', async () => {
    const { rider, job } = await accepted()
    ok(await actOnJob(rider, job, 'pickup', { code: job.pickupCode, occurredAt: ago(23 * HOUR) }))
    ok(await actOnJob(rider, job, 'deliver', { code: await dropoffCode(job), occurredAt: ago(22 * HOUR) }))
    const { dueAt = 0 } = (await orderRow(job.orderId)) ?? {}
    expect(dueAt).toBeGreaterThan(Date.now() + 25 * HOUR)
  })

  it('reaches back no further than the acceptance: nobody fails twice in a moment by dating it back', async () => {
    const { rider, job } = await accepted()
    const fail = (more: object) => actOnJob(rider, job, 'fail', { reasonCode: 'BUYER_UNREACHABLE', ...more })
    ok(await actOnJob(rider, job, 'pickup', { code: job.pickupCode, occurredAt: ago(3 * HOUR) }))
    ok(await fail({ occurredAt: ago(2 * HOUR) }))
    expect(refusal(await fail({}))).toEqual(INVALID)
    expect(refusal(await fail({ occurredAt: ago(HOUR) }))).toEqual(INVALID)
    expect((await show(rider, job)).status).toBe('FAILED_ATTEMPT')
  })

  it('counts after a pick-up that we heard of at once', async () => {
    const { rider, job } = await acceptedBefore(HOUR)
    const fail = (more: object) => actOnJob(rider, job, 'fail', { reasonCode: 'BUYER_UNREACHABLE', ...more })
    ok(await actOnJob(rider, job, 'pickup', { code: job.pickupCode }))
    ok(await fail({ occurredAt: ago(11 * MINUTE) }))
    expect(refusal(await fail({}))).toEqual(INVALID)
    clockAt(Date.now() + 11 * MINUTE)
    expect(ok(await fail({})).status).toBe('RETURNING')
  })

  it('is not before what was reported already: 400', async () => {
    const { rider, job } = await accepted()
    ok(await actOnJob(rider, job, 'pickup', { code: job.pickupCode, occurredAt: ago(HOUR) }))
    const code = await dropoffCode(job)
    expect(faults(await actOnJob(rider, job, 'deliver', { code, occurredAt: ago(2 * HOUR) }))).toEqual(['occurredAt'])
    const failed = { reasonCode: 'BUYER_ABSENT', occurredAt: ago(2 * HOUR) }
    expect(faults(await actOnJob(rider, job, 'fail', failed))).toEqual(['occurredAt'])
    expect((await show(rider, job)).status).toBe('PICKED_UP')
  })

  it('is told to the buyer in French', async () => {
    const { rider, job } = await acceptedBefore(HOUR)
    const fail = (occurredAt: string) => actOnJob(rider, job, 'fail', { reasonCode: 'BUYER_UNREACHABLE', occurredAt })
    ok(await actOnJob(rider, job, 'pickup', { code: job.pickupCode, occurredAt: ago(50 * MINUTE) }))
    ok(await fail(ago(40 * MINUTE)))
    wait(11 * MINUTE)
    ok(await fail(ago(15 * MINUTE)))
    const { events } = ok(await call(await again(job.buyer), 'GET', `/orders/${job.orderId}/timeline`))
    expect(events.find(({ to }: Data) => to === 'RETURNING').reason).toBe('Acheteur injoignable')
  })
})
