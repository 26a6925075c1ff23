import { sql } from 'drizzle-orm'
import { readTogether, type Write } from '../../../db/client.ts'
import { variants } from '../../../db/schema/catalogue/variants.ts'
import type { GatewayTransaction } from '../../../db/schema/money/gateways.ts'
import { formatMoney } from '../../../kernel/format.ts'
import { convert, RATE_SCALE } from '../../../kernel/money.ts'
import type { Ctx } from '../../core/context.ts'
import { openIncident } from '../../core/incidents/open.ts'
import { revise, transition } from '../../core/machine.ts'
import { notify } from '../../core/notices/notify.ts'
import { GATEWAY_B_CLEARING, heldFor } from '../../money/ledger/accounts.ts'
import { post } from '../../money/ledger/post.ts'
import { refundInFull } from '../refunds/start.ts'
import { SELLER_REVIEW_MS } from './due.ts'
import { orderMachine } from './machine.ts'
import { orderPaid, orderPaymentFailed } from './notices.ts'
import { type OrderFile, selectOrder, toOrderFile } from './queries.ts'
import { sellStock } from './stock.ts'

/** What the verdict on a payin means for its order (docs/states.md, Order). */
export async function settleOrderPayin(
  ctx: Ctx,
  tx: GatewayTransaction,
  verdict: 'succeeded' | 'failed' | 'expired',
): Promise<Write[]> {
  const [rows, stock] = await readTogether(
    ctx.db,
    selectOrder(ctx, tx.subjectId),
    ctx.db
      .select({ id: variants.id, available: sql<number>`variants.stock - variants.held` })
      .from(variants)
      .where(sql`variants.id IN (SELECT i.variant_id FROM order_items i WHERE i.order_id = ${tx.subjectId})`),
  )
  const order = rows[0] && toOrderFile(rows[0])
  if (!order) return []
  if (verdict !== 'succeeded') return notPaid(ctx, order, verdict)

  const { amountMinor, currency } = tx
  const paid = post(ctx, {
    kind: 'order:paid',
    ref: tx.id,
    from: GATEWAY_B_CLEARING,
    to: heldFor(order.id),
    amountMinor,
    currency,
  })
  if (order.status === 'PENDING_PAYMENT') return [...paid, ...sold(ctx, order, tx)]
  if (order.status === 'CANCELLED' && order.paidCurrency === null) {
    const isThere = order.items.every(
      (item) => (stock.find(({ id }) => id === item.variantId)?.available ?? 0) >= item.quantity,
    )
    return [
      ...paid,
      ...(order.cancelledBy === 'EXPIRY' && isThere ? sold(ctx, order, tx) : refundLatePayment(ctx, order, tx)),
    ]
  }
  return [...paid, paidTwice(ctx, order, tx)]
}

/** The hold becomes a sale, and the seller has a day to answer. */
function sold(ctx: Ctx, order: OrderFile, tx: GatewayTransaction): Write[] {
  const set = {
    ...split(order, tx),
    paymentStatus: 'PAID' as const,
    holdEndsAt: null,
    cancelledBy: null,
    dueAt: ctx.now + SELLER_REVIEW_MS,
  }
  const total = { amountMinor: order.totalMinor, currency: order.currency }
  return [
    ...sellStock(ctx, order),
    ...transition(ctx, orderMachine, order, 'pay', { set }),
    ...notify(ctx, order.sellerUserId, orderPaid, { number: order.number, total }),
  ]
}

/** Money for an order that is over: all of it goes back by itself. */
function refundLatePayment(ctx: Ctx, order: OrderFile, tx: GatewayTransaction): Write[] {
  const parts = split(order, tx)
  const set = { ...parts, paymentStatus: 'PAID' } as const
  return [
    ...revise(ctx, orderMachine, order, 'paidTooLate', { set }),
    ...refundInFull(ctx, { ...order, ...parts, paidBy: tx }, 'Paiement arrivé après la fin de la commande').writes,
  ]
}

function notPaid(ctx: Ctx, order: OrderFile, verdict: 'failed' | 'expired'): Write[] {
  if (order.status !== 'PENDING_PAYMENT') return []
  const set = { paymentStatus: verdict === 'failed' ? 'FAILED' : 'UNPAID' } as const
  return [
    ...revise(ctx, orderMachine, order, 'paymentFailed', { set }),
    ...notify(ctx, order.buyerId, orderPaymentFailed, { number: order.number }),
  ]
}

const paidTwice = (ctx: Ctx, order: OrderFile, tx: GatewayTransaction): Write =>
  openIncident(ctx, {
    ref: `paidTwice:${tx.id}`,
    severity: 'HIGH',
    orderId: order.id,
    title: 'Commande payée deux fois',
    description: `${order.number} a reçu un second paiement de ${formatMoney(tx)} (${tx.reference}), gardé à part.`,
  })

/** What came in, split into goods and fee in the currency it came in; the goods take the rounding. */
function split(order: OrderFile, tx: GatewayTransaction) {
  const rate = order.rateCurrency === tx.currency ? (order.rateScaled ?? RATE_SCALE) : RATE_SCALE
  const paidFeeMinor = convert(order.deliveryFeeMinor, order.currency, tx.currency, rate)
  return { paidCurrency: tx.currency, paidFeeMinor, paidSubtotalMinor: tx.amountMinor - paidFeeMinor }
}
