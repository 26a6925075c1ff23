import { sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { abortWhen } from '#db/guard.ts'
import type { Ctx } from '#domain/core/context.ts'
import { currentPlan, planLimit } from '#domain/shops/plans/limits.ts'

export const TOO_MANY_PHOTOS = planLimit('TOO_MANY_PHOTOS', 'photos par produit')

/** Aborts a commit that gives a product more pictures than the seller's plan of this moment allows: 409 PLAN_LIMIT_REACHED. */
export const photosWithinPlan = (ctx: Ctx, sellerProfileId: string, productId: string): Write =>
  abortWhen(
    ctx.db,
    TOO_MANY_PHOTOS,
    sql`(SELECT count(*) FROM product_images i WHERE i.product_id = ${productId}) > coalesce((SELECT pl.max_photos_per_product ${currentPlan(sellerProfileId)}), 0)`,
  )
