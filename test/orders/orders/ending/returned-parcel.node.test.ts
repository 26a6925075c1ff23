import { expect, it } from 'vitest'
import type { GatewayTransaction } from '#db/schema/money/gateways.ts'
import { commit } from '#domain/core/commit.ts'
import { selectLatestAttempt } from '#domain/money/gateways/queries.ts'
import { applyReading } from '#domain/money/gateways/readings/apply.ts'
import { adminCancelOrder } from '#domain/orders/orders/ending/admin-cancel.ts'
import { adminRefundOrder } from '#domain/orders/orders/ending/admin-refund.ts'
import { receiveReturn } from '#domain/orders/orders/ending/receive-return.ts'
import { earmark } from '#domain/orders/orders/money.ts'
import { completeByDecision } from '#domain/orders/orders/outcomes/complete-by-decision.ts'
import { rejectRefund } from '#domain/orders/refunds/deciding/reject.ts'
import { refundAll } from '#domain/orders/refunds/of-orders/send-refund.ts'
import { selectRefunds } from '#domain/orders/refunds/queries.ts'
import { NOW, openDomain } from '#testing/domain/domain.ts'
import { DECLINED, SUCCEEDED } from '#testing/domain/gateways.ts'
import { holdWhole } from '#testing/domain/laws.ts'
import { addMarket } from '#testing/domain/market.ts'
import { addPaidOrder, orderFile, PAID } from '#testing/domain/orders.ts'
import { decideByHand } from '#testing/domain/resolutions.ts'

const domain = openDomain(addMarket)
const { ctx } = domain

const held = () => domain.row("SELECT balance_minor FROM accounts WHERE code = 'order:o1:held'")?.balance_minor
const broken = async () => holdWhole(domain).filter(({ ok }) => !ok)

/** Accepted with a commission of 67, sent off, and brought back by its rider. */
async function broughtBack(): Promise<void> {
  addPaidOrder(domain, { status: 'RETURNING', commission_minor: 67, reached_at: '{"ACCEPTED":1}' })
  await commit(ctx, earmark(ctx, await orderFile(domain), PAID, 67))
  const way = { pickup: '{}', dropoff: '{}', fee_minor: 151, rider_earning_minor: 120, currency: 'USD' }
  const job = { id: 'd1', order_id: 'o1', status: 'RETURNED', rider_id: 'rd', ...way }
  domain.add('deliveries', { ...job, created_at: NOW, updated_at: NOW })
  for (const [variantId, quantity] of [['v1', 3] as const, ['v2', 1] as const]) {
    const sale = { id: `sale-${variantId}`, variant_id: variantId, type: 'SALE', amount: -quantity, order_id: 'o1' }
    domain.add('stock_movements', { ...sale, created_at: NOW })
  }
}

it('a parcel that comes back after its full refund failed keeps its fee held, because the refund can be sent again', async () => {
  await broughtBack()
  const { writes, intent } = refundAll(ctx, await orderFile(domain))
  await commit(ctx, writes)
  const refused = { outcome: { kind: 'declined', failureCode: 'NO_FUNDS' } } as const
  await applyReading(ctx, intent as GatewayTransaction, refused)
  expect(await broken()).toEqual([])

  await receiveReturn(domain.as({ id: 'seller', role: 'SELLER', sellerProfileId: 'sp' }), 'o1')
  expect(await orderFile(domain)).toMatchObject({ status: 'CANCELLED', cancelledBy: 'RETURN' })
  expect(held()).toBe(151)
  expect(await broken()).toEqual([])

  await adminRefundOrder(domain.as({ id: 'admin', role: 'ADMIN' }), 'o1')
  expect(held()).toBe(0)
  expect(await broken()).toEqual([])
})

it('a parcel that comes back has earned its rider the share of the fee, and they are told', async () => {
  await broughtBack()
  domain.run("UPDATE users SET locale = 'en' WHERE id = 'rider'")
  await receiveReturn(domain.as({ id: 'seller', role: 'SELLER', sellerProfileId: 'sp' }), 'o1')
  expect(domain.rows("SELECT recipient, subject, body FROM outbox WHERE kind = 'delivery.earned'")).toEqual([
    {
      recipient: 'rider@soko.test',
      subject: 'Delivery CMD-o1 paid',
      body: 'Your share of 1.21 USD for delivery CMD-o1 is available in your wallet.',
    },
  ])
  expect(await broken()).toEqual([])
})

it('a parcel that came back, whose refund failed: what an operator then takes back ends that refund, and the fee is our loss', async () => {
  await broughtBack()
  const first = { thing: 'gateway_transaction', event: 'intend', to_status: 'succeeded', at: NOW }
  domain.add('history', { thing_id: 'paid-o1', version: 1, ...first })
  await receiveReturn(domain.as({ id: 'seller', role: 'SELLER', sellerProfileId: 'sp' }), 'o1')
  expect(held()).toBe(0)
  const admin = domain.as({ id: 'admin', role: 'ADMIN' })
  const [refund] = await selectRefunds(ctx, 'o1')
  const [attempt] = await selectLatestAttempt(ctx, refund?.id ?? '')
  await applyReading(ctx, attempt as GatewayTransaction, DECLINED)
  expect(await broken()).toEqual([])

  await decideByHand(admin, 'paid-o1', { outcome: 'reversed', note: 'Vu sur le relevé.' })
  expect((await selectRefunds(ctx, 'o1'))[0]).toMatchObject({ kind: 'PARTIAL', status: 'SUCCEEDED' })
  const balances = domain.rows('SELECT code, balance_minor FROM accounts WHERE balance_minor <> 0 ORDER BY code')
  expect(balances.map(({ code, balance_minor }) => `${code} ${balance_minor}`)).toEqual([
    'platform:cash -151',
    'platform:delivery 30',
    'rider:rd:available 121',
  ])
  expect(domain.row("SELECT description FROM incidents WHERE ref = 'reversed:paid-o1'")?.description).toContain(
    refund?.id,
  )
  expect(domain.rows("SELECT ref FROM incidents WHERE order_id = 'o1' AND status = 'OPEN'").length).toBeGreaterThan(0)
  expect(domain.rows("SELECT amount_minor FROM transfers WHERE kind = 'order:rider'")).toEqual([{ amount_minor: 121 }])
  await expect(adminRefundOrder(admin, 'o1')).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(domain.calls.filter(({ what }) => what.startsWith('mbiyopay.payout'))).toHaveLength(0)
  expect(await broken()).toEqual([])
})

it('a parcel that came back, whose refund an ADMIN gave up: all of it goes back by another', async () => {
  await broughtBack()
  await receiveReturn(domain.as({ id: 'seller', role: 'SELLER', sellerProfileId: 'sp' }), 'o1')
  const admin = domain.as({ id: 'admin', role: 'ADMIN' })
  const answer = async (id: string, reading: typeof DECLINED | typeof SUCCEEDED) => {
    const [attempt] = await selectLatestAttempt(ctx, id)
    await applyReading(ctx, attempt as GatewayTransaction, reading)
  }
  const [failed] = await selectRefunds(ctx, 'o1')
  await answer(failed?.id ?? '', DECLINED)
  await rejectRefund(admin, failed?.id ?? '', { reason: 'Le vendeur le garde.' })
  expect(await broken()).toEqual([])
  expect(domain.row('SELECT severity, order_id FROM incidents WHERE ref = ?', `held:${failed?.id}`)).toEqual({
    severity: 'MEDIUM',
    order_id: 'o1',
  })
  await adminRefundOrder(admin, 'o1')
  const sent = (await selectRefunds(ctx, 'o1')).find(({ status }) => status === 'PROCESSING')
  expect(sent).toMatchObject({ kind: 'FULL', amountMinor: 2151 })
  await answer(sent?.id ?? '', SUCCEEDED)
  expect(await orderFile(domain)).toMatchObject({ status: 'CANCELLED', refundedMinor: 2151 })
  expect(await broken()).toEqual([])
})

it('a parcel that was refused twice ends with the goods paid back, the way paid for, and nothing left over', async () => {
  await broughtBack()
  await receiveReturn(domain.as({ id: 'seller', role: 'SELLER', sellerProfileId: 'sp' }), 'o1')
  const [refund] = await selectRefunds(ctx, 'o1')
  expect(refund).toMatchObject({ kind: 'PARTIAL', amountMinor: 2000, status: 'PROCESSING' })
  const [attempt] = await selectLatestAttempt(ctx, refund?.id ?? '')
  await applyReading(ctx, attempt as GatewayTransaction, SUCCEEDED)
  const balances = domain.rows('SELECT code, balance_minor FROM accounts WHERE balance_minor <> 0 ORDER BY code')
  // The buyer has 20.00 back of 21.51 that came in; neither the seller nor the commission keeps any of it.
  expect(balances.map(({ code, balance_minor }) => `${code} ${balance_minor}`)).toEqual([
    'gatewayB:clearing -151',
    'platform:delivery 30',
    'rider:rd:available 121',
  ])
  expect(await orderFile(domain)).toMatchObject({ paymentStatus: 'PARTIALLY_REFUNDED', refundedMinor: 2000 })
  expect(domain.rows('SELECT rider_id, earned_minor, deliveries FROM rider_days')).toEqual([
    { rider_id: 'rd', earned_minor: 121, deliveries: 1 },
  ])
  expect(await broken()).toEqual([])
})

it('a parcel that came back and was decided for its seller pays its rider once, also where staff then cancel and give up its refund', async () => {
  await broughtBack()
  await commit(ctx, completeByDecision(ctx, await orderFile(domain), 'Refusé sans raison'))
  const ofTheFee = () =>
    domain.rows(`SELECT kind, amount_minor AS minor FROM transfers
      WHERE kind IN ('order:rider', 'order:delivery') ORDER BY minor`)
  const paid = [
    { kind: 'order:delivery', minor: 30 },
    { kind: 'order:rider', minor: 121 },
  ]
  expect(ofTheFee()).toEqual(paid)
  const admin = domain.as({ id: 'admin', role: 'ADMIN' })
  await adminCancelOrder(admin, 'o1', {})
  const [refund] = await selectRefunds(ctx, 'o1')
  await rejectRefund(admin, refund?.id ?? '', { reason: 'Le vendeur a raison.' })

  const seller = domain.as({ id: 'seller', role: 'SELLER', sellerProfileId: 'sp' })
  await expect(receiveReturn(seller, 'o1')).rejects.toMatchObject({ reason: 'INVALID_TRANSITION' })
  expect(ofTheFee()).toEqual(paid)
  expect(await broken()).toEqual([])
})
