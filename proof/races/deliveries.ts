import { otherCode } from '#testing/fixtures/inputs.ts'
import { call } from '#testing/running/call.ts'
import { carryParcel, failOnce, type Parcel, packParcel, takeJob, turnBack } from '#testing/running/parcels.ts'
import { memberOfStaff, newPerson, newRider, type Person, paperForm, photoForm } from '#testing/running/people.ts'
import type { RunningService } from '#testing/running/start.ts'
import { WRONG } from './operator.ts'
import { market } from './orders.ts'
import { countFault, race } from './race.ts'

const act = (service: RunningService, as: Person, id: string, action: string, body?: unknown) =>
  call(service, as, 'POST', `/deliveries/${id}/${action}`, body)

const decide = (service: RunningService, staff: Person, id: string, decision: string) =>
  call(service, staff, 'POST', `/riders/${id}/${decision}`, { reason: 'Dossier vu' })

/** Somebody who applied and waits for staff. */
const applicant = async (service: RunningService) => {
  const [rider, staff] = await Promise.all([newPerson(service), memberOfStaff(service)])
  const { data } = await call(service, rider, 'POST', '/riders/apply', { vehicleType: 'MOTO' })
  return { rider, staff, riderId: data.id as string }
}

/** Who comes after the one whose code moved the parcel. */
const MOVED = ['409 INVALID_TRANSITION', '429 TOO_MANY_REQUESTS']

export const deliveryRaces = [
  race({
    name: 'a job is taken by one of many riders',
    operations: ['POST /deliveries/:id/accept'],
    stage: async (service) => {
      const riders: Person[] = []
      while (riders.length < 50) riders.push(...(await Promise.all([1, 2, 3, 4, 5].map(() => newRider(service)))))
      return { ...(await market(service)), riders }
    },
    prepare: async (service, { offer, buyer, riders }) => ({
      ...(await packParcel(service, offer, {}, buyer)),
      riders,
    }),
    send: (service, { riders, deliveryId }, i) => act(service, riders[i % 50] as Person, deliveryId, 'accept'),
    succeed: 1,
    // A rider who was first three times has the three jobs.
    refusals: ['409 ALREADY_TAKEN', '409 JOB_LIMIT', '409 INVALID_TRANSITION'],
  }),
  race({
    name: 'a rider takes three jobs and no fourth',
    operations: ['POST /deliveries/:id/accept'],
    stage: market,
    prepare: async (service, { offer, buyer }) => {
      // One after the other: a buyer has at most three orders unpaid.
      const parcels: Parcel[] = []
      while (parcels.length < 5) parcels.push(await packParcel(service, offer, {}, buyer))
      return { parcels, rider: await newRider(service) }
    },
    send: (service, { parcels, rider }, i) => act(service, rider, parcels[i % 5]?.deliveryId ?? '', 'accept'),
    succeed: 3,
    refusals: ['409 JOB_LIMIT', '409 INVALID_TRANSITION'],
  }),
  race({
    name: 'release: once',
    operations: ['POST /deliveries/:id/release'],
    stage: market,
    prepare: (service, { offer, buyer }) => takeJob(service, offer, buyer),
    send: (service, { rider, deliveryId }) => act(service, rider, deliveryId, 'release'),
    succeed: 1,
    refusals: ['409 INVALID_TRANSITION', '404 NOT_FOUND'],
  }),
  race({
    name: 'pickup: the right code opens once',
    operations: ['POST /deliveries/:id/pickup'],
    stage: market,
    prepare: (service, { offer, buyer }) => takeJob(service, offer, buyer),
    send: (service, { rider, deliveryId, pickupCode }) =>
      act(service, rider, deliveryId, 'pickup', { code: pickupCode }),
    succeed: 1,
    refusals: MOVED,
  }),
  race({
    name: 'pickup against release',
    operations: ['POST /deliveries/:id/pickup', 'POST /deliveries/:id/release'],
    stage: market,
    prepare: (service, { offer, buyer }) => takeJob(service, offer, buyer),
    send: (service, { rider, deliveryId, pickupCode }, i) =>
      i % 2 === 0
        ? act(service, rider, deliveryId, 'pickup', { code: pickupCode })
        : act(service, rider, deliveryId, 'release'),
    succeed: 1,
    refusals: [...MOVED, '404 NOT_FOUND'],
  }),
  race({
    name: 'pickup: five guesses, however many at once',
    operations: ['POST /deliveries/:id/pickup'],
    stage: market,
    prepare: (service, { offer, buyer }) => takeJob(service, offer, buyer),
    send: (service, { rider, deliveryId, pickupCode }) =>
      act(service, rider, deliveryId, 'pickup', { code: otherCode(pickupCode) }),
    succeed: 0,
    refusals: WRONG,
  }),
  race({
    name: 'deliver: the right code opens once',
    operations: ['POST /deliveries/:id/deliver'],
    stage: market,
    prepare: (service, { offer, buyer }) => carryParcel(service, offer, buyer),
    send: (service, { rider, deliveryId, code }) => act(service, rider, deliveryId, 'deliver', { code }),
    succeed: 1,
    refusals: MOVED,
  }),
  race({
    name: 'deliver: five guesses, however many at once',
    operations: ['POST /deliveries/:id/deliver'],
    stage: market,
    prepare: (service, { offer, buyer }) => carryParcel(service, offer, buyer),
    send: (service, { rider, deliveryId, code }) =>
      act(service, rider, deliveryId, 'deliver', { code: otherCode(code) }),
    succeed: 0,
    refusals: WRONG,
  }),
  race({
    name: 'fail: one attempt, however often it is told',
    operations: ['POST /deliveries/:id/fail'],
    stage: market,
    prepare: (service, { offer, buyer }) => carryParcel(service, offer, buyer),
    send: (service, { rider, deliveryId }) => act(service, rider, deliveryId, 'fail', { reasonCode: 'BUYER_ABSENT' }),
    succeed: 1,
    refusals: ['409 INVALID_TRANSITION'],
  }),
  race({
    name: 'fail: the second time once, and no third time',
    operations: ['POST /deliveries/:id/fail'],
    stage: market,
    prepare: (service, { offer, buyer }) => failOnce(service, offer, buyer),
    send: (service, { rider, deliveryId }) => act(service, rider, deliveryId, 'fail', { reasonCode: 'BUYER_ABSENT' }),
    succeed: 1,
    refusals: ['409 INVALID_TRANSITION'],
  }),
  race({
    name: 'handed over, or failed a second time: one of them, and nobody is paid yet',
    operations: ['POST /deliveries/:id/deliver', 'POST /deliveries/:id/fail'],
    stage: market,
    prepare: (service, { offer, buyer }) => failOnce(service, offer, buyer),
    send: (service, { rider, deliveryId, code }, i) =>
      i % 2 === 0
        ? act(service, rider, deliveryId, 'deliver', { code })
        : act(service, rider, deliveryId, 'fail', { reasonCode: 'BUYER_ABSENT' }),
    succeed: 1,
    refusals: MOVED,
    check: (service, { rider }) =>
      countFault(service, 0, 'paid days', 'SELECT count(*) AS n FROM rider_days WHERE rider_id = ?', rider.riderId),
  }),
  race({
    name: 'returned: once',
    operations: ['POST /deliveries/:id/returned'],
    stage: market,
    prepare: (service, { offer, buyer }) => turnBack(service, offer, buyer),
    send: (service, { rider, deliveryId }) => act(service, rider, deliveryId, 'returned'),
    succeed: 1,
    refusals: ['409 INVALID_TRANSITION', '404 NOT_FOUND'],
  }),
  race({
    name: 'proofs: five, however many come at once',
    operations: ['POST /deliveries/:id/proofs'],
    stage: market,
    prepare: (service, { offer, buyer }) => carryParcel(service, offer, buyer),
    send: (service, { rider, deliveryId }) => act(service, rider, deliveryId, 'proofs', photoForm()),
    succeed: 5,
    refusals: ['409 CONFLICT'],
    check: (service, { deliveryId }) =>
      countFault(service, 5, 'proofs', `SELECT count(*) AS n FROM documents WHERE subject_id = ?`, deliveryId),
  }),
  race({
    name: 'riders: fifty papers of one kind leave one',
    operations: ['POST /riders/me/documents'],
    prepare: newRider,
    send: (service, rider) => call(service, rider, 'POST', '/riders/me/documents', paperForm('VEHICLE')),
    succeed: 'all',
    refusals: [],
    check: (service, { id }) =>
      countFault(
        service,
        1,
        'papers',
        `SELECT count(*) AS n FROM documents WHERE owner_id = ? AND kind = 'VEHICLE'`,
        id,
      ),
  }),
  race({
    name: 'apply: one application',
    operations: ['POST /riders/apply'],
    prepare: (service) => newPerson(service),
    send: (service, buyer) => call(service, buyer, 'POST', '/riders/apply', { vehicleType: 'MOTO' }),
    succeed: 1,
    refusals: ['409 ALREADY_EXISTS'],
  }),
  race({
    name: 'approve against reject: one decides',
    operations: ['POST /riders/:id/approve', 'POST /riders/:id/reject'],
    prepare: applicant,
    send: (service, { staff, riderId }, i) => decide(service, staff, riderId, i % 2 === 0 ? 'approve' : 'reject'),
    succeed: 1,
    refusals: ['409 INVALID_TRANSITION'],
  }),
  race({
    name: 'suspend: once',
    operations: ['POST /riders/:id/suspend'],
    prepare: newRider,
    send: async (service, { riderId }) => decide(service, await memberOfStaff(service), riderId, 'suspend'),
    succeed: 1,
    refusals: ['409 INVALID_TRANSITION'],
  }),
  race({
    name: 'reactivate: once',
    operations: ['POST /riders/:id/reactivate'],
    prepare: async (service) => {
      const { riderId } = await newRider(service)
      await decide(service, await memberOfStaff(service), riderId, 'suspend')
      return { riderId }
    },
    send: async (service, { riderId }) => decide(service, await memberOfStaff(service), riderId, 'reactivate'),
    succeed: 1,
    refusals: ['409 INVALID_TRANSITION'],
  }),
]
