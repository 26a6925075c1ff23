import { sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { retryOnStale } from '#db/commit.ts'
import { abortWhen, guard } from '#db/guard.ts'
import { isInOpenOrder, isOrdered } from '#domain/catalogue/above.ts'
import { commit } from '#domain/core/commit.ts'
import { type Ctx, sellerOf } from '#domain/core/context.ts'
import { queueFileRemoval, removeFiles } from '#domain/core/files/remove.ts'
import { requireActiveActor } from '#domain/core/guards.ts'
import { revise } from '#domain/core/machine.ts'
import { fail } from '#kernel/failure.ts'
import { DELETED_KEPT_MS } from '../clock/forget-deleted.ts'
import { productMachine } from '../machine.ts'
import { selectProductsWhere } from '../queries.ts'
import { refreshVisibility } from '../visibility.ts'

const PRODUCT_ORDERED = guard('PRODUCT_ORDERED', 'CONFLICT', {
  reason: 'IN_USE',
  message: 'Une commande de ce produit est en cours : il ne peut pas être supprimé avant.',
})

/**
 * Deletes a product in any state, and frees its place in the plan (docs/states.md, Product). The lines of its orders stay, and the first
 * picture with them; the other pictures go, and the first too if no order needs it.
 * @throws 404, 409 IN_USE while an order of it is open
 */
export const deleteProduct = (ctx: Ctx, id: string): Promise<{ deleted: true }> =>
  retryOnStale(async () => {
    const { sellerProfileId } = sellerOf(ctx)
    const [product] = await selectProductsWhere(
      ctx,
      sql`p.id = ${id} AND p.seller_profile_id = ${sellerProfileId} AND p.deleted_at IS NULL`,
    )
    if (!product) fail('NOT_FOUND')
    await commit(ctx, [
      requireActiveActor(ctx),
      ...revise(ctx, productMachine, product, 'delete', {
        set: { deletedAt: ctx.now, visible: false, forgetAt: ctx.now + DELETED_KEPT_MS },
      }),
      abortWhen(ctx.db, PRODUCT_ORDERED, isInOpenOrder(product.shopId, sql`i.product_id = ${id}`)),
      ...dropPictures(ctx, id),
      ...refreshVisibility(ctx, sellerProfileId),
    ])
    ctx.later(() => removeFiles(ctx))
    return { deleted: true }
  })

/** Deletes the pictures that no order shows: orders show the first picture of a product. */
function dropPictures(ctx: Ctx, id: string): Write[] {
  const gone = sql`product_images.product_id = ${id} AND product_images.position >= ${isOrdered(sql`i.product_id = ${id}`)}`
  return [
    queueFileRemoval(ctx, sql`SELECT product_images.key AS key FROM product_images WHERE ${gone}`),
    ctx.db.run(sql`DELETE FROM product_images WHERE ${gone}`),
  ]
}
