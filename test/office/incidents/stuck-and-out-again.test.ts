import { afterEach, describe, expect, it } from 'vitest'
import { call, type Person } from '#testing/api.ts'
import { chargeBody, freshPhone } from '#testing/fixtures/inputs.ts'
import { newMarket, postOrder } from '#testing/fixtures/orders.ts'
import { confirmPayout, pendingPayout } from '#testing/fixtures/payouts.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { decideByHand } from '#testing/fixtures/resolutions.ts'
import { monthly, newPlan, subscriptionStatus } from '#testing/fixtures/subscriptions.ts'
import { approve, clearFaults, setFault } from '#testing/sandbox.ts'
import { changesOf, ok } from '#testing/stories/books.ts'
import { newExpense } from '#testing/stories/expenses.ts'
import { breaks, incidents, MINUTE, tickAt } from '#testing/stories/money.ts'
import type { Data } from '#testing/stories/orders.ts'
import { asksFor, myInvoices } from '#testing/stories/subscriptions.ts'

// Rule: every stuck state of the service has an operation that ends it, also what staff began: charges, their own payouts,
// expenses, and the incidents of the service.
//
// Silent: where a deposit of gateway A that is in review is found, and under which of its ids it is decided (the operation is that
// of gateway B's transactions, the only one there is, and depositId the only id that anybody is shown); under which type or title an incident of the service stands.

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

describe('stuck, and out again:', () => {
  it('a charge of staff that hangs', async () => {
    const admin = await signUp('ADMIN')
    const { orderId } = ok(await call(admin, 'POST', '/gatewayB/payin', chargeBody({ phoneNumber: freshPhone('129') })))
    const stuck = await found(admin, { type: 'payin', status: 'pending' }, (row) => row.orderId === orderId)
    const changes = await changesOf(async () => ok(await decide(admin, stuck.id, 'succeeded')))
    expect(changes).toEqual({ 'gatewayB:clearing': -1250, 'platform:charges': 1250 })
  })

  it("an administrator's payout that hangs, and one that never left", async () => {
    const admin = await signUp('ADMIN')
    const hanging = await pendingPayout(admin)
    ok(await confirmPayout(admin, hanging.pendingId, hanging.code))
    const path = `/gatewayA/payouts/${hanging.pendingId}`
    ok(await decideByHand(admin, `${path}/resolve`, { outcome: 'failed', note: NOTE }))
    expect(ok(await call(admin, 'GET', path)).internalStatus).toBe('FAILED')

    const other = await signUp('ADMIN')
    const unsent = await pendingPayout(other)
    await breaks('A', 'unauthorized', { kind: 'payout' })
    await confirmPayout(other, unsent.pendingId, unsent.code)
    ok(await call(other, 'POST', `/gatewayA/payouts/${unsent.pendingId}/cancel`))
    expect(ok(await call(other, 'GET', `/gatewayA/payouts/${unsent.pendingId}`)).internalStatus).toBe('CANCELLED')
  })

  it('an expense whose code is dead, and one that is wrong', async () => {
    const [author, admin] = [await signUp('ACCOUNTANT'), await signUp('ADMIN')]
    const { id } = await newExpense(author)
    ok(await call(admin, 'POST', `/expenses/${id}/approve/request`))
    await tickAt(Date.now() + 11 * MINUTE)
    expect(ok(await call(author, 'GET', `/expenses/${id}`)).status).toBe('PENDING')
    ok(await call(admin, 'POST', `/expenses/${id}/reject`, { reason: 'Déjà payé' }))
    expect(ok(await call(author, 'GET', `/expenses/${id}`)).status).toBe('REJECTED')
  })

  it('a deposit of another amount, in review: somebody saw what came, and the seller has the period', async () => {
    const admin = await signUp('ADMIN')
    const plan = await newPlan(monthly('5.00'))
    await setFault({ gateway: 'A', fault: 'wrongAmount', kind: 'deposit' })
    const { seller, phone, depositId } = await asksFor(plan.id)
    const before = await incidents()
    await approve(phone)
    expect(await incidents()).toBe(before + 1)
    expect(await subscriptionStatus(seller)).toBe('PENDING')
    // The incident names the payment, and so does the subscription's file.
    const { incidents: open } = ok(await call(admin, 'GET', '/incidents?limit=100'))
    expect(open.filter(({ description }: Data) => description.includes(depositId))).toHaveLength(1)
    const changes = await changesOf(async () => ok(await decide(admin, depositId, 'succeeded')))
    expect(changes).toEqual({ 'gatewayA:clearing': -500, 'platform:subscriptions': 500 })
    expect(await subscriptionStatus(seller)).toBe('ACTIVE')
    expect(await myInvoices(seller)).toMatchObject([{ status: 'PAID', total: '5.00' }])
  })

  it('an incident of the service: staff find it, and decide what it is about, which closes it', async () => {
    const admin = await signUp('ADMIN')
    const phone = freshPhone()
    await setFault({ gateway: 'B', fault: 'wrongAmount', kind: 'payin' })
    const { id } = ok(await postOrder(await newMarket(), { payerPhoneNumber: phone }))
    await approve(phone)
    expect(await incidents(id)).toBe(1)
    const open = ok(await call(admin, 'GET', '/incidents?limit=100')).incidents
    const mine = open.find(({ orderId, description, title }: Data) => `${orderId} ${title} ${description}`.includes(id))
    expect(mine).toMatchObject({ status: 'OPEN' })
    const stuck = await found(admin, { type: 'payin', status: 'review' }, ({ orderId }) => orderId === id)
    ok(await decide(admin, stuck.id, 'failed'))
    expect(ok(await call(admin, 'GET', `/incidents/${mine.id}`)).status).toBe('RESOLVED')
    // An attempt that was decided by hand keeps one until the operator says the same.
    expect(await incidents(id)).toBe(1)
  })
})
