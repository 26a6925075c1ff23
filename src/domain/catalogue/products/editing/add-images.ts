import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { readTogether } from '#db/client.ts'
import { failureOf } from '#db/guard.ts'
import { SUBSCRIPTION_STATES } from '#db/schema/shops/subscriptions.ts'
import { type AttemptLimit, selectTries } from '#domain/core/codes/attempts.ts'
import { dayQuota, requireLeft, withinDay } from '#domain/core/codes/day-quota.ts'
import { commit } from '#domain/core/commit.ts'
import { type Ctx, sellerOf } from '#domain/core/context.ts'
import { withStoredPictures } from '#domain/core/files/pictures.ts'
import { selectBytesOfDay } from '#domain/core/files/store.ts'
import { requireSubscription } from '#domain/shops/plans/limits.ts'
import { fail, invalid } from '#kernel/failure.ts'
import { PRODUCT_UPLOADS_A_DAY } from '#kernel/limits.ts'
import { editInPlace } from '../edit-in-place.ts'
import { requireOpenShop } from '../open-shop.ts'
import { photosWithinPlan, TOO_MANY_PHOTOS } from '../photos-within-plan.ts'
import { insertImages } from '../pictures.ts'
import { selectProductsWhere } from '../queries.ts'
import { picturesOfForm, uploadedPictures } from '../uploads.ts'
import { viewOwnProduct } from '../view.ts'

export const AddProductImages = z.strictObject(picturesOfForm)

/**
 * Adds pictures behind those that the product has (docs/states.md, Product). The files are stored before the commit, and deleted if it is
 * refused; parallel requests within the plan all succeed.
 * @throws 400 without a file or for a damaged one; 403 SUBSCRIPTION_REQUIRED; 404; 409 PLAN_LIMIT_REACHED; 413, 415, 429
 */
export async function addProductImages(ctx: Ctx, id: string, input: z.output<typeof AddProductImages>) {
  const files = uploadedPictures(input)
  if (files.length === 0) invalid('images', 'Envoyez au moins une image.')
  const quota = dayQuota(ctx, 'product-uploads', PRODUCT_UPLOADS_A_DAY)
  const { count, most, ofDay } = await getPlaces(ctx, id, quota)
  if (most === null) fail('FORBIDDEN', 'SUBSCRIPTION_REQUIRED')
  if (count + files.length > most) throw failureOf(TOO_MANY_PHOTOS)

  const { sellerProfileId } = sellerOf(ctx)
  const named = files.map((file, position) => ({ file, field: `images.${position}` }))
  const uploads = { files: named, prefix: 'product', ofDay }
  const [rows] = await withStoredPictures(ctx, uploads, (pictures, counted) =>
    commit(
      ctx,
      [
        ...editInPlace(ctx, id, { isShownAnew: sql`1` }),
        requireOpenShop(ctx, id),
        ...withinDay(ctx, quota),
        ...counted(),
        ...insertImages(ctx, id, pictures),
        requireSubscription(ctx, sellerProfileId),
        photosWithinPlan(ctx, sellerProfileId, id),
      ],
      selectProductsWhere(ctx, sql`p.id = ${id}`),
    ),
  )
  return viewOwnProduct(ctx, rows[0] ?? fail('NOT_FOUND'))
}

/** Reads the number of the product's pictures, the most that its plan allows (null without a live one), and the bytes of the day. */
async function getPlaces(ctx: Ctx, id: string, quota: AttemptLimit) {
  const places = ctx.db.all<{ count: number; most: number | null }>(sql`
    SELECT (SELECT count(*) FROM product_images i WHERE i.product_id = p.id) AS count,
      (SELECT pl.max_photos_per_product FROM subscriptions su JOIN plans pl ON pl.id = su.plan_id
        WHERE su.seller_profile_id = p.seller_profile_id AND ${SUBSCRIPTION_STATES.current.in('su.status')}) AS most
    FROM products p
    WHERE p.id = ${id} AND p.seller_profile_id = ${sellerOf(ctx).sellerProfileId} AND p.deleted_at IS NULL`)
  const [[found], [made], [ofDay]] = await readTogether(ctx.db, places, selectTries(ctx, quota), selectBytesOfDay(ctx))
  requireLeft(ctx, quota, made)
  return { ...(found ?? fail('NOT_FOUND')), ofDay }
}
