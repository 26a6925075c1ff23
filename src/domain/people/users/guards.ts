import { type SQL, sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { abortWhen, guard } from '#db/guard.ts'
import { PAYOUT_STATES } from '#db/schema/money/payouts.ts'
import { DELIVERY_STATES } from '#db/schema/orders/deliveries.ts'
import { ORDER_STATES } from '#db/schema/orders/orders.ts'
import { REFUND_STATES } from '#db/schema/orders/refunds.ts'
import type { Ctx } from '#domain/core/context.ts'

export const LAST_ADMIN = guard('LAST_ADMIN', 'CONFLICT', {
  message: 'Il doit rester un administrateur actif.',
})
const OPEN_ORDERS = guard('OPEN_ORDERS', 'CONFLICT', {
  message: 'Des commandes sont encore en cours. Terminez-les ou annulez-les avant.',
})
const OPEN_WITHDRAWALS = guard('OPEN_WITHDRAWALS', 'CONFLICT', {
  message: 'Un retrait est encore en cours. Attendez sa fin.',
})
const MONEY_LEFT = guard('MONEY_LEFT', 'CONFLICT', {
  message:
    "Le portefeuille n'est pas à zéro. Retirez d'abord tout ce qu'il contient, même moins que le minimum ; une dette, ou un reste que l'opérateur ne prend pas, se règle avec notre équipe.",
})

/** The side that a person has in an order. */
export type Part = 'buyer' | 'seller' | 'rider'
const EVERY_PART: Part[] = ['buyer', 'seller', 'rider']

/**
 * Condition: the rider's share of the delivery `d`, whose order `o` staff cancelled, waits for the end of the order's refund, which books
 * it (docs/money.md, Commission and shares).
 */
const SHARE_WAITS = sql`o.status = 'CANCELLED' AND ${DELIVERY_STATES.made.in('d.status')} AND d.rider_earning_minor > 0
  AND EXISTS (SELECT 1 FROM refunds f WHERE f.order_id = o.id AND f.payin_id IS NULL
    AND ${REFUND_STATES.open.in('f.status')})
  AND NOT EXISTS (SELECT 1 FROM transfers t WHERE t.kind = 'order:rider' AND t.ref = o.id)`

/** CROSS JOIN makes each statement begin at the person. A rider who brings a cancelled order back still has its job. */
const OPEN_ORDERS_AS: Record<Part, (user: SQL) => SQL> = {
  buyer: (user) =>
    sql`EXISTS (SELECT 1 FROM orders o WHERE o.buyer_id = ${user} AND ${ORDER_STATES.open.in('o.status')})`,
  seller: (user) => sql`EXISTS (
    SELECT 1 FROM seller_profiles sp CROSS JOIN orders o ON o.seller_profile_id = sp.id
    WHERE sp.user_id = ${user} AND ${ORDER_STATES.open.in('o.status')})`,
  rider: (user) => sql`EXISTS (
    SELECT 1 FROM riders r WHERE r.user_id = ${user} AND (r.active_jobs > 0 OR EXISTS (
      SELECT 1 FROM deliveries d CROSS JOIN orders o ON o.id = d.order_id
      WHERE d.rider_id = r.id AND (${ORDER_STATES.open.in('o.status')} OR (${SHARE_WAITS})))))`,
}
export const hasOpenOrders = (user: SQL, parts = EVERY_PART) =>
  sql`(${sql.join(
    parts.map((part) => OPEN_ORDERS_AS[part](user)),
    sql` OR `,
  )})`

const owners = (user: SQL) => sql`(
  SELECT 'seller:' || sp.id AS code, sp.id AS id FROM seller_profiles sp WHERE sp.user_id = ${user}
  UNION ALL SELECT 'rider:' || r.id, r.id FROM riders r WHERE r.user_id = ${user})`

/** Whether the person has money in a wallet, in any state, or owes some. */
export const hasMoney = (user: SQL) => sql`EXISTS (
  SELECT 1 FROM ${owners(user)} w CROSS JOIN accounts a
    ON a.code IN (w.code || ':available', w.code || ':pending', w.code || ':reserved')
  WHERE a.balance_minor <> 0)`

export const hasWithdrawals = (user: SQL) => sql`EXISTS (
  SELECT 1 FROM ${owners(user)} w CROSS JOIN payouts p ON p.owner_id = w.id WHERE ${PAYOUT_STATES.open.in('p.status')})`

/**
 * Refuses a commit in which a person leaves with open orders, a withdrawal on its way or money in a wallet (docs/accounts.md, Erasure):
 * 409.
 * @param parts the sides whose orders count; every one unless given
 */
export function nothingOpen(ctx: Ctx, userId: string, parts = EVERY_PART): Write[] {
  const user = sql`${userId}`
  return [
    abortWhen(ctx.db, OPEN_ORDERS, hasOpenOrders(user, parts)),
    abortWhen(ctx.db, OPEN_WITHDRAWALS, hasWithdrawals(user)),
    abortWhen(ctx.db, MONEY_LEFT, hasMoney(user)),
  ]
}

/** True at that point of the commit if no ADMIN is in office. */
export const noAdminLeft = sql`NOT EXISTS (
  SELECT 1 FROM users u WHERE u.role = 'ADMIN' AND u.blocked_at IS NULL AND u.deleted_at IS NULL)`

/** Refuses a commit that leaves no ADMIN in office: if two remove each other, one stays. 409 */
export const requireOtherAdmin = (ctx: Ctx): Write => abortWhen(ctx.db, LAST_ADMIN, noAdminLeft)
