import { sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { type Ctx, signatureOf } from '#domain/core/context.ts'
import { productModeration } from '../moderation/machine.ts'

/**
 * Archives the products of a shop in the commit that closes it, and takes those that wait out of moderation, by three statements. Each
 * product gets its next version, so a change at the same moment makes the later commit try again.
 */
export function archiveProductsOf(ctx: Ctx, shopId: string): Write[] {
  const { actorId, caller } = signatureOf(ctx)
  const { to } = productModeration.events.withdraw
  const mine = sql`shop_id = ${shopId} AND deleted_at IS NULL`
  const moved = sql`${mine} AND (status <> 'ARCHIVED' OR moderation_status = 'PENDING')`
  return [
    ctx.db.run(sql`
      INSERT INTO history (thing_id, version, thing, event, from_status, to_status, actor_id, caller, at)
      SELECT id, version + 1, 'product', CASE status WHEN 'ARCHIVED' THEN 'moderate' ELSE 'archive' END, status, 'ARCHIVED',
        ${actorId}, ${caller}, ${ctx.now}
      FROM products WHERE ${moved}`),
    ctx.db.run(sql`
      INSERT INTO moderation_events (thing_id, version, thing, event, from_status, to_status, actor_id, at)
      SELECT id, version + 1, 'product', 'withdraw', 'PENDING', ${to}, ${actorId}, ${ctx.now}
      FROM products WHERE ${mine} AND moderation_status = 'PENDING'`),
    ctx.db.run(sql`
      UPDATE products SET status = 'ARCHIVED', version = version + 1, updated_at = ${ctx.now},
        moderation_status = CASE moderation_status WHEN 'PENDING' THEN ${to} ELSE moderation_status END,
        reached_at = CASE status WHEN 'ARCHIVED' THEN reached_at ELSE json_set(reached_at, '$.ARCHIVED', CAST(${ctx.now} AS INTEGER)) END
      WHERE ${moved}`),
  ]
}
