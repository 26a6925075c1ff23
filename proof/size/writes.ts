import type { Answer, Asking } from './asking.ts'
import type { Who } from './requests.ts'
import type { Subjects } from './subjects.ts'

/** A number of the sandbox that pays by itself. */
const PAYER = '243810000789'
/** The phone has paid by then, and what the callback causes is done. */
const CALLBACK_MS = 4_000
const DELIVERY = { fulfillmentMethod: 'DELIVERY', deliveryAddress: '12, avenue de la Paix, Bukavu' }

/** A purchase from the cart to the receipt, by the busiest buyer of the busiest shop's goods: each write as it was answered, and the read that shows the code. */
export async function* buy({ ask, wait }: Asking, { variant }: Subjects): AsyncGenerator<Answer & { name: string }> {
  const write = async (as: Who, path: string, body?: unknown) => {
    const answer = await ask(as, 'POST', path, body)
    return { ...answer, name: `${as}: POST ${path.replace(/[\da-f-]{36}/g, ':id')}` }
  }
  yield await write('buyer', '/cart/items', { variantId: variant, quantity: 1 })
  const quoted = await write('buyer', '/cart/quote', DELIVERY)
  yield quoted
  const payer = { payerPhoneNumber: PAYER, network: 'airtel', countryCode: 'CD' }
  const placed = await write('buyer', '/orders/checkout', {
    quoteId: quoted.data.quoteId,
    paymentMethod: 'MOBILE_MONEY',
    ...payer,
  })
  yield placed
  const id = placed.data.orders[0]?.id
  yield { ...placed, status: 200, name: 'gateway: the callback', steps: await wait(CALLBACK_MS) }
  const message = { channel: 'BUYER_SELLER', clientMessageId: crypto.randomUUID().slice(0, 12), body: 'Bonjour' }
  yield await write('buyer', `/orders/${id}/messages`, message)
  yield await write('seller', `/orders/${id}/accept`)
  yield await write('seller', `/orders/${id}/prepare`)
  const ready = await write('seller', `/orders/${id}/ready`)
  yield ready
  const delivery: string = ready.data.delivery.id
  yield await write('rider', `/deliveries/${delivery}/accept`)
  yield await write('rider', `/deliveries/${delivery}/pickup`, { code: ready.data.pickupCode })
  const tracking = await ask('buyer', 'GET', `/orders/${id}/tracking`)
  yield { ...tracking, name: 'buyer: GET /orders/:id/tracking' }
  yield await write('rider', `/deliveries/${delivery}/deliver`, { code: tracking.data.dropoffCode })
  yield await write('buyer', `/orders/${id}/confirm-receipt`)
}
