import { describe, expect, it } from 'vitest'
import type { GatewayTransaction } from '#db/schema/money/gateways.ts'
import { commit } from '#domain/core/commit.ts'
import { refundWhole } from '#domain/orders/orders/outcomes/refund-whole.ts'
import { phoneGets, receive } from '#domain/orders/orders/payins/through-gateway.ts'
import { requestRefund } from '#domain/orders/refunds/of-orders/request-refund.ts'
import { refundAll, refundGoods } from '#domain/orders/refunds/of-orders/send-refund.ts'
import { settleRefund } from '#domain/orders/refunds/of-orders/settle-refund.ts'
import { selectRefunds } from '#domain/orders/refunds/queries.ts'
import type { RefundRow } from '#domain/orders/refunds/refund.ts'
import { NOW, openDomain } from '#testing/domain/domain.ts'
import { addMarket } from '#testing/domain/market.ts'
import { addTransaction, linesOfTransfers } from '#testing/domain/money.ts'
import { addOrder, addPaidOrder, orderFile, refundsOn, walletEntries } from '#testing/domain/orders.ts'

const domain = openDomain(addMarket)
const { ctx } = domain

const { refundRow, accepted, started, historyOf } = refundsOn(domain)

/** An order of which everything went back. */
function givenBack(id: string): void {
  addPaidOrder(domain, { id, refunded_minor: 2151 })
  const to = { gateway: 'B', phone: '243810000001', network: 'airtel', country: 'CD' }
  const what = { order_id: id, amount_minor: 2151, currency: 'USD', kind: 'FULL', status: 'SUCCEEDED' }
  domain.add('refunds', { id: `r-${id}`, ...what, ...to, created_at: 1, updated_at: 1 })
}

describe('a refund that waits for an admin', () => {
  it('is written down with everything that it needs, and moves nothing', async () => {
    addPaidOrder(domain)
    const by = domain.as({ id: 'staff' })
    await commit(by, requestRefund(by, await orderFile(domain), 'litige').writes)
    expect(await refundRow()).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      orderId: 'o1',
      amountMinor: 2151,
      currency: 'USD',
      kind: 'FULL',
      status: 'REQUESTED',
      reason: 'litige',
      gateway: 'B',
      phone: '243810000001',
      network: 'airtel',
      country: 'CD',
      attempt: 0,
      failureCode: null,
      requestedBy: 'staff',
      payinId: null,
      subscriptionPaymentId: null,
      codeOf: null,
      commissionMinor: 0,
      ownMinor: 2151,
      restBy: null,
      returnedAt: null,
      rejectionReason: null,
      approvedPhones: [],
      reachedAt: {},
      version: 1,
      createdAt: NOW,
      updatedAt: NOW,
    })
    expect(historyOf('refund')).toEqual(['request REQUESTED'])
    expect(linesOfTransfers(domain, 'refund:*')).toEqual([])
  })

  it('needs no reason and no person', async () => {
    addPaidOrder(domain)
    await commit(ctx, requestRefund(ctx, await orderFile(domain)).writes)
    expect(await refundRow()).toMatchObject({ reason: null, requestedBy: null })
  })

  it('is not written for what was not paid or was given back', async () => {
    addOrder(domain)
    expect(requestRefund(ctx, await orderFile(domain)).writes).toEqual([])
    givenBack('o2')
    expect(requestRefund(ctx, await orderFile(domain, 'o2')).writes).toEqual([])
    addPaidOrder(domain, { id: 'o3' })
    expect(requestRefund(ctx, { ...(await orderFile(domain, 'o3')), paidBy: null }).writes).toEqual([])
    expect(requestRefund(ctx, { ...(await orderFile(domain, 'o3')), paidCurrency: null }).writes).toEqual([])
  })
})

describe('a refund in full', () => {
  it('a refund before acceptance takes the escrow', async () => {
    addPaidOrder(domain)
    const intent = await started(refundAll(ctx, await orderFile(domain), 'refusée'))
    const row = await refundRow()
    expect(row).toMatchObject({ kind: 'FULL', status: 'PROCESSING', attempt: 1, amountMinor: 2151, reason: 'refusée' })
    expect(intent).toMatchObject({
      gateway: 'B',
      kind: 'payout',
      purpose: 'REFUND',
      subjectId: row.id,
      reference: row.id,
      amountMinor: 2151,
      currency: 'USD',
      phone: '243810000001',
      network: 'airtel',
      country: 'CD',
      status: 'pending',
      sentAt: null,
    })
    expect(domain.row('SELECT status FROM gateway_transactions WHERE id = ?', intent.id)).toEqual({ status: 'pending' })
    expect(linesOfTransfers(domain, 'refund:*')).toEqual([
      `refund:taken ${row.id}:1:held: order:o1:held > refunds:inFlight 2151 USD`,
    ])
    expect(historyOf('refund')).toEqual(['request REQUESTED', 'start PROCESSING'])
    expect(walletEntries(domain)).toEqual([])
  })

  it('a refund after acceptance takes the seller’s pending money', async () => {
    await accepted()
    await started(refundAll(ctx, await orderFile(domain)))
    const { id } = await refundRow()
    expect(linesOfTransfers(domain, 'refund:*')).toEqual([
      `refund:taken ${id}:1:goods: seller:sp:pending > refunds:inFlight 1933 USD`,
      `refund:taken ${id}:1:commission: platform:commission > refunds:inFlight 67 USD`,
      `refund:taken ${id}:1:fee: order:o1:held > refunds:inFlight 151 USD`,
    ])
    expect(walletEntries(domain)).toEqual([])
  })

  it('a refund after completion takes the seller’s available money, and the seller reads it', async () => {
    await accepted(true)
    await started(refundAll(ctx, await orderFile(domain)))
    const { id } = await refundRow()
    expect(linesOfTransfers(domain, 'refund:*')).toEqual([
      `refund:taken ${id}:1:goods: seller:sp:available > refunds:inFlight 1933 USD`,
      `refund:taken ${id}:1:commission: platform:commission > refunds:inFlight 67 USD`,
      `refund:taken ${id}:1:fee: platform:delivery > refunds:inFlight 151 USD`,
    ])
    expect(walletEntries(domain)).toEqual(['sp SALE 1933 1933 o1', 'sp REFUND -1933 0 o1'])
  })

  it('adopts the row that a cancel left, and tries again under a new reference', async () => {
    addPaidOrder(domain)
    await commit(ctx, requestRefund(ctx, await orderFile(domain), 'annulée').writes)
    const adopted = await refundRow()
    const first = await started(refundAll(ctx, await orderFile(domain)))
    expect(first.reference).toBe(adopted.id)
    expect(await selectRefunds(ctx, 'o1')).toMatchObject([
      { id: adopted.id, status: 'PROCESSING', version: 2, attempt: 1 },
    ])
    await commit(ctx, await settleRefund(ctx, { ...first, failureCode: 'NO' }, 'failed'))
    domain.run("UPDATE gateway_transactions SET status = 'failed' WHERE id = ?", first.id)
    expect(await refundRow()).toMatchObject({ status: 'FAILED', failureCode: 'NO' })

    const second = await started(refundAll(ctx, await orderFile(domain)))
    expect(second.reference).toBe(`${adopted.id}-2`)
    expect(await refundRow()).toMatchObject({ status: 'PROCESSING', attempt: 2, failureCode: null })
    expect(linesOfTransfers(domain, 'refund:*')).toEqual([
      `refund:taken ${adopted.id}:1:held: order:o1:held > refunds:inFlight 2151 USD`,
      `refund:back ${adopted.id}:1:held: refunds:inFlight > order:o1:held 2151 USD`,
      `refund:taken ${adopted.id}:2:held: order:o1:held > refunds:inFlight 2151 USD`,
    ])
    await commit(ctx, await settleRefund(ctx, second, 'failed'))
    expect(linesOfTransfers(domain, 'refund:back').at(-1)).toBe(
      `refund:back ${adopted.id}:2:held: refunds:inFlight > order:o1:held 2151 USD`,
    )
  })

  it('a refund of nothing writes nothing', async () => {
    const nothing = { writes: [], intent: undefined }
    addOrder(domain)
    expect(refundAll(ctx, await orderFile(domain))).toEqual(nothing)
    givenBack('o2')
    const given = await orderFile(domain, 'o2')
    expect(refundAll(ctx, given)).toEqual(nothing)
    expect(refundAll(ctx, { ...given, refunds: [], paidBy: null })).toEqual(nothing)
    expect(refundAll(ctx, { ...given, refunds: [], paidFeeMinor: null })).toEqual(nothing)
  })
})

it('goods that came back are paid back without the fee', async () => {
  await accepted()
  const intent = await started(refundGoods(ctx, await orderFile(domain), 'retour'))
  const row = await refundRow()
  expect(row).toMatchObject({ kind: 'PARTIAL', amountMinor: 2000, reason: 'retour', status: 'PROCESSING' })
  expect(intent).toMatchObject({ amountMinor: 2000, reference: row.id })
  expect(linesOfTransfers(domain, 'refund:*')).toEqual([
    `refund:taken ${row.id}:1:goods: seller:sp:pending > refunds:inFlight 1933 USD`,
    `refund:taken ${row.id}:1:commission: platform:commission > refunds:inFlight 67 USD`,
  ])
  await commit(ctx, await settleRefund(ctx, intent, 'succeeded'))
  expect(await orderFile(domain)).toMatchObject({ refundedMinor: 2000, paymentStatus: 'PARTIALLY_REFUNDED' })
})

describe('a refund of what was paid in another way than the books say', () => {
  const rwanda = { rate_currency: 'RWF', rate_scaled: 130_033_000_000 }
  async function paidWith(facts: Record<string, unknown>, tx: Partial<GatewayTransaction>, refund: typeof refundGoods) {
    const id = addOrder(domain, { status: 'CANCELLED', cancelled_by: 'BUYER', ...facts })
    const paid = { paid_currency: facts.currency ?? 'USD', paid_subtotal_minor: facts.subtotal_minor ?? 2000 }
    domain.run(
      'UPDATE orders SET paid_currency = ?, paid_subtotal_minor = ?, paid_fee_minor = delivery_fee_minor WHERE id = ?',
      ...Object.values(paid),
      id,
    )
    const payin = addTransaction(domain, { id: 'in', status: 'succeeded', finalAt: NOW, ...tx })
    const order = await orderFile(domain)
    await commit(ctx, receive(ctx, order, payin))
    const intent = await started(refund(ctx, order, 'x'))
    await commit(ctx, await settleRefund(ctx, intent, 'succeeded'))
    return { intent, row: await refundRow(), now: await orderFile(domain) }
  }
  const last = () => linesOfTransfers(domain, 'refund:[edr]*')

  it('a payment in RWF goes back in RWF, at the rate of the payment', async () => {
    const { intent, row } = await paidWith(rwanda, { amountMinor: 27_970, currency: 'RWF' }, refundAll)
    expect(row).toMatchObject({ amountMinor: 2151, currency: 'USD', status: 'SUCCEEDED' })
    expect(intent).toMatchObject({ amountMinor: 27_970, currency: 'RWF' })
    expect(last()).toEqual([
      `refund:exchanged ${intent.id}: refunds:inFlight > platform:fx 2151 USD`,
      `refund:done ${intent.id}: platform:fx > gatewayB:clearing 27970 RWF`,
    ])
  })

  it('in RWF, for the goods alone, is converted once; the rest takes what is left', async () => {
    const { intent, now } = await paidWith(rwanda, { amountMinor: 27_970, currency: 'RWF' }, refundGoods)
    // 20.00 USD at 1300.33 is 26006.6.
    expect(intent).toMatchObject({ amountMinor: 26_007, currency: 'RWF' })
    expect(now).toMatchObject({ refundedMinor: 2000 })
    expect(phoneGets(now, 151)).toBe(27_970 - 26_007)
    expect(phoneGets(now, 100)).toBe(1300)
  })

  const mpesa = { currency: 'CDF', subtotal_minor: 200_040, delivery_fee_minor: 151, total_minor: 200_191 }

  it('a payment in whole francs goes back whole', async () => {
    const { intent, row } = await paidWith(
      mpesa,
      { amountMinor: 200_200, currency: 'CDF', network: 'vodacom' },
      refundAll,
    )
    expect([row.amountMinor, intent.amountMinor]).toEqual([200_191, 200_200])
    expect(last()).toEqual([
      `refund:rounded ${intent.id}: platform:rounding > refunds:inFlight 9 CDF`,
      `refund:done ${intent.id}: refunds:inFlight > gatewayB:clearing 200200 CDF`,
    ])
  })

  it('a refund of the goods alone in whole francs leaves the centimes', async () => {
    const { intent, now } = await paidWith(
      mpesa,
      { amountMinor: 200_200, currency: 'CDF', network: 'vodacom' },
      refundGoods,
    )
    expect(last()).toEqual([
      `refund:rounded ${intent.id}: refunds:inFlight > platform:rounding 40 CDF`,
      `refund:done ${intent.id}: refunds:inFlight > gatewayB:clearing 200000 CDF`,
    ])
    expect(phoneGets(now, 151)).toBe(200)
  })

  it('in whole francs: less than one is not sent, and an ADMIN who asks for it hears so', async () => {
    const { now, row } = await paidWith(
      mpesa,
      { amountMinor: 200_200, currency: 'CDF', network: 'vodacom' },
      refundGoods,
    )
    // 1000.00 went back, and 0.40 of what is left are asked for.
    const asked: RefundRow = { ...row, id: 'asked', status: 'REQUESTED', amountMinor: 40 }
    const order = { ...now, refundedMinor: 100_000, refunds: [{ ...row, amountMinor: 100_000 }, asked] }
    expect(() => refundWhole(ctx, order)).toThrow(expect.objectContaining({ code: 'CONFLICT' }))
  })
})

it('goods for nothing are no refund', async () => {
  addPaidOrder(domain, { subtotal_minor: 0, total_minor: 151 }, { subtotal: 0 })
  const order = await orderFile(domain)
  expect(refundGoods(ctx, order, 'retour')).toEqual({ writes: [], intent: undefined })
})
