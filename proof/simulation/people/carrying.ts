import { RIDER_KINDS } from '#db/schema/core/files.ts'
import type { Ctx } from '#domain/core/context.ts'
import { acceptDelivery } from '#domain/orders/delivery/carrying/accept.ts'
import { addProof } from '#domain/orders/delivery/carrying/add-proof.ts'
import { deliverDelivery } from '#domain/orders/delivery/carrying/deliver.ts'
import { failDelivery } from '#domain/orders/delivery/carrying/fail-attempt.ts'
import { pickUpDelivery } from '#domain/orders/delivery/carrying/pick-up.ts'
import { releaseDelivery } from '#domain/orders/delivery/carrying/release.ts'
import { returnDelivery } from '#domain/orders/delivery/carrying/return.ts'
import { assignDelivery } from '#domain/orders/delivery/deciding/assign.ts'
import { loseDelivery } from '#domain/orders/delivery/deciding/lose.ts'
import { unassignDelivery } from '#domain/orders/delivery/deciding/unassign.ts'
import { handoverCode } from '#domain/orders/delivery/handover-code.ts'
import { addRiderDocument } from '#domain/orders/riders/add-document.ts'
import { ApplyAsRider, applyAsRider } from '#domain/orders/riders/apply.ts'
import { decideRider } from '#domain/orders/riders/decide.ts'
import { editMyRider } from '#domain/orders/riders/edit-mine.ts'
import { setAvailability } from '#domain/orders/riders/set-availability.ts'
import { setLocation } from '#domain/orders/riders/set-location.ts'
import { MINUTE_MS } from '#kernel/time.ts'
import type { Simulation } from '../simulation.ts'
import { picture } from './goods.ts'
import { act, type Command, type Commands, type OrderCard, owner, pickFrom, pickOrder } from './plan.ts'

type Job = OrderCard & { job: string }

/** Something a rider does to a job. */
const onJob = (
  name: string,
  weight: number,
  statuses: string[],
  run: (ctx: Ctx, order: Job, simulation: Simulation) => Promise<unknown>,
): Command => ({
  weight,
  plan(simulation) {
    const order = pickOrder(simulation, ({ jobStatus }) => jobStatus !== null && statuses.includes(jobStatus))
    if (!order?.job) return undefined
    const job = { ...order, job: order.job }
    const rider = owner(simulation, simulation.people.riders, ({ riderId }) => riderId === order.rider)
    return act(name, rider, order.job, (ctx) => run(ctx, job, simulation))
  },
})

/** Something staff do to a job. */
const ofStaff: typeof onJob = (name, weight, statuses, run) => ({
  weight,
  plan(simulation) {
    const order = pickOrder(simulation, ({ jobStatus }) => jobStatus !== null && statuses.includes(jobStatus))
    if (!order?.job) return undefined
    const job = { ...order, job: order.job }
    return act(name, simulation.people.support, order.job, (ctx) => run(ctx, job, simulation))
  },
})

const codeOf = async (ctx: Ctx, simulation: Simulation, kind: 'pickup' | 'dropoff', id: string) =>
  simulation.random.chance(0.1) ? '000000' : handoverCode(ctx, kind, id)

/** Now and then of a rider who was offline for a while. */
const late = ({ now }: Ctx, { random }: Simulation) =>
  random.chance(0.8) ? {} : { occurredAt: new Date(now - random.below(26 * 60) * MINUTE_MS).toISOString() }

export const carrying: Commands = {
  acceptDelivery: onJob('acceptDelivery', 10, ['UNASSIGNED'], (ctx, { job }) => acceptDelivery(ctx, job)),
  releaseDelivery: onJob('releaseDelivery', 1, ['ASSIGNED'], (ctx, { job }) => releaseDelivery(ctx, job)),
  assignDelivery: ofStaff('assignDelivery', 2, ['UNASSIGNED'], (ctx, { job }, simulation) =>
    assignDelivery(ctx, job, { riderId: simulation.random.pick(simulation.people.riders).riderId ?? '' }),
  ),
  unassignDelivery: ofStaff('unassignDelivery', 1, ['ASSIGNED'], (ctx, { job }) => unassignDelivery(ctx, job)),
  loseDelivery: ofStaff('loseDelivery', 0.5, ['PICKED_UP', 'FAILED_ATTEMPT', 'RETURNING'], (ctx, { job }) =>
    loseDelivery(ctx, job, { reason: 'Introuvable' }),
  ),
  pickUpDelivery: onJob('pickUpDelivery', 9, ['ASSIGNED'], async (ctx, { job, id }, simulation) =>
    pickUpDelivery(ctx, job, { code: await codeOf(ctx, simulation, 'pickup', id), ...late(ctx, simulation) }),
  ),
  deliverDelivery: onJob('deliverDelivery', 7, ['PICKED_UP', 'FAILED_ATTEMPT'], async (ctx, { job, id }, simulation) =>
    deliverDelivery(ctx, job, { code: await codeOf(ctx, simulation, 'dropoff', id), ...late(ctx, simulation) }),
  ),
  failDelivery: onJob('failDelivery', 4, ['PICKED_UP', 'FAILED_ATTEMPT'], (ctx, { job }, simulation) =>
    failDelivery(ctx, job, { reasonCode: 'BUYER_ABSENT', ...late(ctx, simulation) }),
  ),
  returnDelivery: onJob('returnDelivery', 4, ['RETURNING'], (ctx, { job }, simulation) =>
    returnDelivery(ctx, job, late(ctx, simulation)),
  ),
  addProof: onJob('addProof', 3, ['ASSIGNED', 'PICKED_UP', 'FAILED_ATTEMPT', 'DELIVERED', 'RETURNED'], (ctx, { job }) =>
    addProof(ctx, job, { file: picture() }),
  ),
  addRiderDocument: {
    weight: 1,
    plan(simulation) {
      const kind = simulation.random.pick(RIDER_KINDS)
      const plans = act('addRiderDocument', simulation.random.pick(simulation.people.riders), kind, (ctx) =>
        addRiderDocument(ctx, { kind, file: picture() }),
      )
      // A thumb that presses twice: each lets go of the one before it.
      return simulation.random.chance(0.2) ? [...plans, ...plans] : plans
    },
  },
  applyAsRider: {
    weight: 0.5,
    plan: ({ people: { newcomer } }) =>
      act('applyAsRider', newcomer, null, async (ctx) => {
        newcomer.riderId = (await applyAsRider(ctx, ApplyAsRider.parse({ vehicleType: 'BICYCLE' }))).id
        newcomer.role = 'RIDER'
      }),
  },
  decideRider: {
    weight: 1,
    plan(simulation) {
      const rider = pickFrom(
        simulation,
        simulation.store.rows<{ id: string; status: string }>('SELECT id, status FROM riders ORDER BY id'),
      )
      if (!rider) return undefined
      const fit = { PENDING: ['approve', 'reject'], ACTIVE: ['suspend'], SUSPENDED: ['reactivate'] } as const
      const decisions = fit[rider.status as keyof typeof fit] ?? ['approve']
      const decision = simulation.random.pick(simulation.random.chance(0.9) ? decisions : (['reactivate'] as const))
      if (decision === 'suspend' && simulation.random.chance(0.6)) return undefined
      return act('decideRider', simulation.people.support, [rider.id, decision], (ctx) =>
        decideRider(ctx, rider.id, decision, { reason: 'Dossier vu' }),
      )
    },
  },
  setAvailability: {
    weight: 1,
    plan(simulation) {
      const availability = simulation.random.pick(['ONLINE', 'OFFLINE'] as const)
      return act('setAvailability', simulation.random.pick(simulation.people.riders), availability, (ctx) =>
        setAvailability(ctx, { availability }),
      )
    },
  },
  editMyRider: {
    weight: 0.5,
    plan(simulation) {
      const vehicleType = simulation.random.pick(['MOTO', 'CAR'] as const)
      const input = { vehicleType, zones: simulation.random.chance(0.5) ? ['z1'] : [] }
      return act('editMyRider', simulation.random.pick(simulation.people.riders), input, (ctx) =>
        editMyRider(ctx, input),
      )
    },
  },
  setLocation: {
    weight: 0.5,
    plan(simulation) {
      const place = { lat: -2.5 - simulation.random.below(10) / 100, lng: 28.86 }
      return act('setLocation', simulation.random.pick(simulation.people.riders), place, (ctx) =>
        setLocation(ctx, place),
      )
    },
  },
}
