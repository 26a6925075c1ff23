import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { counterName, totalOf } from '#db/counters.ts'
import { readPage } from '#db/read-page.ts'
import { MODERATION_STATUSES } from '#db/schema/core/moderation.ts'
import type { Ctx } from '#domain/core/context.ts'
import * as f from '#kernel/fields.ts'
import { selectProducts } from '../products/queries.ts'
import { viewOwnProduct } from '../products/view.ts'

export const ListModeratedProducts = z.strictObject({
  ...f.pageQuery,
  status: z.enum(MODERATION_STATUSES).default('PENDING'),
})

/** Lists the products of one moderation status, the newest first; by default those that wait for staff (docs/states.md, Moderation). */
export async function listModeratedProducts(ctx: Ctx, { status, ...page }: z.output<typeof ListModeratedProducts>) {
  const { rows, pagination } = await readPage(
    ctx.db,
    page,
    (cut) =>
      selectProducts(
        ctx,
        sql`SELECT p.id AS id, p.created_at AS sort_key FROM products p
          WHERE p.moderation_status = ${status} AND p.deleted_at IS NULL ORDER BY p.created_at DESC, p.id DESC ${cut}`,
        sql`page.sort_key DESC, page.id DESC`,
      ),
    totalOf(ctx.db, counterName('products', { moderationStatus: status })),
  )
  return { products: rows.map((row) => viewOwnProduct(ctx, row)), pagination }
}
