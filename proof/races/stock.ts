import { call } from '#testing/running/call.ts'
import { newOffer, type Offer } from '#testing/running/people.ts'
import type { RunningService } from '#testing/running/start.ts'
import { countFault, race } from './race.ts'

const stockPath = ({ variantId }: Offer) => `/products/variants/${variantId}/stock`

/** Whether the stock is not the sum of its movements, or is less than what is held. */
const stockFault = (service: RunningService, { variantId }: Offer) =>
  countFault(
    service,
    0,
    'units that no movement explains, or that are held and not there',
    `SELECT abs(v.stock - (SELECT sum(m.amount) FROM stock_movements m WHERE m.variant_id = v.id)) + (v.held > v.stock) AS n
     FROM variants v WHERE v.id = ?`,
    variantId,
  )

export const stockRaces = [
  race({
    name: 'stock: counts, adjustments and many at once leave the sum of their movements',
    guard: 'stock',
    operations: [
      'PUT /products/variants/:variantId/stock',
      'POST /products/variants/:variantId/stock',
      'POST /products/stock/bulk',
    ],
    prepare: (service) => newOffer(service, 9),
    send: (service, offer, i) => {
      const { seller, variantId } = offer
      const out = { type: 'DAMAGE', amount: -2 }
      const counted = { stock: 20, expectedStock: 9, reason: 'Comptage' }
      if (i % 3 === 0) return call(service, seller, 'PUT', stockPath(offer), counted)
      if (i % 3 === 1) return call(service, seller, 'POST', stockPath(offer), out)
      return call(service, seller, 'POST', '/products/stock/bulk', { items: [{ variantId, ...out }] })
    },
    succeed: { least: 4, most: 11 },
    refusals: ['409 VERSION_MISMATCH', '409 INSUFFICIENT_STOCK'],
    check: stockFault,
  }),
]
