import { freshPhone, orderBody } from '#testing/fixtures/inputs.ts'
import { call, mustCall, outside } from '#testing/running/call.ts'
import { acceptOrder, payOrder, placeOrder } from '#testing/running/parcels.ts'
import { memberOfStaff, newOffer, newPerson, newShopkeeper, type Offer, type Person } from '#testing/running/people.ts'
import type { RunningService } from '#testing/running/start.ts'
import { silentEnd } from './operator.ts'
import { countFault, race } from './race.ts'

/** A shop with plenty in stock and somebody who buys there, for all rounds of a race. */
export const market = async (service: RunningService): Promise<{ offer: Offer; buyer: Person }> => {
  const [offer, buyer] = await Promise.all([newOffer(service, 100_000), newPerson(service)])
  return { offer, buyer }
}

export const act = (service: RunningService, as: Person, id: string, action: string, body?: unknown) =>
  call(service, as, 'POST', `/orders/${id}/${action}`, body)

export const oneRefund = (service: RunningService, { orderId }: { orderId: string }) =>
  countFault(service, 1, 'refunds of the order', 'SELECT count(*) AS n FROM refunds WHERE order_id = ?', orderId)

export const orderRaces = [
  race({
    name: 'the last 7 units are sold once',
    guard: 'stock',
    operations: ['POST /orders'],
    stage: newShopkeeper,
    prepare: async (service, seller) => {
      const offer = await newOffer(service, 7, seller)
      // The free plan has room for five products; archived ones do not count.
      const archive = () =>
        mustCall(service, seller, 'POST', `/products/${offer.productId}/status`, { status: 'ARCHIVED' })
      // A buyer may have three orders that are not paid.
      const buyers = await Promise.all(Array.from({ length: 17 }, () => newPerson(service)))
      return { offer, buyers, archive }
    },
    send: (service, { offer, buyers }, i) =>
      call(service, buyers[i % buyers.length] as Person, 'POST', '/orders', orderBody(offer, { quantity: 1 })),
    succeed: 7,
    refusals: ['409 INSUFFICIENT_STOCK'],
    check: async (service, { offer, archive }) => {
      await archive()
      const query = 'SELECT held AS n FROM variants WHERE id = ?'
      return countFault(service, 7, 'units held', query, offer.variantId)
    },
  }),
  race({
    name: 'a new buyer has three unpaid orders',
    guard: 'limit',
    operations: ['POST /orders'],
    stage: market,
    prepare: async (service, { offer }) => ({ offer, buyer: await newPerson(service) }),
    send: (service, { offer, buyer }) => call(service, buyer, 'POST', '/orders', orderBody(offer, { quantity: 1 })),
    succeed: 3,
    refusals: ['409 TOO_MANY_UNPAID'],
  }),
  race({
    name: 'one phone is asked for three payments at a time',
    guard: 'limit',
    operations: ['POST /orders'],
    stage: market,
    prepare: async (service, { offer }) => {
      const buyers = await Promise.all(Array.from({ length: 17 }, () => newPerson(service)))
      return { buyers, body: orderBody(offer, { quantity: 1 }) }
    },
    send: (service, { buyers, body }, i) => call(service, buyers[i % buyers.length] as Person, 'POST', '/orders', body),
    succeed: 3,
    refusals: ['409 PAYMENT_IN_PROGRESS', '409 TOO_MANY_UNPAID'],
    check: async (service, { body }) => {
      const made = await outside<unknown[]>(service, 'GET', `/movements?phone=${body.payerPhoneNumber}`)
      return made.length !== 3 && `${made.length} charges at the operator`
    },
  }),
  race({
    name: 'one Idempotency-Key is one order',
    guard: 'key',
    operations: ['POST /orders'],
    stage: market,
    prepare: async (service, { offer }) => ({
      buyer: await newPerson(service),
      body: orderBody(offer, { quantity: 1 }),
      key: crypto.randomUUID(),
    }),
    send: (service, { buyer, body, key }) => call(service, buyer, 'POST', '/orders', body, { 'idempotency-key': key }),
    succeed: { least: 1, most: 50 },
    refusals: ['409 REQUEST_IN_PROGRESS'],
    check: async (service, { body }, answers) => {
      const ids = new Set(answers.flatMap(({ data }) => data?.id ?? []))
      if (ids.size !== 1) return `${ids.size} orders were answered`
      const query = 'SELECT count(*) AS n FROM gateway_transactions WHERE phone = ?'
      return countFault(service, 1, 'charges', query, body.payerPhoneNumber)
    },
  }),
  race({
    name: 'pay again: one payin at a time',
    guard: 'money',
    operations: ['POST /orders/:id/pay'],
    stage: market,
    prepare: async (service, { offer }) => {
      const purchase = await placeOrder(service, offer)
      await outside(service, 'POST', `/phones/${purchase.phone}/refuse`)
      return { ...purchase, payer: { payerPhoneNumber: freshPhone(), network: 'vodacom', countryCode: 'CD' } }
    },
    send: (service, { buyer, orderId, payer }) => act(service, buyer, orderId, 'pay', payer),
    succeed: 1,
    refusals: ['409 PAYMENT_IN_PROGRESS', '409 INVALID_TRANSITION'],
    check: async (service, { payer }) => {
      const made = await outside<unknown[]>(service, 'GET', `/movements?phone=${payer.payerPhoneNumber}`)
      return made.length !== 1 && `${made.length} charges at the operator`
    },
  }),
  race({
    name: 'check-status: the money of a silent payin is booked once',
    guard: 'money',
    operations: ['POST /orders/:id/payment/check-status'],
    stage: market,
    prepare: async (service, { offer, buyer }) => {
      const purchase = await placeOrder(service, offer, {}, buyer)
      await silentEnd(service, purchase.phone)
      return purchase
    },
    send: (service, { buyer, orderId }) => act(service, buyer, orderId, 'payment/check-status'),
    succeed: 'all',
    refusals: [],
    check: (service, { orderId }) =>
      countFault(
        service,
        1,
        'credits of the payin',
        `SELECT count(*) AS n FROM transfers WHERE kind = 'order:paid' AND to_account = ?`,
        `order:${orderId}:held`,
      ),
  }),
  race({
    name: 'accept, reject, cancel by buyer and by staff: one decides',
    guard: 'decision',
    operations: [
      'POST /orders/:id/accept',
      'POST /orders/:id/reject',
      'POST /orders/:id/cancel',
      'POST /orders/admin/:id/cancel',
    ],
    stage: async (service) => ({ ...(await market(service)), support: await memberOfStaff(service) }),
    prepare: async (service, { offer, buyer, support }) => ({
      ...(await payOrder(service, offer, {}, buyer)),
      support,
    }),
    send: (service, { offer, buyer, support, orderId }, i) => {
      if (i % 4 === 0) return act(service, offer.seller, orderId, 'accept', {})
      if (i % 4 === 1) return act(service, offer.seller, orderId, 'reject', { reason: 'Plus rien' })
      if (i % 4 === 2) return act(service, buyer, orderId, 'cancel', {})
      return call(service, support, 'POST', `/orders/admin/${orderId}/cancel`, {})
    },
    // Staff cancel what was accepted before, and cancelling twice is the same cancellation.
    succeed: { least: 1, most: 13 },
    refusals: ['409 INVALID_TRANSITION'],
    check: async (service, { orderId }, answers) => {
      const decided = answers.filter(({ status }, i) => status === 200 && i % 4 !== 3).length
      if (decided > 1) return `${decided} decided`
      return oneRefund(service, { orderId })
    },
  }),
  race({
    name: 'ready, seller-cancel and admin refund of one order',
    guard: 'decision',
    operations: ['POST /orders/:id/ready', 'POST /orders/:id/seller-cancel', 'POST /orders/admin/:id/refund'],
    stage: async (service) => ({ ...(await market(service)), admin: await memberOfStaff(service, 'ADMIN') }),
    prepare: async (service, { offer, buyer, admin }) => ({ ...(await acceptOrder(service, offer, {}, buyer)), admin }),
    send: (service, { offer, admin, orderId }, i) => {
      if (i % 3 === 0) return act(service, offer.seller, orderId, 'ready')
      if (i % 3 === 1) return act(service, offer.seller, orderId, 'seller-cancel', { reason: 'Plus rien' })
      return call(service, admin, 'POST', `/orders/admin/${orderId}/refund`)
    },
    succeed: { least: 1, most: 2 },
    refusals: ['409 INVALID_TRANSITION', '409 ALREADY_EXISTS'],
    check: oneRefund,
  }),
]
