import { sql } from 'drizzle-orm'
import type { Write } from '../../../db/client.ts'
import { type Ctx, signatureOf } from '../../core/context.ts'

/**
 * The writes that raise a product's version and say so in its history, for what many may change at once: unlike `revise`
 * they take the version that they find, so none of them is turned away. A move that read the one before comes second.
 */
export function touchProduct(ctx: Ctx, productId: string): Write[] {
  const { actorId, caller } = signatureOf(ctx)
  return [
    ctx.db.run(sql`
      INSERT INTO history (thing_id, version, thing, event, from_status, to_status, actor_id, caller, at)
      SELECT p.id, p.version + 1, 'product', 'edit', p.status, p.status, ${actorId}, ${caller}, ${ctx.now}
      FROM products p WHERE p.id = ${productId}`),
    ctx.db.run(sql`UPDATE products SET version = version + 1, updated_at = ${ctx.now} WHERE id = ${productId}`),
  ]
}
