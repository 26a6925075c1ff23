import { type SQL, sql } from 'drizzle-orm'
import { isShownReview } from '#db/schema/orders/reviews.ts'

/** Whether a picture is one of a review that nobody sees. */
export const isReviewPictureOff = (key: string): SQL => sql`EXISTS (
  SELECT 1 FROM review_images g CROSS JOIN reviews r ON r.id = g.review_id WHERE g.key = ${key} AND NOT (${isShownReview('r')}))`
