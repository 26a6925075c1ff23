import { freshPhone } from '../../test/fixtures/inputs.ts'
import { call, mustCall, outside } from '../running/call.ts'
import { newOffer, newPerson, type Offer, type Person } from '../running/people.ts'
import type { RunningService } from '../running/start.ts'
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
    operations: ['POST /orders/checkout'],
    prepare: aCart,
    send: (service, { buyer, phone }) => checkOut(service, buyer, phone),
    succeed: 1,
    refusals: ['409 VERSION_MISMATCH', '409 CONFLICT'],
    check: async (service, filled) => (await chargedOnce(service, filled)) || ordersFault(service, filled, 2),
  }),
  race({
    name: 'checkout: one quote is ordered once',
    operations: ['POST /orders/checkout'],
    prepare: async (service) => {
      const filled = await aCart(service)
      const quote = { fulfillmentMethod: 'PICKUP' }
      const { quoteId } = await mustCall(service, filled.buyer, 'POST', '/cart/quote', quote)
      return { ...filled, quoteId: quoteId as string }
    },
    send: (service, { buyer, phone, quoteId }) => checkOut(service, buyer, phone, { quoteId }),
    succeed: 1,
    refusals: ['409 ALREADY_EXISTS'],
    check: async (service, filled) => (await chargedOnce(service, filled)) || ordersFault(service, filled, 2),
  }),
  race({
    name: 'checkout: twenty carts for the last piece sell it once, and hold nothing else',
    operations: ['POST /orders/checkout'],
    prepare: async (service) => {
      const offers = await Promise.all([newOffer(service, 1), newOffer(service, 100)])
      return { offers, buyers: await Promise.all(Array.from({ length: 20 }, () => withCart(service, offers))) }
    },
    send: (service, { buyers }, i) => checkOut(service, buyers[i % buyers.length] as Person, freshPhone('123')),
    succeed: 1,
    refusals: ['409 INSUFFICIENT_STOCK', '409 CONFLICT', '409 VERSION_MISMATCH'],
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
    name: 'checkout: it is asked once, however many phones pay what is left',
    operations: ['POST /orders/checkout/:checkoutId/pay'],
    prepare: unpaid,
    send: (service, { buyer, checkoutId, phone }) =>
      call(service, buyer, 'POST', `/orders/checkout/${checkoutId}/pay`, by(phone)),
    succeed: 1,
    refusals: ['409 PAYMENT_IN_PROGRESS'],
    check: chargedOnce,
  }),
]
