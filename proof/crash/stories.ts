import { freshPhone, orderBody } from '#testing/fixtures/inputs.ts'
import { type Answer, call, codeAfter, outside, pause } from '#testing/running/call.ts'
import {
  fillWallet,
  letResend,
  memberOfStaff,
  newOffer,
  newPerson,
  newRider,
  type Offer,
  type Person,
} from '#testing/running/people.ts'
import type { RunningService } from '#testing/running/start.ts'
import { eventOf, type Journal, rowWith } from './journal.ts'

/** Refused where a story goes on only after a success: it just ends there. */
class Ended extends Error {}
const through = (answer: Answer): Answer => {
  if (answer.status < 300) return answer
  throw new Ended(answer.said)
}

export type Story = (journal: Journal) => Promise<void>
const anyOf = <T>(things: readonly T[]) => things[Math.floor(Math.random() * things.length)] as T

/** A buyer orders and pays; then the seller, the rider or staff decide how it goes on. */
async function purchase(service: RunningService, { offer, buyer }: { offer: Offer; buyer: Person }, journal: Journal) {
  const phone = freshPhone(anyOf(['789', '123']))
  const terms = { quantity: 1, payerPhoneNumber: phone, fulfillmentMethod: anyOf(METHODS) }
  const note = (key: string) => ({ ...orderBody(offer, terms), note: key })
  const { data: order } = through(await journal.post('order', buyer, '/orders', note, rowWith('orders', 'note')))
  if (phone.endsWith('123'))
    await outside(service, 'POST', `/phones/${phone}/${anyOf(['approve', 'approve', 'refuse'])}`)
  await pause(100)
  const { data: seen } = through(await call(service, buyer, 'GET', `/orders/${order.id}`))
  if (seen.paymentStatus === 'FAILED') {
    const payer = { payerPhoneNumber: freshPhone('789'), network: 'vodacom', countryCode: 'CD' }
    await step(journal, buyer, order.id, 'pay', 'payAgain', payer)
    await pause(100)
  }
  const ending = anyOf(['reject', 'cancel', 'refund', 'seller-cancel', 'admin-cancel', 'deliver', 'deliver', 'deliver'])
  if (ending === 'reject') return step(journal, offer.seller, order.id, 'reject', 'reject', { reason: 'Plus rien' })
  if (ending === 'cancel') return step(journal, buyer, order.id, 'cancel', 'cancelByBuyer', {})
  await step(journal, offer.seller, order.id, 'accept', 'accept', {})
  if (ending === 'seller-cancel') {
    return step(journal, offer.seller, order.id, ending, 'cancelBySeller', { reason: 'Plus rien' })
  }
  if (ending === 'refund') {
    const path = `/orders/admin/${order.id}/refund`
    const admin = await memberOfStaff(service, 'ADMIN')
    through(await journal.post('refund', admin, path, () => undefined, eventOf(order.id, 'refund')))
    return undefined
  }
  if (ending === 'admin-cancel') {
    const path = `/orders/admin/${order.id}/cancel`
    const support = await memberOfStaff(service)
    through(await journal.post('admin cancel', support, path, () => ({}), eventOf(order.id, 'cancelByStaff')))
    return undefined
  }
  const { pickupCode, delivery } = (await step(journal, offer.seller, order.id, 'ready', 'ready')).data
  if (delivery) await carry(service, journal, { order, buyer, deliveryId: delivery.id, pickupCode })
  else {
    const { data: mine } = through(await call(service, buyer, 'GET', `/orders/${order.id}`))
    await step(journal, offer.seller, order.id, 'handover', 'handover', { code: mine.pickupCode })
  }
  return step(journal, buyer, order.id, 'confirm-receipt', 'confirm')
}
const METHODS = ['DELIVERY', 'PICKUP'] as const

const step = async (
  journal: Journal,
  as: Person,
  id: string,
  action: string,
  event: string,
  body?: unknown,
): Promise<Answer> => through(await journal.post(action, as, `/orders/${id}/${action}`, () => body, eventOf(id, event)))

const riders: Person[] = []
type Parcel = { order: { id: string }; buyer: Person; deliveryId: string; pickupCode: string }

async function carry(service: RunningService, journal: Journal, { order, buyer, deliveryId, pickupCode }: Parcel) {
  const rider = anyOf(riders)
  const does = async (action: string, body?: unknown) =>
    through(
      await journal.post(
        `delivery ${action}`,
        rider,
        `/deliveries/${deliveryId}/${action}`,
        () => body,
        eventOf(deliveryId, action),
      ),
    )
  await does('accept').catch(async (error: unknown) => {
    // With three jobs in hand nobody takes a fourth: somebody else comes.
    riders.splice(riders.indexOf(rider), 1, await newRider(service))
    throw error
  })
  await does('pickup', { code: pickupCode })
  const { data: tracking } = through(await call(service, buyer, 'GET', `/orders/${order.id}/tracking`))
  await does('deliver', { code: tracking.dropoffCode })
}

/** A seller counts the shelves. */
async function stocktaking(_: RunningService, { offer }: { offer: Offer }, journal: Journal) {
  await pause(50)
  const path = `/products/variants/${offer.variantId}/stock`
  const body = (key: string) => ({ type: 'ADJUSTMENT', amount: anyOf([-3, -1, 2, 5]), reason: key })
  through(await journal.post('stock', offer.seller, path, body, rowWith('stock_movements', 'reason')))
}

let cents = 100

/** A seller takes money out: each time another amount, by which the payout can be told. */
async function withdrawal(service: RunningService, { offer: { seller } }: { offer: Offer }, journal: Journal) {
  const amountMinor = ++cents
  const asked = { currency: 'USD', amount: (amountMinor / 100).toFixed(2) }
  await letResend(service, seller)
  const otpCode = await codeAfter(service, seller.email, async () =>
    through(await journal.post('withdrawal code', seller, '/payout/otp', () => asked)),
  )
  const effect = () => ({
    sql: 'SELECT count(*) AS n FROM payouts WHERE owner_id = ? AND amount_minor = CAST(? AS INTEGER)',
    values: [seller.profileId, String(amountMinor)],
  })
  through(await journal.post('withdrawal', seller, '/wallet/payout', () => ({ ...asked, otpCode }), effect))
}

/** An admin pays somebody from the platform's own money. */
async function adminPayout(service: RunningService, { admin }: { admin: Person }, journal: Journal) {
  await letResend(service, admin)
  const payout = (key: string) => ({
    amount: '3.50',
    currency: 'USD',
    phoneNumber: freshPhone(anyOf(['789', '123'])),
    provider: 'VODACOM_MPESA_COD',
    country: 'COD',
    reason: key,
  })
  let pendingId = ''
  const code = await codeAfter(service, admin.email, async () => {
    const path = '/payouts/request-approval'
    pendingId = through(await journal.post('payout request', admin, path, payout, rowWith('payouts', 'reason'))).data
      .pendingId
  })
  const approval = () => ({ pendingId, code })
  const path = '/gatewayA/payouts/confirm'
  through(await journal.post('payout confirm', admin, path, approval, eventOf(pendingId, 'approve')))
}

/** Staff ask somebody for money outside any order. */
async function payin(_: RunningService, { admin }: { admin: Person }, journal: Journal) {
  const phoneNumber = freshPhone(anyOf(['789', '123']))
  const charge = { amount: '2.00', currency: 'USD', network: 'vodacom', countryCode: 'CD', phoneNumber }
  const effect = () => ({
    sql: 'SELECT count(*) AS n FROM gateway_transactions WHERE phone = ?',
    values: [phoneNumber],
  })
  through(await journal.post('payin', admin, '/gatewayB/payin', () => charge, effect))
}

/** Everybody who acts during the load, each telling one story after the other. */
export async function prepareStories(service: RunningService): Promise<{ stories: Story[]; people: () => Person[] }> {
  await Promise.all([memberOfStaff(service), memberOfStaff(service, 'ADMIN')])
  riders.push(...(await Promise.all([1, 2, 3, 4, 5, 6].map(() => newRider(service)))))
  const offers = await Promise.all([1, 2, 3].map(() => newOffer(service, 100_000)))
  const buyers = await Promise.all(Array.from({ length: 8 }, () => newPerson(service)))
  const admins = await Promise.all([1, 2].map(() => newPerson(service, 'ADMIN')))
  for (const { seller } of offers) {
    // Half of the withdrawals arrive by themselves, the others wait on the phone of the page.
    await fillWallet(service, seller, 'seller', seller.profileId, 100_000_000, anyOf(['789', '123']))
  }
  const told =
    (story: (journal: Journal) => Promise<unknown>): Story =>
    async (journal) => {
      await story(journal).catch((error: unknown) => {
        if (!(error instanceof Ended)) throw error
      })
    }
  const stories = [
    ...buyers.map((buyer, i) =>
      told((journal) => purchase(service, { offer: offers[i % 3] as Offer, buyer }, journal)),
    ),
    ...offers.map((offer) => told((journal) => withdrawal(service, { offer }, journal))),
    ...offers.slice(0, 2).map((offer) => told((journal) => stocktaking(service, { offer }, journal))),
    ...admins.map((admin) => told((journal) => adminPayout(service, { admin }, journal))),
    told((journal) => payin(service, { admin: admins[0] as Person }, journal)),
  ]
  return { stories, people: () => [...buyers, ...admins, ...riders, ...offers.map(({ seller }) => seller)] }
}
