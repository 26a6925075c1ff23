import { checkOrderPayment } from '#domain/orders/orders/buying/check-payment.ts'
import { PayOrder, payOrder } from '#domain/orders/orders/buying/pay.ts'
import { PlaceOrder, placeOrder } from '#domain/orders/orders/buying/place.ts'
import { cancelOrder } from '#domain/orders/orders/ending/cancel.ts'
import { confirmReceipt } from '#domain/orders/orders/ending/confirm-receipt.ts'
import { act, type Commands, owner, payer, pickFrom, pickOrder } from './plan.ts'

/** With more pieces than this there is enough for an order of hundreds. */
const MANY = 100

export const buying: Commands = {
  createOrder: {
    weight: 16,
    plan(simulation) {
      const { random, store, people } = simulation
      type Row = { shop: string; variant: string; stock: number }
      const goods = store.rows<Row>(
        'SELECT p.shop_id AS shop, v.id AS variant, v.stock FROM variants v JOIN products p ON p.id = v.product_id WHERE p.visible = 1 ORDER BY v.id',
      )
      const first = pickFrom(simulation, goods)
      if (!first) return undefined
      const more = goods.filter(({ shop, variant }) => shop === first.shop && variant !== first.variant)
      const chosen = more.length > 0 && random.chance(0.3) ? [first, random.pick(more)] : [first]
      const input = PlaceOrder.parse({
        shopId: first.shop,
        items: chosen.map(({ variant, stock }) => ({
          variantId: variant,
          // Cheap goods are bought by the hundred.
          quantity: stock > MANY ? 250 + random.below(750) : 1 + random.below(random.chance(0.1) ? 6 : 2),
        })),
        fulfillmentMethod: random.chance(0.75) ? 'DELIVERY' : 'PICKUP',
        paymentMethod: 'MOBILE_MONEY',
        currency: random.chance(0.65) ? 'USD' : 'CDF',
        deliveryAddress: 'Avenue Lumumba 12',
        ...payer(simulation),
      })
      const buyer = random.pick(random.chance(0.97) ? people.buyers : people.sellers)
      return act('createOrder', buyer, input, (ctx) => placeOrder(ctx, input))
    },
  },
  payOrder: {
    weight: 5,
    plan(simulation) {
      const order = pickOrder(simulation, ({ status }) => status === 'PENDING_PAYMENT')
      if (!order) return undefined
      const input = PayOrder.parse(payer(simulation))
      const buyer = owner(simulation, simulation.people.buyers, ({ id }) => id === order.buyer)
      return act('payOrder', buyer, [order.id, input], (ctx) => payOrder(ctx, order.id, input))
    },
  },
  checkPayment: {
    weight: 4,
    plan(simulation) {
      const order = pickOrder(simulation, ({ status }) => status === 'PENDING_PAYMENT' || status === 'CANCELLED')
      if (!order) return undefined
      const buyer = owner(simulation, simulation.people.buyers, ({ id }) => id === order.buyer)
      return act('checkPayment', buyer, order.id, (ctx) => checkOrderPayment(ctx, order.id))
    },
  },
  cancelOrder: {
    weight: 3,
    plan(simulation) {
      const order = pickOrder(
        simulation,
        ({ status }) => status === 'PENDING_PAYMENT' || status === 'PENDING_SELLER_REVIEW',
      )
      if (!order) return undefined
      const buyer = owner(simulation, simulation.people.buyers, ({ id }) => id === order.buyer)
      return act('cancelOrder', buyer, order.id, (ctx) => cancelOrder(ctx, order.id, { reason: 'Trop tard' }))
    },
  },
  confirmReceipt: {
    weight: 5,
    plan(simulation) {
      const order = pickOrder(simulation, ({ status }) => status === 'DELIVERED')
      if (!order) return undefined
      const buyer = owner(simulation, simulation.people.buyers, ({ id }) => id === order.buyer)
      return act('confirmReceipt', buyer, order.id, (ctx) => confirmReceipt(ctx, order.id))
    },
  },
}
