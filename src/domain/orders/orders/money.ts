import { sql } from 'drizzle-orm'
import type { Write } from '../../../db/client.ts'
import type { Currency, Money } from '../../../kernel/money.ts'
import { shareBps } from '../../../kernel/money.ts'
import type { Ctx } from '../../core/context.ts'
import { notify } from '../../core/notices/notify.ts'
import { availableOf, COMMISSION, DELIVERY_MARGIN, heldFor, pendingOf } from '../../money/ledger/accounts.ts'
import { post, walletEntry } from '../../money/ledger/post.ts'
import { deliveryEarned } from '../delivery/notices.ts'
import { RIDER_SHARE_BPS } from '../delivery/open.ts'
import type { OrderFile, OrderRow } from './queries.ts'

/** What was paid for an order, in the currency of its books. */
export type OrderPayment = { currency: Currency; subtotalMinor: number; feeMinor: number }

export function paymentOf(order: OrderFile): OrderPayment | undefined {
  const { paidCurrency, paidSubtotalMinor, paidFeeMinor } = order
  if (paidCurrency === null || paidSubtotalMinor === null || paidFeeMinor === null) return undefined
  return { currency: paidCurrency, subtotalMinor: paidSubtotalMinor, feeMinor: paidFeeMinor }
}

const sellerWallet = (order: OrderFile) => ({ ownerKind: 'seller', ownerId: order.sellerProfileId }) as const

/** Acceptance: the goods' price becomes the seller's, still pending, less the commission (docs/money.md, Transfers). */
export function earmark(ctx: Ctx, order: OrderFile, paid: OrderPayment, commissionMinor: number): Write[] {
  const from = heldFor(order.id)
  const { currency } = paid
  const net = { amountMinor: paid.subtotalMinor - commissionMinor, currency }
  return [
    ...post(ctx, { kind: 'order:accepted', ref: order.id, from, to: pendingOf(order.sellerProfileId), ...net }),
    ...post(ctx, {
      kind: 'order:commission',
      ref: order.id,
      from,
      to: COMMISSION,
      amountMinor: commissionMinor,
      currency,
    }),
  ]
}

/** Completion: the seller's pending money and the rider's share become available (docs/money.md, Transfers). */
export function release(ctx: Ctx, order: OrderFile, paid: OrderPayment): Write[] {
  const { currency } = paid
  const seller = sellerWallet(order)
  const net = paid.subtotalMinor - order.commissionMinor
  const sale = {
    kind: 'order:completed' as const,
    ref: order.id,
    from: pendingOf(order.sellerProfileId),
    to: availableOf(seller),
  }
  return [
    ...post(ctx, { ...sale, amountMinor: net, currency }),
    ...walletEntry(ctx, { ...seller, type: 'SALE', amountMinor: net, currency, orderId: order.id }),
    ...releaseFee(ctx, order, paid),
  ]
}

/** The way was made, whether the parcel stayed or came back: the rider has the share, the platform the rest. */
export function releaseFee(ctx: Ctx, order: OrderFile, { currency, feeMinor }: OrderPayment): Write[] {
  const riderId = order.delivery?.riderId
  const riderShare = riderId ? shareBps(feeMinor, RIDER_SHARE_BPS) : 0
  const margin = { kind: 'order:delivery' as const, ref: order.id, from: heldFor(order.id), to: DELIVERY_MARGIN }
  return [
    ...(riderId ? payRider(ctx, order, riderId, { amountMinor: riderShare, currency }) : []),
    ...post(ctx, { ...margin, amountMinor: feeMinor - riderShare, currency }),
  ]
}

type Carried = Pick<OrderRow, 'id' | 'number' | 'paidCurrency' | 'paidFeeMinor'>

/**
 * The rider's share of an order that was given back in full: from what is ours, because what was paid for the way has gone
 * back (docs/money.md, Commission and shares). Booked once the refund has succeeded and the way is made.
 */
export function payRefundedRider(ctx: Ctx, order: Carried, riderId: string): Write[] {
  const { paidCurrency: currency, paidFeeMinor } = order
  if (currency === null || paidFeeMinor === null) return []
  const share = { amountMinor: shareBps(paidFeeMinor, RIDER_SHARE_BPS), currency }
  return payRider(ctx, order, riderId, share, DELIVERY_MARGIN)
}

function payRider(
  ctx: Ctx,
  { id: orderId, number }: Pick<OrderRow, 'id' | 'number'>,
  ownerId: string,
  share: Money,
  from = heldFor(orderId),
): Write[] {
  const rider = { ownerKind: 'rider', ownerId } as const
  const person = sql`(SELECT r.user_id FROM riders r WHERE r.id = ${ownerId})`
  return [
    ...post(ctx, { kind: 'order:rider', ref: orderId, from, to: availableOf(rider), ...share }),
    ...walletEntry(ctx, { ...rider, type: 'DELIVERY', ...share, orderId }),
    ...(share.amountMinor > 0 ? notify(ctx, person, deliveryEarned, { number, amount: share }) : []),
  ]
}

export const PARTS = ['held', 'goods', 'commission', 'fee'] as const
/** A part of a refund and the account it is taken from; `part` keys its transfer. */
export type RefundPart = { part: (typeof PARTS)[number]; account: string; amountMinor: number }

/**
 * Where the money of an order lies now, and so what a refund takes it from: all held before acceptance, pending with the
 * seller until completion, theirs afterwards. The rider keeps the share, also that of a parcel that came back
 * (docs/money.md, Refunds).
 */
export function whereMoneyLies(order: OrderFile, paid: OrderPayment): RefundPart[] {
  const isAccepted = order.reachedAt.ACCEPTED !== undefined
  const isCompleted = order.reachedAt.COMPLETED !== undefined
  const isFeeEarned = isCompleted || order.isFeeReleased
  const held = heldFor(order.id)
  if (!isAccepted) return [{ part: 'held', account: held, amountMinor: paid.subtotalMinor + paid.feeMinor }]
  const goods = isCompleted ? availableOf(sellerWallet(order)) : pendingOf(order.sellerProfileId)
  return [
    { part: 'goods', account: goods, amountMinor: paid.subtotalMinor - order.commissionMinor },
    { part: 'commission', account: COMMISSION, amountMinor: order.commissionMinor },
    { part: 'fee', account: isFeeEarned ? DELIVERY_MARGIN : held, amountMinor: paid.feeMinor },
  ]
}
