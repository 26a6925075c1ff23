import { freshPhone, orderBody } from '../fixtures/inputs.ts'
import { mustCall, outside } from './call.ts'
import { newPerson, newRider, type Offer, type Person } from './people.ts'
import type { RunningService } from './start.ts'

type Terms = { fulfillmentMethod?: 'DELIVERY' | 'PICKUP' }

export const approve = (service: RunningService, phone: string) => outside(service, 'POST', `/phones/${phone}/approve`)

export type Purchase = { offer: Offer; buyer: Person; orderId: string; phone: string }

const purchases = new WeakMap<Person, { now: Person; made: number }>()

/** This person, until they have asked for as many payments as one may in an hour; after that others in their place. */
async function buyerFor(service: RunningService, somebody: Person | undefined): Promise<Person> {
  if (!somebody) return newPerson(service)
  const known = purchases.get(somebody) ?? { now: somebody, made: 0 }
  purchases.set(somebody, known)
  known.made += 1
  if (known.made % 20 === 0) known.now = await newPerson(service)
  return known.now
}

/** An order whose payer has not answered yet. */
export async function placeOrder(
  service: RunningService,
  offer: Offer,
  terms?: Terms,
  somebody?: Person,
): Promise<Purchase> {
  const buyer = await buyerFor(service, somebody)
  const phone = freshPhone()
  const { id: orderId } = await mustCall(
    service,
    buyer,
    'POST',
    '/orders',
    orderBody(offer, { quantity: 1, payerPhoneNumber: phone, ...terms }),
  )
  return { offer, buyer, orderId, phone }
}

/** An order that is paid and waits for its seller. */
export async function payOrder(
  service: RunningService,
  offer: Offer,
  terms?: Terms,
  somebody?: Person,
): Promise<Purchase> {
  const purchase = await placeOrder(service, offer, terms, somebody)
  await approve(service, purchase.phone)
  return purchase
}

export const sellerDoes = (service: RunningService, { offer, orderId }: Purchase, action: string, body?: unknown) =>
  mustCall(service, offer.seller, 'POST', `/orders/${orderId}/${action}`, body)

export async function acceptOrder(
  service: RunningService,
  offer: Offer,
  terms?: Terms,
  somebody?: Person,
): Promise<Purchase> {
  const purchase = await payOrder(service, offer, terms, somebody)
  await sellerDoes(service, purchase, 'accept', {})
  return purchase
}

export type Parcel = Purchase & { deliveryId: string; pickupCode: string }

/** A parcel that waits for whoever takes it. */
export async function packParcel(
  service: RunningService,
  offer: Offer,
  terms?: Terms,
  somebody?: Person,
): Promise<Parcel> {
  const purchase = await acceptOrder(service, offer, terms, somebody)
  const ready = await sellerDoes(service, purchase, 'ready')
  const seen = await mustCall(service, purchase.buyer, 'GET', `/orders/${purchase.orderId}`)
  return { ...purchase, deliveryId: ready.delivery?.id ?? '', pickupCode: ready.pickupCode ?? seen.pickupCode }
}

export type Job = Parcel & { rider: Person & { riderId: string } }

export const riderDoes = (service: RunningService, { rider, deliveryId }: Job, action: string, body?: unknown) =>
  mustCall(service, rider, 'POST', `/deliveries/${deliveryId}/${action}`, body)

export async function takeJob(service: RunningService, offer: Offer, somebody?: Person): Promise<Job> {
  const [parcel, rider] = await Promise.all([packParcel(service, offer, {}, somebody), newRider(service)])
  const job = { ...parcel, rider }
  await riderDoes(service, job, 'accept')
  return job
}

export async function carryParcel(
  service: RunningService,
  offer: Offer,
  somebody?: Person,
): Promise<Job & { code: string }> {
  const job = await takeJob(service, offer, somebody)
  await riderDoes(service, job, 'pickup', { code: job.pickupCode })
  const { dropoffCode } = await mustCall(service, job.buyer, 'GET', `/orders/${job.orderId}/tracking`)
  return { ...job, code: dropoffCode }
}

export async function deliverParcel(service: RunningService, offer: Offer, somebody?: Person): Promise<Job> {
  const job = await carryParcel(service, offer, somebody)
  await riderDoes(service, job, 'deliver', { code: job.code })
  return job
}

/** A parcel that nobody could be given, the first time long ago. */
export async function failOnce(
  service: RunningService,
  offer: Offer,
  somebody?: Person,
): Promise<Job & { code: string }> {
  const job = await carryParcel(service, offer, somebody)
  await riderDoes(service, job, 'fail', { reasonCode: 'BUYER_ABSENT' })
  await service.sql(
    `UPDATE deliveries SET reached_at = json_set(reached_at, '$.ASSIGNED', 0, '$.PICKED_UP', 0, '$.FAILED_ATTEMPT', 0) WHERE id = ?`,
    job.deliveryId,
  )
  return job
}

/** A parcel that nobody could be given twice, on its way back. */
export async function turnBack(service: RunningService, offer: Offer, somebody?: Person): Promise<Job> {
  const job = await failOnce(service, offer, somebody)
  await riderDoes(service, job, 'fail', { reasonCode: 'BUYER_ABSENT' })
  return job
}

/** A refund of the whole order that waits for an ADMIN, written straight into the database. @returns its id */
export async function requestedRefund(
  service: RunningService,
  orderId: string,
  status: 'REQUESTED' | 'FAILED' = 'REQUESTED',
): Promise<string> {
  const id = crypto.randomUUID()
  await service.sql(
    `INSERT INTO refunds (id, order_id, amount_minor, currency, kind, status, gateway, phone, network, country, version, created_at, updated_at)
     SELECT ?, o.id, o.total_minor, o.currency, 'FULL', ?, g.gateway, g.phone, g.network, g.country, 1, 1, 1
     FROM orders o JOIN payin_shares w ON w.order_id = o.id JOIN gateway_transactions g ON g.id = w.payin_id WHERE o.id = ?`,
    ...[id, status, orderId],
  )
  await service.sql(
    "INSERT INTO history (thing_id, version, thing, event, to_status, at) VALUES (?, 1, 'refund', 'request', ?, 1)",
    ...[id, status],
  )
  if (status === 'FAILED') await openIncident(service, id, orderId)
  return id
}

/** The ADMIN who decides about a refund that failed is told, as by the attempt that failed. */
async function openIncident(service: RunningService, refundId: string, orderId: string): Promise<void> {
  const incidentId = crypto.randomUUID()
  await service.sql(
    `INSERT INTO incidents (id, type, ref, severity, title, description, order_id, refund_id, created_at, updated_at)
     VALUES (?1, 'PAYMENT', 'refund:' || ?2, 'HIGH', 'Remboursement refusé par un opérateur', 'À renvoyer.', ?3, ?2, 1, 1)`,
    ...[incidentId, refundId, orderId],
  )
  await service.sql(
    "INSERT INTO history (thing_id, version, thing, event, to_status, caller, at) VALUES (?, 1, 'incident', 'open', 'OPEN', 'cron', 1)",
    incidentId,
  )
}
