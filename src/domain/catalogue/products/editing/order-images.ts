import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { abortWhen, guard } from '#db/guard.ts'
import { commit } from '#domain/core/commit.ts'
import { type Ctx, sellerOf } from '#domain/core/context.ts'
import { fail, invalid } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { editInPlace } from '../edit-in-place.ts'
import { imagesOf, selectProductsWhere } from '../queries.ts'
import { viewOwnProduct } from '../view.ts'

const EACH_ONCE = 'Donnez chaque image du produit, une seule fois.'
/** A picture was added or removed since they were read. */
const NOT_EACH_ONCE = guard('IMAGES_NOT_EACH_ONCE', 'VALIDATION_ERROR', { message: EACH_ONCE })

export const OrderProductImages = z.strictObject({
  imageIds: z
    .array(f.idIn)
    .min(1)
    .max(1000)
    .refine((ids) => new Set(ids).size === ids.length, { error: "Chaque image ne peut figurer qu'une fois." }),
})

/**
 * Puts the pictures of a product in order, the first one in front (docs/states.md, Product).
 * @throws 400 unless each picture is named once; 404
 */
export async function orderProductImages(ctx: Ctx, id: string, { imageIds }: z.output<typeof OrderProductImages>) {
  const mine = sql`p.id = ${id} AND p.seller_profile_id = ${sellerOf(ctx).sellerProfileId} AND p.deleted_at IS NULL`
  const product = (await selectProductsWhere(ctx, mine))[0] ?? fail('NOT_FOUND')
  const there = imagesOf(product)
  if (there.length !== imageIds.length || there.some((image) => !imageIds.includes(image.id)))
    invalid('imageIds', EACH_ONCE)

  const named = sql`SELECT j.key AS place, j.value AS id FROM json_each(${JSON.stringify(imageIds)}) j`
  const [rows] = await commit(
    ctx,
    [
      ...editInPlace(ctx, id, {
        isShownAnew: sql`EXISTS (
          SELECT 1 FROM product_images i JOIN (${named}) n ON n.id = i.id WHERE i.product_id = ${id} AND i.position <> n.place)`,
      }),
      abortWhen(
        ctx.db,
        NOT_EACH_ONCE,
        sql`(SELECT count(*) FROM product_images i WHERE i.product_id = ${id}) <> ${imageIds.length}
          OR EXISTS (SELECT 1 FROM product_images i WHERE i.product_id = ${id} AND i.id NOT IN (SELECT n.id FROM (${named}) n))`,
      ),
      // No two pictures may have one position, not even for a moment, so they pass through positions below zero.
      ctx.db.run(sql`
        UPDATE product_images SET position = -1 - (SELECT n.place FROM (${named}) n WHERE n.id = product_images.id)
        WHERE product_id = ${id}`),
      ctx.db.run(sql`UPDATE product_images SET position = -1 - position WHERE product_id = ${id}`),
    ],
    selectProductsWhere(ctx, sql`p.id = ${id}`),
  )
  return viewOwnProduct(ctx, rows[0] ?? fail('NOT_FOUND'))
}
