import { and, eq, isNull, sql } from 'drizzle-orm'
import { abortUnlessChanged, abortWhen, guard, NOT_FOUND } from '#db/guard.ts'
import { variants } from '#db/schema/catalogue/variants.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { isInOpenOrder, isOrdered } from '../above.ts'
import { editInPlace } from '../products/edit-in-place.ts'
import { getOwnVariant } from './queries.ts'

const LAST_VARIANT = guard('LAST_VARIANT', 'CONFLICT', {
  reason: 'INVALID_TRANSITION',
  message: 'Un produit garde au moins une variante : supprimez plutôt le produit.',
})

const VARIANT_ORDERED = guard('VARIANT_ORDERED', 'CONFLICT', {
  reason: 'IN_USE',
  message: "Une commande de cette variante n'est pas terminée : attendez sa fin.",
})

/**
 * Deletes a variant (docs/states.md, Product). Its orders and movements keep it; its texts go unless an order that was paid, or may be, has
 * it. If it was the default, the first that is left becomes the default.
 * @throws 404; 409 INVALID_TRANSITION for the last one, IN_USE while an order of it is open
 */
export async function removeVariant(ctx: Ctx, id: string): Promise<{ deleted: true }> {
  const { productId } = (await getOwnVariant(ctx, id)).variant
  const shopId = sql`(SELECT p.shop_id FROM products p WHERE p.id = ${productId})`
  const wasOrdered = isOrdered(sql`i.product_id = ${productId} AND i.variant_id = ${id}`)
  const leave = (column: string) => sql`iif(${wasOrdered}, ${sql.identifier(column)}, NULL)`
  const textsLeft = { name: leave('name'), sku: leave('sku'), attributes: leave('attributes') }
  const remaining = sql`FROM variants v WHERE v.product_id = ${productId} AND v.deleted_at IS NULL`
  await commit(ctx, [
    abortWhen(ctx.db, VARIANT_ORDERED, isInOpenOrder(shopId, sql`i.variant_id = ${id}`)),
    ctx.db
      .update(variants)
      .set({ deletedAt: ctx.now, updatedAt: ctx.now, isDefault: false, version: sql`version + 1`, ...textsLeft })
      .where(and(eq(variants.id, id), isNull(variants.deletedAt))),
    abortUnlessChanged(ctx.db, NOT_FOUND),
    abortWhen(ctx.db, LAST_VARIANT, sql`NOT EXISTS (SELECT 1 ${remaining})`),
    ctx.db
      .update(variants)
      .set({ isDefault: true })
      .where(
        sql`id = (SELECT v.id ${remaining} ORDER BY v.position LIMIT 1) AND NOT EXISTS (SELECT 1 ${remaining} AND v.is_default = 1)`,
      ),
    ...editInPlace(ctx, productId),
  ])
  return { deleted: true }
}
