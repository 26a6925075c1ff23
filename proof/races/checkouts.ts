import { freshPhone } from '#testing/fixtures/inputs.ts'
import { call, mustCall, outside } from '#testing/running/call.ts'
import { newOffer, newPerson, type Offer, type Person } from '#testing/running/people.ts'
import type { RunningService } from '#testing/running/start.ts'
import { countFault, race } from './race.ts'

const by = (payerPhoneNumber: string) => ({ payerPhoneNumber, network: 'airtel', countryCode: 'CD' })
const checkOut = (service: RunningService, as: Person, phone: string, what: object = { fulfillmentMethod: 'PICKUP' }) =>
  call(service, as, 'POST', '/orders/checkout', { paymentMethod: 'MOBILE_MONEY', ...by(phone), ...what })

const withCart = async (service: RunningService, offers: Offer[]) => {
  const buyer = await newPerson(service)
  for (const { variantId } of offers) await mustCall(service, buyer, 'POST', '/cart/items', { variantId, quantity: 1 })
  return buyer
}

/** A buyer whose cart holds a piece of each of two shops. */
async function aCart(service: RunningService) {
  const offers = await Promise.all([newOffer(service, 100), newOffer(service, 100)])
  return { offers, buyer: await withCart(service, offers), phone: freshPhone('123') }
}
type Filled = Awaited<ReturnType<typeof aCart>>

const chargedOnce = async (service: RunningService, { phone }: { phone: string }) => {
  const made = await outside<unknown[]>(service, 'GET', `/movements?phone=${phone}`)
  return made.length !== 1 && `${made.length} charges at the operator`
}
const ordersFault = (service: RunningService, { buyer }: Filled, orders: number) =>
  countFault(service, orders, 'orders', 'SELECT count(*) AS n FROM orders WHERE buyer_id = ?', buyer.id)

/** Every fifth changes something first. */
const isEditor = (i: number) => i % 5 === 4

/** A checkout of two shops whose payment was refused. */
async function unpaid(service: RunningService) {
  const { buyer } = await aCart(service)
  const refused = await checkOut(service, buyer, freshPhone('059'))
  const { orders } = await mustCall(service, buyer, 'GET', '/orders/me')
  if (refused.status !== 400) throw new Error(`a checkout was answered ${refused.status}`)
  return { buyer, checkoutId: orders[0].checkoutId as string, phone: freshPhone('123') }
}

export const checkoutRaces = [
  race({
    name: 'checkout: one cart, sent again and again, is ordered and charged once',
    guard: 'key',
    operations: ['POST /orders/checkout'],
    prepare: aCart,
    send: (service, { buyer, phone }) => checkOut(service, buyer, phone),
    succeed: 1,
    refusals: ['409 ALREADY_EXISTS', '409 VERSION_MISMATCH', '409 CONFLICT'],
    check: async (service, filled) => (await chargedOnce(service, filled)) || ordersFault(service, filled, 2),
  }),
  race({
    name: 'checkout: twenty carts for the last piece sell it once, and hold nothing else',
    guard: 'stock',
    operations: ['POST /orders/checkout'],
    prepare: async (service) => {
      const offers = await Promise.all([newOffer(service, 1), newOffer(service, 100)])
      return { offers, buyers: await Promise.all(Array.from({ length: 20 }, () => withCart(service, offers))) }
    },
    send: (service, { buyers }, i) => checkOut(service, buyers[i % buyers.length] as Person, freshPhone('123')),
    succeed: 1,
    refusals: ['409 ALREADY_EXISTS', '409 INSUFFICIENT_STOCK', '409 CONFLICT', '409 VERSION_MISMATCH'],
    check: (service, { offers }) =>
      countFault(
        service,
        2,
        'pieces held',
        'SELECT sum(held) AS n FROM variants WHERE id IN (?, ?)',
        ...offers.map(({ variantId }) => variantId),
      ),
  }),
  race({
    name: 'checkout: while pieces are added to its cart, each is ordered once or stays in it',
    guard: 'leaving',
    operations: ['POST /orders/checkout', 'POST /cart/items'],
    prepare: aCart,
    send: async (service, { buyer, offers }, i) => {
      if (isEditor(i))
        await mustCall(service, buyer, 'POST', '/cart/items', { variantId: offers[0]?.variantId, quantity: 1 })
      return checkOut(service, buyer, freshPhone('123'))
    },
    succeed: { least: 1, most: 3 },
    refusals: ['409 ALREADY_EXISTS', '409 VERSION_MISMATCH', '409 CONFLICT', '409 TOO_MANY_UNPAID'],
    check: (service, { buyer }, answers) =>
      countFault(
        service,
        2 + answers.filter((_, i) => isEditor(i)).length,
        'pieces',
        `SELECT (SELECT coalesce(sum(quantity), 0) FROM cart_items WHERE user_id = ?) +
          (SELECT sum(i.quantity) FROM order_items i JOIN orders o ON o.id = i.order_id WHERE o.buyer_id = ?) AS n`,
        buyer.id,
        buyer.id,
      ),
  }),
  race({
    name: 'checkout: while the seller sets other prices and the old one again, only the old one is paid',
    guard: 'version',
    operations: ['POST /orders/checkout', 'PUT /products/variants/:variantId'],
    prepare: aCart,
    send: async (service, { buyer, offers }, i) => {
      const [{ seller, variantId }] = offers as [Offer, Offer]
      const prices = isEditor(i) ? [1000 + i, '12.50'] : []
      for (const price of prices) await mustCall(service, seller, 'PUT', `/products/variants/${variantId}`, { price })
      // Whoever looks at the cart first orders it while prices are set.
      if (prices.length === 0) await mustCall(service, buyer, 'GET', '/cart')
      return checkOut(service, buyer, freshPhone('123'))
    },
    succeed: 1,
    refusals: ['409 ALREADY_EXISTS', '409 PRICE_CHANGED', '409 VERSION_MISMATCH', '409 CONFLICT'],
    check: (service, { buyer }) =>
      countFault(
        service,
        0,
        'lines at a price that was not seen',
        'SELECT count(*) AS n FROM order_items i JOIN orders o ON o.id = i.order_id WHERE o.buyer_id = ? AND i.unit_price_minor <> 1250',
        buyer.id,
      ),
  }),
  race({
    name: 'checkout: it is asked once, however many phones pay what is left',
    guard: 'money',
    operations: ['POST /orders/checkout/:checkoutId/pay'],
    prepare: unpaid,
    send: (service, { buyer, checkoutId, phone }) =>
      call(service, buyer, 'POST', `/orders/checkout/${checkoutId}/pay`, by(phone)),
    succeed: 1,
    refusals: ['409 PAYMENT_IN_PROGRESS'],
    check: chargedOnce,
  }),
]
