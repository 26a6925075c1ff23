import { describe, expect, it } from 'vitest'
import type { GatewayTransaction } from '#db/schema/money/gateways.ts'
import { commit } from '#domain/core/commit.ts'
import { settleOrderPayin } from '#domain/orders/orders/payins/settle-payin.ts'
import { reserveStock } from '#domain/orders/orders/stock.ts'
import { viewOrder } from '#domain/orders/orders/view.ts'
import { selectRefunds } from '#domain/orders/refunds/queries.ts'
import { DAY_MS } from '#kernel/time.ts'
import { NOW, openDomain } from '#testing/domain/domain.ts'
import { addMarket } from '#testing/domain/market.ts'
import { addTransaction, linesOfTransfers } from '#testing/domain/money.ts'
import { addOrder, addPaidOrder, orderFile, selectSecondRefunds } from '#testing/domain/orders.ts'

const domain = openDomain(addMarket)
const { ctx } = domain

const shelf = () =>
  domain.rows('SELECT stock, held FROM variants ORDER BY id').map((row) => Object.values(row).join('/'))
const told = () => domain.rows('SELECT recipient, kind FROM outbox').map((row) => Object.values(row).join(' '))
const lastMove = () =>
  domain.row("SELECT event, to_status FROM history WHERE thing = 'order' ORDER BY version DESC LIMIT 1")

async function settled(tx: GatewayTransaction, verdict: 'succeeded' | 'failed' | 'expired' = 'succeeded') {
  const writes = await settleOrderPayin(ctx, tx, verdict)
  if (verdict === 'succeeded')
    domain.run("UPDATE gateway_transactions SET status = 'succeeded', final_at = ? WHERE id = ?", NOW + 1, tx.id)
  await commit(ctx, writes)
}

const EXPIRED_A_DAY_AGO = JSON.stringify({ CANCELLED: NOW - DAY_MS })

/** An order that nobody paid in time, on a shelf with these many left. */
function expired(facts: Record<string, unknown> = {}): GatewayTransaction {
  addOrder(domain, { status: 'CANCELLED', cancelled_by: 'EXPIRY', reached_at: EXPIRED_A_DAY_AGO, ...facts })
  return addTransaction(domain)
}
const take = (variant: string, amount: number) =>
  domain.add('stock_movements', {
    id: `out-${variant}`,
    variant_id: variant,
    type: 'DAMAGE',
    amount: -amount,
    created_at: NOW,
  })

describe('a payin that succeeds in time', () => {
  it('turns the hold into a sale, holds the money and gives the seller a day', async () => {
    addOrder(domain, { hold_ends_at: NOW + 5 })
    await commit(ctx, reserveStock(ctx, await orderFile(domain)))
    await settled(addTransaction(domain))
    expect(linesOfTransfers(domain, '*')).toEqual(['order:paid tx: gatewayB:clearing > order:o1:held 2151 USD'])
    expect(shelf()).toEqual(['7/0', '1/0'])
    expect(await orderFile(domain)).toMatchObject({
      status: 'PENDING_SELLER_REVIEW',
      paymentStatus: 'PAID',
      paidCurrency: 'USD',
      paidSubtotalMinor: 2000,
      paidFeeMinor: 151,
      holdEndsAt: null,
      cancelledBy: null,
      dueAt: NOW + DAY_MS,
    })
    expect(lastMove()).toEqual({ event: 'pay', to_status: 'PENDING_SELLER_REVIEW' })
    expect(told()).toEqual(['seller@soko.test order.paid'])
    expect(domain.row('SELECT body FROM outbox')).toEqual({
      body: 'La commande CMD-o1 de 21,51 USD est payée. Acceptez-la ou refusez-la dans les 24 heures.',
    })
  })

  it('in another currency goes through our exchange position: the books stay in the order’s own', async () => {
    addOrder(domain, { rate_currency: 'RWF', rate_scaled: 130_033_000_000 })
    await settled(addTransaction(domain, { amountMinor: 27_970, currency: 'RWF' }))
    expect(await orderFile(domain)).toMatchObject({ paidCurrency: 'USD', paidFeeMinor: 151, paidSubtotalMinor: 2000 })
    expect(linesOfTransfers(domain, '*')).toEqual([
      'order:paid tx: gatewayB:clearing > platform:fx 27970 RWF',
      'order:exchanged tx: platform:fx > order:o1:held 2151 USD',
    ])
  })

  it('of a whole amount, where the operator takes no decimals, is held without what is above the price', async () => {
    addOrder(domain, { currency: 'CDF', subtotal_minor: 200_040, delivery_fee_minor: 151, total_minor: 200_191 })
    await settled(addTransaction(domain, { amountMinor: 200_200, currency: 'CDF', network: 'vodacom' }))
    expect(await orderFile(domain)).toMatchObject({
      paidCurrency: 'CDF',
      paidFeeMinor: 151,
      paidSubtotalMinor: 200_040,
    })
    expect(linesOfTransfers(domain, '*')).toEqual([
      'order:paid tx: gatewayB:clearing > order:o1:held 200200 CDF',
      'order:rounded tx: order:o1:held > platform:rounding 9 CDF',
    ])
  })
})

describe('a payin that succeeds late', () => {
  it('revives an order that expired while the stock is still there, to the last piece', async () => {
    const tx = expired({ cancellation_reason: 'Le délai de paiement est passé.' })
    take('v1', 7)
    take('v2', 1)
    await settled(tx)
    expect(await orderFile(domain)).toMatchObject({
      status: 'PENDING_SELLER_REVIEW',
      paymentStatus: 'PAID',
      cancelledBy: null,
      cancellationReason: null,
    })
    expect(viewOrder(domain.as({ role: 'ADMIN' }), await orderFile(domain))).toMatchObject({
      cancelledAt: null,
      cancellationReason: null,
    })
    expect(shelf()).toEqual(['0/0', '0/0'])
    expect(await selectRefunds(ctx, 'o1')).toEqual([])
    expect(told()).toEqual(['seller@soko.test order.paid', 'buyer@soko.test order.revived'])
    expect(domain.row("SELECT subject, body FROM outbox WHERE kind = 'order.revived'")).toEqual({
      subject: 'Commande CMD-o1 payée',
      body: 'Le paiement de la commande CMD-o1, qui avait expiré, est arrivé : la commande reprend et le vendeur va y répondre.',
    })
  })

  it('gives it all back a day after the expiry, though the stock is still there', async () => {
    await settled(expired({ reached_at: JSON.stringify({ CANCELLED: NOW - DAY_MS - 1 }) }))
    expect(await orderFile(domain)).toMatchObject({ status: 'CANCELLED', cancelledBy: 'EXPIRY' })
    expect(await selectRefunds(ctx, 'o1')).toMatchObject([{ kind: 'FULL', amountMinor: 2151, status: 'PROCESSING' }])
    expect(shelf()).toEqual(['10/0', '2/0'])
  })

  it.each([
    ['one of its goods is short', () => take('v1', 8)],
    ['another order holds them', () => domain.add('stock_holds', { order_id: 'o9', variant_id: 'v2', quantity: 2 })],
    [
      'one of its goods is no more',
      () => domain.run("UPDATE order_items SET variant_id = 'gone' WHERE variant_id = 'v2'"),
    ],
  ])('gives it all back when %s', async (_what, shorten) => {
    const tx = expired()
    shorten()
    await settled(tx)
    expect(await orderFile(domain)).toMatchObject({ status: 'CANCELLED', paymentStatus: 'PAID', cancelledBy: 'EXPIRY' })
    expect(await selectRefunds(ctx, 'o1')).toMatchObject([{ kind: 'FULL', amountMinor: 2151, status: 'PROCESSING' }])
  })

  it.each(['BUYER', 'STAFF'])('gives it all back when %s had cancelled', async (cancelledBy) => {
    const tx = expired({ cancelled_by: cancelledBy })
    domain.run("UPDATE gateway_transactions SET phone = '243899999999', network = 'orange'")
    await settled({ ...tx, phone: '243899999999', network: 'orange' })
    expect(shelf()).toEqual(['10/0', '2/0'])
    expect(await orderFile(domain)).toMatchObject({
      status: 'CANCELLED',
      cancelledBy,
      paymentStatus: 'PAID',
      paidCurrency: 'USD',
      paidSubtotalMinor: 2000,
      paidFeeMinor: 151,
    })
    expect(lastMove()).toEqual({ event: 'paidTooLate', to_status: 'CANCELLED' })
    const [refund] = await selectRefunds(ctx, 'o1')
    expect(refund).toMatchObject({
      reason: 'Paiement arrivé après la fin de la commande',
      phone: '243899999999',
      network: 'orange',
    })
    expect(linesOfTransfers(domain, '*')).toEqual([
      'order:paid tx: gatewayB:clearing > order:o1:held 2151 USD',
      `refund:taken ${refund?.id}:1:held: order:o1:held > refunds:inFlight 2151 USD`,
    ])
    expect(told()).toEqual([])
  })
})

describe('a second payin', () => {
  it.each([
    ['of a paid order', () => void addPaidOrder(domain)],
    [
      'of an order that was paid and cancelled',
      () => void addPaidOrder(domain, { status: 'CANCELLED', cancelled_by: 'EXPIRY' }),
    ],
  ])('%s goes back by itself, and a person is called', async (_what, arrange) => {
    arrange()
    const before = await orderFile(domain)
    await settled(addTransaction(domain, { id: 'again' }))
    const [refund] = await selectSecondRefunds(ctx, 'o1')
    expect(linesOfTransfers(domain, '*').slice(-2)).toEqual([
      'order:paid again: gatewayB:clearing > order:o1:held 2151 USD',
      `refund:taken ${refund?.id}:1:held: order:o1:held > refunds:inFlight 2151 USD`,
    ])
    expect(await orderFile(domain)).toEqual(before)
    expect(domain.rows('SELECT type, ref, severity, order_id, title, description, created_at FROM incidents')).toEqual([
      {
        type: 'PAYMENT',
        ref: 'paidTwice:again',
        severity: 'HIGH',
        order_id: 'o1',
        title: 'Commande payée deux fois',
        description: `CMD-o1 a reçu un second paiement de 21,51 USD (again-ref). Il est rendu d'office au numéro qui l'a fait (remboursement ${refund?.id}) ; la commande ne change pas.`,
        created_at: NOW,
      },
    ])
    expect(told()).toEqual([])
  })
})

it('a payin of an order that is neither waiting nor cancelled revives nothing', async () => {
  addOrder(domain, { status: 'REJECTED', cancelled_by: 'EXPIRY' })
  await settled(addTransaction(domain))
  expect(await orderFile(domain)).toMatchObject({ status: 'REJECTED', paidCurrency: null })
  expect(domain.row('SELECT ref FROM incidents')).toEqual({ ref: 'paidTwice:tx' })
})

describe('a payin that does not succeed', () => {
  it.each([
    ['failed', 'FAILED'],
    ['expired', 'UNPAID'],
  ] as const)('%s leaves the order to be paid again', async (verdict, paymentStatus) => {
    addOrder(domain)
    await commit(ctx, reserveStock(ctx, await orderFile(domain)))
    await settled(addTransaction(domain), verdict)
    expect(await orderFile(domain)).toMatchObject({ status: 'PENDING_PAYMENT', paymentStatus })
    expect(lastMove()).toEqual({ event: 'paymentFailed', to_status: 'PENDING_PAYMENT' })
    expect(told()).toEqual(['buyer@soko.test order.payment-failed'])
    expect(domain.row('SELECT subject FROM outbox')).toEqual({ subject: 'Paiement non reçu pour CMD-o1' })
    expect(shelf()).toEqual(['10/3', '2/1'])
    expect(linesOfTransfers(domain, '*')).toEqual([])
  })

  it('is told once for all orders of a checkout that wait for it', async () => {
    const facts = { purpose: 'CHECKOUT', subjectId: 'checkout' } as const
    const tx = addTransaction(domain, facts)
    for (const [id, status] of [
      ['o1', 'PENDING_PAYMENT'],
      ['o2', 'PENDING_PAYMENT'],
      ['o3', 'CANCELLED'],
    ] as const) {
      addOrder(domain, { id, status })
      domain.add('payin_shares', { payin_id: tx.id, order_id: id, amount_minor: 717, ref: `tx:${id}` })
    }
    await settled(tx, 'failed')
    expect(domain.rows('SELECT payment_status FROM orders ORDER BY id').flatMap(Object.values)).toEqual([
      'FAILED',
      'FAILED',
      'PENDING',
    ])
    expect(domain.rows('SELECT subject FROM outbox')).toEqual([{ subject: 'Paiement non reçu pour CMD-o1, CMD-o2' }])
  })

  it('says nothing to an order that no longer waits for it', async () => {
    expect(await settleOrderPayin(ctx, expired(), 'failed')).toEqual([])
  })
})

it('a payin of no order moves nothing', async () => {
  addOrder(domain)
  const tx = addTransaction(domain, { subjectId: 'none' })
  for (const verdict of ['succeeded', 'failed', 'expired'] as const)
    expect(await settleOrderPayin(ctx, tx, verdict)).toEqual([])
})
