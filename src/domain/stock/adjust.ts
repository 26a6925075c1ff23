import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { abortUnlessChanged, commit } from '../../db/commit.ts'
import { products, variants } from '../../db/schema/catalogue.ts'
import { fail } from '../../kernel/failure.ts'
import * as f from '../../kernel/fields.ts'
import { type VariantView, viewVariant } from '../catalogue/view.ts'
import { type Ctx, sellerOf } from '../context.ts'

const MAX_UNITS = 1_000_000_000

export const AdjustStock = z.strictObject({
  /** The seller's own word: RESTOCK, ADJUSTMENT, DAMAGE, … */
  type: f.line(1, 40),
  amount: z
    .int()
    .min(-MAX_UNITS)
    .max(MAX_UNITS)
    .refine((amount) => amount !== 0, { error: 'La quantité à ajouter ou à retirer ne peut pas être zéro.' }),
  reason: f.reason.optional(),
})
export type AdjustStock = z.output<typeof AdjustStock>

/**
 * Units come into or go out of a seller's stock (spec.md 4.2). The movement is what is written: a trigger adds it to the
 * stock, and the CHECK there refuses to go below zero, or below what is promised to orders. 404, 409 INSUFFICIENT_STOCK.
 */
export async function adjustStock(
  ctx: Ctx,
  variantId: string,
  { type, amount, reason }: AdjustStock,
): Promise<VariantView> {
  const seller = sellerOf(ctx)
  const [rows] = await commit(
    ctx,
    [
      ctx.db.run(sql`
        INSERT INTO stock_movements (id, variant_id, type, amount, reason, actor_id, created_at)
        SELECT ${ctx.ids.v7()}, v.id, ${type}, ${amount}, ${reason ?? null}, ${seller.id}, ${ctx.now}
        FROM variants v JOIN products p ON p.id = v.product_id
        WHERE v.id = ${variantId} AND p.seller_profile_id = ${seller.sellerProfileId} AND p.deleted_at IS NULL`),
      abortUnlessChanged(ctx.db, 'NOT_FOUND'),
    ],
    ctx.db
      .select({ variant: variants, currency: products.currency })
      .from(variants)
      .innerJoin(products, sql`products.id = variants.product_id`)
      .where(sql`variants.id = ${variantId}`),
  )
  const row = rows[0] ?? fail('NOT_FOUND')
  return viewVariant(row.variant, row.currency)
}
