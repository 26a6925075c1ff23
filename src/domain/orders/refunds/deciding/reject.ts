import { eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import { readTogether, type Write } from '#db/client.ts'
import { retryOnStale } from '#db/commit.ts'
import { abortWhen, guard } from '#db/guard.ts'
import { ORDER_STATES, orders } from '#db/schema/orders/orders.ts'
import { unlessHeld } from '#domain/core/approvals/held.ts'
import { recordAct } from '#domain/core/audit.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { refOf } from '#domain/core/incidents/matter.ts'
import { openIncident } from '#domain/core/incidents/open.ts'
import { revise, transition } from '#domain/core/machine.ts'
import { notify } from '#domain/core/notices/notify.ts'
import { orderMachine } from '#domain/orders/orders/machine.ts'
import { paymentOf, release, releaseFee } from '#domain/orders/orders/money.ts'
import { isLost } from '#domain/orders/orders/outcomes/is-lost.ts'
import { type OrderFile, selectOrderOf, toOrderFile } from '#domain/orders/orders/queries.ts'
import { fail } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { formatMoney } from '#kernel/format.ts'
import { closeFailedTries } from '../close-incidents.ts'
import { refundMachine } from '../machine.ts'
import { UNREFUNDED } from '../matters.ts'
import { refundGivenUp } from '../notices.ts'
import { earnsNow } from '../of-orders/book-refund-succeeded.ts'
import { isOver } from '../owed-to-buyer.ts'
import { decideOwnSale } from '../own-purchase.ts'
import { selectRefund } from '../queries.ts'
import type { RefundRow } from '../refund.ts'
import { endRequest } from '../requests.ts'
import { isSurplus } from '../surplus/surplus.ts'
import { viewRefund } from '../view.ts'

const SECOND_PAYMENT = {
  reason: 'INVALID_TRANSITION',
  message:
    "La commande a été payée deux fois : ce paiement doit revenir à l'acheteur. Renvoyez plutôt ce remboursement.",
} as const

const SURPLUS = {
  reason: 'INVALID_TRANSITION',
  message:
    "Cette somme est venue en trop, ou trop courte : elle doit revenir à qui l'a payée. Renvoyez plutôt ce remboursement, au besoin à un autre de ses numéros.",
} as const

/** The order ends at the same time, and its money then stays in escrow without a word: the rejection is asked for again. */
const ORDER_ENDED = guard('REFUND_ORDER_ENDED', 'CONFLICT', { reason: 'REQUEST_IN_PROGRESS' })

/** Goods that the buyer had, or that were lost, are in the shop again: the buyer gets the money. */
const GOODS_CAME_BACK = guard('REFUND_GOODS_CAME_BACK', 'CONFLICT', {
  reason: 'INVALID_TRANSITION',
  message: "Le vendeur a repris les articles : l'argent revient à l'acheteur. Envoyez plutôt ce remboursement.",
})

export const RejectRefund = z.strictObject({ reason: f.reason })

/**
 * Ends a refund that waits or failed, for an ADMIN: nothing goes back, and the money stays where it lies (docs/states.md, Refund). A
 * delivered order completes at the next tick. If staff cancelled the order after its delivery, seller and rider are paid as by its
 * completion; if its parcel was lost, the seller is. Other money of an ended order goes back by another refund, as an incident says, and
 * the rider is paid for a way that is made.
 * @throws 404; 409 for a refund that is on its way or has ended, and for that of a second payment
 */
export const rejectRefund = (ctx: Ctx, id: string, { reason }: z.output<typeof RejectRefund>) =>
  retryOnStale(async () => {
    const [[refund], [found]] = await readTogether(
      ctx.db,
      selectRefund(ctx, id),
      selectOrderOf(ctx, sql`(SELECT r.order_id FROM refunds r WHERE r.id = ${id})`),
    )
    if (!refund) fail('NOT_FOUND')
    if (refund.payinId !== null) fail('CONFLICT', isSurplus(refund) ? SURPLUS : SECOND_PAYMENT)
    const order = found && toOrderFile(found)
    const [[rejected]] = await commit(
      ctx,
      [
        unlessHeld(ctx),
        ...(order ? decideOwnSale(ctx, order, id) : []),
        unlessGoodsCameBack(ctx, refund.orderId),
        ...transition(ctx, refundMachine, refund, 'reject', {
          reason,
          set: { rejectionReason: reason },
        }),
        endRequest(ctx, id, 'OVERTAKEN'),
        ...closeFailedTries(ctx, refund, `Le remboursement a été refusé : ${reason}`),
        recordAct(ctx, 'refund.reject', id, { from: refund.status, reason }),
        ...(order ? tellBuyer(ctx, order, refund, reason) : []),
        ...(order && hasEnded(order) ? afterEnd(ctx, refund, order) : [unlessOver(ctx, refund.orderId)]),
      ],
      selectRefund(ctx, id),
    )
    return viewRefund(ctx, rejected ?? fail('NOT_FOUND'))
  })

/** Whoever waited for the money hears that it does not come, and why. */
const tellBuyer = (ctx: Ctx, { buyerId, number }: OrderFile, { amountMinor, currency }: RefundRow, reason: string) =>
  notify(ctx, buyerId, refundGivenUp, { number, amount: { amountMinor, currency }, reason })

const hasEnded = ({ status }: OrderFile) => ORDER_STATES.unsold.has(status)

/** Goods that were delivered, or that nobody brings back, are paid for after all; what else is in escrow waits for a person. */
function afterEnd(ctx: Ctx, refund: RefundRow, order: OrderFile): Write[] {
  const paid = paymentOf(order)
  const isGone = order.reachedAt.DELIVERED !== undefined || isLost(order)
  if (!paid || !isOver(order) || !isGone || order.isFeeReleased || order.paidBy?.isTakenBack)
    return keepInEscrow(ctx, refund, order)
  return [
    ...revise(ctx, orderMachine, order, 'released', {}),
    ctx.db
      .update(orders)
      .set({ reachedAt: sql`json_set(reached_at, '$.COMPLETED', CAST(${ctx.now} AS INTEGER))` })
      .where(eq(orders.id, order.id)),
    ...release(ctx, isLost(order) ? withoutRider(order) : order, paid),
  ]
}

/** Whoever lost a parcel, as its rider said, has earned nothing by it. */
const withoutRider = (order: OrderFile): OrderFile => ({
  ...order,
  delivery: order.delivery && { ...order.delivery, riderId: null },
})

/** Pays the rider, who made the way and has waited for this refund. The escrow of an order that had completed is empty: it was paid out. */
function keepInEscrow(ctx: Ctx, refund: RefundRow, order: OrderFile): Write[] {
  const paid = paymentOf(order)
  return [
    ...(paid && earnsNow(order) && isWayOver(order) ? releaseFee(ctx, order, paid) : []),
    ...(isOver(order) ? [tellUnrefunded(ctx, refund, order)] : []),
  ]
}

const tellUnrefunded = (ctx: Ctx, refund: RefundRow, { number }: OrderFile): Write =>
  openIncident(ctx, {
    ref: refOf(UNREFUNDED, refund.id),
    severity: 'MEDIUM',
    orderId: refund.orderId,
    refundId: refund.id,
    title: "L'argent d'une commande terminée reste gardé",
    description: `${number} est terminée et son remboursement de ${formatMoney(refund)} a été refusé. S'il doit revenir à l'acheteur, remboursez la commande à nouveau (POST /orders/admin/${refund.orderId}/refund).`,
  })

/** Nobody has to say any more that the parcel is back: who does pays its rider. */
const isWayOver = ({ delivery, dueAt }: OrderFile) => delivery?.status === 'DELIVERED' || dueAt === null

const unlessGoodsCameBack = (ctx: Ctx, orderId: string) =>
  abortWhen(
    ctx.db,
    GOODS_CAME_BACK,
    sql`EXISTS (SELECT 1 FROM orders o JOIN history h ON h.thing_id = o.id AND h.event = 'returnReceived'
      WHERE o.id = ${orderId} AND o.status = 'CANCELLED' AND (o.reached_at ->> 'DELIVERED' IS NOT NULL OR o.reached_at ->> 'COMPLETED' IS NOT NULL
        OR EXISTS (SELECT 1 FROM history l WHERE l.thing_id = o.id AND l.event IN ('lose', 'parcelLost'))))`,
  )

const unlessOver = (ctx: Ctx, orderId: string) =>
  abortWhen(
    ctx.db,
    ORDER_ENDED,
    sql`EXISTS (SELECT 1 FROM orders o WHERE o.id = ${orderId} AND ${ORDER_STATES.unsold.in('o.status')})`,
  )
