import { must, outside } from './call.ts'
import { freshPhone, newPerson, newRider, type Offer, type Person } from './town.ts'
import type { World } from './world.ts'

type Terms = { fulfillmentMethod?: 'DELIVERY' | 'PICKUP'; quantity?: number }

export const orderOf = ({ seller, variantId }: Offer, payerPhoneNumber: string, terms: Terms = {}) => ({
  shopId: seller.shopId,
  items: [{ variantId, quantity: terms.quantity ?? 1 }],
  fulfillmentMethod: terms.fulfillmentMethod ?? 'DELIVERY',
  paymentMethod: 'MOBILE_MONEY',
  currency: 'USD',
  ...(terms.fulfillmentMethod !== 'PICKUP' && { deliveryAddress: '12, avenue de la Paix, Bukavu' }),
  payerPhoneNumber,
  network: 'vodacom',
  countryCode: 'CD',
})

export const approve = (world: World, phone: string) => outside(world, 'POST', `/phones/${phone}/approve`)

export type Purchase = { offer: Offer; buyer: Person; orderId: string; phone: string }

/** An order whose payer has not answered yet. */
export async function placeOrder(world: World, offer: Offer, terms?: Terms, somebody?: Person): Promise<Purchase> {
  const buyer = somebody ?? (await newPerson(world))
  const phone = freshPhone()
  const { id: orderId } = await must(world, buyer, 'POST', '/orders', orderOf(offer, phone, terms))
  return { offer, buyer, orderId, phone }
}

/** An order that is paid and waits for its seller. */
export async function payOrder(world: World, offer: Offer, terms?: Terms, somebody?: Person): Promise<Purchase> {
  const purchase = await placeOrder(world, offer, terms, somebody)
  await approve(world, purchase.phone)
  return purchase
}

export const sellerDoes = (world: World, { offer, orderId }: Purchase, action: string, body?: unknown) =>
  must(world, offer.seller, 'POST', `/orders/${orderId}/${action}`, body)

export async function acceptOrder(world: World, offer: Offer, terms?: Terms, somebody?: Person): Promise<Purchase> {
  const purchase = await payOrder(world, offer, terms, somebody)
  await sellerDoes(world, purchase, 'accept', {})
  return purchase
}

export type Parcel = Purchase & { deliveryId: string; pickupCode: string }

/** A parcel that waits for whoever takes it. */
export async function packParcel(world: World, offer: Offer, terms?: Terms, somebody?: Person): Promise<Parcel> {
  const purchase = await acceptOrder(world, offer, terms, somebody)
  const ready = await sellerDoes(world, purchase, 'ready')
  const seen = await must(world, purchase.buyer, 'GET', `/orders/${purchase.orderId}`)
  return { ...purchase, deliveryId: ready.delivery?.id ?? '', pickupCode: ready.pickupCode ?? seen.pickupCode }
}

export type Job = Parcel & { rider: Person & { riderId: string } }

export const riderDoes = (world: World, { rider, deliveryId }: Job, action: string, body?: unknown) =>
  must(world, rider, 'POST', `/deliveries/${deliveryId}/${action}`, body)

export async function takeJob(world: World, offer: Offer, somebody?: Person): Promise<Job> {
  const [parcel, rider] = await Promise.all([packParcel(world, offer, {}, somebody), newRider(world)])
  const job = { ...parcel, rider }
  await riderDoes(world, job, 'accept')
  return job
}

export async function carryParcel(world: World, offer: Offer, somebody?: Person): Promise<Job & { code: string }> {
  const job = await takeJob(world, offer, somebody)
  await riderDoes(world, job, 'pickup', { code: job.pickupCode })
  const { dropoffCode } = await must(world, job.buyer, 'GET', `/orders/${job.orderId}/tracking`)
  return { ...job, code: dropoffCode }
}

export async function deliverParcel(world: World, offer: Offer, somebody?: Person): Promise<Job> {
  const job = await carryParcel(world, offer, somebody)
  await riderDoes(world, job, 'deliver', { code: job.code })
  return job
}

/** A parcel that nobody could be given, the first time long ago. */
export async function failOnce(world: World, offer: Offer, somebody?: Person): Promise<Job> {
  const job = await carryParcel(world, offer, somebody)
  await riderDoes(world, job, 'fail', { reasonCode: 'BUYER_ABSENT' })
  await world.sql(
    `UPDATE deliveries SET reached_at = json_set(reached_at, '$.FAILED_ATTEMPT', 0) WHERE id = ?`,
    job.deliveryId,
  )
  return job
}

/** A parcel that nobody could be given twice, on its way back. */
export async function turnBack(world: World, offer: Offer, somebody?: Person): Promise<Job> {
  const job = await failOnce(world, offer, somebody)
  await riderDoes(world, job, 'fail', { reasonCode: 'BUYER_ABSENT' })
  return job
}
