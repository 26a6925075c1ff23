import { call, mustCall } from '#testing/running/call.ts'
import { memberOfStaff, newOffer, newPerson } from '#testing/running/people.ts'
import { countFault, race } from './race.ts'

const report = { reasonCode: 'COUNTERFEIT' }

export const reportRaces = [
  race({
    name: 'report: one open of a thing and person',
    operations: ['POST /products/:id/report', 'POST /seller/shop/:id/report'],
    stage: (service) => newOffer(service, 1),
    prepare: async (service, { productId, seller }) => ({
      person: await newPerson(service),
      paths: [`/products/${productId}/report`, `/seller/shop/${seller.shopId}/report`],
    }),
    send: (service, { person, paths }, i) => call(service, person, 'POST', paths[i % 2] ?? '', report),
    succeed: 2,
    refusals: ['409 ALREADY_EXISTS'],
    check: (service, { person }) =>
      countFault(service, 2, 'open reports', 'SELECT count(*) AS n FROM reports WHERE reporter_id = ?', person.id),
  }),
  race({
    name: 'report: of several who decide one is first',
    operations: ['POST /moderation/reports/:id/resolve'],
    stage: (service) => newOffer(service, 1),
    prepare: async (service, { productId }) => {
      const { id } = await mustCall(service, await newPerson(service), 'POST', `/products/${productId}/report`, report)
      return { id: id as string, staff: await memberOfStaff(service) }
    },
    send: (service, { id, staff }, i) =>
      call(service, staff, 'POST', `/moderation/reports/${id}/resolve`, { decision: i % 2 ? 'ACTIONED' : 'DISMISSED' }),
    succeed: 1,
    refusals: ['409 INVALID_TRANSITION'],
  }),
]
