import { describe, expect, it } from 'vitest'
import { call, type Person } from '#testing/api.ts'
import { minuteCronAfter } from '#testing/clock.ts'
import { actOnJob, newRider, type Rider } from '#testing/fixtures/deliveries.ts'
import { ADDRESS, freshPhone } from '#testing/fixtures/inputs.ts'
import { actOnOrder, newMarket, paidOrder } from '#testing/fixtures/orders.ts'
import { changeUser, signUp } from '#testing/fixtures/people.ts'
import { approve } from '#testing/sandbox.ts'
import { again, SECOND } from '#testing/stories/money.ts'
import { addItem, checkout, type Data, ok } from '#testing/stories/orders.ts'
import { clockGoesOn } from '#testing/stories/production.ts'
import { everythingReadBy, heardBy, noticesOf, pathsThatShow } from '#testing/stories/readers.ts'

// Rule 8.3.4: a rider who has not taken a job sees commune or quarter, distance and fee: no name, street or telephone.

clockGoesOn()

const BUYER = 'Zanzibara Quarantecinq'
const STREET = 'Avenue-zanzibar-46'
const MARK = 'Repere-zanzibar-47'
const NOTE = 'Note-zanzibar-48'
const SHOP_STREET = 'Boulevard-zanzibar-49'
const HOUSE = '774411'
const [COMMUNE, QUARTER] = ['Ibanda', 'Ndendere']

/** A job that waits for a rider: its buyer has a name, a number and a street, its shop a street and a number of its own. */
async function openJob(kind: 'text' | 'address' = 'address') {
  const market = await newMarket()
  const [phone, home, shopPhone] = [freshPhone(), freshPhone(), freshPhone()]
  const { city } = ok(await call(market.seller, 'GET', '/seller/shop/me')).shops[0].address
  await changeUser(market.buyer.id, 'name = ?, phone = ?, phone_verified_at = 1', BUYER, phone)
  const place = { country: 'CD', city, commune: COMMUNE, avenue: SHOP_STREET, number: HOUSE, landmark: MARK }
  ok(await call(market.seller, 'PUT', `/seller/shop/${market.seller.shopId}`, { address: place, phone: shopPhone }))
  const more = { commune: COMMUNE, quartier: QUARTER, avenue: STREET, number: HOUSE, landmark: MARK }
  const person = { recipientName: BUYER, phone: home, city }
  let order: Data
  if (kind === 'address') {
    const { id: addressId } = ok(
      await call(market.buyer, 'POST', '/users/me/addresses', { ...ADDRESS, ...person, ...more }),
    )
    ok(await addItem(market.buyer, market.variantId, 1))
    const payer = freshPhone()
    const placed = ok(await checkout(market.buyer, payer, { fulfillmentMethod: 'DELIVERY', addressId }))
    await approve(payer)
    order = placed.orders[0]
  } else {
    order = await paidOrder(market, { deliveryAddress: `${HOUSE}, ${STREET}, ${MARK}`, note: NOTE })
  }
  ok(await actOnOrder(market.seller, order.id, 'accept'))
  ok(await actOnOrder(market.seller, order.id, 'prepare'))
  const { delivery } = ok(await actOnOrder(market.seller, order.id, 'ready'))
  const secrets = ['Zanzibara', STREET, MARK, NOTE, HOUSE, SHOP_STREET, phone, home, shopPhone]
  return { ...market, order, id: order.id as string, deliveryId: delivery.id as string, secrets }
}
type Open = Awaited<ReturnType<typeof openJob>>
/** All that they read; a shop shows everybody where it is. */
const readBy = async (as: Person, job: Open) =>
  [
    ...(await everythingReadBy(as, { id: job.deliveryId, orderId: job.id })),
    ...(await everythingReadBy(as, { id: job.id, orderId: job.id })),
  ].filter(({ path }) => !path.startsWith('/seller/shop'))
const listedFor = async (rider: Rider, { deliveryId }: Open, more = ''): Promise<Data> =>
  ok(await call(rider, 'GET', `/deliveries/available?limit=100${more}`)).deliveries.find(
    ({ id }: { id: string }) => id === deliveryId,
  )

describe('a rider who has not taken a job', () => {
  it.each(['text', 'address'] as const)(
    '8.3.4 reads no name, street or telephone in any operation: %s',
    async (kind) => {
      const [job, rider] = [await openJob(kind), await newRider()]
      expect(pathsThatShow(await readBy(rider, job), job.secrets)).toEqual([])
    },
  )

  it('8.3.4 sees in the list commune or quarter, distance and fee', async () => {
    const [job, rider] = [await openJob(), await newRider()]
    const listed = await listedFor(rider, job)
    expect(Object.keys(listed.dropoff.address).filter((key) => !/^(country|city|commune|quartier)$/.test(key))).toEqual(
      [],
    )
    expect(JSON.stringify(listed.dropoff.address)).toMatch(/Ibanda|Ndendere/)
    expect(listed).toMatchObject({ fee: expect.any(String), riderEarning: expect.any(String) })
    expect(listed).toHaveProperty('distanceKm')
    expect(listed.dropoff).toMatchObject({ name: null, phone: null })
    expect(listed.pickup.phone ?? null).toBeNull()
    expect(listed.proofs).toEqual([])
  })

  it('8.3.4 sees no place of the buyer by its coordinates', async () => {
    const [job, rider] = [await openJob(), await newRider()]
    const { dropoff } = await listedFor(rider, job, '&lat=-2.5&lng=28.86')
    expect(JSON.stringify(dropoff)).not.toMatch(/"(lat|lng)"/)
  })

  it('8.3.4 hears no more of it: notices, mails and SMS name no person, street or number', async () => {
    const rider = await newRider()
    const job = await openJob()
    await minuteCronAfter(61 * SECOND)
    const told = [...(await heardBy(rider)), JSON.stringify(await noticesOf(rider))]
    expect(job.secrets.filter((word) => told.some((text) => text.includes(word)))).toEqual([])
  })

  it('8.3.4 nor a rider whom another one was faster than, one who gave it up, or from whom staff took it', async () => {
    const [job, slow, first] = [await openJob(), await newRider(), await newRider()]
    ok(await actOnJob(first, job.deliveryId, 'accept'))
    const late = await actOnJob(slow, job.deliveryId, 'accept')
    expect(job.secrets.filter((word) => JSON.stringify(late.body).includes(word))).toEqual([])
    expect(pathsThatShow(await readBy(slow, job), job.secrets)).toEqual([])
    const released = await actOnJob(first, job.deliveryId, 'release')
    expect(job.secrets.filter((word) => JSON.stringify(released.body).includes(word))).toEqual([])
    expect(pathsThatShow(await readBy(first, job), job.secrets)).toEqual([])
    const support = await signUp('SUPPORT')
    ok(await call(support, 'POST', `/deliveries/${job.deliveryId}/assign`, { riderId: slow.riderId }))
    ok(await call(support, 'POST', `/deliveries/${job.deliveryId}/unassign`))
    expect(pathsThatShow(await readBy(slow, job), job.secrets)).toEqual([])
  })

  it('8.3.4 nor one who waits for approval, was suspended, or is offline', async () => {
    const [job, rider, applicant] = [await openJob(), await newRider(), await signUp()]
    await changeUser(applicant.id, 'phone = ?, phone_verified_at = 1', freshPhone())
    ok(await call(applicant, 'POST', '/riders/apply', { vehicleType: 'ON_FOOT' }))
    ok(await call(await signUp('SUPPORT'), 'POST', `/riders/${rider.riderId}/suspend`, { reason: 'Retards' }))
    for (const one of [rider, applicant])
      expect(pathsThatShow(await readBy(await again(one), job), job.secrets)).toEqual([])
  })
})

describe('a rider who has taken a job', () => {
  it('8.3.4 reads whom, where and by which number', async () => {
    const [job, rider] = [await openJob(), await newRider()]
    const taken = ok(await actOnJob(rider, job.deliveryId, 'accept'))
    const text = JSON.stringify([taken, ok(await call(rider, 'GET', `/deliveries/${job.deliveryId}`))])
    for (const word of [STREET, MARK, HOUSE]) expect(text).toContain(word)
  })
})
