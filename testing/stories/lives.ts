// Lives of people for the tests of erasure and of the copy of one's data: a planted word in every field that a person fills.
import { call, type Person } from '#testing/api.ts'
import { minuteCronAfter } from '#testing/clock.ts'
import { ADDRESS, freshPhone } from '#testing/fixtures/inputs.ts'
import { actOnOrder, newMarket, paidOrder, postOrder } from '#testing/fixtures/orders.ts'
import { PASSWORD, signUp } from '#testing/fixtures/people.ts'
import { jpeg } from '#testing/fixtures/pictures.ts'
import { approve, refuse } from '#testing/sandbox.ts'
import type { Canaries } from './canaries.ts'
import { SECOND } from './money.ts'
import { fileForm, message, ok } from './orders.ts'
import { addSecond, codeAfter, freshAddress, from, proveSecond } from './people.ts'
import { completedOrder, rate } from './reviews.ts'

/** A word of the team about somebody. */
export const SAID = 'Plaintes de clients'
/** An address with a word in each of its parts. */
export const place = (canary: Canaries, of: string, city = canary.in(`${of}.city`)) => ({
  country: 'CD',
  city,
  commune: canary.in(`${of}.commune`),
  quartier: canary.in(`${of}.quartier`),
  avenue: canary.in(`${of}.avenue`),
  number: canary.word(`${of}.number`),
  landmark: canary.in(`${of}.landmark`),
})
/** An act of an ADMIN. */
export const staffCalls = async (path: string, body: object) =>
  ok(await call(await signUp('ADMIN'), 'POST', path, body))
/** A form with a picture. */
export const picture = (field: string) => {
  const form = new FormData()
  form.append(field, new Blob([jpeg()]), 'photo.jpg')
  return form
}
const key = () => ({ 'idempotency-key': crypto.randomUUID() })

/** Writes all that anybody writes: of themselves, to the team, of others, and what the team says of them. */
export async function livesAs(person: Person, canary: Canaries): Promise<void> {
  ok(await call(person, 'PUT', '/users/me', { name: canary.in('user.name') }))
  ok(await call(person, 'POST', '/users/me/avatar', picture('avatar')))
  const address = { ...ADDRESS, label: canary.in('address.label'), recipientName: canary.in('address.recipientName') }
  ok(await call(person, 'POST', '/users/me/addresses', { ...address, ...place(canary, 'address') }))
  const second = `${canary.word('secondEmail')}@test.example`
  const code = await codeAfter(second, () => addSecond(person, second))
  ok(await proveSecond(person, code))
  await call(
    null,
    'POST',
    '/auth/login/password',
    { email: person.email, password: PASSWORD },
    { 'user-agent': `Phone ${canary.word('device')}`, ...from(freshAddress()) },
  )
  await call(person, 'PUT', '/users/me', { name: canary.in('user.name before') })
  await call(person, 'PUT', '/users/me', { name: canary.in('user.name last') })

  const opened = ok(
    await call(
      person,
      'POST',
      '/incidents',
      { type: 'OTHER', title: canary.in('incident.title'), description: canary.in('incident.description') },
      key(),
    ),
  )
  ok(await call(person, 'POST', `/incidents/${opened.id}/updates`, { body: canary.in('incident.update') }, key()))
  const support = await signUp('SUPPORT')
  ok(await call(support, 'POST', `/incidents/${opened.id}/updates`, { body: 'Nous regardons.' }))
  ok(await call(support, 'POST', `/incidents/${opened.id}/dismiss`, { note: SAID }))
  const ticket = { subject: canary.in('ticket.subject'), category: 'OTHER', body: canary.in('ticket.body') }
  const { id } = ok(await call(person, 'POST', '/support/tickets', ticket, key()))
  ok(await call(support, 'POST', `/support/tickets/${id}/assign`, {}))
  ok(await call(person, 'POST', `/support/tickets/${id}/messages`, { body: canary.in('ticket.message') }, key()))
  ok(await call(support, 'POST', `/support/tickets/${id}/messages`, { body: 'Et maintenant ?' }))
  ok(await call(support, 'POST', `/support/tickets/${id}/resolve`, {}))
  ok(await call(person, 'POST', `/support/tickets/${id}/reopen`, { note: canary.in('ticket.reopen') }))
  ok(await call(person, 'POST', `/support/tickets/${id}/messages`, { body: canary.in('ticket.later message') }))
  ok(await call(person, 'POST', `/support/tickets/${id}/close`, { note: canary.in('ticket.close') }))
  // One that stays open until the end.
  ok(
    await call(person, 'POST', '/support/tickets', {
      subject: canary.in('open ticket.subject'),
      category: 'OTHER',
      body: canary.in('open ticket.body'),
    }),
  )
}
/** Acts as a buyer does: orders that ended in each way, messages, reports. */
export async function buysAs(person: Person, canary: Canaries): Promise<void> {
  const market = { ...(await newMarket()), buyer: person }
  ok(
    await call(person, 'POST', `/products/${market.productId}/report`, {
      reasonCode: 'OTHER',
      comment: canary.in('report.comment'),
    }),
  )
  ok(
    await call(person, 'POST', `/seller/shop/${market.seller.shopId}/report`, {
      reasonCode: 'OTHER',
      comment: canary.in('shop report.comment'),
    }),
  )
  const support = await signUp('SUPPORT')
  const { reports } = ok(await call(support, 'GET', '/moderation/reports?limit=100'))
  const mine = reports.find(({ comment }: { comment: string }) => comment?.startsWith('Zed '))
  ok(await call(support, 'POST', `/moderation/reports/${mine.id}/resolve`, { decision: 'DISMISSED', note: 'Rien vu' }))
  // An order that they review; and the review of another, that they report.
  const done = await completedOrder(market)
  await rate(done, 2, { comment: canary.in('review.comment'), images: [0] }, 1)
  const theirs = await rate(await completedOrder({ ...market, buyer: await signUp() }), 1, { comment: 'Mal emballé.' })
  const report = { reasonCode: 'OTHER', comment: canary.in('report of a review.comment') }
  ok(await call(person, 'POST', `/reviews/${theirs.id}/report`, report))
  const words = (of: string) => ({ note: canary.in(`${of}.note`), deliveryAddress: canary.in(`${of}.deliveryAddress`) })
  // Never paid and called off.
  const unpaidPhone = freshPhone()
  const unpaid = ok(await postOrder(market, { ...words('unpaid order'), quantity: 1, payerPhoneNumber: unpaidPhone }))
  await refuse(unpaidPhone)
  ok(await actOnOrder(person, unpaid.id, 'cancel', { reason: canary.in('unpaid order.cancel') }))
  // Paid, spoken about, called off.
  const paid = await paidOrder(market, { ...words('cancelled order'), quantity: 1 })
  const { id: attachment } = ok(
    await call(
      person,
      'POST',
      `/orders/${paid.id}/messages/attachments`,
      fileForm(jpeg(), {}, `${canary.word('attachment.name')}.jpg`),
    ),
  )
  ok(
    await message(person, paid.id, canary.in('message.body'), {
      attachments: [attachment],
      clientMessageId: canary.word('message.clientMessageId'),
    }),
  )
  ok(await message(market.seller, paid.id, 'Bonjour'))
  const about = {
    type: 'ORDER',
    title: canary.in('order incident.title'),
    description: canary.in('order incident.description'),
    orderId: paid.id,
  }
  const incident = ok(await call(person, 'POST', '/incidents', about))
  ok(await call(market.seller, 'POST', `/incidents/${incident.id}/updates`, { body: 'Nous cherchons.' }))
  ok(await call(person, 'POST', `/incidents/${incident.id}/updates`, { body: canary.in('order incident.update') }))
  ok(await call(support, 'POST', `/incidents/${incident.id}/dismiss`, {}))
  ok(await call(support, 'POST', `/orders/admin/${paid.id}/notes`, { body: SAID }))
  ok(await actOnOrder(person, paid.id, 'cancel', { reason: canary.in('cancelled order.cancel') }))
  await minuteCronAfter(SECOND)
  await approve(paid.payerPhoneNumber)
  ok(
    await call(person, 'POST', '/support/tickets', {
      subject: canary.in('order ticket.subject'),
      category: 'ORDER',
      body: canary.in('order ticket.body'),
      orderId: paid.id,
    }),
  )
}
/** Writes what the team says of somebody. */
export async function judged(person: Person): Promise<void> {
  for (const act of ['block', 'unblock', 'force-logout', 'verify-email'])
    await call(await signUp('ADMIN'), 'POST', `/users/${person.id}/${act}`, { reason: SAID })
}
