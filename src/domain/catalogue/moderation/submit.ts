import { sql } from 'drizzle-orm'
import { retryOnStale } from '#db/commit.ts'
import { commit } from '#domain/core/commit.ts'
import { type Ctx, sellerOf } from '#domain/core/context.ts'
import { requireActiveActor } from '#domain/core/guards.ts'
import { fail } from '#kernel/failure.ts'
import { requireOpenShop } from '../products/open-shop.ts'
import { selectProductsWhere } from '../products/queries.ts'
import { viewOwnProduct } from '../products/view.ts'
import { moderate } from './move.ts'

/**
 * Submits a refused or returned product to staff again: it is PENDING under the present mode (docs/states.md, Moderation).
 * @throws 404; 409 INVALID_TRANSITION, also in a closed shop
 */
export const submitProduct = (ctx: Ctx, id: string) =>
  retryOnStale(async () => {
    const { sellerProfileId } = sellerOf(ctx)
    const mine = sql`p.id = ${id} AND p.seller_profile_id = ${sellerProfileId} AND p.deleted_at IS NULL`
    const [product] = await selectProductsWhere(ctx, mine)
    if (!product) fail('NOT_FOUND')
    const [rows] = await commit(
      ctx,
      [requireActiveActor(ctx), requireOpenShop(ctx, id), ...moderate(ctx, product, 'submit')],
      selectProductsWhere(ctx, mine),
    )
    return viewOwnProduct(ctx, rows[0] ?? fail('NOT_FOUND'))
  })
