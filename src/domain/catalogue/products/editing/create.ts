import { sql } from 'drizzle-orm'
import { readTogether, type Write } from '#db/client.ts'
import { abortWhen, failureOf, guard, NOT_FOUND } from '#db/guard.ts'
import { products } from '#db/schema/catalogue/products.ts'
import { SUBSCRIPTION_STATES } from '#db/schema/shops/subscriptions.ts'
import { type AttemptLimit, selectTries } from '#domain/core/codes/attempts.ts'
import { dayQuota, requireLeft, withinDay } from '#domain/core/codes/day-quota.ts'
import { commit } from '#domain/core/commit.ts'
import { type Ctx, sellerOf } from '#domain/core/context.ts'
import { type StoredPicture, withStoredPictures } from '#domain/core/files/pictures.ts'
import { type BytesOfDay, selectBytesOfDay } from '#domain/core/files/store.ts'
import { requireActiveActor } from '#domain/core/guards.ts'
import { recordCreation } from '#domain/core/machine.ts'
import { requireSubscription, TOO_MANY_PRODUCTS, withinPlan } from '#domain/shops/plans/limits.ts'
import { fail } from '#kernel/failure.ts'
import { amountOf } from '#kernel/fields.ts'
import { slugOf } from '#kernel/folding.ts'
import { PRODUCTS_A_DAY, VARIANTS_A_DAY } from '#kernel/limits.ts'
import { insertVariants, type NewPricedVariant } from '../insert-variants.ts'
import type { CreateProduct } from '../new-product.ts'
import { SHOP_CLOSED } from '../open-shop.ts'
import { photosWithinPlan, TOO_MANY_PHOTOS } from '../photos-within-plan.ts'
import { insertImages } from '../pictures.ts'
import { expiryOf, type Place, refuseWithoutExpiry, selectPlace } from '../place.ts'
import { selectProductsWhere } from '../queries.ts'
import { uploadedPictures } from '../uploads.ts'
import { viewOwnProduct } from '../view.ts'

const SHOP_SUSPENDED = guard('SHOP_SUSPENDED', 'FORBIDDEN', { reason: 'SHOP_SUSPENDED' })

/**
 * Creates a product as a DRAFT that only its seller and staff see (docs/states.md, Product). The pictures are stored before the commit, and
 * deleted if it fails, so that no product shows a missing one.
 * @throws 403 SUBSCRIPTION_REQUIRED or SHOP_SUSPENDED, 404 for another seller's shop or an unknown subcategory, 409 PLAN_LIMIT_REACHED for
 *   products or pictures over the plan, 413 or 415 for a picture, 429
 */
export async function createProduct(ctx: Ctx, input: CreateProduct) {
  const { sellerProfileId } = sellerOf(ctx)
  const files = uploadedPictures(input)
  const variants = input.variants.map(
    (variant, i): NewPricedVariant => ({
      ...variant,
      priceMinor: amountOf(variant.price, input.currency, `variants.${i}.price`),
    }),
  )
  const quota = dayQuota(ctx, 'products', PRODUCTS_A_DAY)
  const place = await findPlace(ctx, sellerProfileId, input, quota)
  if (place.requiresExpiry && input.expiresAt === undefined) refuseWithoutExpiry()
  const expiresAt = input.expiresAt === undefined ? null : expiryOf(ctx, input.expiresAt)
  if (place.productCount >= place.maxProducts) throw failureOf(TOO_MANY_PRODUCTS)
  if (files.length > place.maxPhotos) throw failureOf(TOO_MANY_PHOTOS)

  const id = ctx.ids.v7()
  const row: typeof products.$inferInsert = {
    id,
    shopId: input.shopId,
    sellerProfileId,
    categoryId: place.categoryId,
    subcategoryId: input.subcategoryId,
    name: input.name,
    slug: `${slugOf(input.name)}-${id.slice(-8)}`,
    description: input.description,
    brand: input.brand ?? null,
    unit: input.unit ?? 'piece',
    weightGrams: input.weightGrams ?? null,
    expiresAt,
    currency: input.currency,
    reachedAt: { DRAFT: ctx.now },
    createdAt: ctx.now,
    updatedAt: ctx.now,
  }
  const writes = (images: StoredPicture[], counted: Write[]): Write[] => [
    requireActiveActor(ctx),
    abortWhen(ctx.db, SHOP_SUSPENDED, shopIs(input.shopId, 'SUSPENDED')),
    abortWhen(ctx.db, SHOP_CLOSED, shopIs(input.shopId, 'CLOSED')),
    abortWhen(ctx.db, NOT_FOUND, sql`NOT EXISTS (SELECT 1 FROM subcategories s WHERE s.id = ${input.subcategoryId})`),
    ...withinDay(ctx, quota),
    ...withinDay(ctx, { ...dayQuota(ctx, 'variants', VARIANTS_A_DAY), by: variants.length }),
    ...counted,
    ctx.db.insert(products).values(row),
    recordCreation(ctx, 'product', id, 'DRAFT'),
    ...insertVariants(ctx, id, variants),
    ...insertImages(ctx, id, images),
    requireSubscription(ctx, sellerProfileId),
    withinPlan(ctx, sellerProfileId),
    photosWithinPlan(ctx, sellerProfileId, id),
  ]
  const uploads = files.map((file, position) => ({ file, field: `images.${position}` }))
  const pictures = { files: uploads, prefix: 'product', ofDay: place.ofDay }
  const [rows] = await withStoredPictures(ctx, pictures, (images, counted) =>
    commit(ctx, writes(images, counted()), selectProductsWhere(ctx, sql`p.id = ${id}`)),
  )
  return viewOwnProduct(ctx, rows[0] ?? fail('NOT_FOUND'))
}

const shopIs = (shopId: string, status: 'SUSPENDED' | 'CLOSED') =>
  sql`EXISTS (SELECT 1 FROM shops s WHERE s.id = ${shopId} AND s.status = ${status})`

type Limits = { productCount: number; maxProducts: number; maxPhotos: number }

/** Reads the product's category and the limits of the seller's plan in one trip. The commit checks the plan again. */
async function findPlace(
  ctx: Ctx,
  sellerProfileId: string,
  { shopId, subcategoryId }: CreateProduct,
  quota: AttemptLimit,
): Promise<Place & Limits & { ofDay: BytesOfDay }> {
  const [shops, places, [made], [ofDay], limits] = await readTogether(
    ctx.db,
    ctx.db.all<{ status: string }>(
      sql`SELECT s.status FROM shops s WHERE s.id = ${shopId} AND s.seller_profile_id = ${sellerProfileId}`,
    ),
    selectPlace(ctx, subcategoryId),
    selectTries(ctx, quota),
    selectBytesOfDay(ctx),
    ctx.db.all<Limits>(sql`
      SELECT sp.product_count AS productCount, pl.max_products AS maxProducts, pl.max_photos_per_product AS maxPhotos
      FROM subscriptions su JOIN plans pl ON pl.id = su.plan_id JOIN seller_profiles sp ON sp.id = su.seller_profile_id
      WHERE su.seller_profile_id = ${sellerProfileId} AND ${SUBSCRIPTION_STATES.current.in('su.status')}`),
  )
  const shop = shops[0] ?? fail('NOT_FOUND', { message: 'Boutique introuvable.' })
  const place = places[0] ?? fail('NOT_FOUND', { message: 'Sous-catégorie introuvable.' })
  requireLeft(ctx, quota, made)
  if (shop.status === 'SUSPENDED') throw failureOf(SHOP_SUSPENDED)
  if (shop.status === 'CLOSED') throw failureOf(SHOP_CLOSED)
  return { ...place, ofDay, ...(limits[0] ?? fail('FORBIDDEN', 'SUBSCRIPTION_REQUIRED')) }
}
