import { env } from 'cloudflare:workers'
import { expect } from 'vitest'
import { connect } from '../../../src/db/client.ts'
import { history } from '../../../src/db/schema/core/history.ts'
import { orders } from '../../../src/db/schema/orders/orders.ts'
import { deliveryZones } from '../../../src/db/schema/orders/zones.ts'
import { type Address, sellerProfiles } from '../../../src/db/schema/shops/profiles.ts'
import { shops } from '../../../src/db/schema/shops/shops.ts'
import { fold } from '../../../src/kernel/text.ts'
import { type Caller, call, signUp } from '../../api.ts'

export type Person = NonNullable<Caller>
export const db = connect(env.DB)

let staff: Person | undefined
/** One member of staff for all the riders of a file. */
export const aStaff = async () => {
  staff ??= await signUp('SUPPORT')
  return staff
}
/** Every file has a fresh database, and modules outlive it. */
export const forgetStaff = () => {
  staff = undefined
}

let numbers = 0

/** Somebody whose number is verified. */
export async function withPhone(): Promise<Person & { phone: string }> {
  const person = await signUp()
  const phone = `24389${String(++numbers).padStart(7, '0')}`
  await env.DB.prepare('UPDATE users SET phone = ?, phone_verified_at = 1 WHERE id = ?').bind(phone, person.id).run()
  return { ...person, phone }
}

export type Rider = Person & { riderId: string; phone: string }

/** An ACTIVE rider who is ONLINE, made as anybody becomes one. */
export async function newRider(zones: string[] = [], vehicleType = 'MOTO'): Promise<Rider> {
  const person = await withPhone()
  const applied = await call(person, 'POST', '/riders/apply', { vehicleType, zones })
  expect(applied.status).toBe(201)
  const riderId: string = applied.data.id
  expect((await call(await aStaff(), 'POST', `/riders/${riderId}/approve`, {})).status).toBe(200)
  expect((await call(person, 'POST', '/riders/me/availability', { availability: 'ONLINE' })).status).toBe(200)
  return { ...person, role: 'RIDER', riderId }
}

export async function newZone(city: string, more: Partial<typeof deliveryZones.$inferInsert> = {}): Promise<string> {
  const id = crypto.randomUUID()
  const place = {
    name: city,
    country: 'CD',
    city,
    foldedCity: fold(city),
    lat: -2.5,
    lng: 28.86,
    radiusKm: 10,
  } as const
  await db.insert(deliveryZones).values({ id, ...place, feeMinor: 300, feeCurrency: 'USD', createdAt: 1, ...more })
  return id
}

export type Shop = { id: string; seller: Person; sellerProfileId: string; name: string }

export async function newShop(
  address: Address = { country: 'CD', city: `Ville ${crypto.randomUUID()}` },
): Promise<Shop> {
  const seller = await signUp('SELLER')
  const [id, sellerProfileId] = [crypto.randomUUID(), crypto.randomUUID()]
  const times = { createdAt: Date.now(), updatedAt: Date.now() }
  const name = 'Kivu Frais'
  await db.batch([
    db.insert(sellerProfiles).values({
      id: sellerProfileId,
      userId: seller.id,
      businessName: name,
      businessType: 'INDIVIDUAL',
      contactPhone: '243810000001',
      address,
      ...times,
    }),
    db.insert(shops).values({
      id,
      sellerProfileId,
      name,
      slug: id,
      phone: '243810000002',
      address,
      foldedCity: fold(address.city ?? ''),
      openingHours: [],
      currency: 'USD',
      deliveryMethods: ['DELIVERY', 'PICKUP'],
      status: 'PUBLISHED',
      ...times,
    }),
  ])
  return { id, seller, sellerProfileId, name }
}

/** A paid order of a shop, as it is once the seller has accepted it. */
export async function newOrder(
  shop: Shop,
  buyer: Person,
  more: Partial<typeof orders.$inferInsert> = {},
): Promise<string> {
  const id = crypto.randomUUID()
  const order = {
    id,
    number: `CMD-T-${id.slice(0, 8)}`,
    buyerId: buyer.id,
    shopId: shop.id,
    sellerProfileId: shop.sellerProfileId,
    status: 'ACCEPTED',
    paymentStatus: 'PAID',
    fulfillmentMethod: 'DELIVERY',
    paymentMethod: 'MOBILE_MONEY',
    currency: 'USD',
    deliveryAddress: 'Avenue du Lac 12, Ibanda',
    subtotalMinor: 1000,
    deliveryFeeMinor: 205,
    totalMinor: 1205,
    paidCurrency: 'USD',
    paidSubtotalMinor: 1000,
    paidFeeMinor: 205,
    createdAt: Date.now(),
    updatedAt: Date.now(),
    ...more,
  } as const
  const accepted = { thing: 'order', thingId: id, version: 1, event: 'accept', toStatus: order.status, at: 1 } as const
  await db.batch([db.insert(orders).values(order), db.insert(history).values(accepted)])
  return id
}

export type Job = { orderId: string; deliveryId: string; pickupCode: string; shop: Shop; buyer: Person }

/** An order that is ready, and the job that opened with it. */
export async function newJob(address?: Address, given: { shop?: Shop; buyer?: Person } = {}): Promise<Job> {
  const shop = given.shop ?? (await newShop(address))
  const buyer = given.buyer ?? (await signUp())
  const orderId = await newOrder(shop, buyer)
  const { data } = await call(shop.seller, 'POST', `/orders/${orderId}/ready`)
  return { orderId, deliveryId: data.delivery.id, pickupCode: data.pickupCode, shop, buyer }
}

export const act = (as: Caller, job: Job | string, what: string, body?: unknown) =>
  call(as, 'POST', `/deliveries/${typeof job === 'string' ? job : job.deliveryId}/${what}`, body)

export const dropoffCode = async (job: Job): Promise<string> =>
  (await call(job.buyer, 'GET', `/orders/${job.orderId}/tracking`)).data.dropoffCode

/** A job that this rider has picked up. */
export async function onTheWay(rider: Rider, job?: Job): Promise<Job> {
  const taken = job ?? (await newJob())
  expect((await act(rider, taken, 'accept')).status).toBe(200)
  expect((await act(rider, taken, 'pickup', { code: taken.pickupCode })).status).toBe(200)
  return taken
}

export const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
