import { afterEach, describe, expect, it } from 'vitest'
import { call, guest, type Person } from '#testing/api.ts'
import { freshPhone, subscriptionBody, upgradeBody } from '#testing/fixtures/inputs.ts'
import { newMarket, orderRow, paidOrder, postOrder } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { decideByHand } from '#testing/fixtures/resolutions.ts'
import { newSeller } from '#testing/fixtures/shops.ts'
import { monthly, newPlan } from '#testing/fixtures/subscriptions.ts'
import { newWalletOwner, walletBalance, withdraw, withdrawalCode } from '#testing/fixtures/wallets.ts'
import { holdWhole } from '#testing/laws.ts'
import { approve, clearFaults, setFault, settleMovement } from '#testing/sandbox.ts'
import { askElsewhere, ends, ok, outgoing, readRefund, refundByCode, rowsIn, WHY } from '#testing/stories/books.ts'
import { again, clockAt, HOUR, incidents, MINUTE, SECOND, tickAt } from '#testing/stories/money.ts'
import type { Data } from '#testing/stories/orders.ts'

// Rule: every stuck state of the service has an operation that ends it: `review`, unknown, untraced, a contradiction, a
// subscription payment that nothing was bought with, a refund to a dead number, incidents of the service. Here each is reached
// and left by operations of the API alone: whoever is stuck is found in a list, decided, and open no more.
//
// Silent: under which type or title an incident of the service stands.

afterEach(() => clearFaults())

const NOTE = 'Vu sur le relevé de l’opérateur.'
/** The one transaction of gateway B that finance finds in its list with these facts. */
async function found(as: Person, facts: { type: 'payin' | 'payout'; status: string }, is: (row: Data) => boolean) {
  const query = new URLSearchParams({ ...facts, limit: '100' })
  const rows = ok(await call(as, 'GET', `/gatewayB/transactions?${query}`)).transactions.filter(is)
  expect(rows).toHaveLength(1)
  return rows[0]
}
const decide = (as: Person, id: string, outcome: string) =>
  decideByHand(as, `/gatewayB/transactions/${id}/resolve`, { outcome, note: NOTE })

/** A seller with 50.00 of whom 25.00 are on their way to this number. */
async function withdrawal(phone = freshPhone()) {
  const owner = await newWalletOwner('SELLER', { USD: 5000 }, { phone, network: 'vodacom', country: 'CD' })
  await withdraw(owner, 'USD', '25.00', await withdrawalCode(owner, 'USD', '25.00'))
  const wallet = async () => {
    const { available, reserved } = await walletBalance({ ...owner, person: await again(owner.person) }, 'USD')
    return [available, reserved]
  }
  return { owner, phone, wallet }
}

describe('stuck, and out again:', () => {
  it('a payin of another amount, in review', async () => {
    const admin = await signUp('ADMIN')
    const phone = freshPhone()
    await setFault({ gateway: 'B', fault: 'wrongAmount', kind: 'payin' })
    const { id } = ok(await postOrder(await newMarket(), { payerPhoneNumber: phone }))
    await approve(phone)
    const stuck = await found(admin, { type: 'payin', status: 'review' }, ({ orderId }) => orderId === id)
    ok(await decide(admin, stuck.id, 'succeeded'))
    expect(await orderRow(id)).toMatchObject({ status: 'PENDING_SELLER_REVIEW', paymentStatus: 'PAID' })
    const now = ok(await call(admin, 'GET', `/gatewayB/transactions/${stuck.id}`))
    expect(now).toMatchObject({ id: stuck.id, status: 'succeeded' })
  })

  it('a withdrawal that is nowhere at the gateway: its reserve comes back', async () => {
    let admin = await signUp('ADMIN')
    await setFault({ gateway: 'B', fault: 'timeoutNotHappened', kind: 'payout', times: 1, ms: 1500 })
    const { phone, wallet } = await withdrawal()
    const began = Date.now()
    const before = await incidents()
    for (const later of [MINUTE, 10 * MINUTE, HOUR, 7 * HOUR]) await tickAt(began + later)
    expect(await incidents()).toBeGreaterThan(before)
    admin = await again(admin)
    expect(await wallet()).toEqual(['25.00', '25.00'])
    const stuck = await found(admin, { type: 'payout', status: 'pending' }, ({ transactionId }) => !transactionId)
    expect(stuck).toMatchObject({ amount: '25.00', currency: 'USD' })
    ok(await decide(admin, stuck.id, 'failed'))
    expect(await wallet()).toEqual(['50.00', '0.00'])
    expect(await outgoing(phone)).toEqual([])
  })

  it('a withdrawal that hangs: somebody saw that it arrived', async () => {
    const admin = await signUp('ADMIN')
    const { phone, wallet } = await withdrawal(freshPhone('129'))
    const [movement] = await outgoing(phone)
    const stuck = await found(
      admin,
      { type: 'payout', status: 'pending' },
      ({ transactionId }) => transactionId === movement?.id,
    )
    ok(await decide(admin, stuck.id, 'succeeded'))
    expect(await wallet()).toEqual(['25.00', '0.00'])
  })

  it('a withdrawal that the gateway calls failed after it had succeeded', async () => {
    const admin = await signUp('ADMIN')
    const { phone, wallet } = await withdrawal()
    const [movement] = await outgoing(phone)
    const before = await incidents()
    await settleMovement(movement?.id ?? '', 'approve', ['failedAfterCompleted'])
    expect(await wallet()).toEqual(['25.00', '0.00'])
    expect(await incidents()).toBe(before + 1)
    const stuck = await found(
      admin,
      { type: 'payout', status: 'succeeded' },
      ({ transactionId }) => transactionId === movement?.id,
    )
    ok(await decide(admin, stuck.id, 'reversed'))
    expect(await wallet()).toEqual(['50.00', '0.00'])
  })

  it('a subscription payment that nothing was bought with: it is given back', async () => {
    const seller = await newSeller()
    const [small, large] = [await newPlan(monthly('5.00')), await newPlan(monthly('12.50'))]
    const phone = freshPhone()
    await setFault({ gateway: 'A', fault: 'silent', kind: 'deposit' })
    const late = ok(await call(seller, 'POST', '/subscriptions', subscriptionBody(small.id, phone)))
    await tickAt(Date.now() + 31 * MINUTE)
    let now = await again(seller)
    const second = freshPhone()
    const asked = await call(now, 'POST', '/subscriptions', subscriptionBody(large.id, second))
    const chosen = asked.error
      ? ok(await call(now, 'POST', '/subscriptions/upgrade', upgradeBody(large.id, second)))
      : asked.data
    await approve(second)
    clockAt(Date.now() + 31 * SECOND)
    const check = (depositId: string) => call(now, 'POST', `/subscriptions/payments/${depositId}/check-status`)
    expect(ok(await check(chosen.depositId)).payment.status).toBe('SUCCEEDED')
    const before = await incidents()
    await approve(phone)
    clockAt(Date.now() + 31 * SECOND)
    expect(ok(await check(late.depositId)).payment.status).toBe('SUCCEEDED')
    expect(await incidents()).toBe(before + 1)

    const admin = await again(await signUp('ADMIN'))
    const { payments } = ok(await call(now, 'GET', '/subscriptions/me/payments'))
    const unplaced = payments.find(({ depositId }: Data) => depositId === late.depositId)
    const id = await refundByCode(admin, { subscriptionPaymentId: unplaced.id })
    await ends(phone, 'approve')
    clockAt(Date.now() + 31 * SECOND)
    ok(await call(admin, 'POST', `/refunds/${id}/check-status`))
    expect((await readRefund(admin, id)).status).toBe('SUCCEEDED')
    now = await again(seller)
    expect(ok(await call(now, 'GET', '/subscriptions/me')).subscription).toMatchObject({
      status: 'ACTIVE',
      planId: large.id,
    })
  })

  it('a refund to a dead number: to another one of the buyer', async () => {
    const admin = await signUp('ADMIN')
    const order = await paidOrder(await newMarket())
    const id = await refundByCode(admin, { orderId: order.id })
    await ends(order.payerPhoneNumber, 'refuse')
    const failed = rowsIn(ok(await call(admin, 'GET', '/refunds?limit=100'))).find((row: Data) => row.id === id)
    expect(failed).toMatchObject({ status: 'FAILED' })
    const other = { phoneNumber: freshPhone('123', '24397'), network: 'airtel', countryCode: 'CD' }
    ok(await (await askElsewhere(admin, id, order.id, other)).confirm())
    await ends(other.phoneNumber, 'approve')
    expect((await readRefund(admin, id)).status).toBe('SUCCEEDED')
  })

  it('a refund that nobody wants any more: rejected, and one that hangs: decided', async () => {
    const admin = await signUp('ADMIN')
    const [one, two] = [await paidOrder(await newMarket()), await paidOrder(await newMarket())]
    ok(await call(await signUp('SUPPORT'), 'POST', `/orders/admin/${one.id}/cancel`))
    const [left] = rowsIn(ok(await call(admin, 'GET', `/orders/${one.id}/refunds`)))
    ok(await call(admin, 'POST', `/refunds/${left.id}/reject`, { reason: WHY }))
    // Money that is held of an order that is over is still given back by an ADMIN.
    ok(await call(admin, 'POST', `/orders/admin/${one.id}/refund`))
    await ends(one.payerPhoneNumber, 'approve')
    const id = await refundByCode(admin, { orderId: two.id })
    ok(await decideByHand(admin, `/refunds/${id}/resolve`, { outcome: 'succeeded', note: NOTE }))
    expect((await readRefund(admin, id)).status).toBe('SUCCEEDED')
  })
})

describe('afterwards', () => {
  it('nothing is open that nobody can end, and every check of the books holds', async () => {
    const finance = await signUp('ACCOUNTANT')
    expect(ok(await call(finance, 'GET', '/gatewayB/transactions?status=review')).transactions).toEqual([])
    expect(ok(await call(finance, 'GET', '/gatewayB/transactions?status=pending&type=payout')).transactions).toEqual([])
    const { refunds } = ok(await call(finance, 'GET', '/refunds?limit=100'))
    for (const { status } of refunds) expect(['SUCCEEDED', 'REJECTED']).toContain(status)
    const checks = await holdWhole()
    expect(checks.filter(({ ok: holds }: { ok: boolean }) => !holds)).toEqual([])
    expect((await call(guest, 'GET', '/gatewayB/transactions')).status).toBe(401)
  })
})
