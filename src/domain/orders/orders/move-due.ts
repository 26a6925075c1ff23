import { and, asc, lte, sql } from 'drizzle-orm'
import { retryOnStale } from '../../../db/commit.ts'
import { abortWhen, guard, isBroken } from '../../../db/guard.ts'
import type { GatewayTransaction } from '../../../db/schema/money/gateways.ts'
import { orders } from '../../../db/schema/orders/orders.ts'
import { inFrench } from '../../../kernel/format.ts'
import { HOUR_MS } from '../../../kernel/time.ts'
import { commit } from '../../core/commit.ts'
import type { Ctx } from '../../core/context.ts'
import { openIncident } from '../../core/incidents/open.ts'
import { revise, transition } from '../../core/machine.ts'
import { notify } from '../../core/notices/notify.ts'
import { pollGateway } from '../../money/gateways/poll.ts'
import { isOpen } from '../refunds/start.ts'
import { cancelBySeller } from './cancel-by-seller.ts'
import { complete } from './complete.ts'
import { CONFIRMATION_MS } from './due.ts'
import { endReturn } from './end-return.ts'
import { orderMachine } from './machine.ts'
import { orderCancelled } from './notices.ts'
import { selectLatestPayin } from './payin-shares.ts'
import { findOrder, type OrderFile } from './queries.ts'
import { NO_ANSWER, NO_PROGRESS, NOT_PAID } from './reasons.ts'
import { rejectAndRefund } from './reject-and-refund.ts'
import { releaseHold } from './stock.ts'

/**
 * Ids of orders whose time is up, the longest overdue first: a tick that was missed is made up for by the next. A delivered
 * order waits while somebody disputes it or a refund of it is open (docs/states.md, Timers of an order).
 */
export const dueOrders = (ctx: Ctx, limit: number) =>
  ctx.db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        lte(orders.dueAt, ctx.now),
        sql`NOT (orders.status = 'DELIVERED' AND (${IS_DISPUTED} OR ${HAS_OPEN_REFUND}))`,
      ),
    )
    .orderBy(asc(orders.dueAt))
    .limit(limit)

/** How long a delivered order that somebody stopped is left alone, before it is looked at again. */
const STOPPED_FOR_MS = HOUR_MS

/**
 * Delivered orders that a dispute or an open refund stops are looked at once an hour, and not walked over by every run
 * (docs/states.md, Timers of an order). What ends the stop sets them due again.
 */
export const putOffStopped = (ctx: Ctx) =>
  ctx.db
    .update(orders)
    .set({ dueAt: ctx.now + STOPPED_FOR_MS })
    .where(and(lte(orders.dueAt, ctx.now), sql`orders.status = 'DELIVERED' AND (${IS_DISPUTED} OR ${HAS_OPEN_REFUND})`))

/**
 * By its buyer within 48 hours of the delivery, also where they joined one that another person had opened before them (an
 * order has one at a time), or by who was of the staff then; what the service itself or a seller opened stops nobody's pay.
 */
const IS_DISPUTED = sql`EXISTS (
  SELECT 1 FROM incidents i
  WHERE i.order_id = orders.id AND i.status IN ('OPEN', 'INVESTIGATING') AND (
    i.opened_as IN ('ADMIN', 'SUPPORT')
    OR i.opened_by = orders.buyer_id AND i.created_at <= (orders.reached_at ->> 'DELIVERED') + ${CONFIRMATION_MS}
    OR i.opened_by IS NOT NULL AND EXISTS (
      SELECT 1 FROM incident_updates w WHERE w.incident_id = i.id AND w.author_id = orders.buyer_id
        AND w.created_at <= (orders.reached_at ->> 'DELIVERED') + ${CONFIRMATION_MS})))`
const HAS_OPEN_REFUND = sql`EXISTS (
  SELECT 1 FROM refunds r WHERE r.order_id = orders.id AND r.payin_id IS NULL AND r.status IN ('REQUESTED', 'AWAITING_CODE', 'PROCESSING', 'FAILED'))`

/** Moves on one order that nobody answered, by the timers of docs/states.md, Timers of an order. Two runs at once move it once. */
export function moveDueOrder(ctx: Ctx, id: string): Promise<unknown> {
  return retryOnStale(async () => {
    const order = await findOrder(ctx, id)
    if (!order || order.dueAt === null || order.dueAt > ctx.now) return
    switch (order.status) {
      case 'PENDING_PAYMENT':
        return expire(ctx, order)
      case 'PENDING_SELLER_REVIEW':
        return rejectAndRefund(ctx, order, NO_ANSWER)
      case 'ACCEPTED':
      case 'PREPARING':
      case 'READY_FOR_PICKUP':
        return cancelBySeller(ctx, order, NO_PROGRESS)
      case 'DELIVERED':
        if (order.refunds.some(isOpen)) return
        return completeUnlessStopped(ctx, order)
      case 'RETURNING':
      case 'CANCELLED':
        return order.delivery?.status === 'RETURNED' ? endReturn(ctx, order) : overdue(ctx, order)
      default:
        return overdue(ctx, order)
    }
  })
}

/** The buyer may complain, or staff ask for a refund, between the look at what is due and the commit. */
const STOPPED = guard('ORDER_STOPPED', 'CONFLICT', { reason: 'INVALID_TRANSITION' })

const completeUnlessStopped = (ctx: Ctx, order: OrderFile) =>
  complete(ctx, order, 'complete', [
    abortWhen(
      ctx.db,
      STOPPED,
      sql`EXISTS (SELECT 1 FROM orders WHERE orders.id = ${order.id} AND (${IS_DISPUTED} OR ${HAS_OPEN_REFUND}))`,
    ),
  ]).catch((error: unknown) => {
    if (!isBroken(error, STOPPED)) throw error
  })

/** 15 minutes without payment. The gateway is asked first; money that comes later still finds its way. */
async function expire(ctx: Ctx, order: OrderFile): Promise<void> {
  const [latest] = await selectLatestPayin(ctx, order.id)
  if (latest?.status === 'pending' && (await pollGateway(ctx, latest)).status === 'succeeded') return
  const set = {
    cancelledBy: 'EXPIRY' as const,
    cancellationReason: inFrench(NOT_PAID),
    holdEndsAt: null,
    dueAt: null,
  }
  // The answer just now may have revised it.
  const fresh = await findOrder(ctx, order.id)
  if (fresh?.status !== 'PENDING_PAYMENT') return
  await commit(ctx, [
    ...transition(ctx, orderMachine, fresh, 'expire', { set }),
    releaseHold(ctx, order.id),
    ...notify(ctx, order.buyerId, orderCancelled, {
      number: order.number,
      reason: NOT_PAID,
    }),
  ])
  // What was never sent ends with its order.
  if (latest) await pollUnsent(ctx, latest)
}

const pollUnsent = (ctx: Ctx, payin: GatewayTransaction) =>
  payin.status === 'pending' && payin.sentAt === null ? pollGateway(ctx, payin) : undefined

/** 72 hours on the road: a person looks for it. */
const overdue = (ctx: Ctx, order: OrderFile) =>
  commit(ctx, [
    ...revise(ctx, orderMachine, order, 'overdue', { set: { dueAt: null } }),
    openIncident(ctx, {
      ref: `overdue:${order.id}:${order.status}`,
      severity: 'HIGH',
      orderId: order.id,
      title: 'Livraison sans nouvelles depuis 72 heures',
      description: `${order.number} est toujours en route${order.status === 'CANCELLED' ? ", bien qu'annulée" : ''}.`,
    }),
  ])
