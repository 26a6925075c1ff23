import { and, eq, isNotNull } from 'drizzle-orm'
import type { GatewayTransaction } from '#db/schema/money/gateways.ts'
import { refunds } from '#db/schema/orders/refunds.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { earmark, release } from '#domain/orders/orders/money.ts'
import { findOrder, type OrderFile } from '#domain/orders/orders/queries.ts'
import type { refundAll } from '#domain/orders/refunds/of-orders/send-refund.ts'
import { selectRefundRows, selectRefunds } from '#domain/orders/refunds/queries.ts'
import type { RefundRow } from '#domain/orders/refunds/refund.ts'
import { NOW, type TestDomain } from './domain.ts'
import { addTransaction, addTransfer } from './money.ts'

type OrderFacts = Record<string, unknown> & { id?: string; status?: string }

/** An order of three of v1 and one of v2: 20.00 USD of goods and 1.51 of fee. */
export function addOrder(
  { add }: TestDomain,
  { id = 'o1', status = 'PENDING_PAYMENT', ...facts }: OrderFacts = {},
): string {
  const owners = { buyer_id: 'buyer', shop_id: 'shop', seller_profile_id: 'sp' }
  const how = { fulfillment_method: 'DELIVERY', payment_method: 'MOBILE_MONEY', currency: 'USD' }
  const amounts = { subtotal_minor: 2000, delivery_fee_minor: 151, total_minor: 2151 }
  const times = { created_at: NOW, updated_at: NOW }
  add('orders', {
    id,
    number: `CMD-${id}`,
    ...owners,
    status,
    payment_status: 'PENDING',
    ...how,
    ...amounts,
    ...times,
    ...facts,
  })
  for (const [variantId, quantity] of [['v1', 3] as const, ['v2', 1] as const]) {
    const line = { product_id: 'prod', variant_id: variantId, name: 'Café', quantity }
    add('order_items', {
      id: `${id}-${variantId}`,
      order_id: id,
      ...line,
      unit_price_minor: 500,
      line_total_minor: 500 * quantity,
    })
  }
  add('history', { thing_id: id, version: 1, thing: 'order', event: 'create', to_status: status, at: NOW })
  return id
}

type Amounts = { currency?: string; subtotal?: number; fee?: number }

/** An order whose payin succeeded: its money is held, and its buyer's number is where a refund goes. */
export function addPaidOrder(
  domain: TestDomain,
  facts: OrderFacts = {},
  { currency = 'USD', subtotal = 2000, fee = 151 }: Amounts = {},
): string {
  const paid = { paid_currency: currency, paid_subtotal_minor: subtotal, paid_fee_minor: fee, payment_status: 'PAID' }
  const id = addOrder(domain, { status: 'PENDING_SELLER_REVIEW', ...paid, ...facts })
  const money = { amountMinor: subtotal + fee, currency: currency as 'USD' }
  addTransaction(domain, { id: `paid-${id}`, subjectId: id, ...money, status: 'succeeded', finalAt: NOW })
  addTransfer(domain, 'order:paid', `paid-${id}`, 'gatewayB:clearing', `order:${id}:held`, subtotal + fee, currency)
  return id
}

/** An order with its lines, as the verbs read it. */
export const orderFile = async ({ ctx }: TestDomain, id = 'o1') => (await findOrder(ctx, id)) as OrderFile

/** The lines of all wallets, in the order they were written. */
export const walletEntries = ({ rows }: TestDomain) =>
  rows('SELECT owner_id, type, amount_minor, balance_after_minor, order_id FROM wallet_entries ORDER BY rowid').map(
    (row) => Object.values(row).join(' '),
  )

/** Money that came in for the order that `addPaidOrder` makes. */
export const PAID = { currency: 'USD', subtotalMinor: 2000, feeMinor: 151 } as const

/** Acts and reads of the tests of refunds on the one order `o1`. */
export function refundsOn(domain: TestDomain) {
  const { ctx } = domain
  return {
    refundRow: async () => (await selectRefunds(ctx, 'o1'))[0] as RefundRow,
    /** Paid, accepted with a commission of 67 and, if told, completed. */
    async accepted(isCompleted = false) {
      const reached = JSON.stringify(isCompleted ? { ACCEPTED: 1, COMPLETED: 2 } : { ACCEPTED: 1 })
      addPaidOrder(domain, { commission_minor: 67, reached_at: reached })
      await commit(ctx, earmark(ctx, await orderFile(domain), PAID, 67))
      if (isCompleted) await commit(ctx, release(ctx, await orderFile(domain), PAID))
    },
    /** Commits a refund that begins. @returns what is asked of the gateway */
    async started(refund: ReturnType<typeof refundAll>): Promise<GatewayTransaction> {
      await commit(ctx, refund.writes)
      return refund.intent as GatewayTransaction
    },
    historyOf: (thing: string) =>
      domain
        .rows<{ event: string; to_status: string }>(
          'SELECT event, to_status FROM history WHERE thing = ? ORDER BY version',
          thing,
        )
        .map(({ event, to_status }) => `${event} ${to_status}`),
  }
}

/** The refunds of payments beside the one that pays an order: one each. */
export const selectSecondRefunds = (ctx: Ctx, orderId: string) =>
  selectRefundRows(ctx).where(and(eq(refunds.orderId, orderId), isNotNull(refunds.payinId)))
