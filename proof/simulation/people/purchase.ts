import type { Actor, Ctx } from '#domain/core/context.ts'
import { pollGateway } from '#domain/money/gateways/readings/poll.ts'
import { acceptDelivery } from '#domain/orders/delivery/carrying/accept.ts'
import { deliverDelivery } from '#domain/orders/delivery/carrying/deliver.ts'
import { pickUpDelivery } from '#domain/orders/delivery/carrying/pick-up.ts'
import { handoverCode } from '#domain/orders/delivery/handover-code.ts'
import { PlaceOrder, placeOrder } from '#domain/orders/orders/buying/place.ts'
import { confirmReceipt } from '#domain/orders/orders/ending/confirm-receipt.ts'
import { selectLatestPayin } from '#domain/orders/orders/payins/payin-shares.ts'
import { acceptOrder } from '#domain/orders/orders/preparing/accept.ts'
import { readyOrder } from '#domain/orders/orders/preparing/ready.ts'
import { decide } from '../gateways/gateways.ts'
import type { Simulation } from '../simulation.ts'

type As = (actor: Actor) => Ctx
const PAYERS = [
  { payerPhoneNumber: '0970000012', network: 'airtel', countryCode: 'CD' },
  { payerPhoneNumber: '0780000014', network: 'mtn', countryCode: 'RW' },
]

/** Orders one piece of the first thing on sale in dollars. @returns the order's id, which is the payin's reference too */
export async function order({ store }: Simulation, as: As, buyer: Actor, payer: 0 | 1): Promise<string> {
  const [variant] = store.rows<{ id: string; shop: string }>(
    `SELECT v.id, p.shop_id AS shop FROM variants v JOIN products p ON p.id = v.product_id WHERE p.visible = 1 AND p.currency = 'USD' ORDER BY v.stock DESC, v.id`,
  )
  const input = PlaceOrder.parse({
    shopId: variant?.shop,
    items: [{ variantId: variant?.id, quantity: 1 }],
    fulfillmentMethod: 'DELIVERY',
    paymentMethod: 'MOBILE_MONEY',
    currency: 'USD',
    deliveryAddress: 'Avenue Lumumba 12',
    ...PAYERS[payer],
  })
  return (await placeOrder(as(buyer), input)).id
}

/** The payer says yes, and the operator's callback makes us ask. */
export async function pay(simulation: Simulation, as: As, buyer: Actor, id: string): Promise<void> {
  const movement = simulation.gateways.movements.get(id)
  if (movement) decide(simulation, movement, 'succeeded')
  const ctx = as(buyer)
  const [payin] = await selectLatestPayin(ctx, id)
  if (payin) await pollGateway(ctx, payin, 'callback')
}

/** The whole way of one order, so that somebody has earned something. */
export async function buyAndReceive(
  simulation: Simulation,
  as: As,
  { buyer, seller, rider, payer }: Record<'buyer' | 'seller' | 'rider', Actor> & { payer: 0 | 1 },
): Promise<void> {
  const id = await order(simulation, as, buyer, payer)
  await pay(simulation, as, buyer, id)
  await acceptOrder(as(seller), id, {})
  await readyOrder(as(seller), id)
  const job = simulation.store.rows<{ id: string }>('SELECT id FROM deliveries WHERE order_id = ?', id)[0]?.id ?? ''
  await acceptDelivery(as(rider), job)
  await pickUpDelivery(as(rider), job, { code: await handoverCode(as(rider), 'pickup', id) })
  await deliverDelivery(as(rider), job, { code: await handoverCode(as(rider), 'dropoff', id) })
  await confirmReceipt(as(buyer), id)
}

/** The newest code that was written to somebody, where nobody has sent it yet. */
export const newestCode = ({ store }: Simulation, kind: string): string =>
  store
    .rows<{ body: string }>(`SELECT body FROM outbox WHERE kind = ? ORDER BY rowid DESC LIMIT 1`, kind)[0]
    ?.body.slice(0, 6) ?? ''
export const NUMBER = { phoneNumber: '0970000012', network: 'airtel', countryCode: 'CD' }
