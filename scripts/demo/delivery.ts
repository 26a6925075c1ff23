import { unwrap } from '#src/client.ts'
import { chapter, did, mustBe, say } from './narrator.ts'
import type { Offer } from './opening.ts'
import { newcomer, type Person, provePhone, type Stage, signInAs } from './people.ts'
import type { Purchase } from './purchase.ts'

/** The seller prepares the order, a rider brings it, and a code proves each hand-over; the buyer confirms. */
export async function deliverOrder(stage: Stage, { seller }: Offer, { buyer, orderId }: Purchase): Promise<void> {
  chapter('La commande est préparée et livrée')
  const param = { id: orderId }
  await unwrap(seller.client.sellerOrders[':id'].accept.$post({ param, json: {} }))
  await unwrap(seller.client.sellerOrders[':id'].prepare.$post({ param }))
  const { pickupCode = '' } = await unwrap(seller.client.sellerOrders[':id'].ready.$post({ param }))
  mustBe(pickupCode !== '', 'la vendeuse reçoit un code de retrait')
  did(`${seller.name} accepte, prépare, et garde le code de retrait ${pickupCode} pour le livreur`)

  const rider = await hireRider(stage)
  const { deliveries } = await unwrap(
    rider.client.deliveries.available.$get({ query: { lat: '-1.68', lng: '29.22', limit: '100' } }),
  )
  const job = deliveries.find((delivery) => delivery.orderId === orderId)
  mustBe(job !== undefined, 'le livreur voit la course')
  await unwrap(rider.client.deliveries[':id'].accept.$post({ param: { id: job.id } }))
  did(
    `${rider.name} voit la course, à ${String(job.distanceKm).replace('.', ',')} km, et la prend : ${say(job.riderEarning, job.currency)} pour lui`,
  )
  await unwrap(rider.client.parcels[':id'].pickup.$post({ param: { id: job.id }, json: { code: pickupCode } }))
  did('Il enlève le colis chez la vendeuse avec le code de retrait')

  const { dropoffCode } = await unwrap(buyer.client.tracking[':id'].tracking.$get({ param }))
  mustBe(typeof dropoffCode === 'string', 'l’acheteur voit son code de remise')
  const delivered = await unwrap(
    rider.client.parcels[':id'].deliver.$post({ param: { id: job.id }, json: { code: dropoffCode } }),
  )
  mustBe(delivered.status === 'DELIVERED', `la course est ${delivered.status}`)
  did(`${buyer.name} lui donne le code de remise ${dropoffCode} : le colis est livré`)

  const order = await unwrap(buyer.client.orders[':id']['confirm-receipt'].$post({ param }))
  mustBe(order.status === 'COMPLETED', `la commande est ${order.status}`)
  did(`${buyer.name} confirme la réception : l’argent est libéré`)
}

/** Hires a new rider each time: a story that was stopped half-way may have left the last one with jobs. */
async function hireRider(stage: Stage): Promise<Person> {
  const rider = await newcomer(stage, 'Moïse Hakizimana', 'RIDER')
  await provePhone(stage, rider)
  const { id } = await unwrap(
    rider.client.riders.apply.$post({ json: { vehicleType: 'MOTO', vehiclePlate: 'NK 2210 BC' } }),
  )
  const support = await signInAs(stage, 'support@demo.test')
  await unwrap(support.staffRiders[':id'].approve.$post({ param: { id }, json: {} }))
  await unwrap(rider.client.riders.me.location.$post({ json: { lat: -1.685, lng: 29.22 } }))
  const { availability } = await unwrap(rider.client.riders.me.availability.$post({ json: { availability: 'ONLINE' } }))
  did(
    `${rider.name}, motard, postule ; le support l’approuve, il se met ${availability === 'ONLINE' ? 'en ligne' : availability}`,
  )
  return rider
}
