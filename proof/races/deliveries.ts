import { call, otherThan } from '../running/call.ts'
import { carryParcel, failOnce, packParcel, takeJob, turnBack } from '../running/parcels.ts'
import { aStaff, newPerson, newRider, type Person } from '../running/town.ts'
import type { World } from '../running/world.ts'
import { WRONG } from './operator.ts'
import { market } from './orders.ts'
import { race } from './race.ts'

const act = (world: World, as: Person, id: string, action: string, body?: unknown) =>
  call(world, as, 'POST', `/deliveries/${id}/${action}`, body)

const decide = (world: World, staff: Person, id: string, decision: string) =>
  call(world, staff, 'POST', `/riders/${id}/${decision}`, { reason: 'Dossier vu' })

/** Somebody who applied and waits for staff. */
const applicant = async (world: World) => {
  const [rider, staff] = await Promise.all([newPerson(world), aStaff(world)])
  const { data } = await call(world, rider, 'POST', '/riders/apply', { vehicleType: 'MOTO' })
  return { rider, staff, riderId: data.id as string }
}

/** Who comes after the one whose code moved the parcel. */
const MOVED = ['409 INVALID_TRANSITION', '429 TOO_MANY_REQUESTS']

export const deliveryRaces = [
  race({
    name: 'a job is taken by one of many riders',
    operations: ['POST /deliveries/:id/accept'],
    stage: async (world) => {
      const riders: Person[] = []
      while (riders.length < 50) riders.push(...(await Promise.all([1, 2, 3, 4, 5].map(() => newRider(world)))))
      return { ...(await market(world)), riders }
    },
    prepare: async (world, { offer, buyer, riders }) => ({ ...(await packParcel(world, offer, {}, buyer)), riders }),
    send: (world, { riders, deliveryId }, i) => act(world, riders[i % 50] as Person, deliveryId, 'accept'),
    succeed: 1,
    // A rider who was first three times has the three jobs.
    refusals: ['409 ALREADY_TAKEN', '409 JOB_LIMIT', '409 INVALID_TRANSITION'],
  }),
  race({
    name: 'a rider takes three jobs and no fourth',
    operations: ['POST /deliveries/:id/accept'],
    stage: market,
    prepare: async (world, { offer, buyer }) => {
      const parcels = await Promise.all([1, 2, 3, 4, 5].map(() => packParcel(world, offer, {}, buyer)))
      return { parcels, rider: await newRider(world) }
    },
    send: (world, { parcels, rider }, i) => act(world, rider, parcels[i % 5]?.deliveryId ?? '', 'accept'),
    succeed: 3,
    refusals: ['409 JOB_LIMIT', '409 INVALID_TRANSITION'],
  }),
  race({
    name: 'release: once',
    operations: ['POST /deliveries/:id/release'],
    stage: market,
    prepare: (world, { offer, buyer }) => takeJob(world, offer, buyer),
    send: (world, { rider, deliveryId }) => act(world, rider, deliveryId, 'release'),
    succeed: 1,
    refusals: ['409 INVALID_TRANSITION', '404 NOT_FOUND'],
  }),
  race({
    name: 'pickup: the right code opens once',
    operations: ['POST /deliveries/:id/pickup'],
    stage: market,
    prepare: (world, { offer, buyer }) => takeJob(world, offer, buyer),
    send: (world, { rider, deliveryId, pickupCode }) => act(world, rider, deliveryId, 'pickup', { code: pickupCode }),
    succeed: 1,
    refusals: MOVED,
  }),
  race({
    name: 'pickup against release',
    operations: ['POST /deliveries/:id/pickup', 'POST /deliveries/:id/release'],
    stage: market,
    prepare: (world, { offer, buyer }) => takeJob(world, offer, buyer),
    send: (world, { rider, deliveryId, pickupCode }, i) =>
      i % 2 === 0
        ? act(world, rider, deliveryId, 'pickup', { code: pickupCode })
        : act(world, rider, deliveryId, 'release'),
    succeed: 1,
    refusals: [...MOVED, '404 NOT_FOUND'],
  }),
  race({
    name: 'pickup: five guesses, however many at once',
    operations: ['POST /deliveries/:id/pickup'],
    stage: market,
    prepare: (world, { offer, buyer }) => takeJob(world, offer, buyer),
    send: (world, { rider, deliveryId, pickupCode }) =>
      act(world, rider, deliveryId, 'pickup', { code: otherThan(pickupCode) }),
    succeed: 0,
    refusals: WRONG,
  }),
  race({
    name: 'deliver: the right code opens once',
    operations: ['POST /deliveries/:id/deliver'],
    stage: market,
    prepare: (world, { offer, buyer }) => carryParcel(world, offer, buyer),
    send: (world, { rider, deliveryId, code }) => act(world, rider, deliveryId, 'deliver', { code }),
    succeed: 1,
    refusals: MOVED,
  }),
  race({
    name: 'deliver: five guesses, however many at once',
    operations: ['POST /deliveries/:id/deliver'],
    stage: market,
    prepare: (world, { offer, buyer }) => carryParcel(world, offer, buyer),
    send: (world, { rider, deliveryId, code }) => act(world, rider, deliveryId, 'deliver', { code: otherThan(code) }),
    succeed: 0,
    refusals: WRONG,
  }),
  race({
    name: 'fail: one attempt, however often it is told',
    operations: ['POST /deliveries/:id/fail'],
    stage: market,
    prepare: (world, { offer, buyer }) => carryParcel(world, offer, buyer),
    send: (world, { rider, deliveryId }) => act(world, rider, deliveryId, 'fail', { reasonCode: 'BUYER_ABSENT' }),
    succeed: 1,
    refusals: ['409 INVALID_TRANSITION'],
  }),
  race({
    name: 'fail: the second time once, and no third time',
    operations: ['POST /deliveries/:id/fail'],
    stage: market,
    prepare: (world, { offer, buyer }) => failOnce(world, offer, buyer),
    send: (world, { rider, deliveryId }) => act(world, rider, deliveryId, 'fail', { reasonCode: 'BUYER_ABSENT' }),
    succeed: 1,
    refusals: ['409 INVALID_TRANSITION'],
  }),
  race({
    name: 'returned: once',
    operations: ['POST /deliveries/:id/returned'],
    stage: market,
    prepare: (world, { offer, buyer }) => turnBack(world, offer, buyer),
    send: (world, { rider, deliveryId }) => act(world, rider, deliveryId, 'returned'),
    succeed: 1,
    refusals: ['409 INVALID_TRANSITION', '404 NOT_FOUND'],
  }),
  race({
    name: 'apply: one application',
    operations: ['POST /riders/apply'],
    prepare: (world) => newPerson(world),
    send: (world, buyer) => call(world, buyer, 'POST', '/riders/apply', { vehicleType: 'MOTO' }),
    succeed: 1,
    refusals: ['409 ALREADY_EXISTS'],
  }),
  race({
    name: 'approve against reject: one decides',
    operations: ['POST /riders/:id/approve', 'POST /riders/:id/reject'],
    prepare: applicant,
    send: (world, { staff, riderId }, i) => decide(world, staff, riderId, i % 2 === 0 ? 'approve' : 'reject'),
    succeed: 1,
    refusals: ['409 INVALID_TRANSITION'],
  }),
  race({
    name: 'suspend: once',
    operations: ['POST /riders/:id/suspend'],
    prepare: newRider,
    send: async (world, { riderId }) => decide(world, await aStaff(world), riderId, 'suspend'),
    succeed: 1,
    refusals: ['409 INVALID_TRANSITION'],
  }),
  race({
    name: 'reactivate: once',
    operations: ['POST /riders/:id/reactivate'],
    prepare: async (world) => {
      const { riderId } = await newRider(world)
      await decide(world, await aStaff(world), riderId, 'suspend')
      return { riderId }
    },
    send: async (world, { riderId }) => decide(world, await aStaff(world), riderId, 'reactivate'),
    succeed: 1,
    refusals: ['409 INVALID_TRANSITION'],
  }),
]
