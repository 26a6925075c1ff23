import { sql } from 'drizzle-orm'
import type { Write } from '../../../db/client.ts'
import { type Ctx, signatureOf } from '../../core/context.ts'

/**
 * Archives whatever products of a shop are not yet, in the commit that closes it: however many, they are two statements. Each
 * goes to its next version, so one that is changed at the same moment sends the later of the two commits back.
 */
export function archiveProductsOf(ctx: Ctx, shopId: string): Write[] {
  const { actorId, caller } = signatureOf(ctx)
  const there = sql`shop_id = ${shopId} AND deleted_at IS NULL AND status IN ('DRAFT', 'PUBLISHED')`
  return [
    ctx.db.run(sql`
      INSERT INTO history (thing_id, version, thing, event, from_status, to_status, actor_id, caller, at)
      SELECT id, version + 1, 'product', 'archive', status, 'ARCHIVED', ${actorId}, ${caller}, ${ctx.now}
      FROM products WHERE ${there}`),
    ctx.db.run(sql`
      UPDATE products SET status = 'ARCHIVED', version = version + 1, updated_at = ${ctx.now},
        reached_at = json_set(reached_at, '$.ARCHIVED', ${ctx.now})
      WHERE ${there}`),
  ]
}
