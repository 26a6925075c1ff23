import type { Ask, Cost } from './measure.ts'
import type { Subjects } from './subjects.ts'

/** A number of the sandbox that pays by itself. */
const PAYER = '243810000789'
const DELIVERY = { fulfillmentMethod: 'DELIVERY', deliveryAddress: '12, avenue de la Paix, Bukavu' }

/** A purchase from the cart to the receipt, by the busiest buyer of the busiest shop's goods; each write with its cost. */
export async function* buy(ask: Ask, { variant }: Subjects): AsyncGenerator<{ name: string; cost: Cost }> {
  const write = async (as: Parameters<Ask>[0], path: string, body?: unknown) => {
    const answer = await ask(as, 'POST', path, body)
    return { ...answer, name: `write: POST ${path.replace(/[\da-f-]{36}/g, ':id')}` }
  }
  yield await write('buyer', '/cart/items', { variantId: variant, quantity: 1 })
  const quoted = await write('buyer', '/cart/quote', DELIVERY)
  yield quoted
  const paid = {
    quoteId: quoted.data.quoteId,
    paymentMethod: 'MOBILE_MONEY',
    payerPhoneNumber: PAYER,
    network: 'airtel',
    countryCode: 'CD',
  }
  const placed = await write('buyer', '/orders/checkout', paid)
  yield placed
  const id: string = placed.data.orders[0].id
  for (let tries = 0; tries < 100; tries++) {
    if ((await ask('buyer', 'GET', `/orders/${id}`)).data.status === 'PENDING_SELLER_REVIEW') break
  }
  const message = { channel: 'BUYER_SELLER', clientMessageId: crypto.randomUUID().slice(0, 12), body: 'Bonjour' }
  yield await write('buyer', `/orders/${id}/messages`, message)
  yield await write('seller', `/orders/${id}/accept`)
  yield await write('seller', `/orders/${id}/prepare`)
  const ready = await write('seller', `/orders/${id}/ready`)
  yield ready
  const delivery: string = ready.data.delivery.id
  yield await write('rider', `/deliveries/${delivery}/accept`)
  yield await write('rider', `/deliveries/${delivery}/pickup`, { code: ready.data.pickupCode })
  const { data } = await ask('buyer', 'GET', `/orders/${id}/tracking`)
  yield await write('rider', `/deliveries/${delivery}/deliver`, { code: data.dropoffCode })
  yield await write('buyer', `/orders/${id}/confirm-receipt`)
}
