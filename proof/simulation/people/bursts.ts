import { RequestPayin, requestPayin } from '#domain/money/payins/charge.ts'
import { PlaceOrder, placeOrder } from '#domain/orders/orders/buying/place.ts'
import { act, type Commands, type Plan, pickFrom } from './plan.ts'

/** More at once than a run of the jobs takes on: their questions, timers and messages fall due together. */
export const bursts: Commands = {
  burstOfCharges: {
    weight: 0.12,
    plan({ random, people }) {
      const admin = random.pick(people.admins)
      return Array.from({ length: 20 + random.below(20) }, (_, i): Plan[] => {
        const phoneNumber = `09700001${String(i).padStart(2, '0')}`
        const amount = `${5 + i}.00`
        const input = RequestPayin.parse({ amount, currency: 'USD', network: 'airtel', phoneNumber, countryCode: 'CD' })
        return act('requestPayin', admin, input, (ctx) => requestPayin(ctx, input))
      }).flat()
    },
  },
  burstOfOrders: {
    weight: 0.25,
    plan({ random, people, store }) {
      const goods = store.rows<{ shop: string; variant: string }>(
        'SELECT p.shop_id AS shop, v.id AS variant FROM variants v JOIN products p ON p.id = v.product_id WHERE p.visible = 1 ORDER BY v.id',
      )
      return people.buyers.flatMap((buyer, i) =>
        [0, 1, 2].flatMap((n) => {
          const one = pickFrom({ random }, goods)
          if (!one) return []
          const input = PlaceOrder.parse({
            shopId: one.shop,
            items: [{ variantId: one.variant, quantity: 1 + random.below(2) }],
            fulfillmentMethod: 'DELIVERY',
            paymentMethod: 'MOBILE_MONEY',
            currency: random.pick(['USD', 'CDF']),
            deliveryAddress: 'Avenue Lumumba 12',
            payerPhoneNumber: `097000020${i * 3 + n}`,
            network: 'airtel',
            countryCode: 'CD',
          })
          return act('createOrder', buyer, input, (ctx) => placeOrder(ctx, input))
        }),
      )
    },
  },
}
