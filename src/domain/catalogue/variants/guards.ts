import { sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { abortWhen, NOT_FOUND, VERSION_MISMATCH } from '#db/guard.ts'
import { type Ctx, sellerOf } from '#domain/core/context.ts'
import { requireActiveActor } from '#domain/core/guards.ts'
import type { PriceCurrency } from '#kernel/money.ts'

/**
 * Refuses a commit if the product is not the seller's or is deleted (404), or if its prices are no longer in this currency (409
 * VERSION_MISMATCH).
 */
export const requireOwnProduct = (ctx: Ctx, productId: string, currency: PriceCurrency): Write[] => [
  abortWhen(
    ctx.db,
    NOT_FOUND,
    sql`NOT EXISTS (SELECT 1 FROM products p WHERE p.id = ${productId}
      AND p.seller_profile_id = ${sellerOf(ctx).sellerProfileId} AND p.deleted_at IS NULL)`,
  ),
  abortWhen(
    ctx.db,
    VERSION_MISMATCH,
    sql`EXISTS (SELECT 1 FROM products p WHERE p.id = ${productId} AND p.currency <> ${currency})`,
  ),
]

/**
 * Refuses a commit if the variant is not the seller's, it or its product is deleted (404), or the seller's account is not active any more
 * (401).
 */
export const requireOwnVariant = (ctx: Ctx, id: string): Write[] => [
  requireActiveActor(ctx),
  abortWhen(
    ctx.db,
    NOT_FOUND,
    sql`NOT EXISTS (SELECT 1 FROM variants v JOIN products p ON p.id = v.product_id WHERE v.id = ${id}
      AND v.deleted_at IS NULL AND p.deleted_at IS NULL AND p.seller_profile_id = ${sellerOf(ctx).sellerProfileId})`,
  ),
]
