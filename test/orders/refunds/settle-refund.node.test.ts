import { describe, expect, it } from 'vitest'
import { commit } from '#domain/core/commit.ts'
import { refundAll } from '#domain/orders/refunds/of-orders/send-refund.ts'
import { settleRefund } from '#domain/orders/refunds/of-orders/settle-refund.ts'
import { openDomain } from '#testing/domain/domain.ts'
import { addMarket } from '#testing/domain/market.ts'
import { addTransaction, linesOfTransfers } from '#testing/domain/money.ts'
import { addPaidOrder, orderFile, refundsOn, walletEntries } from '#testing/domain/orders.ts'

const domain = openDomain(addMarket)
const { ctx } = domain

const { refundRow, accepted, started, historyOf } = refundsOn(domain)
const told = () => domain.rows('SELECT recipient, kind, body FROM outbox ORDER BY rowid')

describe('the operator’s verdict', () => {
  it('a success: the money has left, the order says so and its parties are told', async () => {
    addPaidOrder(domain)
    const intent = await started(refundAll(ctx, await orderFile(domain)))
    await commit(ctx, await settleRefund(ctx, intent, 'succeeded'))
    expect(await refundRow()).toMatchObject({ status: 'SUCCEEDED' })
    expect(linesOfTransfers(domain, 'refund:done')).toEqual([
      `refund:done ${intent.id}: refunds:inFlight > gatewayB:clearing 2151 USD`,
    ])
    expect(await orderFile(domain)).toMatchObject({
      refundedMinor: 2151,
      paymentStatus: 'REFUNDED',
      status: 'CANCELLED',
    })
    expect(historyOf('order')).toEqual(['create PENDING_SELLER_REVIEW', 'refund CANCELLED'])
    const cancelled = { kind: 'order.cancelled', body: 'La commande CMD-o1 est annulée.' }
    expect(told()).toEqual([
      { recipient: 'buyer@soko.test', ...cancelled },
      { recipient: 'seller@soko.test', ...cancelled },
      {
        recipient: 'buyer@soko.test',
        kind: 'refund.succeeded',
        body: 'Le remboursement de votre commande CMD-o1 est arrivé : 21,51 USD.',
      },
    ])
  })

  it('a success after the sale tells the seller what went back', async () => {
    await accepted(true)
    const intent = await started(refundAll(ctx, await orderFile(domain)))
    await commit(ctx, await settleRefund(ctx, intent, 'succeeded'))
    expect(told()).toContainEqual({
      recipient: 'seller@soko.test',
      kind: 'refund.of-order',
      body: "L'acheteur de la commande CMD-o1 a été remboursé de 21,51 USD. Il vous en coûte 19,33 USD, que votre portefeuille ne montre plus.",
    })
  })

  it('a refund through gateway A leaves by gateway A', async () => {
    addPaidOrder(domain)
    const intent = await started(refundAll(ctx, await orderFile(domain)))
    domain.run("UPDATE refunds SET gateway = 'A'")
    await commit(ctx, await settleRefund(ctx, intent, 'succeeded'))
    expect(linesOfTransfers(domain, 'refund:done')[0]).toContain('refunds:inFlight > gatewayA:clearing')
  })

  it('a failure puts the money back where it came from, and calls a person', async () => {
    await accepted(true)
    addPaidOrder(domain, { id: 'o2' })
    const other = refundAll(ctx, await orderFile(domain, 'o2'))
    await commit(ctx, other.writes)
    const intent = await started(refundAll(ctx, await orderFile(domain)))
    await commit(ctx, await settleRefund(ctx, { ...intent, failureCode: 'LIMIT' }, 'failed'))
    const { id, failureCode, status } = await refundRow()
    expect({ failureCode, status }).toEqual({ failureCode: 'LIMIT', status: 'FAILED' })
    expect(linesOfTransfers(domain, 'refund:back').sort()).toEqual([
      `refund:back ${id}:1:commission: refunds:inFlight > platform:commission 67 USD`,
      `refund:back ${id}:1:fee: refunds:inFlight > platform:delivery 151 USD`,
      `refund:back ${id}:1:goods: refunds:inFlight > seller:sp:available 1933 USD`,
    ])
    expect(walletEntries(domain)).toEqual([
      'sp SALE 1933 1933 o1',
      'sp REFUND -1933 0 o1',
      'sp ADJUSTMENT 1933 1933 o1',
    ])
    expect(domain.rows('SELECT ref, severity, order_id, title, description FROM incidents')).toEqual([
      {
        ref: `refund:${intent.id}`,
        severity: 'HIGH',
        order_id: 'o1',
        title: 'Remboursement refusé par un opérateur',
        description: `CMD-o1 : 21,51 USD n'ont pas pu être rendus (LIMIT). Remboursement ${id} : à renvoyer ou à refuser.`,
      },
    ])
    expect(told()).toEqual([])
    expect(await orderFile(domain)).toMatchObject({ refundedMinor: 0, paymentStatus: 'PAID' })
  })

  it('a failure without a reason says so', async () => {
    addPaidOrder(domain)
    const intent = await started(refundAll(ctx, await orderFile(domain)))
    await commit(ctx, await settleRefund(ctx, intent, 'failed'))
    expect(domain.row('SELECT description FROM incidents')).toEqual({
      description: `CMD-o1 : 21,51 USD n'ont pas pu être rendus (sans motif). Remboursement ${intent.subjectId} : à renvoyer ou à refuser.`,
    })
  })

  it('silence moves nothing, nor does a verdict on a refund that ended or does not exist', async () => {
    addPaidOrder(domain)
    const intent = await started(refundAll(ctx, await orderFile(domain)))
    expect(await settleRefund(ctx, intent, 'expired')).toEqual([])
    await commit(ctx, await settleRefund(ctx, intent, 'succeeded'))
    expect(await settleRefund(ctx, intent, 'succeeded')).toEqual([])
    expect(await settleRefund(ctx, intent, 'failed')).toEqual([])
    expect(await settleRefund(ctx, addTransaction(domain, { id: 'x', subjectId: 'none' }), 'failed')).toEqual([])
    domain.run("UPDATE refunds SET status = 'PROCESSING', order_id = 'gone'")
    expect(await settleRefund(ctx, intent, 'succeeded')).toEqual([])
  })
})
