import { eq, sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { REFUND_STATES, refunds } from '#db/schema/orders/refunds.ts'
import type { Ctx } from '#domain/core/context.ts'
import { notify } from '#domain/core/notices/notify.ts'
import { availableOf, COMMISSION, DELIVERY_MARGIN, escrowOf, pendingOf } from '#domain/money/ledger/accounts.ts'
import { moveOnIfGone } from '#domain/money/ledger/gone-owner.ts'
import { post, walletEntry } from '#domain/money/ledger/post.ts'
import type { Currency, Money } from '#kernel/money.ts'
import { proportionOf, shareBps } from '#kernel/money.ts'
import { deliveryEarned } from '../delivery/notices.ts'
import { RIDER_SHARE_BPS } from '../delivery/open.ts'
import type { OwnRefund } from '../refunds/refund.ts'
import type { OrderFile, OrderRow } from './queries.ts'

/** Amounts paid for an order, in the currency of its books. */
export type OrderPayment = { currency: Currency; subtotalMinor: number; feeMinor: number }

export function paymentOf(order: OrderFile): OrderPayment | undefined {
  const { paidCurrency, paidSubtotalMinor, paidFeeMinor } = order
  if (paidCurrency === null || paidSubtotalMinor === null || paidFeeMinor === null) return undefined
  return { currency: paidCurrency, subtotalMinor: paidSubtotalMinor, feeMinor: paidFeeMinor }
}

const sellerWallet = (order: OrderFile) => ({ ownerKind: 'seller', ownerId: order.sellerProfileId }) as const

/** The rest of an order's payment that is neither given back nor on its way: the seller's price, our commission, and the fee. */
export type Remainder = { netMinor: number; commissionMinor: number; feeMinor: number }
type PriceParts = Pick<OrderFile, 'commissionMinor'> & {
  refunds: Pick<OwnRefund, 'status' | 'amountMinor' | 'commissionMinor'>[]
}

const isTaken = ({ status }: Pick<OwnRefund, 'status'>) => REFUND_STATES.taken.has(status)

/** The rest of an order's payment, after every refund that is not waiting has taken its part. */
export function leftOf({ commissionMinor, refunds }: PriceParts, { subtotalMinor, feeMinor }: OrderPayment): Remainder {
  const taken = refunds.filter(isTaken)
  const all = taken.reduce((sum, refund) => sum + refund.amountMinor, 0)
  const ours = taken.reduce((sum, refund) => sum + refund.commissionMinor, 0)
  const goods = Math.min(all, subtotalMinor)
  return {
    netMinor: subtotalMinor - commissionMinor - (goods - ours),
    commissionMinor: commissionMinor - ours,
    feeMinor: feeMinor - (all - goods),
  }
}

/** The sum of a rest, in minor units. */
export const sumOf = ({ netMinor, commissionMinor, feeMinor }: Remainder) => netMinor + commissionMinor + feeMinor

/** The seller's part of a refund, in minor units: zero before acceptance. */
export function sellersPartOf(order: OrderFile, refund: OwnRefund): number {
  const paid = paymentOf(order)
  if (!paid || order.reachedAt.ACCEPTED === undefined) return 0
  const others = order.refunds.filter(({ id }) => id !== refund.id)
  const after = [...others, { ...refund, status: 'SUCCEEDED' as const }]
  return leftOf({ ...order, refunds: others }, paid).netMinor - leftOf({ ...order, refunds: after }, paid).netMinor
}

/**
 * Splits a part of the rest: price and commission in proportion (half up), and the fee last. The part that takes all of the goods takes the
 * remainder of both (docs/money.md, Refunds).
 */
function split(order: PriceParts, paid: OrderPayment, amountMinor: number): Remainder {
  const left = leftOf(order, paid)
  const goodsLeft = left.netMinor + left.commissionMinor
  const goods = Math.min(amountMinor, goodsLeft)
  const share = Math.max(proportionOf(order.commissionMinor, goods, paid.subtotalMinor), goods - left.netMinor)
  const ours = goods === goodsLeft ? left.commissionMinor : Math.min(share, left.commissionMinor)
  return { netMinor: goods - ours, commissionMinor: ours, feeMinor: amountMinor - goods }
}

/**
 * Books the acceptance: the rest of the goods' price becomes the seller's pending money, less the commission (docs/money.md, Transfers).
 * Refunds from before get their share of the commission now.
 */
export function earmark(ctx: Ctx, order: OrderFile, paid: OrderPayment, commissionMinor: number): Write[] {
  const before = order.refunds.filter(isTaken)
  const taken: OwnRefund[] = []
  for (const refund of before) {
    const part = split({ commissionMinor, refunds: taken }, paid, refund.amountMinor)
    taken.push({ ...refund, commissionMinor: part.commissionMinor })
  }
  const left = leftOf({ commissionMinor, refunds: taken }, paid)
  const from = escrowOf(order.id)
  const { currency } = paid
  const net = { amountMinor: left.netMinor, currency }
  const ours = { amountMinor: left.commissionMinor, currency }
  return [
    ...taken
      .filter((refund) => refund.commissionMinor > 0)
      .map((refund) =>
        ctx.db.update(refunds).set({ commissionMinor: refund.commissionMinor }).where(eq(refunds.id, refund.id)),
      ),
    ...post(ctx, { kind: 'order:accepted', ref: order.id, from, to: pendingOf(order.sellerProfileId), ...net }),
    ...post(ctx, { kind: 'order:commission', ref: order.id, from, to: COMMISSION, ...ours }),
  ]
}

/** Books the completion: the rest of the seller's pending money and the rider's share become available (docs/money.md, Transfers). */
export function release(ctx: Ctx, order: OrderFile, paid: OrderPayment): Write[] {
  const { currency } = paid
  const seller = sellerWallet(order)
  const { netMinor } = leftOf(order, paid)
  const sale = {
    kind: 'order:completed' as const,
    ref: order.id,
    from: pendingOf(order.sellerProfileId),
    to: availableOf(seller),
  }
  return [
    ...post(ctx, { ...sale, amountMinor: netMinor, currency }),
    ...walletEntry(ctx, { ...seller, type: 'SALE', amountMinor: netMinor, currency, orderId: order.id }),
    ...releaseFee(ctx, order, paid),
  ]
}

/**
 * Books the fee of a way that was made, whether the parcel stayed or came back: the rider gets the share, the platform the rest. If a part
 * of the fee was refunded, the platform gets its rest, and pays the share.
 */
export function releaseFee(ctx: Ctx, order: OrderFile, paid: OrderPayment): Write[] {
  const { currency } = paid
  const riderId = order.delivery?.riderId
  const { feeMinor } = leftOf(order, paid)
  const isWhole = feeMinor === paid.feeMinor
  const share = { amountMinor: riderId ? shareBps(paid.feeMinor, RIDER_SHARE_BPS) : 0, currency }
  const ours = { amountMinor: isWhole ? feeMinor - share.amountMinor : feeMinor, currency }
  const margin = { kind: 'order:delivery' as const, ref: order.id, from: escrowOf(order.id), to: DELIVERY_MARGIN }
  return [
    ...(riderId ? payRider(ctx, order, riderId, share, isWhole ? undefined : DELIVERY_MARGIN) : []),
    ...post(ctx, { ...margin, ...ours }),
  ]
}

type DeliveryFee = Pick<OrderRow, 'id' | 'number' | 'paidCurrency' | 'paidFeeMinor'>

/**
 * Pays the rider's share of an order that was refunded in full, from our money, because the fee has gone back (docs/money.md, Commission
 * and shares). It is booked after the refund has succeeded and the way is made.
 */
export function payRefundedRider(ctx: Ctx, order: DeliveryFee, riderId: string): Write[] {
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
  from = escrowOf(orderId),
): Write[] {
  const rider = { ownerKind: 'rider', ownerId } as const
  const person = sql`(SELECT r.user_id FROM riders r WHERE r.id = ${ownerId})`
  return [
    ...post(ctx, { kind: 'order:rider', ref: orderId, from, to: availableOf(rider), ...share }),
    ...walletEntry(ctx, { ...rider, type: 'DELIVERY', ...share, orderId }),
    ...moveOnIfGone(ctx, { ...rider, ...share, ref: orderId, orderId, what: `Part du livreur de ${number}.` }),
    ...(share.amountMinor > 0 ? notify(ctx, person, deliveryEarned, { number, amount: share }) : []),
  ]
}

/** A part of a refund and the account it is taken from; `part` keys its transfer. */
export type RefundPart = { part: 'held' | 'goods' | 'commission' | 'fee'; account: string; amountMinor: number }

/**
 * The accounts from which a refund is taken: escrow before acceptance, pending with the seller until completion, the seller's available
 * money afterwards. The rider keeps the share, also of a parcel that came back (docs/money.md, Refunds).
 */
export function whereMoneyLies(order: OrderFile, paid: OrderPayment, amountMinor: number): RefundPart[] {
  const isAccepted = order.reachedAt.ACCEPTED !== undefined
  const isCompleted = order.reachedAt.COMPLETED !== undefined
  const isFeeEarned = isCompleted || order.isFeeReleased
  const escrow = escrowOf(order.id)
  if (!isAccepted) return [{ part: 'held', account: escrow, amountMinor }]
  const goods = isCompleted ? availableOf(sellerWallet(order)) : pendingOf(order.sellerProfileId)
  const part = split(order, paid, amountMinor)
  return [
    { part: 'goods', account: goods, amountMinor: part.netMinor },
    { part: 'commission', account: COMMISSION, amountMinor: part.commissionMinor },
    { part: 'fee', account: isFeeEarned ? DELIVERY_MARGIN : escrow, amountMinor: part.feeMinor },
  ]
}
