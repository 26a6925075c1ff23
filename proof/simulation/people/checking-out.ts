import { PayCheckout, payCheckout } from '../../../src/domain/orders/checkout/pay.ts'
import { PlaceCheckout, placeCheckout } from '../../../src/domain/orders/checkout/place.ts'
import { act, type Commands, owner, payer, pickFrom } from './plan.ts'

/** Who orders a whole cart, of one or several shops, and who pays what is left of it. */
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
    weight: 12,
    plan(simulation) {
      const unpaid = simulation.store.rows<{ id: string; buyer: string }>(
        `SELECT DISTINCT o.checkout_id AS id, o.buyer_id AS buyer FROM orders o
         WHERE o.checkout_id IS NOT NULL AND (o.status = 'PENDING_PAYMENT' AND o.payment_status <> 'PENDING' OR ?)
         ORDER BY o.checkout_id`,
        simulation.random.chance(0.05) ? 1 : 0,
      )
      const found = pickFrom(simulation, unpaid)
      if (!found) return undefined
      const input = PayCheckout.parse(payer(simulation))
      const buyer = owner(simulation, simulation.people.buyers, ({ id }) => id === found.buyer)
      return act('payCheckout', buyer, [found.id, input], (ctx) => payCheckout(ctx, found.id, input))
    },
  },
}
