import { and, eq, isNull, sql } from 'drizzle-orm'
import { abortWhen, guard } from '#db/guard.ts'
import { products } from '#db/schema/catalogue/products.ts'
import { stockMovements } from '#db/schema/catalogue/stock.ts'
import { variants } from '#db/schema/catalogue/variants.ts'
import { dayQuota, withinDay } from '#domain/core/codes/day-quota.ts'
import { commit } from '#domain/core/commit.ts'
import { type Ctx, sellerOf } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'
import { amountOf } from '#kernel/fields.ts'
import { VARIANTS_A_DAY } from '#kernel/limits.ts'
import { editInPlace } from '../products/edit-in-place.ts'
import type { NewVariant } from '../products/new-product.ts'
import { requireOpenShop } from '../products/open-shop.ts'
import { viewVariant } from '../products/view.ts'
import { requireOwnProduct } from './guards.ts'
import { selectVariant } from './queries.ts'
import { withinWeight } from './weight.ts'

const MOST = 50
const TOO_MANY_VARIANTS = guard('TOO_MANY_VARIANTS', 'CONFLICT', {
  message: `Un produit a ${MOST} variantes au plus.`,
})

/**
 * Adds a variant behind those of the product, with its first stock (docs/states.md, Product).
 * @throws 404 for another seller's product; 409 over 50 variants or 16 KiB of them, and ALREADY_EXISTS for a reference that the product
 *   has; 429
 */
export async function addVariant(ctx: Ctx, productId: string, input: NewVariant) {
  const { id: sellerId, sellerProfileId } = sellerOf(ctx)
  const [product] = await ctx.db
    .select({ currency: products.currency })
    .from(products)
    .where(and(eq(products.id, productId), eq(products.sellerProfileId, sellerProfileId), isNull(products.deletedAt)))
  const { currency } = product ?? fail('NOT_FOUND')
  const id = ctx.ids.v7()
  const row = {
    id,
    productId,
    name: input.name ?? null,
    attributes: input.attributes ?? null,
    sku: input.sku ?? null,
    priceMinor: amountOf(input.price, currency, 'price'),
    position: sql<number>`(SELECT coalesce(max(v.position), -1) + 1 FROM variants v WHERE v.product_id = ${productId})`,
    createdAt: ctx.now,
    updatedAt: ctx.now,
  }
  const initial = { id: ctx.ids.v7(), variantId: id, type: 'INITIAL', amount: input.stock, actorId: sellerId }
  const live = sql`SELECT count(*) FROM variants v WHERE v.product_id = ${productId} AND v.deleted_at IS NULL`
  const [[added]] = await commit(
    ctx,
    [
      ...requireOwnProduct(ctx, productId, currency),
      requireOpenShop(ctx, productId),
      ...withinDay(ctx, dayQuota(ctx, 'variants', VARIANTS_A_DAY)),
      ctx.db.insert(variants).values(row),
      abortWhen(ctx.db, TOO_MANY_VARIANTS, sql`(${live}) > ${MOST}`),
      withinWeight(ctx, productId),
      ...(input.stock > 0 ? [ctx.db.insert(stockMovements).values({ ...initial, createdAt: ctx.now })] : []),
      ...editInPlace(ctx, productId),
    ],
    selectVariant(ctx, id),
  )
  return viewVariant((added ?? fail('NOT_FOUND')).variant, currency)
}
