import { call, mustCall } from '#testing/running/call.ts'
import { memberOfStaff, newOffer } from '#testing/running/people.ts'
import type { RunningService } from '#testing/running/start.ts'
import { countFault, race } from './race.ts'

const WHY = { reason: 'La photo montre un autre article' }

/** A product on sale and somebody of the staff, after these decisions. */
async function moderated(service: RunningService, ...decisions: string[]) {
  const { seller, productId } = await newOffer(service, 3)
  const staff = await memberOfStaff(service)
  const path = `/moderation/products/${productId}`
  for (const decision of decisions) await mustCall(service, staff, 'POST', `${path}/${decision}`, WHY)
  return { seller, staff, productId, path }
}

/** Exactly this many moves of moderation have been written of a product. */
const countMoves = (service: RunningService, expected: number, productId: string) =>
  countFault(
    service,
    expected,
    'moves of moderation',
    'SELECT count(*) AS n FROM moderation_events WHERE thing_id = ?',
    productId,
  )

export const productRaces = [
  race({
    name: 'moderation: of many reviewers of one product, one decides',
    guard: 'decision',
    operations: [
      'POST /moderation/products/:id/approve',
      'POST /moderation/products/:id/reject',
      'POST /moderation/products/:id/request-changes',
    ],
    prepare: (service) => moderated(service),
    send: (service, { staff, path }, i) =>
      call(service, staff, 'POST', `${path}/${['approve', 'reject', 'request-changes'][i % 3]}`, WHY),
    succeed: 1,
    refusals: ['409 INVALID_TRANSITION'],
    check: (service, { productId }) => countMoves(service, 2, productId),
  }),
  race({
    name: 'product: of many edits of one version, one holds',
    guard: 'version',
    operations: ['PUT /products/:id'],
    prepare: async (service) => {
      const { seller, productId } = await newOffer(service, 3)
      const { version } = await mustCall(service, seller, 'GET', `/products/${productId}`)
      return { seller, path: `/products/${productId}`, version }
    },
    send: (service, { seller, path, version }, i) =>
      call(service, seller, 'PUT', path, { brand: `Marque ${i}`, version }),
    succeed: 1,
    refusals: ['409 VERSION_MISMATCH'],
  }),
]
