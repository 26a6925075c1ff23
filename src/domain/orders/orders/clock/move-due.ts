import { and, asc, eq, lte, sql } from 'drizzle-orm'
import { retryOnStale } from '#db/commit.ts'
import { abortWhen, guard, isBroken } from '#db/guard.ts'
import { INCIDENT_STATES } from '#db/schema/core/incidents.ts'
import type { GatewayTransaction } from '#db/schema/money/gateways.ts'
import { deliveries } from '#db/schema/orders/deliveries.ts'
import { ORDER_STATES, orders } from '#db/schema/orders/orders.ts'
import { REFUND_STATES } from '#db/schema/orders/refunds.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { refOf } from '#domain/core/incidents/matter.ts'
import { openIncident } from '#domain/core/incidents/open.ts'
import { revise, transition } from '#domain/core/machine.ts'
import { notify } from '#domain/core/notices/notify.ts'
import { pollGateway } from '#domain/money/gateways/readings/poll.ts'
import { isOpen } from '#domain/orders/refunds/owed-to-buyer.ts'
import { Defect, endSwitch } from '#kernel/defect.ts'
import { inFrench } from '#kernel/format.ts'
import { HOUR_MS } from '#kernel/time.ts'
import { orderMachine } from '../machine.ts'
import { OVERDUE } from '../matters.ts'
import { orderCancelled } from '../notices.ts'
import { cancelBySeller } from '../outcomes/cancel-by-seller.ts'
import { complete } from '../outcomes/complete.ts'
import { endReturn } from '../outcomes/end-return.ts'
import { rejectAndRefund } from '../outcomes/reject-and-refund.ts'
import { selectLatestPayin } from '../payins/payin-shares.ts'
import { findOrder, type OrderFile } from '../queries.ts'
import { NO_ANSWER, NO_PROGRESS, NOT_PAID } from '../reasons.ts'
import { releaseStock } from '../stock.ts'

/**
 * Whether an incident of a party or of staff is open, or a party wrote in one that the service had opened: an order has one at a time. An
 * incident of the service alone stops nothing.
 */
const IS_DISPUTED = sql`EXISTS (
  SELECT 1 FROM incidents i
  WHERE i.order_id = orders.id AND ${INCIDENT_STATES.open.in('i.status')} AND (i.opened_by IS NOT NULL OR i.opened_as IS NOT NULL
    OR EXISTS (SELECT 1 FROM incident_updates w WHERE w.incident_id = i.id AND w.author_role IN ('BUYER', 'SELLER', 'RIDER'))))`
const HAS_OPEN_REFUND = sql`EXISTS (
  SELECT 1 FROM refunds r WHERE r.order_id = orders.id AND r.payin_id IS NULL AND ${REFUND_STATES.open.in('r.status')})`

/** Whether a rider says that the parcel is back while people look for it: the rider's word alone ends nothing. */
const IS_BACK_IN_DOUBT = sql`EXISTS (
  SELECT 1 FROM deliveries d JOIN incidents i ON i.order_id = d.order_id AND ${INCIDENT_STATES.open.in('i.status')}
  WHERE d.order_id = orders.id AND d.status = 'RETURNED' AND i.ref GLOB 'overdue:*')`

/**
 * A dispute stops every clock but the payment's; an open refund that of a delivered order; a search for the parcel that of a parcel that is
 * back.
 */
const IS_STOPPED = sql`(orders.status <> 'PENDING_PAYMENT' AND ${IS_DISPUTED} OR orders.status = 'DELIVERED' AND ${HAS_OPEN_REFUND}
  OR ${ORDER_STATES.mayReturn.in('orders.status')} AND ${IS_BACK_IN_DOUBT})`

/**
 * Ids of orders whose time is up, the longest overdue first: the next tick makes up for a missed one. An order waits while a party or staff
 * dispute it, and a delivered one while a refund of it is open (docs/states.md, Timers of an order).
 */
export const dueOrders = (ctx: Ctx, limit: number) =>
  ctx.db
    .select({ id: orders.id })
    .from(orders)
    .where(and(lte(orders.dueAt, ctx.now), sql`NOT ${IS_STOPPED}`))
    .orderBy(asc(orders.dueAt))
    .limit(limit)

/** Time for which an order with a stopped clock is left alone, in ms. */
const STOPPED_FOR_MS = HOUR_MS

/**
 * Puts orders with a stopped clock off for an hour, so that not every run reads them (docs/states.md, Timers of an order). The end of the
 * stop sets them due again.
 */
export const putOffStopped = (ctx: Ctx) =>
  ctx.db
    .update(orders)
    .set({ dueAt: ctx.now + STOPPED_FOR_MS })
    .where(and(lte(orders.dueAt, ctx.now), IS_STOPPED))

/** Moves on one order that nobody answered, by the timers of docs/states.md, Timers of an order. Two runs at once move it once. */
export function moveDueOrder(ctx: Ctx, id: string): Promise<unknown> {
  return retryOnStale(async () => {
    const order = await findOrder(ctx, id)
    if (!order || order.dueAt === null || order.dueAt > ctx.now) return
    switch (order.status) {
      case 'PENDING_PAYMENT':
        return expire(ctx, order)
      case 'PENDING_SELLER_REVIEW':
        return unlessStopped(() => rejectAndRefund(ctx, order, NO_ANSWER, guardsAgainstStop(ctx, id)))
      case 'ACCEPTED':
      case 'PREPARING':
      case 'READY_FOR_PICKUP':
        return unlessStopped(() => cancelBySeller(ctx, order, NO_PROGRESS, guardsAgainstStop(ctx, id)))
      case 'DELIVERED':
        if (order.refunds.some(isOpen)) return
        return unlessStopped(() => complete(ctx, order, 'complete', guardsAgainstStop(ctx, id)))
      case 'RETURNING':
      case 'CANCELLED':
        return order.delivery?.status === 'RETURNED'
          ? unlessStopped(() => endReturn(ctx, order, guardsAgainstStop(ctx, id)))
          : unlessStopped(() => overdue(ctx, order))
      case 'OUT_FOR_DELIVERY':
        return unlessStopped(() => overdue(ctx, order))
      case 'COMPLETED':
      case 'REJECTED':
      case 'REFUNDED':
        throw new Defect(`An order is ${order.status} and due.`)
      default:
        return endSwitch(order.status)
    }
  })
}

/** A dispute or a refund began between the read of due orders and the commit. */
const STOPPED = guard('ORDER_STOPPED', 'CONFLICT', { reason: 'INVALID_TRANSITION' })

const guardsAgainstStop = (ctx: Ctx, id: string) => [
  abortWhen(ctx.db, STOPPED, sql`EXISTS (SELECT 1 FROM orders WHERE orders.id = ${id} AND ${IS_STOPPED})`),
]

const unlessStopped = (move: () => Promise<unknown>) =>
  move().catch((error: unknown) => {
    if (!isBroken(error, STOPPED)) throw error
  })

/** Expires an order after 15 minutes without payment. The gateway is asked first; money that comes later still finds its way. */
async function expire(ctx: Ctx, order: OrderFile): Promise<void> {
  const [latest] = await selectLatestPayin(ctx, order.id)
  if (latest?.status === 'pending' && (await pollGateway(ctx, latest)).status === 'succeeded') return
  const set = {
    cancelledBy: 'EXPIRY' as const,
    cancellationReason: inFrench(NOT_PAID),
    holdEndsAt: null,
    dueAt: null,
  }
  // The gateway's answer may have revised the order.
  const fresh = await findOrder(ctx, order.id)
  if (fresh?.status !== 'PENDING_PAYMENT') return
  await commit(ctx, [
    ...transition(ctx, orderMachine, fresh, 'expire', { set }),
    releaseStock(ctx, order.id),
    ...notify(ctx, order.buyerId, orderCancelled, {
      number: order.number,
      reason: NOT_PAID,
    }),
  ])
  // A payin that was never sent ends with its order.
  if (latest) await pollUnsent(ctx, latest)
}

const pollUnsent = (ctx: Ctx, payin: GatewayTransaction) =>
  payin.status === 'pending' && payin.sentAt === null ? pollGateway(ctx, payin) : undefined

/**
 * Tells people to look for a parcel after 72 hours on the road. A job that brings a cancelled order back no longer counts among its rider's
 * jobs. The version names the incident, so that a parcel that is lost again opens another.
 */
const overdue = (ctx: Ctx, order: OrderFile) =>
  commit(ctx, [
    ...guardsAgainstStop(ctx, order.id),
    ...revise(ctx, orderMachine, order, 'overdue', { set: { dueAt: null } }),
    ...(order.status === 'CANCELLED' && order.delivery?.status === 'RETURNING'
      ? [ctx.db.update(deliveries).set({ overdueAt: ctx.now }).where(eq(deliveries.id, order.delivery.id))]
      : []),
    openIncident(ctx, {
      ref: refOf(OVERDUE, `${order.id}:${order.version}`),
      severity: 'HIGH',
      orderId: order.id,
      title: 'Livraison sans nouvelles depuis 72 heures',
      description: `${order.number} est toujours en route${order.status === 'CANCELLED' ? ", bien qu'annulée" : ''}.`,
    }),
  ])
