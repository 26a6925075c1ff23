import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { readTogether } from '#db/client.ts'
import type { Ctx } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { iso } from '#kernel/time.ts'
import { selectShop } from '../shops/queries.ts'
import { ShopView, viewShop } from '../shops/view.ts'

/** A shop as staff see it, in any status, with its last moves. */
export const ReviewedShopView = ShopView.extend({
  history: z.array(
    z.object({
      event: z.string(),
      from: z.string().nullable(),
      to: z.string(),
      reason: z.string().nullable(),
      at: f.isoTime,
    }),
  ),
}).meta({ id: 'ReviewedShop' })

/** Most moves that are shown, and most rows of history that are searched for them: edits may stand between them. */
const MOST_SHOWN = 50
const MOST_LOOKED_AT = 1000

type ReviewStep = { event: string; fromStatus: string | null; toStatus: string; reason: string | null; at: number }

/**
 * Shows a shop of any status to staff, with the moves of its review and its own, the newest first (docs/states.md, Shop).
 * @throws 404
 */
export async function showShopReview(ctx: Ctx, id: string): Promise<z.output<typeof ReviewedShopView>> {
  const [[shop], moves] = await readTogether(
    ctx.db,
    selectShop(ctx, id),
    ctx.db.all<ReviewStep>(sql`
      SELECT * FROM (
        SELECT h.event, h.from_status AS fromStatus, h.to_status AS toStatus, h.reason, h.at, h.version AS place
        FROM (SELECT * FROM history t WHERE t.thing_id = ${id} ORDER BY t.version DESC LIMIT ${MOST_LOOKED_AT}) h
        WHERE h.event NOT IN ('edit', 'moderate'))
      UNION ALL SELECT * FROM (
        SELECT m.event, m.from_status, m.to_status, m.reason, m.at, m.version AS place FROM moderation_events m
        WHERE m.thing_id = ${id} ORDER BY m.version DESC LIMIT ${MOST_SHOWN})
      ORDER BY place DESC LIMIT ${MOST_SHOWN}`),
  )
  return {
    ...viewShop(ctx, shop ?? fail('NOT_FOUND')),
    history: moves.map(({ event, fromStatus, toStatus, reason, at }) => ({
      event,
      from: fromStatus,
      to: toStatus,
      reason,
      at: iso(at),
    })),
  }
}
