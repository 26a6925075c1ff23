import { sql } from 'drizzle-orm'
import { ATTEMPT_STATES } from '#db/schema/money/gateways.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { DAY_MS } from '#kernel/time.ts'

const KEPT_MS = 30 * DAY_MS
/** Orders of one commit, each of fifty lines at most. */
const BATCH = 50

/** Whether money came for the order `o`, or still may. */
const HAS_MONEY = sql`EXISTS (
  SELECT 1 FROM payin_shares w CROSS JOIN gateway_transactions g ON g.id = w.payin_id
  WHERE w.order_id = o.id AND (${ATTEMPT_STATES.fruitless.notIn('g.status')} OR g.received_minor IS NOT NULL))`

/**
 * Erases lines and texts of orders that ended 30 days ago and that nobody paid (docs/states.md, Order). Their rows, payments and history
 * stay for the ledger's laws and the comparison with the gateways.
 * @returns whether there may be more
 */
export async function forgetUnpaid(ctx: Ctx): Promise<boolean> {
  // The index is named: otherwise SQLite takes the one by status, and walks every order that was ever cancelled.
  const due = await ctx.db.all<{ id: string }>(sql`
    SELECT o.id FROM orders o INDEXED BY orders_unpaid WHERE o.status = 'CANCELLED' AND o.paid_currency IS NULL AND o.emptied_at IS NULL
      AND o.created_at <= ${ctx.now - KEPT_MS} AND o.reached_at ->> 'CANCELLED' <= ${ctx.now - KEPT_MS} AND NOT ${HAS_MONEY}
    ORDER BY o.created_at LIMIT ${BATCH}`)
  if (due.length === 0) return false
  const ids = sql`(SELECT j.value FROM json_each(${JSON.stringify(due.map(({ id }) => id))}) j)`
  await commit(ctx, [
    ctx.db.run(sql`DELETE FROM order_items WHERE order_id IN ${ids}`),
    ctx.db.run(sql`UPDATE history SET reason = NULL WHERE thing_id IN ${ids} AND reason IS NOT NULL`),
    ctx.db.run(sql`
      UPDATE orders SET note = NULL, delivery_address = NULL, recipient = NULL, cancellation_reason = NULL, emptied_at = ${ctx.now}
      WHERE id IN ${ids}`),
  ])
  return due.length === BATCH
}
