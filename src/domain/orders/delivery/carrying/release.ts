import { retryOnStale } from '#db/commit.ts'
import { guard } from '#db/guard.ts'
import { withinQuota } from '#domain/core/codes/attempts.ts'
import { type Ctx, riderOf } from '#domain/core/context.ts'
import { transition } from '#domain/core/machine.ts'
import { RELEASES_A_DAY } from '#kernel/limits.ts'
import { commitJob } from '../commit-job.ts'
import { getOwnJob } from '../get-own-job.ts'
import { deliveryMachine } from '../machine.ts'

const TOO_MANY_RELEASES = guard('TOO_MANY_RELEASES', 'TOO_MANY_REQUESTS', {
  message: "Vous avez rendu beaucoup de courses aujourd'hui. Demandez à l'équipe de reprendre celle-ci.",
  retryAfter: 3600,
})

/**
 * Gives the rider's job back before pick-up; other riders see it again (docs/states.md, Delivery). Ten a day, because a rider who takes a
 * job reads the numbers of two people.
 * @throws 404, 409, 429
 */
export const releaseDelivery = (ctx: Ctx, id: string) =>
  retryOnStale(async () => {
    const { job } = await getOwnJob(ctx, id)
    const quota = { key: `releases:${riderOf(ctx).riderId}`, ...RELEASES_A_DAY }
    return commitJob(ctx, id, [
      ...withinQuota(ctx, quota, TOO_MANY_RELEASES),
      ...transition(ctx, deliveryMachine, job, 'release', { set: { riderId: null } }),
    ])
  })
