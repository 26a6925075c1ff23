import { and, desc, eq } from 'drizzle-orm'
import * as z from 'zod'
import { counterName, totalOf } from '#db/counters.ts'
import { readPage } from '#db/read-page.ts'
import { REVIEW_STATUSES, SHOP_STATUSES, shops } from '#db/schema/shops/shops.ts'
import type { Ctx } from '#domain/core/context.ts'
import * as f from '#kernel/fields.ts'
import { viewShop } from '../shops/view.ts'

export const ListShopReviews = z.strictObject({
  ...f.pageQuery,
  reviewStatus: z.enum(REVIEW_STATUSES).optional(),
  status: z.enum(SHOP_STATUSES).optional(),
})

/** Lists shops of any status for staff, the newest first: those PENDING wait for a decision (docs/states.md, Shop). */
export async function listShopReviews(ctx: Ctx, { reviewStatus, status, ...page }: z.output<typeof ListShopReviews>) {
  const { rows, pagination } = await readPage(
    ctx.db,
    page,
    ctx.db
      .select()
      .from(shops)
      .where(and(reviewStatus && eq(shops.reviewStatus, reviewStatus), status && eq(shops.status, status)))
      .orderBy(desc(shops.createdAt), desc(shops.id)),
    totalOf(ctx.db, counterName('shops', { status, reviewStatus })),
  )
  return { shops: rows.map((shop) => viewShop(ctx, shop)), pagination }
}
