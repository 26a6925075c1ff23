import { desc, eq, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { readPage } from '#db/read-page.ts'
import { isShownReview, reviewSums, reviews } from '#db/schema/orders/reviews.ts'
import { isPublicShop } from '#db/schema/shops/shops.ts'
import { onSale } from '#domain/catalogue/products/search/on-sale.ts'
import type { Ctx } from '#domain/core/context.ts'
import { averageOf } from '#domain/core/rating.ts'
import { fail } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { selectReviews } from './queries.ts'
import { ReviewView, viewReview } from './view.ts'

export const ListReviews = z.strictObject({ ...f.pageQuery, sort: z.enum(['newest', 'lowest']).optional() })
type ListReviews = z.output<typeof ListReviews>

const STARS = ['1', '2', '3', '4', '5'] as const

export const ReviewList = f.listOf('reviews', ReviewView).extend({
  summary: z.object({
    count: z.int(),
    average: z.number().nullable(),
    byRating: z.object(
      Object.fromEntries(STARS.map((star) => [star, z.int()])) as Record<(typeof STARS)[number], z.ZodInt>,
    ),
  }),
})

/** Lists the visible reviews of a product that guests see. @throws 404 */
export const listReviewsOfProduct = (ctx: Ctx, id: string, query: ListReviews) =>
  list(ctx, id, query, sql`SELECT 1 FROM products p WHERE p.id = ${id} AND ${onSale(ctx, 'p')}`)

/** Lists the visible reviews of a public shop: what it sells has its own. @throws 404 */
export const listReviewsOfShop = (ctx: Ctx, id: string, query: ListReviews) =>
  list(ctx, id, query, sql`SELECT 1 FROM shops s WHERE s.id = ${id} AND ${isPublicShop('s')}`)

async function list(
  ctx: Ctx,
  id: string,
  { sort, ...page }: ListReviews,
  target: SQL,
): Promise<z.output<typeof ReviewList>> {
  const shown = selectReviews(ctx, sql`reviews.target_id = ${id} AND ${isShownReview('reviews')}`)
  const {
    rows,
    pagination,
    others: [found, sums],
  } = await readPage(
    ctx.db,
    page,
    sort === 'lowest' ? shown.orderBy(reviews.rating, desc(reviews.id)) : shown.orderBy(desc(reviews.id)),
    ctx.db.all<{ total: number }>(
      sql`SELECT coalesce(sum(w.count), 0) AS total FROM review_sums w WHERE w.target_id = ${id}`,
    ),
    ctx.db.all(target),
    ctx.db.select().from(reviewSums).where(eq(reviewSums.targetId, id)),
  )
  if (found.length === 0) fail('NOT_FOUND')
  const countOf = (star: string) => sums.find(({ rating }) => rating === Number(star))?.count ?? 0
  const byRating = Object.fromEntries(STARS.map((star) => [star, countOf(star)])) as Record<
    (typeof STARS)[number],
    number
  >
  const sum = STARS.reduce((all, star) => all + Number(star) * byRating[star], 0)
  const summary = { count: pagination.total, average: averageOf(sum, pagination.total), byRating }
  return { reviews: rows.map((row) => viewReview(ctx, row)), summary, pagination }
}
