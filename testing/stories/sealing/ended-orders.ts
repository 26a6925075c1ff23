// Stories of orders that end, each with its people: what the tests of sealed orders begin with.
import { expect } from 'vitest'
import { call, type Person } from '#testing/api.ts'
import { wait } from '#testing/clock.ts'
import { first } from '#testing/fixtures/database.ts'
import { newRider } from '#testing/fixtures/deliveries.ts'
import { freshPhone } from '#testing/fixtures/inputs.ts'
import { actOnOrder, deliveredOrder, newMarket, paidOrder, postOrder, readyOrder } from '#testing/fixtures/orders.ts'
import { signUp, withPhone } from '#testing/fixtures/people.ts'
import { jpeg } from '#testing/fixtures/pictures.ts'
import type { Shopkeeper } from '#testing/fixtures/shops.ts'
import { approve } from '#testing/sandbox.ts'
import { refundByCode } from '#testing/stories/books.ts'
import { MINUTE } from '#testing/stories/money.ts'
import { arrives, newIncident, newTicket, onIncident, onTicket, rejectOrder } from '#testing/stories/office.ts'
import { type Data, fileForm, message, ok, paidCheckout } from '#testing/stories/orders.ts'

/** An order that is over, and all who may read something of it. */
export type Ended = {
  name: string
  orderIds: string[]
  buyer: Person
  sellers: Shopkeeper[]
  rider: Person
  /** Number that paid, or was to pay. */
  payer: string
  incidentId?: string
  ticketId?: string
}
type Made = Omit<Ended, 'name' | 'rider'> & { rider?: Person }

/** A market whose buyer has a name, a number and an address of their own. */
export async function market() {
  const made = await newMarket({ stock: 100 })
  return { ...made, buyer: (await withPhone()) as Person & { phone: string } }
}
type Stall = Awaited<ReturnType<typeof market>>

const made = ({ buyer, seller }: Stall, order: Data, more: Partial<Made> = {}): Made => ({
  orderIds: [order.id],
  buyer,
  sellers: [seller],
  payer: order.payerPhoneNumber,
  ...more,
})
/** An order that its buyer has, and has said so. */
export async function completed(stall: Stall, more?: Record<string, unknown>) {
  const delivered = await deliveredOrder(stall, undefined, more)
  ok(await actOnOrder(stall.buyer, delivered.id, 'confirm-receipt'))
  return delivered
}
async function collected({ buyer, seller }: { buyer: Person; seller: Person }, id: string): Promise<void> {
  for (const step of ['accept', 'prepare', 'ready']) ok(await actOnOrder(seller, id, step))
  const { pickupCode } = ok(await call(buyer, 'GET', `/orders/${id}`))
  ok(await actOnOrder(seller, id, 'handover', { code: pickupCode }))
  ok(await actOnOrder(buyer, id, 'confirm-receipt'))
}
/** An order whose first number is refused by its operator at once. @returns its id */
async function refusedAtOnce(stall: Stall, payerPhoneNumber: string): Promise<string> {
  const { status, error } = await postOrder(stall, { payerPhoneNumber })
  expect(status, JSON.stringify(error)).toBe(400)
  return (await first<{ id: string }>('SELECT id FROM orders WHERE buyer_id = ?', stall.buyer.id))?.id ?? ''
}
export const note = async (as: Person, id: string, body = 'Rappelée : tout est en ordre.') =>
  ok(await call(as, 'POST', `/orders/admin/${id}/notes`, { body }))

const STORIES: Record<string, () => Promise<Made>> = {
  async 'delivered and completed'() {
    const stall = await market()
    const order = await completed(stall)
    return made(stall, order, { rider: order.rider })
  },
  async 'a checkout of two shops, one of them in francs'() {
    const { markets, buyer, phone, checkout } = await paidCheckout({}, { currency: 'CDF', price: '30000' })
    const sellers = markets.map(({ seller }) => seller)
    const orderIds: string[] = []
    for (const { id } of checkout.orders) {
      const shown = ok(await call(buyer, 'GET', `/orders/${id}`))
      const seller = sellers.find(({ shopId }) => shopId === shown.shopId) ?? sellers[0]
      await collected({ buyer, seller: seller as Person }, id)
      orderIds.push(id)
    }
    return { orderIds, buyer, sellers, payer: phone }
  },
  async 'cancelled by its buyer before it was paid'() {
    const stall = await market()
    const payerPhoneNumber = freshPhone('059')
    const id = await refusedAtOnce(stall, payerPhoneNumber)
    ok(await actOnOrder(stall.buyer, id, 'cancel', {}))
    return made(stall, { id, payerPhoneNumber })
  },
  async 'paid by a second number, then rejected and refunded'() {
    const stall = await market()
    const id = await refusedAtOnce(stall, freshPhone('059'))
    const payerPhoneNumber = freshPhone()
    const paying = { payerPhoneNumber, network: 'vodacom', countryCode: 'CD' }
    ok(await call(stall.buyer, 'POST', `/orders/${id}/pay`, paying))
    await approve(payerPhoneNumber)
    await rejectOrder(stall.seller, id)
    await arrives(id)
    return made(stall, { id, payerPhoneNumber })
  },
  async 'completed and partly refunded'() {
    const stall = await market()
    const order = await completed(stall)
    await refundByCode(await signUp('ADMIN'), { orderId: order.id, amount: '5.00' })
    await arrives(order.id)
    return made(stall, order, { rider: order.rider })
  },
  async 'collected in the shop'() {
    const stall = await market()
    const order = await paidOrder(stall, { fulfillmentMethod: 'PICKUP', deliveryAddress: undefined })
    await collected(stall, order.id)
    return made(stall, order)
  },
  async 'a parcel that came back'() {
    const [stall, rider] = [await market(), await newRider()]
    const order = await readyOrder(stall)
    const act = (step: string, body?: object) => call(rider, 'POST', `/deliveries/${order.delivery.id}/${step}`, body)
    ok(await act('accept'))
    ok(await act('pickup', { code: order.pickupCode }))
    ok(await act('proofs', fileForm(jpeg())))
    ok(await act('fail', { reasonCode: 'BUYER_UNREACHABLE' }))
    wait(11 * MINUTE)
    ok(await act('fail', { reasonCode: 'BUYER_REFUSED' }))
    ok(await act('returned'))
    ok(await actOnOrder(stall.seller, order.id, 'return-received'))
    await arrives(order.id)
    return made(stall, order, { rider })
  },
  async 'with messages, a note of staff, and an incident and a ticket that are over'() {
    const [stall, support] = [await market(), await signUp('SUPPORT')]
    const order = await deliveredOrder(stall)
    const { id, rider } = order
    const picture = ok(await call(stall.buyer, 'POST', `/orders/${id}/messages/attachments`, fileForm(jpeg())))
    ok(await message(stall.buyer, id, 'Le sac est ouvert.', { attachments: [picture.id] }))
    ok(await message(stall.seller, id, 'Je regarde cela.'))
    ok(await message(rider, id, 'Je suis devant la maison.', { channel: 'BUYER_RIDER' }))
    await note(support, id)
    const incident = await newIncident(stall.buyer, { orderId: id })
    ok(await onIncident(support, incident.id, 'updates', { body: 'Nous appelons la boutique.' }))
    ok(await onIncident(support, incident.id, 'dismiss', { note: 'Réglé entre eux' }))
    const ticket = await newTicket(stall.buyer, { orderId: id })
    ok(await onTicket(support, ticket.id, 'messages', { body: 'C’est réglé.' }))
    ok(await onTicket(support, ticket.id, 'close'))
    ok(await actOnOrder(stall.buyer, id, 'confirm-receipt'))
    return made(stall, order, { rider, incidentId: incident.id, ticketId: ticket.id })
  },
}
export const STORY_NAMES = Object.keys(STORIES)

/** Plays a story to its end. */
export async function play(name: string): Promise<Ended> {
  const story = STORIES[name]
  if (!story) throw new Error(`no story is called ${name}`)
  const { rider = await newRider(), ...ended } = await story()
  return { name, rider, ...ended }
}
