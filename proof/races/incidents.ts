import { call, mustCall } from '#testing/running/call.ts'
import { payOrder } from '#testing/running/parcels.ts'
import { memberOfStaff, newPerson } from '#testing/running/people.ts'
import type { RunningService } from '#testing/running/start.ts'
import { market } from './orders.ts'
import { countFault, race } from './race.ts'

const report = { type: 'ORDER', title: 'Colis abîmé', description: 'Le carton était ouvert.' }

/** A paid order, its buyer and its seller. */
async function aParcel(service: RunningService, { offer }: Awaited<ReturnType<typeof market>>) {
  const { buyer, orderId } = await payOrder(service, offer, {}, await newPerson(service))
  return { buyer, seller: offer.seller, orderId }
}

/** An incident of a paid order, with two agents. */
async function aDispute(service: RunningService, offered: Awaited<ReturnType<typeof market>>) {
  const parcel = await aParcel(service, offered)
  const { id } = await mustCall(service, parcel.buyer, 'POST', '/incidents', { ...report, orderId: parcel.orderId })
  return { ...parcel, id: id as string, agents: [await memberOfStaff(service), await memberOfStaff(service, 'ADMIN')] }
}
type Dispute = Awaited<ReturnType<typeof aDispute>>
const agent = ({ agents }: Dispute, i: number) => agents[i % 2] ?? null

export const incidentRaces = [
  race({
    name: 'incident: two agents decide one, and one refund is asked for at most',
    guard: 'decision',
    operations: ['POST /incidents/:id/resolve', 'POST /incidents/:id/dismiss'],
    stage: market,
    prepare: aDispute,
    send: (service, dispute, i) =>
      i % 3 === 0
        ? call(service, agent(dispute, i), 'POST', `/incidents/${dispute.id}/dismiss`, {})
        : call(service, agent(dispute, i), 'POST', `/incidents/${dispute.id}/resolve`, {
            outcome: i % 3 === 1 ? 'BUYER' : 'SELLER',
            note: 'Vu les photos',
          }),
    succeed: 1,
    refusals: ['409 INVALID_TRANSITION'],
    check: (service, { orderId, id }) =>
      countFault(
        service,
        0,
        'refunds too many or too few',
        `SELECT abs((SELECT count(*) FROM refunds WHERE order_id = ?) - (SELECT outcome IS 'BUYER' FROM incidents WHERE id = ?)) AS n`,
        ...[orderId, id],
      ),
  }),
]
