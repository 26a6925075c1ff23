import { sql } from 'drizzle-orm'
import { abortUnlessChanged, guard, isBroken } from '#db/guard.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { notify } from '#domain/core/notices/notify.ts'
import { reviewWanted } from './notices.ts'

type Wish = { id: string; dueAt: number; number: string; buyerId: string; isWanted: 0 | 1 }

const ASKED = guard('REVIEW_ASKED', 'CONFLICT')

/** Orders that completed a day ago, the longest ago first; one that was undone or reviewed meanwhile is not asked about. */
export const dueWishes = (ctx: Ctx, limit: number) =>
  ctx.db.all<Wish>(sql`
    SELECT o.id, w.due_at AS dueAt, o.number, o.buyer_id AS buyerId,
      (o.status = 'COMPLETED' AND o.payment_status <> 'REFUNDED' AND NOT EXISTS (SELECT 1 FROM reviews r WHERE r.order_id = o.id)) AS isWanted
    FROM review_wishes w CROSS JOIN orders o ON o.id = w.order_id WHERE w.due_at <= ${ctx.now} ORDER BY w.due_at LIMIT ${limit}`)

/** Asks a buyer for a review of an order, once. Two runs at once ask once. */
export async function askForReview(ctx: Ctx, { id, dueAt, number, buyerId, isWanted }: Wish): Promise<void> {
  try {
    await commit(ctx, [
      ctx.db.run(sql`DELETE FROM review_wishes WHERE due_at = ${dueAt} AND order_id = ${id}`),
      abortUnlessChanged(ctx.db, ASKED),
      ...(isWanted ? notify(ctx, buyerId, reviewWanted, { number }) : []),
    ])
  } catch (error) {
    if (!isBroken(error, ASKED)) throw error
  }
}
