import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { readTogether, type Write } from '#db/client.ts'
import { abortWhen, guard } from '#db/guard.ts'
import { reviewImages, reviews } from '#db/schema/orders/reviews.ts'
import { picturesOfForm, uploadedPictures } from '#domain/catalogue/products/uploads.ts'
import { requireWithin, selectTries } from '#domain/core/codes/attempts.ts'
import { DAY_QUOTA, dayQuota, withinDay } from '#domain/core/codes/day-quota.ts'
import { commit } from '#domain/core/commit.ts'
import { hasContact } from '#domain/core/contacts.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { type StoredPicture, withStoredPictures } from '#domain/core/files/pictures.ts'
import { selectBytesOfDay } from '#domain/core/files/store.ts'
import { requireActiveActor } from '#domain/core/guards.ts'
import { recordCreation } from '#domain/core/machine.ts'
import { notifySeldom } from '#domain/core/notices/notify.ts'
import { type OrderFile, selectOrder, toOrderFile } from '#domain/orders/orders/queries.ts'
import { fail } from '#kernel/failure.ts'
import { REVIEWS_A_DAY } from '#kernel/limits.ts'
import { ratings } from './fields.ts'
import { reviewReceived } from './notices.ts'
import { selectOwnOfOrder } from './queries.ts'
import { type NewReview, ratingsOf, requireReviewable } from './rated.ts'
import { viewOwnReview } from './view.ts'

export const CreateReviews = z.strictObject({ ...ratings, ...picturesOfForm })

const NO_LONGER_COMPLETED = guard('REVIEW_OF_NO_ORDER', 'CONFLICT', { reason: 'INVALID_TRANSITION' })

/**
 * A buyer rates the products, the shop and the rider of a completed order, once each (docs/states.md, Reviews). Words with a number or a
 * link wait for staff.
 * @throws 400; 403 OWN_SHOP; 404; 409 INVALID_TRANSITION, ALREADY_EXISTS; 413, 415; 429
 */
export async function createReviews(ctx: Ctx, orderId: string, input: z.output<typeof CreateReviews>) {
  const files = uploadedPictures(input)
  const quota = dayQuota(ctx, 'reviews', REVIEWS_A_DAY)
  const [[row], [made], [ofDay], [wallet]] = await readTogether(
    ctx.db,
    selectOrder(ctx.db, orderId),
    selectTries(ctx, quota),
    selectBytesOfDay(ctx),
    ctx.db.all<{ phone: string | null }>(sql`
      SELECT w.payout_phone AS phone FROM orders o CROSS JOIN wallets w ON w.owner_id = o.seller_profile_id WHERE o.id = ${orderId}`),
  )
  const order = row && toOrderFile(row)
  if (order?.buyerId !== actorOf(ctx).id) fail('NOT_FOUND')
  requireReviewable(ctx, order, wallet?.phone)
  const rated = ratingsOf(ctx, order, input, files.length)
  requireWithin(ctx, { ...quota, max: quota.max - rated.length }, made, DAY_QUOTA.message)
  const named = files.map((file, position) => ({ file, field: `images.${position}` }))
  const [rows] = await withStoredPictures(ctx, { files: named, prefix: 'review', ofDay }, (pictures, counted) =>
    commit(
      ctx,
      [
        requireActiveActor(ctx),
        requireStillCompleted(ctx, orderId),
        ...withinDay(ctx, { ...quota, by: rated.length }),
        ...withinDay(ctx, { ...ofPayer(order), by: rated.length }),
        ...counted(),
        ...rated.flatMap((each) => insertReview(ctx, order, each, pictures)),
        ...(rated.some(isToldOf)
          ? notifySeldom(ctx, order.sellerUserId, order.shopId, reviewReceived, {
              shop: order.shop.name,
              opens: { orderId, shopId: order.shopId },
            })
          : []),
      ],
      selectOwnOfOrder(ctx, orderId),
    ),
  )
  return { reviews: rows.map((each) => viewOwnReview(ctx, each)) }
}

/** Shows what the caller wrote about an order: a repeated request answers this. */
export const showOwnReviews = async (ctx: Ctx, orderId: string) => ({
  reviews: (await selectOwnOfOrder(ctx, orderId)).map((row) => viewOwnReview(ctx, row)),
})

const isHeld = ({ comment }: NewReview) => comment !== null && hasContact(comment)
/** The seller hears of a review that buyers see; ratings of riders are no matter of theirs. */
const isToldOf = (review: NewReview) => review.targetType !== 'RIDER' && !isHeld(review)

/** Reviews of a day by all accounts that pay with one number: several accounts of a person are one here. */
const ofPayer = ({ paidBy, buyerId }: OrderFile) => ({
  key: `reviews-paid-by:${paidBy?.phone ?? buyerId}`,
  ...REVIEWS_A_DAY,
})

const requireStillCompleted = (ctx: Ctx, orderId: string): Write =>
  abortWhen(
    ctx.db,
    NO_LONGER_COMPLETED,
    sql`NOT EXISTS (SELECT 1 FROM orders o WHERE o.id = ${orderId} AND o.status = 'COMPLETED' AND o.payment_status <> 'REFUNDED')`,
  )

function insertReview(
  ctx: Ctx,
  order: OrderFile,
  { images, ...review }: NewReview,
  pictures: StoredPicture[],
): Write[] {
  const id = ctx.ids.v7()
  const status = isHeld({ images, ...review }) ? 'PENDING' : 'VISIBLE'
  const shown = images.flatMap((place) => pictures[place] ?? [])
  return [
    ctx.db.insert(reviews).values({
      ...review,
      ...{ id, orderId: order.id, shopId: order.shopId, authorId: order.buyerId, status },
      ...{ createdAt: ctx.now, updatedAt: ctx.now },
    }),
    recordCreation(ctx, 'buyer_review', id, status),
    ...(shown.length === 0
      ? []
      : [
          ctx.db
            .insert(reviewImages)
            .values(shown.map(({ contentType: _, ...picture }, position) => ({ ...picture, reviewId: id, position }))),
        ]),
  ]
}
