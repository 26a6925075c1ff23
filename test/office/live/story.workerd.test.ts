import { afterAll, expect, it } from 'vitest'
import { HOUR_MS } from '#kernel/time.ts'
import { call } from '#testing/api.ts'
import { minuteCronAfter, wait } from '#testing/clock.ts'
import { all } from '#testing/fixtures/database.ts'
import { acceptedOrder, actOnJob, newRider, newZone } from '#testing/fixtures/deliveries.ts'
import { freshPhone } from '#testing/fixtures/inputs.ts'
import { newMarket, postOrder } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { newShopkeeper } from '#testing/fixtures/shops.ts'
import { approve } from '#testing/sandbox.ts'
import { type Listening, listenAs } from '#testing/stories/live.ts'
import { message } from '#testing/stories/orders.ts'

// docs/live.md: each hears what their lists show, and nobody anything else.

const open: Listening[] = []
afterAll(() => {
  for (const one of open) one.close()
})
const listening = async (...way: Parameters<typeof listenAs>) => {
  const one = await listenAs(...way)
  open.push(one)
  return one
}

const said = (messages: { type: string }[]) =>
  messages
    .map(({ type, ...facts }) => [type, (facts as { status?: string }).status ?? ''].filter(Boolean).join(' '))
    .sort()
const done = async (asked: ReturnType<typeof call>) => {
  const { status, error } = await asked
  expect([status, error]).toEqual([200, undefined])
}
const without = (types: string[], messages: { type: string }[]) => messages.filter(({ type }) => !types.includes(type))

it('tells buyer, seller and two riders of a delivery as it goes, each what their lists show', async () => {
  const [seller, buyer, stranger, rider, other, offline, far] = [
    await newShopkeeper(),
    await signUp(),
    await signUp(),
    await newRider(),
    await newRider(),
    await newRider(),
    await newRider([await newZone('Uvira')]),
  ]
  await call(offline, 'POST', '/riders/me/availability', { availability: 'OFFLINE' })
  const suspended = await newRider()
  const orderId = await acceptedOrder(seller, buyer)
  const of = {
    seller: await listening(seller),
    buyer: await listening(buyer),
    stranger: await listening(stranger),
    rider: await listening(rider),
    other: await listening(other),
    offline: await listening(offline),
    far: await listening(far),
    suspended: await listening(suspended),
  }
  await call(await signUp('SUPPORT'), 'POST', `/riders/${suspended.riderId}/suspend`, { reason: 'Plaintes répétées' })
  await of.suspended.take()

  // Ready: the parties hear of order and delivery, riders who see the job in their list of it.
  const ready = (await call(seller, 'POST', `/orders/${orderId}/ready`)).data
  const deliveryId: string = ready.delivery.id
  expect(said(await of.seller.take('delivery', 'order'))).toEqual(['delivery UNASSIGNED', 'order READY_FOR_PICKUP'])
  const heard = await of.buyer.take('delivery', 'notification', 'order')
  expect(said(heard)).toEqual(['delivery UNASSIGNED', 'notification', 'order READY_FOR_PICKUP'])
  expect(heard.find(({ type }) => type === 'order')).toEqual({
    ...{ type: 'order', id: orderId, status: 'READY_FOR_PICKUP' },
    // A phone that shows this version already reads nothing.
    version: (await call(buyer, 'GET', `/orders/${orderId}`)).data.version,
  })
  const { notifications } = (await call(buyer, 'GET', '/notifications?limit=1')).data
  expect(heard.find(({ type }) => type === 'notification')).toEqual({
    type: 'notification',
    notification: notifications[0],
  })
  const job = { type: 'job', deliveryId }
  for (const one of ['rider', 'other'] as const) {
    expect(await of[one].take('job')).toEqual([job])
    const list = (await call({ rider, other }[one], 'GET', '/deliveries/available')).data.deliveries
    expect(list.map(({ id }: { id: string }) => id)).toContain(deliveryId)
  }
  for (const one of ['stranger', 'offline', 'far', 'suspended'] as const)
    expect([one, await of[one].take()]).toEqual([one, []])

  // Taken: it leaves the lists of the others, and its rider is a party of the order.
  await done(actOnJob(rider, deliveryId, 'accept'))
  expect(await of.other.take('jobGone')).toEqual([{ type: 'jobGone', deliveryId }])
  expect(said(await of.rider.take('delivery'))).toEqual(['delivery ASSIGNED'])
  for (const one of ['buyer', 'seller'] as const)
    expect(said(without(['notification'], await of[one].take('delivery')))).toEqual(['delivery ASSIGNED'])

  // Words: between buyer and seller, then between buyer and rider.
  const toSeller = (await message(buyer, orderId, 'Bonjour')).data
  const spoken = { type: 'message', orderId, channel: 'BUYER_SELLER', id: toSeller.id }
  for (const one of ['buyer', 'seller'] as const)
    expect(without(['notification'], await of[one].take('message'))).toEqual([spoken])
  const toBuyer = (await message(rider, orderId, 'Je suis là', { channel: 'BUYER_RIDER' })).data
  const answered = { type: 'message', orderId, channel: 'BUYER_RIDER', id: toBuyer.id }
  for (const one of ['buyer', 'rider'] as const)
    expect(without(['notification'], await of[one].take('message'))).toEqual([answered])
  expect(await of.seller.take()).toEqual([])

  // The place is the buyer's to follow while the parcel is on its way, every ten seconds at most.
  const locate = (lat: number) => call(rider, 'POST', '/riders/me/location', { lat, lng: 28.8 })
  await locate(-2.4)
  expect(await of.buyer.take()).toEqual([])
  await done(actOnJob(rider, deliveryId, 'pickup', { code: ready.pickupCode }))
  expect(said(await of.rider.take('delivery', 'order'))).toEqual(['delivery PICKED_UP', 'order OUT_FOR_DELIVERY'])
  expect(said(without(['notification'], await of.seller.take('delivery', 'order')))).toEqual([
    'delivery PICKED_UP',
    'order OUT_FOR_DELIVERY',
  ])
  await of.buyer.take('delivery', 'order')
  wait(20_000)
  await locate(-2.5)
  await locate(-2.51)
  const { dropoffCode, lastLocation } = (await call(buyer, 'GET', `/orders/${orderId}`)).data
  expect(await of.buyer.take('location')).toEqual([
    { type: 'location', orderId, lat: -2.5, lng: 28.8, at: expect.any(String) },
  ])
  expect(lastLocation.lat).toBe(-2.51)
  wait(9_000)
  await locate(-2.52)
  expect(await of.buyer.take()).toEqual([])
  wait(11_000)
  await locate(-2.53)
  expect(await of.buyer.take('location')).toMatchObject([{ type: 'location', lat: -2.53 }])
  expect(await of.seller.take()).toEqual([])

  await done(actOnJob(rider, deliveryId, 'deliver', { code: dropoffCode }))
  for (const one of ['rider', 'seller', 'buyer'] as const)
    expect(said(without(['notification'], await of[one].take('delivery', 'order')))).toEqual([
      'delivery DELIVERED',
      'order DELIVERED',
    ])
  wait(11_000)
  await locate(-2.54)
  expect(await of.buyer.take()).toEqual([])
  for (const one of ['stranger', 'far', 'offline'] as const) expect(await of[one].take()).toEqual([])
  expect(await all('SELECT * FROM live_notes')).toEqual([])
})

it('tells the seller nothing of an order before it is paid', async () => {
  const [seller, buyer] = [await newShopkeeper(), await signUp()]
  const orderId = await acceptedOrder(seller, buyer, {
    ...{
      status: 'PENDING_PAYMENT',
      paymentStatus: 'UNPAID',
      paidCurrency: null,
      paidSubtotalMinor: null,
      paidFeeMinor: null,
    },
    holdEndsAt: Date.now() + 600_000,
  })
  const [ofSeller, ofBuyer] = [await listening(seller), await listening(buyer)]
  const { status } = await call(buyer, 'POST', `/orders/${orderId}/cancel`, { reason: 'Changé d’avis' })
  expect(status).toBe(200)
  expect(said(without(['notification'], await ofBuyer.take('order')))).toEqual(['order CANCELLED'])
  expect(await ofSeller.take()).toEqual([])
})

it('tells a rider who gives a job up that it waits again', async () => {
  const [rider, seller, buyer] = [await newRider(), await newShopkeeper(), await signUp()]
  const orderId = await acceptedOrder(seller, buyer)
  const { delivery } = (await call(seller, 'POST', `/orders/${orderId}/ready`)).data
  await done(actOnJob(rider, delivery.id, 'accept'))
  const ofRider = await listening(rider)
  await done(actOnJob(rider, delivery.id, 'release'))
  expect(await ofRider.take('job')).toEqual([{ type: 'job', deliveryId: delivery.id }])
  await done(actOnJob(await newRider(), delivery.id, 'accept'))
  expect(await ofRider.take('jobGone')).toEqual([{ type: 'jobGone', deliveryId: delivery.id }])
  await call(buyer, 'GET', `/orders/${orderId}`)
})

it('tells of what a callback and the clock do, as of what people do', async () => {
  const market = await newMarket()
  const [ofSeller, ofBuyer] = [await listening(market.seller), await listening(market.buyer)]
  const payerPhoneNumber = freshPhone()
  const { data } = await postOrder(market, { payerPhoneNumber })
  expect(said(without(['notification'], await ofBuyer.take('order')))).toEqual(['order PENDING_PAYMENT'])
  expect(await ofSeller.take()).toEqual([])
  await approve(payerPhoneNumber)
  const paid = await ofBuyer.take('order')
  expect(paid.filter(({ type }) => type === 'order').at(-1)).toMatchObject({
    id: data.id,
    status: 'PENDING_SELLER_REVIEW',
  })
  expect((await ofSeller.take('order')).filter(({ type }) => type === 'order').at(-1)).toMatchObject({
    ...{ id: data.id, status: 'PENDING_SELLER_REVIEW' },
  })
  await minuteCronAfter(25 * HOUR_MS)
  const { version } = (await all<{ version: number }>('SELECT version FROM orders WHERE id = ?', data.id))[0] ?? {
    version: 0,
  }
  for (const one of [ofBuyer, ofSeller])
    expect((await one.take('order')).filter(({ type }) => type === 'order').at(-1)).toEqual({
      ...{ type: 'order', id: data.id, status: 'REJECTED', version },
    })
})
