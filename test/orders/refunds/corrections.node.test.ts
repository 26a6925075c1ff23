import { describe, expect, it } from 'vitest'
import type { GatewayTransaction } from '#db/schema/money/gateways.ts'
import { commit } from '#domain/core/commit.ts'
import { selectLatestAttempt } from '#domain/money/gateways/queries.ts'
import { applyReading } from '#domain/money/gateways/readings/apply.ts'
import { adminRefundOrder } from '#domain/orders/orders/ending/admin-refund.ts'
import { reserveStock, sellStock } from '#domain/orders/orders/stock.ts'
import { rejectRefund } from '#domain/orders/refunds/deciding/reject.ts'
import { refundAll } from '#domain/orders/refunds/of-orders/send-refund.ts'
import { getRefund, selectRefunds } from '#domain/orders/refunds/queries.ts'
import { NOW, openDomain } from '#testing/domain/domain.ts'
import { DECLINED, SUCCEEDED } from '#testing/domain/gateways.ts'
import { holdWhole } from '#testing/domain/laws.ts'
import { addMarket } from '#testing/domain/market.ts'
import { addTransaction, linesOfTransfers } from '#testing/domain/money.ts'
import { addOrder, addPaidOrder, orderFile, selectSecondRefunds } from '#testing/domain/orders.ts'
import { decideByHand } from '#testing/domain/resolutions.ts'

const domain = openDomain(addMarket)
const admin = domain.as({ id: 'admin', role: 'ADMIN' })

const NOTE = 'Vu sur le relevé.'
const resolve = (id: string, outcome: 'lateSuccess' | 'reversed') => decideByHand(admin, id, { outcome, note: NOTE })
const broken = async () => holdWhole(domain).filter(({ ok }) => !ok)
/** An attempt with its history, as `intend` writes both. */
function intended(facts: Parameters<typeof addTransaction>[1]) {
  const tx = addTransaction(domain, facts)
  const first = { thing: 'gateway_transaction', event: 'intend', to_status: tx.status, at: NOW }
  domain.add('history', { thing_id: tx.id, version: 1, ...first })
  return tx
}
const balance = (code: string, currency = 'USD') =>
  domain.row<{ balance_minor: number }>(
    'SELECT balance_minor FROM accounts WHERE code = ? AND currency = ?',
    ...[code, currency],
  )?.balance_minor ?? 0

describe('a second payment that could not be given back, and its operator takes back', () => {
  const RWF = { amountMinor: 27_970, currency: 'RWF', country: 'RW', network: 'mtn' } as const
  it.each([
    ['in the currency of the order', {}, {}],
    ['in whole units', { amountMinor: 2200, currency: 'CDF', network: 'vodacom' }, { currency: 'CDF' }],
    ['in francs of Rwanda', RWF, { rate_currency: 'RWF', rate_scaled: 130_033_000_000 }],
  ] as const)('leaves from where it lies apart (%s)', async (_how, money, facts) => {
    const currency = 'currency' in facts ? facts.currency : 'USD'
    addPaidOrder(domain, facts, { currency })
    await commit(domain.ctx, sellStock(domain.ctx, await orderFile(domain)))
    await applyReading(domain.after(1), intended({ id: 'again', currency, ...money }), SUCCEEDED)
    const [refund] = await selectSecondRefunds(domain.ctx, 'o1')
    const [sent] = await selectLatestAttempt(domain.ctx, refund?.id ?? '')
    await applyReading(domain.after(2), sent as GatewayTransaction, DECLINED)
    expect(balance('order:o1:held', currency)).toBe(4302)
    expect(await broken()).toEqual([])

    await resolve('again', 'reversed')
    expect(balance('order:o1:held', currency)).toBe(2151)
    for (const code of ['platform:cash', 'platform:fx', 'platform:rounding'])
      expect([balance(code, currency), balance(code, 'RWF')], code).toEqual([0, 0])
    expect(linesOfTransfers(domain, 'refund:done')).toHaveLength(1)
    expect(await orderFile(domain)).toMatchObject({ status: 'PENDING_SELLER_REVIEW', paymentStatus: 'PAID' })
    expect(domain.row("SELECT description FROM incidents WHERE ref = 'reversed:again'")?.description).not.toContain(
      'caisse',
    )
    expect(await broken()).toEqual([])
  })
})

describe('a payment in francs of Rwanda', () => {
  const FROZEN = { rate_currency: 'RWF', rate_scaled: 130_033_000_000 }
  const RWF = { amountMinor: 27_970, currency: 'RWF', country: 'RW', network: 'mtn' } as const

  it('that had succeeded after all pays its order, and taken back leaves both currencies as they were', async () => {
    addOrder(domain, FROZEN)
    await commit(domain.ctx, reserveStock(domain.ctx, await orderFile(domain)))
    await applyReading(domain.ctx, intended({ id: 'tx', ...RWF }), DECLINED)
    await resolve('tx', 'lateSuccess')
    expect(await orderFile(domain)).toMatchObject({ status: 'PENDING_SELLER_REVIEW', paymentStatus: 'PAID' })
    expect([balance('order:o1:held'), balance('platform:fx', 'RWF'), balance('platform:fx')]).toEqual([
      2151, 27_970, -2151,
    ])
    expect(await broken()).toEqual([])

    await resolve('tx', 'reversed')
    expect(await orderFile(domain)).toMatchObject({
      status: 'CANCELLED',
      paymentStatus: 'REFUNDED',
      refundedMinor: 2151,
    })
    expect([balance('order:o1:held'), balance('platform:fx', 'RWF'), balance('platform:fx')]).toEqual([0, 0, 0])
    expect([balance('gatewayB:clearing', 'RWF'), balance('platform:cash', 'RWF')]).toEqual([0, 0])
    expect(await broken()).toEqual([])
  })
})

describe('a payment that is taken back while its refund is on its way', () => {
  it.each([
    ['in the currency of the order', {}, {}],
    ['in whole units', { amountMinor: 2200, currency: 'CDF', network: 'vodacom' } as const, { currency: 'CDF' }],
    [
      'in francs of Rwanda',
      { amountMinor: 27_970, currency: 'RWF', country: 'RW', network: 'mtn' } as const,
      { rate_currency: 'RWF', rate_scaled: 130_033_000_000 },
    ],
  ])('costs nothing where the refund then fails (%s)', async (_how, money, facts) => {
    const first = intended({ id: 'tx', ...money })
    addOrder(domain, facts)
    await commit(domain.ctx, reserveStock(domain.ctx, await orderFile(domain)))
    await applyReading(domain.ctx, first, SUCCEEDED)
    await adminRefundOrder(admin, 'o1')
    const [refund] = await selectRefunds(domain.ctx, 'o1')
    const [sent] = await selectLatestAttempt(domain.ctx, refund?.id ?? '')
    await resolve('tx', 'reversed')
    expect(await broken()).toEqual([])

    await applyReading(domain.after(2), sent as GatewayTransaction, DECLINED)
    expect(domain.row('SELECT status FROM refunds')).toEqual({ status: 'SUCCEEDED' })
    expect(await orderFile(domain)).toMatchObject({ status: 'CANCELLED', paymentStatus: 'REFUNDED' })
    // The cents that its operator rounded up stay where they were counted; our cash paid them back.
    const left = domain.rows<{ code: string; minor: number }>(
      'SELECT code, balance_minor AS minor FROM accounts WHERE balance_minor <> 0',
    )
    expect(left.filter(({ code }) => code !== 'platform:cash' && code !== 'platform:rounding')).toEqual([])
    expect(left.reduce((sum, { minor }) => sum + minor, 0)).toBe(0)
    expect(await broken()).toEqual([])
  })
})

describe('a charge of staff', () => {
  it('that had succeeded after all is booked, and taken back is our loss', async () => {
    await applyReading(domain.ctx, intended({ id: 'tx', subjectId: 'tx', purpose: 'CHARGE' }), DECLINED)
    await resolve('tx', 'lateSuccess')
    expect([balance('platform:charges'), balance('gatewayB:clearing')]).toEqual([2151, -2151])
    expect(await broken()).toEqual([])

    await resolve('tx', 'reversed')
    expect(linesOfTransfers(domain, 'charge:*')).toEqual([
      'charge:paid tx: gatewayB:clearing > platform:charges 2151 USD',
      'charge:reversed tx: platform:charges > gatewayB:clearing 2151 USD',
    ])
    expect(await broken()).toEqual([])
  })
})

describe('a refund', () => {
  /** Refund of a paid order that its operator refuses. @returns the attempt */
  async function refused(): Promise<GatewayTransaction> {
    addPaidOrder(domain)
    await commit(domain.ctx, sellStock(domain.ctx, await orderFile(domain)))
    const { writes, intent } = refundAll(domain.ctx, await orderFile(domain))
    await commit(domain.ctx, writes)
    await applyReading(domain.ctx, intent as GatewayTransaction, DECLINED)
    return intent as GatewayTransaction
  }
  const refundStatus = () => domain.row('SELECT status FROM refunds')?.status

  it('that had arrived after all is given, without a call', async () => {
    const { id } = await refused()
    await resolve(id, 'lateSuccess')
    expect([refundStatus(), balance('order:o1:held'), balance('gatewayB:clearing')]).toEqual(['SUCCEEDED', 0, 0])
    expect(await orderFile(domain)).toMatchObject({ status: 'CANCELLED', paymentStatus: 'REFUNDED' })
    expect(domain.calls).toEqual([])
    expect(await broken()).toEqual([])
  })

  it('that had arrived after all, and was sent again meanwhile, is our loss', async () => {
    const { id } = await refused()
    const { writes, intent } = refundAll(domain.ctx, await orderFile(domain))
    await commit(domain.ctx, writes)
    await applyReading(domain.ctx, intent as GatewayTransaction, SUCCEEDED)
    await resolve(id, 'lateSuccess')
    expect(linesOfTransfers(domain, 'refund:late')).toEqual([
      `refund:late ${id}: platform:cash > gatewayB:clearing 2151 USD`,
    ])
    expect(domain.row('SELECT title FROM incidents WHERE ref = ?', `refundTwice:${id}`)).toEqual({
      title: 'Remboursement arrivé deux fois',
    })
    expect(await broken()).toEqual([])
  })

  it('that had arrived after all, and had been ended, is our loss: it did not arrive twice', async () => {
    const { id, subjectId } = await refused()
    await rejectRefund(admin, subjectId, { reason: 'Le vendeur garde son prix.' })
    await resolve(id, 'lateSuccess')
    expect(linesOfTransfers(domain, 'refund:late')).toEqual([
      `refund:late ${id}: platform:cash > gatewayB:clearing 2151 USD`,
    ])
    expect(domain.row('SELECT title FROM incidents WHERE ref = ?', `refundTwice:${id}`)).toEqual({
      title: 'Remboursement refusé, arrivé tout de même',
    })
    expect(await broken()).toEqual([])
  })

  it('that had arrived after all, and had been ended while its order was over, is what lay there for it', async () => {
    addPaidOrder(domain)
    await commit(domain.ctx, sellStock(domain.ctx, await orderFile(domain)))
    await adminRefundOrder(admin, 'o1')
    const [refund] = await selectRefunds(domain.ctx, 'o1')
    const [attempt] = await selectLatestAttempt(domain.ctx, refund?.id ?? '')
    await applyReading(domain.ctx, attempt as GatewayTransaction, DECLINED)
    await rejectRefund(admin, refund?.id ?? '', { reason: 'Réglé autrement' })
    expect(balance('order:o1:held')).toBe(2151)
    await decideByHand(admin, refund?.id ?? '', { outcome: 'lateSuccess', note: NOTE })
    expect(await getRefund(domain.ctx, refund?.id ?? '')).toMatchObject({
      status: 'REJECTED',
    })
    expect([balance('order:o1:held'), balance('platform:cash')]).toEqual([0, 0])
    expect(await orderFile(domain)).toMatchObject({ status: 'CANCELLED', paymentStatus: 'REFUNDED' })
    await expect(adminRefundOrder(admin, 'o1')).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await broken()).toEqual([])
  })

  it('that came back lies in our cash, and a person hears to whom it belongs', async () => {
    const { id } = await refused()
    await resolve(id, 'lateSuccess')
    await resolve(id, 'reversed')
    expect(linesOfTransfers(domain, 'refund:returned')).toEqual([
      `refund:returned ${id}: gatewayB:clearing > platform:cash 2151 USD`,
    ])
    expect(refundStatus()).toBe('SUCCEEDED')
    expect(
      domain.row('SELECT description FROM incidents WHERE ref = ?', `refundReturned:${id}`)?.description,
    ).toContain('Versez-les au 243810000001')
    expect(await broken()).toEqual([])
  })
})
