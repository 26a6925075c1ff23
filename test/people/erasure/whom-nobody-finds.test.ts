import { afterEach, describe, expect, it } from 'vitest'
import { call, type Person } from '#testing/api.ts'
import { hourCronAfter } from '#testing/clock.ts'
import { first, run } from '#testing/fixtures/database.ts'
import { freshPhone, subscriptionBody } from '#testing/fixtures/inputs.ts'
import { balance } from '#testing/fixtures/ledger.ts'
import { deliveredOrder, newMarket, orderRow, postOrder, sentRefund } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { decideByHand } from '#testing/fixtures/resolutions.ts'
import { newSeller } from '#testing/fixtures/shops.ts'
import { monthly, newPlan } from '#testing/fixtures/subscriptions.ts'
import { holdWhole } from '#testing/laws.ts'
import { approve, clearFaults, movementsOf, setFault, settleMovement } from '#testing/sandbox.ts'
import { earningSeller, ends, ok, withdrawByCode } from '#testing/stories/books.ts'
import { DAY, incidents, MINUTE, tickAt } from '#testing/stories/money.ts'
import type { Data } from '#testing/stories/orders.ts'

// Rule 7.2.1: nothing open is forgotten. What lands in the wallet of somebody who is erased since, nobody can withdraw, and what is taken
// from it nobody fills up again: as with withdrawals (7.8) it goes on to platform:cash, or comes from it, and every ADMIN is told.
// Rule 2: who has money to come does not go. A buyer or seller who is deleted has no use for what is paid late for them: it goes back.

afterEach(() => clearFaults())

const deleted = async (person: Person) =>
  ok(await call(await signUp('ADMIN'), 'POST', `/users/${person.id}/delete`, { reason: 'Parti' }))
async function erased(person: Person) {
  await deleted(person)
  await hourCronAfter(31 * DAY)
  const row = await first<{ at: number }>('SELECT erased_at AS at FROM users WHERE id = ?', person.id)
  expect(row?.at).toBeGreaterThan(0)
}
const payinOf = async (orderId: string) =>
  (
    await first<{ id: string }>(
      'SELECT g.id FROM payin_shares w JOIN gateway_transactions g ON g.id = w.payin_id WHERE w.order_id = ?',
      orderId,
    )
  )?.id

/** Staff cancel what is delivered: the rider's share waits for the refund, however long nobody sends it. */
async function shareThatWaits() {
  const order = await deliveredOrder(await newMarket())
  ok(await call(await signUp('ADMIN'), 'POST', `/orders/admin/${order.id}/cancel`, { reason: 'Litige' }))
  const rider = await first<{ id: string }>('SELECT id FROM riders WHERE user_id = ?', order.rider.id)
  return { order, riderId: rider?.id }
}

async function booksAgree() {
  const checks = await holdWhole()
  expect(checks.filter(({ ok }: Data) => !ok)).toEqual([])
}

describe('somebody who is erased', () => {
  it('a rider whose share waits for a refund stays until it is decided', async () => {
    const { order } = await shareThatWaits()
    const admin = await signUp('ADMIN')
    const leave = () => call(admin, 'POST', `/users/${order.rider.id}/delete`, { reason: 'Parti' })
    expect(await leave()).toMatchObject({ status: 409, error: { code: 'CONFLICT' } })
    ok(await call(admin, 'POST', `/orders/admin/${order.id}/refund`))
    expect(await leave()).toMatchObject({ status: 409, error: { code: 'CONFLICT' } })
  })

  it('a rider who went all the same: the share is not paid into a wallet that nobody opens', async () => {
    const { order, riderId } = await shareThatWaits()
    await run('UPDATE users SET deleted_at = ?1, erased_at = ?1 WHERE id = ?2', Date.now(), order.rider.id)
    const cash = await balance('platform:cash', 'USD')
    ok(await call(await signUp('ADMIN'), 'POST', `/orders/admin/${order.id}/refund`))
    await settleMovement((await sentRefund(order.id)).id, 'approve', ['silent'])
    await tickAt(Date.now() + 2 * MINUTE)
    expect((await orderRow(order.id))?.paymentStatus).toBe('REFUNDED')
    expect(await balance(`rider:${riderId}:available`, 'USD')).toBe(0)
    expect(await balance('platform:cash', 'USD')).toBe(cash + 160)
    expect(await incidents(`Part du livreur de ${order.number}`)).toBe(1)
    await booksAgree()
  })

  it('a seller whose sale is taken back: the debt of a wallet that nobody fills is our cash’s, and it is told', async () => {
    const { market, order, phone, seller } = await earningSeller()
    ok(await withdrawByCode(seller, '25.00'))
    await ends(phone, 'approve')
    await erased(seller)
    const admin = await signUp('ADMIN')
    const payin = await payinOf(order.id)
    ok(await decideByHand(admin, `/gatewayB/transactions/${payin}/resolve`, { outcome: 'reversed', note: 'Relevé' }))
    expect(await balance(`seller:${market.seller.profileId}:available`, 'USD')).toBe(0)
    expect(await incidents('manquent à notre caisse')).toBe(1)
    const covered = await first<{ id: string }>("SELECT id FROM transfers WHERE kind = 'wallet:covered'")
    ok(await call(admin, 'POST', '/ledger/adjustments', { transferId: covered?.id, reason: 'Erreur' }))
    expect(await balance(`seller:${market.seller.profileId}:available`, 'USD')).toBe(0)
    expect(await incidents(`Annulation du virement ${covered?.id}`)).toBe(1)
    await booksAgree()
  })

  it('a seller whose sale is refunded: the same', async () => {
    const { market, order, phone, seller } = await earningSeller()
    ok(await withdrawByCode(seller, '25.00'))
    await ends(phone, 'approve')
    await erased(seller)
    ok(await call(await signUp('ADMIN'), 'POST', `/orders/admin/${order.id}/refund`))
    await settleMovement((await sentRefund(order.id)).id, 'approve', ['silent'])
    await tickAt(Date.now() + 2 * MINUTE)
    expect(await balance(`seller:${market.seller.profileId}:available`, 'USD')).toBe(0)
    expect(await incidents(`de ${order.number}. 25`)).toBe(1)
    await booksAgree()
  })
})

describe('a refund that fails', () => {
  it('after its seller is erased does not give 25.00 to a wallet that nobody opens', async () => {
    const { market, order, seller } = await earningSeller()
    ok(await call(await signUp('ADMIN'), 'POST', `/orders/admin/${order.id}/refund`))
    const sent = await sentRefund(order.id)
    await erased(seller)
    await settleMovement(sent.id, 'refuse', ['silent'])
    const refund = await first<{ id: string }>('SELECT id FROM refunds WHERE order_id = ?', order.id)
    const admin = await signUp('ADMIN')
    ok(await decideByHand(admin, `/refunds/${refund?.id}/resolve`, { outcome: 'failed', note: 'Relevé' }))
    expect(await balance(`seller:${market.seller.profileId}:available`, 'USD')).toBe(0)
    expect(await incidents(`Le remboursement ${refund?.id} de ${order.number} n'est pas arrivé`)).toBe(1)
    await booksAgree()
  })
})

describe('somebody who is deleted', () => {
  it('a buyer whose money comes late: the order is not revived for nobody, it goes back', async () => {
    const market = await newMarket()
    const phone = freshPhone()
    const began = Date.now()
    const { data } = await postOrder(market, { payerPhoneNumber: phone })
    await tickAt(began + 16 * MINUTE)
    expect((await orderRow(data.id))?.status).toBe('CANCELLED')
    await deleted(market.buyer)
    const [movement] = await movementsOf(phone)
    await settleMovement(movement?.id ?? '', 'approve', ['silent'])
    await tickAt(began + 90 * MINUTE)
    await tickAt(began + 150 * MINUTE)
    const paid = await first<{ status: string }>(
      'SELECT status FROM gateway_transactions WHERE id = ?',
      await payinOf(data.id),
    )
    expect(paid?.status).toBe('succeeded')
    expect((await orderRow(data.id))?.status).toBe('CANCELLED')
  })

  it('a seller whose deposit comes late: a person is told to give it back', async () => {
    const plan = await newPlan(monthly('5.00'))
    const seller = await newSeller()
    const phone = freshPhone()
    await setFault({ gateway: 'A', fault: 'silent', kind: 'deposit' })
    const { data } = await call(seller, 'POST', '/subscriptions', subscriptionBody(plan.id, phone))
    const began = Date.now()
    await tickAt(began + 31 * MINUTE)
    await deleted(seller)
    await approve(phone)
    await tickAt(began + 100 * MINUTE)
    await tickAt(began + 170 * MINUTE)
    const deposit = await first<{ status: string }>(
      'SELECT status FROM gateway_transactions WHERE reference = ?',
      data.depositId,
    )
    expect(deposit?.status).toBe('succeeded')
    expect(await incidents(data.depositId)).toBe(1)
  })
})
