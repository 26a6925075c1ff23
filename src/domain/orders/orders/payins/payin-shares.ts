import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { abortWhen, guard } from '#db/guard.ts'
import { ATTEMPT_STATES, type GatewayTransaction, gatewayTransactions, payinShares } from '#db/schema/money/gateways.ts'
import type { Ctx } from '#domain/core/context.ts'

/** The share of one order in a payin: the payin itself, with that amount, and `ref`, which keys its transfers. */
export type PayinShare = GatewayTransaction & { orderId: string; ref: string }

/** The shares of a payin, for one trip with other reads; `toShare` reads its rows. */
export const selectShares = (ctx: Ctx, payinId: string | SQL) =>
  ctx.db
    .select({ payin: gatewayTransactions, orderId: payinShares.orderId, minor: shareMinor, ref: payinShares.ref })
    .from(payinShares)
    .innerJoin(gatewayTransactions, eq(gatewayTransactions.id, payinShares.payinId))
    .where(eq(payinShares.payinId, payinId))

const shareMinor = sql<number>`payin_shares.amount_minor`.as('share_minor')

type ShareSelection = Awaited<ReturnType<typeof selectShares>>[number]

export const toShare = ({ payin, orderId, minor, ref }: ShareSelection): PayinShare => ({
  ...payin,
  amountMinor: minor,
  orderId,
  ref,
})

/** The newest payin for an order, alone or together with others. */
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

/** Number of tries to pay an order or a checkout, from which the next reference is made. */
export const selectPayinCount = (ctx: Ctx, subjectId: string) =>
  ctx.db
    .select({ count: sql<number>`count(*)` })
    .from(gatewayTransactions)
    .where(and(eq(gatewayTransactions.subjectId, subjectId), sql`purpose IN ('ORDER', 'CHECKOUT')`))

/** Whether a payin may still succeed: nobody has answered, or a person must decide. */
export const isInFlight = ({ status }: Pick<GatewayTransaction, 'status'>) => ATTEMPT_STATES.inFlight.has(status)

export const PAYIN_IN_FLIGHT = guard('PAYIN_IN_FLIGHT', 'CONFLICT', {
  reason: 'PAYMENT_IN_PROGRESS',
  message:
    'Un paiement de cette commande est en cours. Approuvez-le ou refusez-le sur le téléphone, ou attendez sa fin.',
})

/** Refuses to charge an order again while a payin for it may still succeed. @throws 409 */
export const requireNoneInFlight = (ctx: Ctx, orderIds: string[]): Write =>
  abortWhen(
    ctx.db,
    PAYIN_IN_FLIGHT,
    sql`EXISTS (
      SELECT 1 FROM json_each(${JSON.stringify(orderIds)}) o CROSS JOIN payin_shares w ON w.order_id = o.value
      CROSS JOIN gateway_transactions g ON g.id = w.payin_id 
      WHERE ${ATTEMPT_STATES.inFlight.in('g.status')})`,
  )
