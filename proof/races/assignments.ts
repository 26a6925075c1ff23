import { call } from '#testing/running/call.ts'
import { carryParcel, packParcel } from '#testing/running/parcels.ts'
import { memberOfStaff, newRider, type Person } from '#testing/running/people.ts'
import type { RunningService } from '#testing/running/start.ts'
import { market } from './orders.ts'
import { race } from './race.ts'

const act = (service: RunningService, as: Person, id: string, action: string, body?: unknown) =>
  call(service, as, 'POST', `/deliveries/${id}/${action}`, body)

/** Answers to everybody after the one who moved the parcel. */
const MOVED = ['409 INVALID_TRANSITION', '429 TOO_MANY_REQUESTS']

/** Staff and riders at one job. */
export const assignmentRaces = [
  race({
    name: 'a job is assigned to one, or accepted by one',
    guard: 'decision',
    operations: ['POST /deliveries/:id/assign', 'POST /deliveries/:id/accept'],
    stage: async (service) => ({ ...(await market(service)), staff: await memberOfStaff(service) }),
    prepare: async (service, { offer, buyer, staff }) => ({
      ...(await packParcel(service, offer, {}, buyer)),
      staff,
      riders: await Promise.all([1, 2, 3, 4].map(() => newRider(service))),
    }),
    send: (service, { deliveryId, staff, riders }, i) => {
      const rider = riders[i % 4] as (typeof riders)[number]
      return i % 8 < 4
        ? act(service, staff, deliveryId, 'assign', { riderId: rider.riderId })
        : act(service, rider, deliveryId, 'accept')
    },
    succeed: 1,
    refusals: ['409 ALREADY_TAKEN', '409 INVALID_TRANSITION'],
  }),
  race({
    name: 'deliver against lost: the parcel arrives, or is given up',
    guard: 'leaving',
    operations: ['POST /deliveries/:id/deliver', 'POST /deliveries/:id/lost'],
    stage: async (service) => ({ ...(await market(service)), staff: await memberOfStaff(service) }),
    prepare: async (service, { offer, buyer, staff }) => ({ ...(await carryParcel(service, offer, buyer)), staff }),
    send: (service, { rider, staff, deliveryId, code }, i) =>
      i % 2 === 0
        ? act(service, rider, deliveryId, 'deliver', { code })
        : act(service, staff, deliveryId, 'lost', { reason: 'Course' }),
    succeed: 1,
    refusals: MOVED,
  }),
]
