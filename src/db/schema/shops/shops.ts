import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { createdAt, id, instant, json, reachedAt, updatedAt, version } from '#db/columns.ts'
import { constraint } from '#db/constraint.ts'
import { stateSets } from '#db/state-sets.ts'
import { PRICE_CURRENCIES } from '#kernel/money.ts'
import { type Address, sellerProfiles } from './profiles.ts'

export type OpeningHours = { day: number; open: string; close: string }[]

export const SHOP_STATUSES = ['DRAFT', 'PUBLISHED', 'UNPUBLISHED', 'SUSPENDED', 'CLOSED'] as const

/** `stopped`: staff or its owner took it out of trade. */
export const SHOP_STATES = stateSets(SHOP_STATUSES, {
  DRAFT: [],
  PUBLISHED: [],
  UNPUBLISHED: [],
  SUSPENDED: ['stopped'],
  CLOSED: ['stopped'],
})

export const REVIEW_STATUSES = ['NONE', 'PENDING', 'APPROVED', 'CHANGES_REQUESTED', 'REJECTED'] as const

export const shops = sqliteTable(
  'shops',
  {
    id: id(),
    sellerProfileId: text('seller_profile_id')
      .notNull()
      .references(() => sellerProfiles.id),
    name: text('name').notNull(),
    /** The look of the name: one published shop of a country has it. */
    skeleton: text('skeleton').notNull().default(''),
    slug: text('slug').notNull(),
    description: text('description').notNull().default(''),
    logoKey: text('logo_key'),
    bannerKey: text('banner_key'),
    phone: text('phone'),
    email: text('email'),
    address: json<Address>('address').notNull(),
    /** Folded, for the list by city. */
    foldedCity: text('folded_city').notNull().default(''),
    openingHours: json<OpeningHours>('opening_hours').notNull(),
    closedFrom: instant('closed_from'),
    closedTo: instant('closed_to'),
    /** Note of the owner on the closure, for buyers. */
    closureNote: text('closure_note').notNull().default(''),
    currency: text('currency', { enum: PRICE_CURRENCIES }).notNull(),
    minOrderMinor: integer('min_order_minor').notNull().default(0),
    prepMinutes: integer('prep_minutes').notNull().default(30),
    deliveryMethods: json<('DELIVERY' | 'PICKUP')[]>('delivery_methods').notNull(),
    status: text('status', { enum: SHOP_STATUSES }).notNull().default('DRAFT'),
    reviewStatus: text('review_status', { enum: REVIEW_STATUSES }).notNull().default('NONE'),
    publishedAt: instant('published_at'),
    reachedAt: reachedAt(),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    /** The reason why staff refused it or asked for changes. */
    reviewReason: text('review_reason'),
    /** The reason why it is SUSPENDED. */
    suspensionReason: text('suspension_reason'),
    /** Whether its seller's account is blocked: nobody else sees the shop meanwhile. */
    ownerBlocked: integer('owner_blocked', { mode: 'boolean' }).notNull().default(false),
    /** Whether it is published, but younger than all that its seller's plan allows: nobody else sees it meanwhile. */
    overPlan: integer('over_plan', { mode: 'boolean' }).notNull().default(false),
    /** Number and sum of its visible reviews: triggers keep both. */
    ratingCount: integer('rating_count').notNull().default(0),
    ratingSum: integer('rating_sum').notNull().default(0),
  },
  (t) => [
    uniqueIndex('shops_slug').on(t.slug),
    uniqueIndex('shops_skeleton')
      .on(sql`address ->> 'country'`, t.skeleton)
      .where(sql`status = 'PUBLISHED' AND owner_blocked = 0 AND skeleton <> ''`),
    index('shops_seller').on(t.sellerProfileId, t.createdAt),
    index('shops_logo').on(t.logoKey).where(sql`logo_key IS NOT NULL`),
    index('shops_banner').on(t.bannerKey).where(sql`banner_key IS NOT NULL`),
    index('shops_newest').on(t.createdAt, t.id),
    index('shops_status_newest').on(t.status, t.createdAt, t.id),
    index('shops_review_newest').on(t.reviewStatus, t.createdAt, t.id),
    index('shops_review_status_newest').on(t.reviewStatus, t.status, t.createdAt, t.id),
    index('shops_public').on(t.createdAt, t.id).where(sql`status = 'PUBLISHED'`),
    index('shops_city').on(t.foldedCity, t.createdAt, t.id).where(sql`status = 'PUBLISHED'`),
  ],
)

constraint('shops_skeleton', {
  code: 'CONFLICT',
  reason: 'ALREADY_EXISTS',
  message: 'Une boutique publiée porte déjà ce nom, ou un nom qui lui ressemble : choisissez-en un autre.',
})

/** Whether staff suspended the shop or blocked its owner; the table is `s`. */
export const isOffShop = sql`(s.status = 'SUSPENDED' OR s.owner_blocked = 1)`

/** Whether guests see the shop with this name in the statement. The first half is the condition of its indexes. */
export const isPublicShop = (name: string) =>
  sql.raw(`${name}.status = 'PUBLISHED' AND ${name}.owner_blocked = 0 AND ${name}.over_plan = 0`)
