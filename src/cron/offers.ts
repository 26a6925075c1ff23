import type { Ctx } from '../domain/core/context.ts'
import { dueOffers, offerToRest } from '../domain/orders/delivery/offer.ts'
import { drain, type Tick } from './tick.ts'

/** Tells more riders of jobs that the nearest ones did not take. */
export const offerJobs = (ctx: Ctx, tick: Tick): Promise<void> =>
  drain(tick, 'offerJobs', {
    due: (limit) => dueOffers(ctx, limit),
    work: (job) => offerToRest(ctx, job),
  })
