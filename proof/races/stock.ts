import { call, mustCall } from '#testing/running/call.ts'
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

const twoVariants = async (service: RunningService) => {
  const offer = await newOffer(service, 5)
  const other = await mustCall(service, offer.seller, 'POST', `/products/${offer.productId}/variants`, {
    ...{ price: 5, stock: 5 },
  })
  return { ...offer, ids: [offer.variantId, other.id as string] }
}

export const stockRaces = [
  race({
    name: 'stock: of many counts of what was there, one holds',
    operations: ['PUT /products/variants/:variantId/stock'],
    prepare: (service) => newOffer(service, 7),
    send: (service, offer, i) => {
      const body = { stock: 100 + i, expectedStock: 7, reason: 'Comptage' }
      return call(service, offer.seller, 'PUT', stockPath(offer), body)
    },
    succeed: 1,
    refusals: ['409 VERSION_MISMATCH'],
    check: stockFault,
  }),
  race({
    name: 'stock: counts, adjustments and many at once leave the sum of their movements',
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
  race({
    name: 'variants: of one reference there is one',
    operations: ['POST /products/:id/variants'],
    prepare: (service) => newOffer(service, 1),
    send: (service, { seller, productId }) =>
      call(service, seller, 'POST', `/products/${productId}/variants`, { price: 5, stock: 1, sku: 'REF-1' }),
    succeed: 1,
    refusals: ['409 ALREADY_EXISTS'],
  }),
  race({
    name: 'variants: of many edits of one version, one holds',
    operations: ['PUT /products/variants/:variantId'],
    prepare: async (service) => {
      const offer = await newOffer(service, 1)
      const { version } = await mustCall(service, offer.seller, 'GET', `/products/${offer.productId}`)
      return { ...offer, version: version as number }
    },
    send: (service, { seller, variantId, version }, i) =>
      call(service, seller, 'PUT', `/products/variants/${variantId}`, { price: i + 1, version }),
    succeed: 1,
    refusals: ['409 VERSION_MISMATCH'],
  }),
  race({
    name: 'variants: the last one stays, and is the default',
    operations: ['DELETE /products/variants/:variantId'],
    prepare: twoVariants,
    send: (service, { seller, ids }, i) => call(service, seller, 'DELETE', `/products/variants/${ids[i % 2]}`),
    succeed: 1,
    refusals: ['404 NOT_FOUND', '409 INVALID_TRANSITION'],
    check: (service, { productId }) =>
      countFault(
        service,
        1,
        'variants left, the default one',
        'SELECT sum(1 + is_default) - 1 AS n FROM variants WHERE product_id = ? AND deleted_at IS NULL',
        productId,
      ),
  }),
]

export const stockNotRaced: Record<string, string> = {
  'PUT /products/variants/:variantId/stock/threshold': 'the last word holds; it touches no stock',
}
