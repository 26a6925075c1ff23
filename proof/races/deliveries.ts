import { otherCode } from '#testing/fixtures/inputs.ts'
import { call } from '#testing/running/call.ts'
import { carryParcel, failOnce, type Parcel, packParcel, takeJob } from '#testing/running/parcels.ts'
import { newRider, type Person } from '#testing/running/people.ts'
import type { RunningService } from '#testing/running/start.ts'
import { WRONG } from './operator.ts'
import { market } from './orders.ts'
import { countFault, race } from './race.ts'

const act = (service: RunningService, as: Person, id: string, action: string, body?: unknown) =>
  call(service, as, 'POST', `/deliveries/${id}/${action}`, body)

/** Answers to everybody after the one whose code moved the parcel. */
const MOVED = ['409 INVALID_TRANSITION', '429 TOO_MANY_REQUESTS']

export const deliveryRaces = [
  race({
    name: 'a rider takes three jobs and no fourth',
    guard: 'limit',
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
    name: 'pickup against release',
    guard: 'leaving',
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
    name: 'deliver: the right code opens once',
    guard: 'money',
    operations: ['POST /deliveries/:id/deliver'],
    stage: market,
    prepare: (service, { offer, buyer }) => carryParcel(service, offer, buyer),
    send: (service, { rider, deliveryId, code }) => act(service, rider, deliveryId, 'deliver', { code }),
    succeed: 1,
    refusals: MOVED,
  }),
  race({
    name: 'deliver: five guesses, however many at once',
    guard: 'limit',
    operations: ['POST /deliveries/:id/deliver'],
    stage: market,
    prepare: (service, { offer, buyer }) => carryParcel(service, offer, buyer),
    send: (service, { rider, deliveryId, code }) =>
      act(service, rider, deliveryId, 'deliver', { code: otherCode(code) }),
    succeed: 0,
    refusals: WRONG,
  }),
  race({
    name: 'handed over, or failed a second time: one of them, and nobody is paid yet',
    guard: 'leaving',
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
]
