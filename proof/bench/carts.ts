import type { Asked, Market, Operation } from './operation.ts'
import { buyer, buyerRead, phone } from './reads.ts'
import { SHOPPER, SHOPPERS } from './seed.ts'

const quote = (i: number, market: Market): Asked => ({
  method: 'POST',
  path: '/cart/quote',
  body: { fulfillmentMethod: 'DELIVERY', deliveryAddress: '12, avenue de la Paix, Bukavu' },
  as: buyer(i, market),
})

/** Each fills a cart once: whoever orders it has none left. */
let shoppers = 0

/** Operations by which phones on 2G pay for carts of 50 lines from five shops. */
export const CARTS: Operation[] = [
  buyerRead('cart', '/cart'),
  { name: 'quote', kind: 'write', ask: quote },
  {
    // Beside `quote`: what its key costs.
    name: 'quoteWithKey',
    kind: 'write',
    ask: (i, market) => ({ ...quote(i, market), key: `key-of-${market.fresh()}` }),
  },
  {
    name: 'checkout',
    kind: 'checkout',
    connections: 1,
    ask(_, market) {
      if (shoppers === SHOPPERS) throw new Error('every cart was ordered: seed more shoppers')
      const given = { payer: phone(market.fresh()) }
      const body = {
        fulfillmentMethod: 'DELIVERY',
        deliveryAddress: '12, avenue de la Paix, Bukavu',
        paymentMethod: 'MOBILE_MONEY',
        payerPhoneNumber: given.payer,
        network: 'vodacom',
        countryCode: 'CD',
      }
      return { method: 'POST', path: '/orders/checkout', body, as: market.people[SHOPPER + shoppers++]!, given }
    },
  },
]
