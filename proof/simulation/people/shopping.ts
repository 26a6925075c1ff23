import { AddCartItem, addCartItem } from '#domain/orders/cart/add-item.ts'
import { emptyCart } from '#domain/orders/cart/empty.ts'
import { MergeCart, mergeCart } from '#domain/orders/cart/merge.ts'
import { QuoteCart, quoteCart } from '#domain/orders/cart/quote.ts'
import { removeCartItem } from '#domain/orders/cart/remove-item.ts'
import { reorder } from '#domain/orders/cart/reorder.ts'
import { ReplaceCart, replaceCart } from '#domain/orders/cart/replace.ts'
import { SetCartItem, setCartItem } from '#domain/orders/cart/set-item.ts'
import type { Simulation } from '../simulation.ts'
import { act, type Commands, pickFrom } from './plan.ts'

/** One to three variants of any shops, each once; now and then one that is not on sale. */
function lines(simulation: Simulation) {
  const { random, store } = simulation
  const sold = random.chance(0.95) ? 'WHERE p.visible = 1' : ''
  const found = store.rows<{ id: string }>(
    `SELECT v.id FROM variants v JOIN products p ON p.id = v.product_id ${sold} ORDER BY v.id`,
  )
  const chosen = new Set(Array.from({ length: 1 + random.below(3) }, () => pickFrom(simulation, found)?.id))
  return [...chosen].flatMap((variantId) => (variantId ? [{ variantId, quantity: 1 + random.below(4) }] : []))
}

/** A line that somebody has in the cart, now and then of somebody else's. */
function lineOfCart(simulation: Simulation) {
  const { random, people, store } = simulation
  type Row = { id: string; owner: string; version: number }
  const line = pickFrom(
    simulation,
    store.rows<Row>(
      'SELECT i.id, i.user_id AS owner, c.version FROM cart_items i JOIN carts c ON c.user_id = i.user_id ORDER BY i.id',
    ),
  )
  const anybody = [...people.buyers, ...people.sellers]
  const as = (random.chance(0.97) && anybody.find(({ id }) => id === line?.owner)) || random.pick(anybody)
  // Another phone may have been quicker.
  const baseVersion = line && (random.chance(0.2) ? Math.max(1, line.version - 1) : line.version)
  return line && { line, as, known: random.chance(0.5) ? { baseVersion } : {} }
}

const shopper = ({ random, people }: Simulation) => random.pick(random.chance(0.95) ? people.buyers : people.sellers)

/** People fill their carts before they buy. */
export const shopping: Commands = {
  addCartItem: {
    weight: 3,
    plan(simulation) {
      const [line] = lines(simulation)
      const input = line && AddCartItem.parse(line)
      return input && act('addCartItem', shopper(simulation), input, (ctx) => addCartItem(ctx, input))
    },
  },
  replaceCart: {
    weight: 0.6,
    plan(simulation) {
      const found = lineOfCart(simulation)
      if (!found) return undefined
      const input = ReplaceCart.parse({ items: lines(simulation), ...found.known })
      return act('replaceCart', found.as, input, (ctx) => replaceCart(ctx, input))
    },
  },
  mergeCart: {
    weight: 0.6,
    plan(simulation) {
      const input = MergeCart.parse({ items: lines(simulation) })
      return act('mergeCart', shopper(simulation), input, (ctx) => mergeCart(ctx, input))
    },
  },
  setCartItem: {
    weight: 0.8,
    plan(simulation) {
      const found = lineOfCart(simulation)
      if (!found) return undefined
      const input = SetCartItem.parse({ quantity: 1 + simulation.random.below(4), ...found.known })
      return act('setCartItem', found.as, [found.line.id, input], (ctx) => setCartItem(ctx, found.line.id, input))
    },
  },
  removeCartItem: {
    weight: 0.4,
    plan(simulation) {
      const found = lineOfCart(simulation)
      return found && act('removeCartItem', found.as, found.line.id, (ctx) => removeCartItem(ctx, found.line.id))
    },
  },
  reorder: {
    weight: 0.4,
    plan(simulation) {
      const { random, people, store } = simulation
      const order = pickFrom(
        simulation,
        store.rows<{ id: string; owner: string }>('SELECT id, buyer_id AS owner FROM orders ORDER BY id'),
      )
      const owner = people.buyers.find(({ id }) => id === order?.owner)
      const as = (random.chance(0.95) && owner) || shopper(simulation)
      return order && act('reorder', as, order.id, (ctx) => reorder(ctx, order.id))
    },
  },
  quoteCart: {
    weight: 2,
    plan(simulation) {
      const { random } = simulation
      const input = QuoteCart.parse({
        fulfillmentMethod: random.chance(0.6) ? 'PICKUP' : 'DELIVERY',
        deliveryAddress: 'Avenue Lumumba 12',
        ...(random.chance(0.5) ? { currency: random.chance(0.6) ? 'USD' : 'CDF' } : {}),
      })
      return act('quoteCart', lineOfCart(simulation)?.as ?? shopper(simulation), input, (ctx) => quoteCart(ctx, input))
    },
  },
  emptyCart: { weight: 0.1, plan: (simulation) => act('emptyCart', shopper(simulation), null, emptyCart) },
}
