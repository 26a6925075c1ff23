import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Write } from '../../../db/client.ts'
import { abortWhen, guard } from '../../../db/guard.ts'
import {
  type GatewayTransaction,
  gatewayTransactions,
  MOVEMENT_STATES,
  payinShares,
} from '../../../db/schema/money/gateways.ts'
import type { Ctx } from '../../core/context.ts'

/** What of a payin is for one order: the payin itself, with that amount, and what keys its transfers. */
export type PayinShare = GatewayTransaction & { orderId: string; ref: string }

/** The shares of a payin, for one trip with other reads; `toShare` makes them of its answer. */
export const selectShares = (ctx: Ctx, payinId: string | SQL) =>
  ctx.db
    .select({ payin: gatewayTransactions, orderId: payinShares.orderId, minor: shareMinor, ref: payinShares.ref })
    .from(payinShares)
    .innerJoin(gatewayTransactions, eq(gatewayTransactions.id, payinShares.payinId))
    .where(eq(payinShares.payinId, payinId))

const shareMinor = sql<number>`payin_shares.amount_minor`.as('share_minor')

type Selected = Awaited<ReturnType<typeof selectShares>>[number]

export const toShare = ({ payin, orderId, minor, ref }: Selected): PayinShare => ({
  ...payin,
  amountMinor: minor,
  orderId,
  ref,
})

/** The newest payin that is for an order, whether for it alone or for others too. */
export const selectLatestPayin = (ctx: Ctx, orderId: string) =>
  ctx.db
    .select()
    .from(gatewayTransactions)
    .where(sql`${gatewayTransactions.id} IN (SELECT w.payin_id FROM payin_shares w WHERE w.order_id = ${orderId})`)
    .orderBy(desc(gatewayTransactions.createdAt), desc(gatewayTransactions.id))
    .limit(1)

/** Every payin of a checkout's orders, newest first. */
export const selectPayinsOfCheckout = (ctx: Ctx, checkoutId: string) =>
  ctx.db
    .select()
    .from(gatewayTransactions)
    .where(
      sql`${gatewayTransactions.id} IN (
        SELECT w.payin_id FROM orders o CROSS JOIN payin_shares w ON w.order_id = o.id WHERE o.checkout_id = ${checkoutId})`,
    )
    .orderBy(desc(gatewayTransactions.createdAt), asc(gatewayTransactions.reference))

/** How often somebody tried to pay an order or a checkout: numbers the next try's reference. */
export const selectPayinCount = (ctx: Ctx, subjectId: string) =>
  ctx.db
    .select({ count: sql<number>`count(*)` })
    .from(gatewayTransactions)
    .where(and(eq(gatewayTransactions.subjectId, subjectId), sql`purpose IN ('ORDER', 'CHECKOUT')`))

/** Whether a payin may still succeed: nobody has answered, or a person is to decide. */
export const isInFlight = ({ status }: Pick<GatewayTransaction, 'status'>) => MOVEMENT_STATES.inFlight.has(status)

const PAYIN_IN_FLIGHT = guard('PAYIN_IN_FLIGHT', 'CONFLICT', { reason: 'PAYMENT_IN_PROGRESS' })

/** Ends the commit that would ask for an order again while a payin that is for it may still succeed. 409 */
export const requireNoneInFlight = (ctx: Ctx, orderIds: string[]): Write =>
  abortWhen(
    ctx.db,
    PAYIN_IN_FLIGHT,
    sql`EXISTS (
      SELECT 1 FROM json_each(${JSON.stringify(orderIds)}) o CROSS JOIN payin_shares w ON w.order_id = o.value
      CROSS JOIN gateway_transactions g ON g.id = w.payin_id 
      WHERE ${MOVEMENT_STATES.inFlight.in('g.status')})`,
  )
