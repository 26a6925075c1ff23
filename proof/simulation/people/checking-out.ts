import { PayCheckout, payCheckout } from '#domain/orders/checkout/pay.ts'
import { PlaceCheckout, placeCheckout } from '#domain/orders/checkout/place.ts'
import { checkOrderPayment } from '#domain/orders/orders/buying/check-payment.ts'
import { decide } from '../gateways/gateways.ts'
import { act, type Commands, owner, payer, pickFrom } from './plan.ts'

/** Buyers order a whole cart, of one or several shops, and pay what is left of it. */
export const checkingOut: Commands = {
  placeCheckout: {
    weight: 9,
    plan(simulation) {
      const { random, people, store, now } = simulation
      const cart = pickFrom(
        simulation,
        store.rows<{ owner: string }>('SELECT DISTINCT user_id AS owner FROM cart_items ORDER BY user_id'),
      )
      if (!cart) return undefined
      const as = owner(simulation, [...people.buyers, ...people.sellers], ({ id }) => id === cart.owner)
      const quote = random.chance(0.5)
        ? store.rows<{ id: string }>(
            `SELECT q.id FROM quotes q WHERE q.user_id = ? AND (q.expires_at > ? OR ?) ORDER BY q.created_at DESC, q.id LIMIT 1`,
            ...[as.id, now, random.chance(0.1) ? 1 : 0],
          )[0]
        : undefined
      const terms = {
        fulfillmentMethod: random.chance(0.75) ? 'DELIVERY' : 'PICKUP',
        deliveryAddress: 'Avenue Lumumba 12',
        ...(random.chance(0.3) ? { currency: random.pick(['USD', 'CDF']) } : {}),
      }
      const input = PlaceCheckout.parse({
        ...(quote ? { quoteId: quote.id } : terms),
        paymentMethod: 'MOBILE_MONEY',
        ...payer(simulation),
      })
      return act('placeCheckout', as, input, (ctx) => placeCheckout(ctx, input))
    },
  },
  payCheckout: {
    weight: 5,
    plan(simulation) {
      const { random, store, gateways, people } = simulation
      const unpaid = store.rows<{ id: string; buyer: string; one: string }>(
        `SELECT o.checkout_id AS id, o.buyer_id AS buyer, min(o.id) AS one FROM orders o
         WHERE o.checkout_id IS NOT NULL AND (o.status = 'PENDING_PAYMENT' OR ?) GROUP BY 1, 2 ORDER BY 1`,
        random.chance(0.05) ? 1 : 0,
      )
      const found = pickFrom(simulation, unpaid)
      if (!found) return undefined
      const input = PayCheckout.parse(payer(simulation))
      const buyer = owner(simulation, people.buyers, ({ id }) => id === found.buyer)
      // Mostly the payer has said no on the phone, of several currencies perhaps only to one.
      const answered = [...gateways.movements.values()].filter(
        ({ reference, status }) => reference.startsWith(found.id) && status === 'pending' && random.chance(0.8),
      )
      for (const movement of answered) decide(simulation, movement, random.chance(0.75) ? 'failed' : 'succeeded')
      return act('payCheckout', buyer, [found.id, input], async (ctx) => {
        await checkOrderPayment(ctx, found.one)
        return payCheckout(ctx, found.id, input)
      })
    },
  },
}
