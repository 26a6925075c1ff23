// Two orders of one story and age, one of which is sealed: what an act answers on each, and what it leaves.
import { expect } from 'vitest'
import { call, type Person } from '#testing/api.ts'
import { newRider } from '#testing/fixtures/deliveries.ts'
import { actOnOrder, deliveredOrder } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { jpeg } from '#testing/fixtures/pictures.ts'
import { expectLaws } from '#testing/laws.ts'
import { again } from '#testing/stories/money.ts'
import { newTicket, onTicket } from '#testing/stories/office.ts'
import { type Data, fileForm, message, ok } from '#testing/stories/orders.ts'
import { market } from './ended-orders.ts'
import { askWhole, type Reading } from './same-answers.ts'
import { growOld, letSeal, rowsOf, undone, WARM_DAYS } from './sealed.ts'

/** An order that was delivered and completed, by what its acts name. */
export type Twin = {
  id: string
  deliveryId: string
  messageId: string
  clientMessageId: string
  buyer: Person
  seller: Person
  rider: Person
}
export type Team = { admin: Person; otherAdmin: Person; support: Person; stranger: Person }
export type Twins = { sealed: Twin; warm: Twin; ticketId: string; team: Team; left: string[] }

/** An order that is over, with a message by its buyer. */
export async function newTwin(): Promise<Twin> {
  const [stall, rider] = [await market(), await newRider()]
  const order = await deliveredOrder(stall, rider)
  const clientMessageId = crypto.randomUUID()
  const said = ok(await message(stall.buyer, order.id, 'Bien reçu, merci.', { clientMessageId })) as Data
  ok(await actOnOrder(stall.buyer, order.id, 'confirm-receipt'))
  const { buyer, seller } = stall
  return { id: order.id, deliveryId: order.delivery.id, messageId: said.id, clientMessageId, buyer, seller, rider }
}

export const newTeam = async (): Promise<Team> => ({
  admin: await signUp('ADMIN'),
  otherAdmin: await signUp('ADMIN'),
  support: await signUp('SUPPORT'),
  stranger: await signUp(),
})

/** Twins of more than 90 days: an open ticket of its buyer keeps one of them warm. `left` names the other unless it was sealed. */
export async function oldTwins(): Promise<Twins> {
  const [sealed, warm] = [await newTwin(), await newTwin()]
  const ticket = await newTicket(warm.buyer, { orderId: warm.id })
  const team = await newTeam()
  await growOld(WARM_DAYS - 2)
  return { sealed, warm, ticketId: ticket.id, team, left: await letSeal(sealed.id) }
}
export const closeTicket = async (support: Person, id: string) => ok(await onTicket(await again(support), id, 'close'))

export type Act = {
  /** Whether it unseals the order in its own commit: what may move its money does. */
  unseals?: boolean
  who: (twin: Twin, team: Team) => Person
  method?: string
  path: (twin: Twin) => string
  body?: (twin: Twin) => unknown
}
const incident = { type: 'ORDER', title: 'Article abîmé', description: 'Le sac est déchiré et la moitié manque.' }
const word = (clientMessageId: string = crypto.randomUUID()) => ({
  channel: 'BUYER_SELLER',
  clientMessageId,
  body: 'Bonjour',
})
const [buyer, seller, rider] = [(t: Twin) => t.buyer, (t: Twin) => t.seller, (t: Twin) => t.rider]
const [support, admin] = [(_: Twin, team: Team) => team.support, (_: Twin, team: Team) => team.admin]
const stranger = (_: Twin, team: Team) => team.stranger
const onOrder = (step: string) => (t: Twin) => `/orders/${t.id}/${step}`
const onFile = (step: string) => (t: Twin) => `/orders/admin/${t.id}/${step}`
const onJob = (step: string) => (t: Twin) => `/deliveries/${t.deliveryId}/${step}`
const aboutIt = (more: object) => (t: Twin) => ({ ...more, orderId: t.id })

/** Acts that somebody may try on an order that is long over. */
export const ACTS: Record<string, Act> = {
  'a note of staff': { who: support, path: onFile('notes'), body: () => ({ body: 'Rappelée.' }) },
  'an incident of staff': { unseals: true, who: support, path: () => '/incidents', body: aboutIt(incident) },
  'an incident of its buyer': { unseals: true, who: buyer, path: () => '/incidents', body: aboutIt(incident) },
  'an incident of its seller': { unseals: true, who: seller, path: () => '/incidents', body: aboutIt(incident) },
  'an incident of its rider': { unseals: true, who: rider, path: () => '/incidents', body: aboutIt(incident) },
  'an incident of a stranger': { who: stranger, path: () => '/incidents', body: aboutIt(incident) },
  'a ticket of its buyer': {
    who: buyer,
    path: () => '/support/tickets',
    body: aboutIt({ subject: 'Ma facture', category: 'ORDER', body: 'Il me faut la facture.' }),
  },
  'a refund of an ADMIN, of all of it': { unseals: true, who: admin, path: onFile('refund') },
  'a refund by code, of a part': {
    unseals: true,
    who: admin,
    path: () => '/refunds/request-approval',
    body: aboutIt({ amount: '5.00', reason: 'Colis abîmé' }),
  },
  'a refund by code, of more than there is': {
    who: admin,
    path: () => '/refunds/request-approval',
    body: aboutIt({ amount: '500.00', reason: 'Colis abîmé' }),
  },
  'a refund that its buyer asks for': { who: buyer, path: onFile('refund') },
  'a cancel of staff': {
    unseals: true,
    who: support,
    path: onFile('cancel'),
    body: () => ({ reason: 'Demande du client' }),
  },
  'a message of its buyer': { who: buyer, path: onOrder('messages'), body: () => word() },
  'a message of its seller': { who: seller, path: onOrder('messages'), body: () => word() },
  'a message that was sent before': { who: buyer, path: onOrder('messages'), body: (t) => word(t.clientMessageId) },
  'a message of a stranger': { who: stranger, path: onOrder('messages'), body: () => word() },
  'a message that its seller has read': {
    who: seller,
    path: onOrder('messages/read'),
    body: (t) => ({ upToMessageId: t.messageId }),
  },
  'a receipt that its buyer confirms again': { who: buyer, path: onOrder('confirm-receipt') },
  'a cancel of its buyer': { who: buyer, path: onOrder('cancel'), body: () => ({}) },
  'a payment of its buyer': {
    who: buyer,
    path: onOrder('pay'),
    body: () => ({ payerPhoneNumber: '243810000123', network: 'vodacom', countryCode: 'CD' }),
  },
  'a question about its payment': { who: buyer, path: onOrder('payment/check-status') },
  'the same goods again': { who: buyer, path: onOrder('reorder') },
  'an acceptance of its seller': { who: seller, path: onOrder('accept') },
  'a return that its seller received': { who: seller, path: onOrder('return-received') },
  'a photo of its rider': { who: rider, path: onJob('proofs'), body: () => fileForm(jpeg()) },
  'a delivery of its rider': { who: rider, path: onJob('deliver'), body: () => ({ code: '123456' }) },
  'a parcel that staff call lost': { who: support, path: onJob('lost'), body: () => ({ reason: 'Jamais revu' }) },
}

/** An answer without what is each thing's own: ids, numbers, times, telephone numbers, names of mails. */
const masked = ({ status, body }: Reading): Reading => ({
  status,
  body: JSON.parse(
    JSON.stringify(body)
      .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<id>')
      .replace(/\b(CMD|INC|TIC)-\d{4}-\d+/g, '<number>')
      .replace(/MBY-\w+/g, '<number>')
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
      .replace(/\b\d{12}\b|\d{3}\*+\d+|\+?[\d*•]*[*•]{2,}\d+/g, '<phone>'),
  ),
})

/** Does one act on one of the twins, and undoes it. @returns the answer, and which kinds of its rows D1 held afterwards */
export const doneOn = (twin: Twin, team: Team, { who, method = 'POST', path, body }: Act) =>
  undone('one_act', async () => {
    const as = await again(who(twin, team))
    const answer = masked(await askWhole(as, method, path(twin), body && { body: body(twin) }))
    await expectLaws()
    return { answer, rows: await rowsOf(twin.id) }
  })

/** Notes of an order, as staff read them. */
export async function notesOf(as: Person, id: string): Promise<Data[]> {
  const file = await call(as, 'GET', `/orders/admin/${id}`)
  expect(file.status).toBe(200)
  return file.data.notes
}
