import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { call, type Person } from '#testing/api.ts'
import { actOnJob, newJob, newRider } from '#testing/fixtures/deliveries.ts'
import { mailsTo } from '#testing/fixtures/mails.ts'
import { signUp } from '#testing/fixtures/people.ts'

let support: Person
beforeAll(async () => {
  support = await signUp('SUPPORT')
})
const acts = async (id: string) =>
  (
    await env.DB.prepare('SELECT action, actor_id AS "by", details FROM audit WHERE target_id = ? ORDER BY at, id')
      .bind(id)
      .all<{ action: string; by: string; details: string }>()
  ).results

describe('staff who give a job and take it back', () => {
  it('tell its rider, the buyer and the seller, and leave a trace', async () => {
    const [job, rider] = [await newJob(), await newRider()]
    const assigned = await actOnJob(support, job, 'assign', { riderId: rider.riderId })
    expect([assigned.status, assigned.headers.get('x-d1-round-trips')]).toEqual([200, '2'])
    expect(await mailsTo(rider.email, 'pour vous')).toHaveLength(1)
    for (const { email } of [job.buyer, job.seller]) expect(await mailsTo(email, 'Un livreur pour')).toHaveLength(1)

    expect((await actOnJob(support, job, 'unassign')).headers.get('x-d1-round-trips')).toBe('2')
    expect(await mailsTo(rider.email, 'retirée')).toHaveLength(1)
    for (const { email } of [job.buyer, job.seller]) expect(await mailsTo(email, 'Un autre livreur')).toHaveLength(1)
    expect(await acts(job.deliveryId)).toEqual([
      { action: 'delivery.assign', by: support.id, details: JSON.stringify({ riderId: rider.riderId }) },
      { action: 'delivery.unassign', by: support.id, details: JSON.stringify({ riderId: rider.riderId }) },
    ])
    expect((await call(rider, 'GET', `/deliveries/${job.deliveryId}`)).data.pickup.phone).toBeNull()
  })

  it('hear of a rider who is full, and of a job that is over', async () => {
    const [job, rider] = [await newJob(), await newRider()]
    await env.DB.prepare('UPDATE riders SET active_jobs = 3 WHERE id = ?').bind(rider.riderId).run()
    const full = await actOnJob(support, job, 'assign', { riderId: rider.riderId })
    expect(full.error).toMatchObject({ reason: 'JOB_LIMIT', message: 'Ce livreur a déjà trois courses en cours.' })
    await env.DB.prepare('UPDATE riders SET active_jobs = 0 WHERE id = ?').bind(rider.riderId).run()
    await actOnJob(support, job, 'assign', { riderId: rider.riderId })
    const again = await actOnJob(support, job, 'assign', { riderId: rider.riderId })
    expect(again.error?.reason).toBe('ALREADY_TAKEN')
  })
})

describe('the list of all deliveries', () => {
  it('is read in two trips, by any two filters together', async () => {
    const [job, rider] = [await newJob(), await newRider()]
    await actOnJob(rider, job, 'accept')
    const answer = await call(support, 'GET', `/deliveries?riderId=${rider.riderId}&status=ASSIGNED&from=2020-01-01`)
    expect(answer.headers.get('x-d1-round-trips')).toBe('1')
    expect(answer.data.deliveries.map(({ id }: { id: string }) => id)).toEqual([job.deliveryId])
    const none = await call(support, 'GET', `/deliveries?riderId=${rider.riderId}&zoneId=nulle-part&status=ASSIGNED`)
    expect(none.data.pagination.total).toBe(0)
    expect((await call(support, 'GET', '/deliveries?from=2026-02-01&to=2026-01-01')).status).toBe(400)
  })
})
