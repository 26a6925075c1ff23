import { describe, expect, it } from 'vitest'
import type { GatewayTransaction } from '#db/schema/money/gateways.ts'
import { commit } from '#domain/core/commit.ts'
import { selectLatestAttempt } from '#domain/money/gateways/queries.ts'
import { applyReading } from '#domain/money/gateways/readings/apply.ts'
import { confirmReceipt } from '#domain/orders/orders/ending/confirm-receipt.ts'
import { earmark } from '#domain/orders/orders/money.ts'
import { sellStock } from '#domain/orders/orders/stock.ts'
import { rejectRefund } from '#domain/orders/refunds/deciding/reject.ts'
import { RetryRefund, retryRefund } from '#domain/orders/refunds/deciding/retry.ts'
import type { RefundRow } from '#domain/orders/refunds/refund.ts'
import { NOW, openDomain } from '#testing/domain/domain.ts'
import { DECLINED, SUCCEEDED } from '#testing/domain/gateways.ts'
import { holdWhole } from '#testing/domain/laws.ts'
import { addMarket } from '#testing/domain/market.ts'
import { addTransaction, linesOfTransfers } from '#testing/domain/money.ts'
import { addPaidOrder, orderFile, PAID, selectSecondRefunds } from '#testing/domain/orders.ts'
import { decideByHand } from '#testing/domain/resolutions.ts'

const domain = openDomain(addMarket)
const admin = domain.as({ id: 'admin', role: 'ADMIN' })

const resolve = (id: string, outcome: 'lateSuccess' | 'reversed') =>
  decideByHand(admin, id, { outcome, note: 'Vu sur le relevé.' })
const broken = async () => holdWhole(domain).filter(({ ok }) => !ok)
const balance = (code: string, currency = 'USD') =>
  domain.row<{ minor: number }>(
    'SELECT balance_minor AS minor FROM accounts WHERE code = ? AND currency = ?',
    ...[code, currency],
  )?.minor ?? 0
const incident = (ref: string) =>
  String(domain.row('SELECT description FROM incidents WHERE ref = ?', ref)?.description ?? '')
const secondRefund = async () => (await selectSecondRefunds(domain.ctx, 'o1'))[0] as RefundRow
const sentBack = async () => {
  const [latest] = await selectLatestAttempt(domain.ctx, (await secondRefund()).id)
  return latest as GatewayTransaction
}

const OTHER = { phone: '243899999999', network: 'orange', country: 'CD' } as const
const RWF = { amountMinor: 27_970, currency: 'RWF', country: 'RW', network: 'mtn', phone: '250780000001' } as const

/** An order that is paid, and paid once more by another number. */
async function paidTwice(
  facts: Record<string, unknown> = {},
  second: Partial<GatewayTransaction> = OTHER,
  currency = 'USD',
) {
  addPaidOrder(domain, facts, { currency })
  domain.add('history', {
    ...{
      thing_id: 'paid-o1',
      version: 1,
      thing: 'gateway_transaction',
      event: 'intend',
      to_status: 'succeeded',
      at: NOW,
    },
  })
  const before = await orderFile(domain)
  await commit(domain.ctx, sellStock(domain.ctx, before))
  const tx = addTransaction(domain, { id: 'again', currency: currency as 'USD', ...second })
  domain.add('history', {
    ...{ thing_id: 'again', version: 1, thing: 'gateway_transaction', event: 'intend', to_status: 'pending', at: NOW },
  })
  await applyReading(domain.after(1), tx, SUCCEEDED)
  return before
}

describe('an order that is paid twice', () => {
  it.each([
    ['under way', {}],
    ['cancelled', { status: 'CANCELLED', cancelled_by: 'EXPIRY' }],
  ])('(%s) gives the second payment back to its own number, and does not change', async (_how, facts) => {
    const before = await paidTwice(facts)
    expect(await secondRefund()).toMatchObject({
      ...OTHER,
      payinId: 'again',
      status: 'PROCESSING',
      amountMinor: 2151,
      currency: 'USD',
    })
    const { id } = await secondRefund()
    expect(await sentBack()).toMatchObject({ ...OTHER, amountMinor: 2151, currency: 'USD', sentAt: null })
    expect(incident('paidTwice:again')).toContain(id)
    expect([balance('order:o1:held'), balance('refunds:inFlight')]).toEqual([2151, 2151])
    expect(await orderFile(domain)).toEqual(before)
    expect(await broken()).toEqual([])

    await applyReading(domain.after(2), await sentBack(), SUCCEEDED)
    expect((await secondRefund()).status).toBe('SUCCEEDED')
    expect([balance('order:o1:held'), balance('refunds:inFlight'), balance('gatewayB:clearing')]).toEqual([
      2151, 0, -2151,
    ])
    expect(await orderFile(domain)).toEqual(before)
    expect(domain.row("SELECT subject FROM outbox WHERE kind = 'refund.second-payment'")).toEqual({
      subject: 'Second paiement de CMD-o1 rendu',
    })
    expect(domain.row("SELECT status FROM incidents WHERE ref = 'paidTwice:again'")).toEqual({ status: 'RESOLVED' })
    // The cancelled one still holds its first payment here, which no incident tells of once the second is back.
    expect((await broken()).map(({ name }) => name)).toEqual(
      'status' in facts ? ['money of an order that is over is on its way back, or somebody was told'] : [],
    )
  })

  it.each([
    ['in whole units', { amountMinor: 2200, network: 'vodacom' }, {}, 'CDF'],
    ['in francs of Rwanda', RWF, { rate_currency: 'RWF', rate_scaled: 130_033_000_000 }, 'USD'],
  ] as const)('gives back what the phone paid (%s)', async (_how, money, facts, currency) => {
    await paidTwice(facts, money, currency)
    expect(await sentBack()).toMatchObject({ currency, ...money })
    await applyReading(domain.after(2), await sentBack(), SUCCEEDED)
    for (const code of ['platform:cash', 'platform:fx', 'platform:rounding'])
      expect([balance(code, currency), balance(code, 'RWF')], code).toEqual([0, 0])
    expect([balance('order:o1:held', currency), balance('gatewayB:clearing', 'RWF')]).toEqual([2151, 0])
    expect(await broken()).toEqual([])
  })

  it('pays its seller while the second payment is on its way back', async () => {
    await paidTwice({ status: 'DELIVERED', reached_at: JSON.stringify({ ACCEPTED: 1, DELIVERED: 2 }) })
    await commit(domain.ctx, earmark(domain.ctx, await orderFile(domain), PAID, 0))
    await confirmReceipt(domain.as({ id: 'buyer' }), 'o1')
    expect([balance('seller:sp:available'), balance('order:o1:held')]).toEqual([2000, 0])
    await applyReading(domain.after(2), await sentBack(), SUCCEEDED)
    expect(await broken()).toEqual([])
  })

  it('keeps the second payment apart where its number refuses it, and a person hears of it', async () => {
    const before = await paidTwice()
    const tx = await sentBack()
    await applyReading(domain.after(2), tx, DECLINED)
    expect((await secondRefund()).status).toBe('FAILED')
    expect([balance('order:o1:held'), balance('refunds:inFlight')]).toEqual([4302, 0])
    expect(incident(`refund:${tx.id}`)).toContain((await secondRefund()).id)
    expect(await orderFile(domain)).toEqual(before)
    expect(await broken()).toEqual([])

    await resolve(tx.id, 'lateSuccess')
    expect((await secondRefund()).status).toBe('SUCCEEDED')
    expect(incident('paidTwice:again')).toContain('again-ref')
    expect([balance('order:o1:held'), balance('platform:cash')]).toEqual([2151, 0])
    expect(await broken()).toEqual([])
  })
})

describe('a second payment that could not go back', () => {
  it('is sent again to the number that made it, and cannot be kept', async () => {
    const before = await paidTwice()
    await applyReading(domain.after(2), await sentBack(), DECLINED)
    const { id } = await secondRefund()
    await expect(rejectRefund(admin, id, { reason: 'Non.' })).rejects.toMatchObject({ code: 'CONFLICT' })

    const stranger = RetryRefund.parse({ phoneNumber: '0970000001', network: 'airtel', countryCode: 'CD' })
    const at = { ...admin, now: NOW + 3 }
    await expect(retryRefund(at, id, stranger)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
    const { phone } = await secondRefund()
    await retryRefund(at, id, {})
    expect(await secondRefund()).toMatchObject({ status: 'PROCESSING', attempt: 2, phone })
    expect(domain.calls).toMatchObject([
      { what: 'mbiyopay.payout', with: { id: `${id}-2`, phone, money: { amountMinor: 2151 } } },
    ])
    expect(await orderFile(domain)).toEqual(before)
    await applyReading(domain.after(4), await sentBack(), SUCCEEDED)
    expect([balance('order:o1:held'), balance('refunds:inFlight')]).toEqual([2151, 0])
    expect(await broken()).toEqual([])
  })
})

describe('a second payment that its operator takes back', () => {
  it('a second payment that had not gone back is refunded by it, without a call', async () => {
    await paidTwice()
    await applyReading(domain.after(2), await sentBack(), DECLINED)
    await resolve('again', 'reversed')
    expect((await secondRefund()).status).toBe('SUCCEEDED')
    expect([balance('order:o1:held'), balance('platform:cash'), balance('gatewayB:clearing')]).toEqual([2151, 0, -2151])
    expect(incident('reversed:again')).not.toContain('caisse')
    expect(await broken()).toEqual([])
  })

  it('a second payment that had gone back already is our loss', async () => {
    await paidTwice()
    await applyReading(domain.after(2), await sentBack(), SUCCEEDED)
    await resolve('again', 'reversed')
    expect([balance('order:o1:held'), balance('platform:cash')]).toEqual([2151, -2151])
    expect(incident('reversed:again')).toContain('caisse')
    expect(await broken()).toEqual([])
  })

  it.each([
    ['', OTHER, {}],
    [' in francs', RWF, { rate_currency: 'RWF', rate_scaled: 130_033_000_000 }],
  ])('while it is on its way back%s, costs nothing where that fails', async (_how, money, facts) => {
    await paidTwice(facts, money)
    await resolve('again', 'reversed')
    await applyReading(domain.after(2), await sentBack(), DECLINED)
    expect((await secondRefund()).status).toBe('SUCCEEDED')
    expect([balance('order:o1:held'), balance('platform:cash'), balance('platform:cash', 'RWF')]).toEqual([2151, 0, 0])
    expect(await broken()).toEqual([])
  })
})

describe('the payment of an order, taken back by its operator', () => {
  it('is replaced by the other one that lies apart: the seller loses nothing', async () => {
    await paidTwice({ status: 'DELIVERED', reached_at: JSON.stringify({ ACCEPTED: 1, DELIVERED: 2 }) })
    await commit(domain.ctx, earmark(domain.ctx, await orderFile(domain), PAID, 0))
    await applyReading(domain.after(2), await sentBack(), DECLINED)
    await resolve('paid-o1', 'reversed')
    expect(await orderFile(domain)).toMatchObject({
      status: 'DELIVERED',
      paymentStatus: 'PAID',
      refundedMinor: 0,
      paidBy: { id: 'again', isTakenBack: false },
    })
    expect((await secondRefund()).status).toBe('REJECTED')
    expect(linesOfTransfers(domain, 'payin:reversed')).toEqual([
      'payin:reversed paid-o1: order:o1:held > gatewayB:clearing 2151 USD',
    ])
    expect(incident('reversed:paid-o1')).toContain("L'autre paiement")
    expect([balance('seller:sp:pending'), balance('order:o1:held'), balance('platform:cash')]).toEqual([2000, 151, 0])
    expect(await broken()).toEqual([])

    await resolve('again', 'reversed')
    expect(await orderFile(domain)).toMatchObject({ status: 'REFUNDED', paymentStatus: 'REFUNDED' })
    expect([balance('seller:sp:pending'), balance('order:o1:held'), balance('gatewayB:clearing')]).toEqual([0, 0, 0])
    expect(await broken()).toEqual([])
  })

  it('is given back with its order where the other one has gone back', async () => {
    await paidTwice()
    await applyReading(domain.after(2), await sentBack(), SUCCEEDED)
    await resolve('paid-o1', 'reversed')
    expect(await orderFile(domain)).toMatchObject({ status: 'CANCELLED', paymentStatus: 'REFUNDED' })
    expect([balance('order:o1:held'), balance('platform:cash'), balance('gatewayB:clearing')]).toEqual([0, 0, 0])
    expect(await broken()).toEqual([])
  })
})
