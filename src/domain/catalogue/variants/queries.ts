import { and, eq, isNull, type SQL } from 'drizzle-orm'
import { products } from '#db/schema/catalogue/products.ts'
import { variants } from '#db/schema/catalogue/variants.ts'
import { actorOf, type Ctx, sellerOf } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'
import { isStaff } from '#kernel/roles.ts'

/** Selects a variant with its product's currency, if neither is deleted: for `readTogether`, or behind a commit's writes. */
export const selectVariant = (ctx: Ctx, id: string, where?: SQL) =>
  ctx.db
    .select({ variant: variants, currency: products.currency })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .where(and(eq(variants.id, id), isNull(variants.deletedAt), isNull(products.deletedAt), where))

/**
 * Reads a variant of the seller.
 * @throws 404 also for another seller's
 */
export async function getOwnVariant(ctx: Ctx, id: string) {
  const mine = eq(products.sellerProfileId, sellerOf(ctx).sellerProfileId)
  const [found] = await selectVariant(ctx, id, mine)
  return found ?? fail('NOT_FOUND')
}

/** Condition on the products whose stock the person may read: all for staff, their own for a seller. */
export const readableBy = (ctx: Ctx): SQL | undefined =>
  isStaff(actorOf(ctx).role) ? undefined : eq(products.sellerProfileId, sellerOf(ctx).sellerProfileId)
