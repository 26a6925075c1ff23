import { sql } from 'drizzle-orm'
import { abortUnlessChanged, NOT_FOUND } from '#db/guard.ts'
import { products } from '#db/schema/catalogue/products.ts'
import type { StockAdjustment } from '#db/schema/catalogue/stock.ts'
import { type PricedVariant, variants } from '#db/schema/catalogue/variants.ts'
import { withinEdits } from '#domain/core/codes/day-quota.ts'
import { commit } from '#domain/core/commit.ts'
import { type Ctx, sellerOf } from '#domain/core/context.ts'
import { requireActiveActor } from '#domain/core/guards.ts'
import { fail } from '#kernel/failure.ts'
import { withinMost } from './fields.ts'

/**
 * Adds units to a seller's stock, or removes them (docs/states.md, Stock). It writes a movement; a trigger adds that to the stock, whose
 * CHECK refuses less than zero, or than is reserved for orders.
 * @throws 404, 409 INSUFFICIENT_STOCK, 429
 */
export async function moveStock(
  ctx: Ctx,
  variantId: string,
  { type, amount, reason }: StockAdjustment,
): Promise<PricedVariant> {
  const seller = sellerOf(ctx)
  const [rows] = await commit(
    ctx,
    [
      requireActiveActor(ctx),
      ...withinEdits(ctx),
      ctx.db.run(sql`
        INSERT INTO stock_movements (id, variant_id, type, amount, reason, actor_id, created_at)
        SELECT ${ctx.ids.v7()}, v.id, ${type}, ${amount}, ${reason ?? null}, ${seller.id}, ${ctx.now}
        FROM variants v JOIN products p ON p.id = v.product_id
        WHERE v.id = ${variantId} AND p.seller_profile_id = ${seller.sellerProfileId} AND p.deleted_at IS NULL AND v.deleted_at IS NULL`),
      abortUnlessChanged(ctx.db, NOT_FOUND),
      ...(amount > 0 ? [withinMost(ctx, sql`${variantId}`)] : []),
    ],
    ctx.db
      .select({ variant: variants, currency: products.currency })
      .from(variants)
      .innerJoin(products, sql`products.id = variants.product_id`)
      .where(sql`variants.id = ${variantId}`),
  )
  return rows[0] ?? fail('NOT_FOUND')
}
