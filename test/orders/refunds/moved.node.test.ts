import { describe, expect, it } from 'vitest'
import type { GatewayTransaction } from '#db/schema/money/gateways.ts'
import { Stale } from '#db/violation.ts'
import { commit } from '#domain/core/commit.ts'
import { applyReading } from '#domain/money/gateways/readings/apply.ts'
import { resolveIncident } from '#domain/office/incidents/resolve.ts'
import { adminRefundOrder } from '#domain/orders/orders/ending/admin-refund.ts'
import { endReturn } from '#domain/orders/orders/outcomes/end-return.ts'
import { requestAmount, unlessMoved } from '#domain/orders/refunds/approval/request-amount.ts'
import { rejectRefund } from '#domain/orders/refunds/deciding/reject.ts'
import { requestRefundApproval } from '#domain/orders/refunds/deciding/request-approval.ts'
import { retryRefund } from '#domain/orders/refunds/deciding/retry.ts'
import { refundAll } from '#domain/orders/refunds/of-orders/send-refund.ts'
import { NOW, openDomain } from '#testing/domain/domain.ts'
import { DECLINED } from '#testing/domain/gateways.ts'
import { addAdmin, addMarket } from '#testing/domain/market.ts'
import { addTransaction, addTransfer, linesOfTransfers } from '#testing/domain/money.ts'
import { addPaidOrder, orderFile, refundsOn } from '#testing/domain/orders.ts'
import { decideByHand } from '#testing/domain/resolutions.ts'
import { addPaidSubscription, addRefundOf } from './of-subscriptions/subscriptions.ts'

// Another request writes between what one of these reads and its commit.

const domain = openDomain(addMarket)
const { ctx } = domain
const { started } = refundsOn(domain)
const admin = domain.as({ id: 'admin', role: 'ADMIN', email: 'admin@soko.test' })
const reversed = (id: string) => `UPDATE gateway_transactions SET status = 'reversed' WHERE id = '${id}'`
const GONE = "UPDATE subscription_payments SET status = 'REFUNDED'"
const asksAgain = (guard: string) => ({ code: 'CONFLICT', reason: 'REQUEST_IN_PROGRESS', guard })
const intended = (tx: GatewayTransaction) =>
  domain.add('history', {
    ...{ thing_id: tx.id, version: 1, thing: 'gateway_transaction', event: 'intend', to_status: tx.status, at: NOW },
  })

describe('what is left of an order moves while a refund is asked for', () => {
  it('the commit is decided again: REFUND_ORDER_MOVED', async () => {
    addPaidOrder(domain)
    const order = await orderFile(domain)
    const before = { ...order, refundedMinor: 100 }
    await expect(commit(ctx, [unlessMoved(ctx, before)])).rejects.toThrow(Stale)
    await expect(commit(ctx, requestAmount(ctx, before, 500, 'litige').writes)).rejects.toThrow(Stale)
    await commit(ctx, requestAmount(ctx, order, 500, 'litige').writes)
    domain.run(reversed('paid-o1'))
    await expect(commit(ctx, [unlessMoved(ctx, order)])).rejects.toThrow(Stale)
  })

  it('a request with a code says why it is refused', async () => {
    addAdmin(domain)
    addPaidOrder(domain)
    const asked = requestRefundApproval(domain.meanwhile(reversed('paid-o1'), admin), { orderId: 'o1', reason: 'x' })
    await expect(asked).rejects.toMatchObject({ reason: 'INVALID_TRANSITION' })
    expect(domain.rows('SELECT id FROM refunds')).toEqual([])
  })

  it('the decision of an incident then asks for no refund', async () => {
    addPaidOrder(domain)
    domain.add('users', {
      id: 'admin',
      name: 'a',
      email: 'admin@soko.test',
      role: 'ADMIN',
      created_at: 1,
      updated_at: 1,
    })
    const said = { type: 'QUALITY', severity: 'HIGH', title: 'x', description: 'x', status: 'OPEN', number: 'INC-1' }
    domain.add('incidents', { id: 'i', ref: 'i', order_id: 'o1', ...said, created_at: NOW, updated_at: NOW })
    domain.add('history', { thing_id: 'i', version: 1, thing: 'incident', event: 'open', to_status: 'OPEN', at: NOW })
    const decision = { outcome: 'BUYER' as const, note: 'Vu' }
    const decided = await resolveIncident(domain.meanwhile(reversed('paid-o1'), admin), 'i', decision)
    expect(decided.status).toBe('RESOLVED')
    expect(domain.rows('SELECT id FROM refunds')).toEqual([])
  })
})

describe('a refund of more than what is left', () => {
  it.each(['FAILED', 'REQUESTED'])('that is %s is not sent', async (status) => {
    addPaidOrder(domain)
    const { writes } = requestAmount(ctx, await orderFile(domain), 2151, 'litige')
    await commit(ctx, writes)
    domain.run(`UPDATE refunds SET status = '${status}'`)
    domain.run('UPDATE orders SET refunded_minor = 151')
    const to = { gateway: 'B', phone: '243810000001', network: 'airtel', country: 'CD', created_at: 1, updated_at: 1 }
    const part = { order_id: 'o1', amount_minor: 151, currency: 'USD', kind: 'PARTIAL', status: 'SUCCEEDED' }
    domain.add('refunds', { id: 'part', ...part, ...to })
    const tooMuch = { reason: 'INVALID_TRANSITION', message: expect.stringContaining('Il ne reste que') }
    await expect(adminRefundOrder(admin, 'o1')).rejects.toMatchObject(tooMuch)
    const [{ id }] = domain.rows<{ id: string }>("SELECT id FROM refunds WHERE id <> 'part'") as [{ id: string }]
    if (status === 'FAILED') await expect(retryRefund(admin, id, {})).rejects.toMatchObject(tooMuch)
    expect(domain.rows("SELECT id FROM gateway_transactions WHERE purpose = 'REFUND'")).toEqual([])
  })
})

describe('a refund moves while the payment behind it is decided about', () => {
  it('taken back beside one on its way that ends: REFUND_MOVED', async () => {
    addPaidOrder(domain)
    domain.add('history', {
      thing_id: 'paid-o1',
      version: 1,
      thing: 'gateway_transaction',
      event: 'x',
      to_status: 'succeeded',
      at: NOW,
    })
    await started(refundAll(ctx, await orderFile(domain)))
    const ended = domain.meanwhile("UPDATE refunds SET status = 'FAILED', version = version + 1", admin)
    await expect(decideByHand(ended, 'paid-o1', { outcome: 'reversed', note: 'x' })).rejects.toMatchObject(
      asksAgain('REFUND_MOVED'),
    )
    expect(domain.rows("SELECT id FROM transfers WHERE kind = 'payin:reversed'")).toEqual([])
  })

  it('refused by its operator, and the payin taken back: PAYMENT_REVERSED', async () => {
    addPaidOrder(domain)
    const intent = await started(refundAll(ctx, await orderFile(domain)))
    await applyReading(domain.meanwhile(reversed('paid-o1')), intent, DECLINED)
    expect(domain.row('SELECT status FROM refunds')).toEqual({ status: 'SUCCEEDED' })
    expect(linesOfTransfers(domain, 'refund:*').at(-1)).toContain('refunds:inFlight > platform:cash 2151 USD')
  })

  it('of a deposit that is taken back, sent again: PAYMENT_GONE', async () => {
    addPaidSubscription(domain)
    addRefundOf(domain, 'FAILED')
    await expect(retryRefund(domain.meanwhile(GONE, admin), 'r1', {})).rejects.toMatchObject(asksAgain('PAYMENT_GONE'))
    expect(domain.row('SELECT status FROM refunds')).toEqual({ status: 'FAILED' })
  })

  it('of a deposit that is taken back, refused by its operator: DEPOSIT_REVERSED', async () => {
    addPaidSubscription(domain)
    addRefundOf(domain, 'PROCESSING')
    addTransfer(domain, 'refund:taken', 'r1:1:subscription', 'platform:subscriptions', 'refunds:inFlight', 500)
    const what = { kind: 'refund', purpose: 'REFUND', subjectId: 'r1', gateway: 'A' } as const
    const tx = addTransaction(domain, { ...what, id: 'sent', amountMinor: 500 })
    intended(tx)
    await applyReading(domain.meanwhile(GONE), tx, DECLINED)
    expect(domain.row('SELECT status FROM refunds')).toEqual({ status: 'SUCCEEDED' })
    expect(linesOfTransfers(domain, 'refund:*').at(-1)).toContain('refunds:inFlight > platform:cash 500 USD')
  })

  it('of a deposit, begun while it is taken back: PAYMENT_REFUND_MOVED', async () => {
    intended(addPaidSubscription(domain))
    addRefundOf(domain, 'REJECTED')
    const begun = domain.meanwhile("UPDATE refunds SET status = 'PROCESSING', version = version + 1", admin)
    await expect(decideByHand(begun, 'deposit', { outcome: 'reversed', note: 'x' })).rejects.toMatchObject(
      asksAgain('PAYMENT_REFUND_MOVED'),
    )
    expect(domain.rows("SELECT id FROM transfers WHERE kind = 'subscription:reversed'")).toEqual([])
  })
})

it('a refund of all that failed is rejected while its parcel comes back: the return decides again', async () => {
  const facts = { status: 'RETURNING', commission_minor: 0, reached_at: '{"ACCEPTED":1}' }
  addPaidOrder(domain, facts)
  const at = { created_at: NOW, updated_at: NOW }
  const fee = { pickup: '{}', dropoff: '{}', fee_minor: 151, rider_earning_minor: 121, currency: 'USD' }
  domain.add('deliveries', { id: 'd', order_id: 'o1', status: 'RETURNED', rider_id: 'rd', ...fee, ...at })
  await commit(ctx, requestAmount(ctx, await orderFile(domain), 2151, 'litige').writes)
  domain.run("UPDATE refunds SET status = 'FAILED'")
  const read = await orderFile(domain)
  const [{ id }] = domain.rows<{ id: string }>('SELECT id FROM refunds') as [{ id: string }]
  await rejectRefund(admin, id, { reason: 'x' })
  await expect(endReturn(ctx, read)).rejects.toThrow(Stale)
  expect((await orderFile(domain)).status).toBe('RETURNING')
})
