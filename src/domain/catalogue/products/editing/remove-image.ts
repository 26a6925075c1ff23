import { sql } from 'drizzle-orm'
import { abortUnlessChanged, abortWhen, guard, NOT_FOUND } from '#db/guard.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { queueFileRemoval, removeFiles } from '#domain/core/files/remove.ts'
import { fail } from '#kernel/failure.ts'
import { editInPlace } from '../edit-in-place.ts'
import { selectProductsWhere } from '../queries.ts'
import { viewOwnProduct } from '../view.ts'

const LAST_IMAGE = guard('LAST_IMAGE', 'CONFLICT', {
  reason: 'INVALID_TRANSITION',
  message: 'Un produit publié garde au moins une image : ajoutez-en une autre, ou remettez-le en brouillon.',
})

/**
 * Removes a picture: those behind it move up, and its file is deleted after the commit, now or at a later tick (docs/states.md, Product).
 * @throws 404, and 409 for the last one of a published product
 */
export async function removeProductImage(ctx: Ctx, id: string, imageId: string) {
  const [rows] = await commit(
    ctx,
    [
      ...editInPlace(ctx, id, { isShownAnew: sql`1` }),
      queueFileRemoval(
        ctx,
        sql`SELECT i.key AS key FROM product_images i WHERE i.id = ${imageId} AND i.product_id = ${id}`,
      ),
      // No two pictures may have one position, not even for a moment, so they pass through positions below zero.
      ctx.db.run(sql`
        UPDATE product_images SET position = -position
        WHERE product_id = ${id} AND position > (SELECT x.position FROM product_images x WHERE x.id = ${imageId})`),
      ctx.db.run(sql`DELETE FROM product_images WHERE id = ${imageId} AND product_id = ${id}`),
      abortUnlessChanged(ctx.db, NOT_FOUND),
      ctx.db.run(sql`UPDATE product_images SET position = -position - 1 WHERE product_id = ${id} AND position < 0`),
      abortWhen(
        ctx.db,
        LAST_IMAGE,
        sql`EXISTS (SELECT 1 FROM products p WHERE p.id = ${id} AND p.status = 'PUBLISHED')
          AND NOT EXISTS (SELECT 1 FROM product_images i WHERE i.product_id = ${id})`,
      ),
    ],
    selectProductsWhere(ctx, sql`p.id = ${id}`),
  )
  ctx.later(() => removeFiles(ctx))
  return viewOwnProduct(ctx, rows[0] ?? fail('NOT_FOUND'))
}
