import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { createdAt, flag, id, instant, keyedTable, updatedAt, version } from '#db/columns.ts'
import { uniqueKey } from '#db/constraint.ts'
import { stateSets } from '#db/state-sets.ts'
import { users } from '../core/users.ts'

export const REVIEW_TARGETS = ['PRODUCT', 'SHOP', 'RIDER'] as const
export type ReviewTarget = (typeof REVIEW_TARGETS)[number]

/** Reasons that a buyer gives for the rating of a rider, in place of words. */
export const RIDER_REASONS = ['LATE', 'RUDE', 'DAMAGED', 'OTHER'] as const

export const BUYER_REVIEW_STATUSES = ['VISIBLE', 'PENDING', 'HIDDEN'] as const

/** `editable`: its author may still change it. */
export const BUYER_REVIEW_STATES = stateSets(BUYER_REVIEW_STATUSES, {
  VISIBLE: ['editable'],
  PENDING: ['editable'],
  HIDDEN: [],
})

export const REVIEW_REPORT_REASONS = ['OFFENSIVE', 'FALSE', 'BLACKMAIL', 'SPAM', 'OTHER'] as const

/**
 * Reviews of buyers (docs/states.md, Reviews). Ids of the order and of the target are copies: a review needs neither row, once it is
 * written.
 */
export const reviews = sqliteTable(
  'reviews',
  {
    id: id(),
    orderId: text('order_id').notNull(),
    targetType: text('target_type', { enum: REVIEW_TARGETS }).notNull(),
    targetId: text('target_id').notNull(),
    /** The shop of the order, whose owner may answer. */
    shopId: text('shop_id').notNull(),
    authorId: text('author_id')
      .notNull()
      .references(() => users.id),
    rating: integer('rating').notNull(),
    comment: text('comment'),
    reasonCode: text('reason_code', { enum: RIDER_REASONS }),
    status: text('status', { enum: BUYER_REVIEW_STATUSES }).notNull(),
    /** Whether its order was cancelled or wholly refunded since: a trigger keeps it, and nobody else sees the review meanwhile. */
    annulled: flag('annulled').notNull().default(false),
    answer: text('answer'),
    answeredAt: instant('answered_at'),
    /** The person who reported it, and their words, until staff decide. */
    reportedBy: text('reported_by').references(() => users.id),
    reportReason: text('report_reason', { enum: REVIEW_REPORT_REASONS }),
    reportComment: text('report_comment'),
    /** The last decision of staff: a report hides no review that they approved as it is. */
    decidedAt: instant('decided_at'),
    decisionReason: text('decision_reason'),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex('reviews_order').on(t.orderId, t.targetId),
    index('reviews_newest').on(t.targetId, t.id).where(sql`status = 'VISIBLE' AND annulled = 0`),
    index('reviews_lowest').on(t.targetId, t.rating, sql`id DESC`).where(sql`status = 'VISIBLE' AND annulled = 0`),
    index('reviews_author').on(t.authorId, t.id),
    index('reviews_status').on(t.status, t.id),
    index('reviews_answered').on(t.shopId).where(sql`answer IS NOT NULL`),
    index('reviews_reporter').on(t.reportedBy).where(sql`reported_by IS NOT NULL`),
    check('reviews_rating', sql`rating BETWEEN 1 AND 5`),
  ],
)

uniqueKey([reviews.orderId, reviews.targetId], 'Vous avez déjà donné cet avis pour cette commande.')

/** Whether everybody sees the review with this name in the statement: the condition of its indexes. */
export const isShownReview = (name: string) => sql.raw(`${name}.status = 'VISIBLE' AND ${name}.annulled = 0`)

/** Pictures of reviews of products. */
export const reviewImages = sqliteTable(
  'review_images',
  {
    id: id(),
    reviewId: text('review_id')
      .notNull()
      .references(() => reviews.id),
    /** The key of the picture in R2, and the end of its address. */
    key: text('key').notNull(),
    position: integer('position').notNull(),
    /** In pixels, the right way up. */
    width: integer('width').notNull(),
    height: integer('height').notNull(),
  },
  (t) => [uniqueIndex('review_images_position').on(t.reviewId, t.position), uniqueIndex('review_images_key').on(t.key)],
)

/** Visible reviews of a product, shop or rider with each rating: triggers keep the numbers, and those beside the things themselves. */
export const reviewSums = keyedTable(
  'review_sums',
  {
    targetId: text('target_id').notNull(),
    rating: integer('rating').notNull(),
    count: integer('count').notNull(),
  },
  (t) => [
    primaryKey({ name: 'review_sums_pk', columns: [t.targetId, t.rating] }),
    check('review_sums_count', sql`count >= 0`),
  ],
)

/** Orders whose buyers are to be asked for a review, with the time: a trigger notes each when it completes, and the clock takes it out. */
export const reviewWishes = keyedTable(
  'review_wishes',
  { dueAt: integer('due_at').notNull(), orderId: text('order_id').notNull() },
  (t) => [primaryKey({ name: 'review_wishes_pk', columns: [t.dueAt, t.orderId] })],
)
