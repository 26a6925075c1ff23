import { sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { abortOnce, guard } from '#db/guard.ts'
import type { Ctx } from '#domain/core/context.ts'
import { isNumberOf } from '#domain/money/gateways/attempts/their-number.ts'
import { PROMPTS, UNPAID_ORDERS, UNPAID_PIECES } from '#kernel/limits.ts'
import { DAY_MS } from '#kernel/time.ts'
import { HOLD_MS } from '../clock/due.ts'
import type { Payer } from '../payins/charge.ts'

const TOO_MANY_UNPAID = guard('TOO_MANY_UNPAID', 'CONFLICT', { reason: 'TOO_MANY_UNPAID' })
const PROMPTS_OF_BUYER = guard('PROMPTS_OF_BUYER', 'TOO_MANY_REQUESTS', {
  message: 'Vous avez demandé trop de paiements en une heure. Réessayez plus tard.',
  retryAfter: PROMPTS.windowMs / 1000,
})

/**
 * Aborts the commit if too many orders of a buyer already reserve stock unpaid; one checkout may pass the limit, however many shops it has
 * (docs/limits.md, One at a time).
 * @throws 409 TOO_MANY_UNPAID
 */
export const requireFewUnpaid = (ctx: Ctx, buyerId: string): Write => abortUnpaid(ctx.db, TOO_MANY_UNPAID, buyerId)

const abortUnpaid = abortOnce(
  (
    buyerId: string,
  ) => sql`(SELECT count(*) FROM orders o WHERE o.buyer_id = ${buyerId} AND o.status = 'PENDING_PAYMENT') >=
      CASE WHEN EXISTS (SELECT 1 FROM orders o WHERE o.buyer_id = ${buyerId} AND o.status = 'COMPLETED')
        THEN ${UNPAID_ORDERS.afterwards} ELSE ${UNPAID_ORDERS.untilFirstCompleted} END`,
)

const HOLDS_TOO_MUCH = guard('HOLDS_TOO_MUCH', 'CONFLICT', {
  reason: 'TOO_MANY_UNPAID',
  message: `Plusieurs commandes de ce compte ou de ce numéro n'ont pas été payées aujourd'hui : commandez au plus ${UNPAID_PIECES.ofLine} pièces d'un article et un cinquième du stock, et payez-les d'abord.`,
})

/**
 * Orders of the last day of this buyer, or that this phone was asked to pay and did not; what strangers asked of a buyer's own
 * phone is not theirs.
 */
const ordersOf = (buyerId: string, phone: string, since: number) => sql`(
    SELECT b.id FROM orders b WHERE b.buyer_id = ${buyerId} AND b.created_at > ${since}
    UNION SELECT w.order_id FROM gateway_transactions g CROSS JOIN payin_shares w ON w.payin_id = g.id
    WHERE g.phone = ${phone} AND g.created_at > ${since} AND g.status <> 'succeeded' AND NOT ${isNumberOf(buyerId, phone)})`

/**
 * Ends a commit, behind its orders, if their buyer or the phone that pays let two end unpaid within a day and now reserves more than
 * a few pieces of a line, or a large part of a variant: goods that nobody pays for are not kept from others, whichever account
 * orders them (docs/limits.md, One at a time). 409
 */
export const requireModestReservations = (ctx: Ctx, buyerId: string, { phone }: Payer): Write =>
  abortLargeHolds(ctx.db, HOLDS_TOO_MUCH, buyerId, phone, ctx.now - DAY_MS - HOLD_MS, ctx.now - DAY_MS)

// The plus keeps SQLite from walking all orders of a status.
const abortLargeHolds = abortOnce(
  (buyerId: string, phone: string, since: number, endedSince: number) =>
    sql`(SELECT count(*) FROM orders o WHERE o.id IN ${ordersOf(buyerId, phone, since)} AND +o.status = 'CANCELLED'
        AND o.paid_currency IS NULL AND o.reached_at ->> 'CANCELLED' > ${endedSince}) >= ${UNPAID_PIECES.after}
      AND EXISTS (
        SELECT 1 FROM orders o CROSS JOIN stock_holds h ON h.order_id = o.id CROSS JOIN variants v ON v.id = h.variant_id
        WHERE o.id IN ${ordersOf(buyerId, phone, since)} AND +o.status = 'PENDING_PAYMENT' GROUP BY h.variant_id
        HAVING max(h.quantity) > ${UNPAID_PIECES.ofLine} OR sum(h.quantity) > max(1, v.stock / ${UNPAID_PIECES.partOfVariant}))`,
)

/**
 * Ends the commit that would ask one more payment for a buyer who asked for too many in an hour, on whatever phones: each
 * costs us (docs/limits.md, Attempts). An order is payable for so short a time that older ones need no look. 429
 */
export const requireFewPromptsOf = (ctx: Ctx, buyerId: string): Write =>
  abortPrompts(ctx.db, PROMPTS_OF_BUYER, buyerId, ctx.now - PROMPTS.windowMs - HOLD_MS, ctx.now - PROMPTS.windowMs)

const abortPrompts = abortOnce(
  (
    buyerId: string,
    since: number,
    askedSince: number,
  ) => sql`(SELECT count(DISTINCT g.id) FROM orders o CROSS JOIN payin_shares w ON w.order_id = o.id
      CROSS JOIN gateway_transactions g ON g.id = w.payin_id
      WHERE o.buyer_id = ${buyerId} AND o.created_at > ${since}
        AND g.created_at > ${askedSince}) >= ${PROMPTS.byOne}`,
)
