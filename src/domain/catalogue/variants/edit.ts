import { eq, sql } from 'drizzle-orm'
import type * as z from 'zod'
import { abortUnlessChanged, NOT_FOUND } from '#db/guard.ts'
import { variants } from '#db/schema/catalogue/variants.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { editInPlace } from '../products/edit-in-place.ts'
import { NewVariant } from '../products/new-product.ts'
import { viewVariant } from '../products/view.ts'
import { requireOwnProduct } from './guards.ts'
import { getOwnVariant, selectVariant } from './queries.ts'
import { withinWeight } from './weight.ts'

/** The stock is not here: it has its own operations, by movements. `version` is the product's. */
export const EditVariant = NewVariant.omit({ stock: true }).partial().extend({ version: f.version.optional() })

/**
 * Changes the given fields of a variant (docs/states.md, Product). Orders keep their own name and price of it.
 * @throws 404; 409 ALREADY_EXISTS for a reference that the product has, VERSION_MISMATCH if the product changed since `version`, and over
 *   16 KiB of variants
 */
export async function editVariant(ctx: Ctx, id: string, { price, version, ...fields }: z.output<typeof EditVariant>) {
  const { variant, currency } = await getOwnVariant(ctx, id)
  const { productId } = variant
  const set = {
    ...fields,
    ...(price !== undefined && { priceMinor: f.amountOf(price, currency, 'price') }),
    version: sql`version + 1`,
    updatedAt: ctx.now,
  }
  const [[edited]] = await commit(
    ctx,
    [
      ...requireOwnProduct(ctx, productId, currency),
      ctx.db
        .update(variants)
        .set(set)
        .where(sql`${eq(variants.id, id)} AND deleted_at IS NULL`),
      abortUnlessChanged(ctx.db, NOT_FOUND),
      withinWeight(ctx, productId),
      ...editInPlace(ctx, productId, { version }),
    ],
    selectVariant(ctx, id),
  )
  return viewVariant((edited ?? fail('NOT_FOUND')).variant, currency)
}
