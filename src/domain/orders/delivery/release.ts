import { retryOnStale } from '../../../db/commit.ts'
import type { Ctx } from '../../core/context.ts'
import { transition } from '../../core/machine.ts'
import { commitJob } from './commit-job.ts'
import { getOwnJob } from './get-own-job.ts'
import { deliveryMachine } from './machine.ts'

/** The rider gives a job back before pick-up; it is shown to the others again (docs/states.md, Delivery). 404, 409. */
export const releaseDelivery = (ctx: Ctx, id: string) =>
  retryOnStale(async () => {
    const { job } = await getOwnJob(ctx, id)
    return commitJob(ctx, id, transition(ctx, deliveryMachine, job, 'release', { set: { riderId: null } }))
  })
