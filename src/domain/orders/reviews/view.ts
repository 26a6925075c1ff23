import * as z from 'zod'
import {
  BUYER_REVIEW_STATUSES,
  REVIEW_REPORT_REASONS,
  REVIEW_TARGETS,
  RIDER_REASONS,
} from '#db/schema/orders/reviews.ts'
import type { Ctx } from '#domain/core/context.ts'
import { mediaUrl } from '#domain/core/files/media-url.ts'
import * as f from '#kernel/fields.ts'
import { iso } from '#kernel/time.ts'
import type { ReviewRow } from './queries.ts'

const ImageView = z.object({ id: f.id, url: z.string(), width: z.int(), height: z.int() }).meta({ id: 'ReviewImage' })

const reportReason = z.enum(REVIEW_REPORT_REASONS).meta({ id: 'ReviewReportReason' })

/** The order, the reason of a rating of a rider, and that of staff. */
const ofAuthor = {
  orderId: f.id.optional(),
  reasonCode: z.enum(RIDER_REASONS).nullable().optional(),
  decisionReason: z.string().nullable().optional(),
}
/** The author, the shop, and the report that staff are to decide about. */
const ofStaff = {
  authorId: f.id.optional(),
  shopId: f.id.optional(),
  report: z
    .object({ reporterId: f.id, reasonCode: reportReason, comment: z.string().nullable() })
    .nullable()
    .optional(),
}

/** A review as everybody may see it (docs/states.md, Reviews); what follows `createdAt` only its author and staff. */
export const ReviewView = z
  .object({
    id: f.id,
    target: z.object({ type: z.enum(REVIEW_TARGETS).meta({ id: 'ReviewTarget' }), id: f.id }),
    rating: z.int(),
    comment: z.string().nullable(),
    images: z.array(ImageView),
    author: z.object({ firstName: z.string(), initial: z.string().nullable() }),
    status: z.enum(BUYER_REVIEW_STATUSES).meta({ id: 'BuyerReviewStatus' }),
    answer: z.object({ body: z.string(), at: f.isoTime }).nullable(),
    createdAt: f.isoTime,
    ...ofAuthor,
    ...ofStaff,
  })
  .meta({ id: 'Review' })

/** A report of a review, as its reporter sees it. */
export const ReviewReportView = z
  .object({
    reviewId: f.id,
    reasonCode: reportReason,
    comment: z.string().nullable(),
    createdAt: f.isoTime,
  })
  .meta({ id: 'ReviewReport' })

/** The name of an author: the first name and one letter, and nothing of an account that is gone. */
function viewAuthor({ authorName, isAuthorGone }: ReviewRow) {
  if (isAuthorGone) return { firstName: 'Compte supprimé', initial: null }
  const [firstName = authorName, last] = authorName.split(/\s+/u)
  return { firstName, initial: last ? (last.match(/\p{L}\p{M}*/u)?.[0] ?? null) : null }
}

export const viewReview = (ctx: Ctx, row: ReviewRow): z.output<typeof ReviewView> => ({
  id: row.id,
  target: { type: row.targetType, id: row.targetId },
  rating: row.rating,
  comment: row.comment,
  images: row.images.map(({ key, ...image }) => ({ ...image, url: mediaUrl(ctx, key) })),
  author: viewAuthor(row),
  status: row.annulled ? 'HIDDEN' : row.status,
  answer: row.answer === null || row.answeredAt === null ? null : { body: row.answer, at: iso(row.answeredAt) },
  createdAt: iso(row.createdAt),
})

export const viewOwnReview = (ctx: Ctx, row: ReviewRow): z.output<typeof ReviewView> => ({
  ...viewReview(ctx, row),
  orderId: row.orderId,
  reasonCode: row.reasonCode,
  decisionReason: row.decisionReason,
})

export const viewStaffReview = (ctx: Ctx, row: ReviewRow): z.output<typeof ReviewView> => ({
  ...viewOwnReview(ctx, row),
  authorId: row.authorId,
  shopId: row.shopId,
  report:
    row.reportedBy === null || row.reportReason === null
      ? null
      : { reporterId: row.reportedBy, reasonCode: row.reportReason, comment: row.reportComment },
})
