import { and, asc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import { users } from '#db/schema/core/users.ts'
import { reviews } from '#db/schema/orders/reviews.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'

type Image = { id: string; key: string; width: number; height: number }

const imagesJson = sql`(
  SELECT json_group_array(json_object('id', g.id, 'key', g.key, 'width', g.width, 'height', g.height) ORDER BY g.position)
  FROM review_images g WHERE g.review_id = reviews.id)`

/** Reviews with their author's name and their pictures. */
export const selectReviews = (ctx: Ctx, where: SQL) =>
  ctx.db
    .select({
      ...getTableColumns(reviews),
      authorName: sql<string>`users.name`.as('author_name'),
      isAuthorGone: sql<boolean>`users.deleted_at IS NOT NULL`.mapWith(Boolean).as('is_author_gone'),
      images: imagesJson.mapWith((text: string): Image[] => JSON.parse(text)).as('images'),
    })
    .from(reviews)
    .innerJoin(users, eq(users.id, reviews.authorId))
    .where(where)
    .$dynamic()

export type ReviewRow = Awaited<ReturnType<typeof selectReviews>>[number]

export const selectReview = (ctx: Ctx, id: string) => selectReviews(ctx, sql`reviews.id = ${id}`)

/** The reviews that the caller wrote about an order, in the order of their writing. */
export const selectOwnOfOrder = (ctx: Ctx, orderId: string) =>
  selectReviews(ctx, sql`${and(eq(reviews.orderId, orderId), eq(reviews.authorId, actorOf(ctx).id))}`).orderBy(
    asc(reviews.id),
  )

/** Selects the shop of a review, with its seller. */
export const selectSeller = (ctx: Ctx, reviewId: string) =>
  ctx.db.all<{ shop: string; userId: string; profileId: string }>(sql`
    SELECT s.name AS shop, sp.user_id AS userId, sp.id AS profileId FROM reviews r
    CROSS JOIN shops s ON s.id = r.shop_id CROSS JOIN seller_profiles sp ON sp.id = s.seller_profile_id WHERE r.id = ${reviewId}`)
