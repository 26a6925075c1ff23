import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { PRICE_CURRENCIES } from '../../kernel/money.ts'
import { countryCodes } from '../../kernel/phone.ts'
import { createdAt, id, instant, json, reachedAt, updatedAt, version } from '../columns.ts'
import { users } from './identity.ts'

export type Address = {
  country?: string | undefined
  city?: string | undefined
  commune?: string | undefined
  quartier?: string | undefined
  avenue?: string | undefined
  number?: string | undefined
  landmark?: string | undefined
  lat?: number | undefined
  lng?: number | undefined
}
export type OpeningHours = { day: number; open: string; close: string }[]

export const sellerProfiles = sqliteTable('seller_profiles', {
  id: id(),
  userId: text('user_id')
    .notNull()
    .unique('seller_profiles_user')
    .references(() => users.id),
  businessName: text('business_name').notNull(),
  businessType: text('business_type', { enum: ['INDIVIDUAL', 'COMPANY'] }).notNull(),
  rccm: text('rccm'),
  idNat: text('id_nat'),
  taxNumber: text('tax_number'),
  contactPhone: text('contact_phone').notNull(),
  address: json<Address>('address').notNull(),
  kycStatus: text('kyc_status', {
    enum: ['NOT_STARTED', 'DRAFT', 'SUBMITTED', 'APPROVED', 'REJECTED', 'CHANGES_REQUESTED', 'REVOKED'],
  })
    .notNull()
    .default('NOT_STARTED'),
  /** Kept by triggers; a plan's limits are held against them. */
  shopCount: integer('shop_count').notNull().default(0),
  productCount: integer('product_count').notNull().default(0),
  version: version(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
})

export const SHOP_STATUSES = ['DRAFT', 'PUBLISHED', 'UNPUBLISHED', 'SUSPENDED', 'CLOSED'] as const

export const shops = sqliteTable(
  'shops',
  {
    id: id(),
    sellerProfileId: text('seller_profile_id')
      .notNull()
      .references(() => sellerProfiles.id),
    name: text('name').notNull(),
    slug: text('slug').notNull(),
    description: text('description').notNull().default(''),
    logoKey: text('logo_key'),
    bannerKey: text('banner_key'),
    phone: text('phone'),
    email: text('email'),
    address: json<Address>('address').notNull(),
    /** Accents and case folded, for the list by city. */
    foldedCity: text('folded_city').notNull().default(''),
    openingHours: json<OpeningHours>('opening_hours').notNull(),
    closedFrom: instant('closed_from'),
    closedTo: instant('closed_to'),
    currency: text('currency', { enum: PRICE_CURRENCIES }).notNull(),
    minOrderMinor: integer('min_order_minor').notNull().default(0),
    prepMinutes: integer('prep_minutes').notNull().default(30),
    deliveryMethods: json<('DELIVERY' | 'PICKUP')[]>('delivery_methods').notNull(),
    status: text('status', { enum: SHOP_STATUSES }).notNull().default('DRAFT'),
    reviewStatus: text('review_status', { enum: ['NONE', 'PENDING', 'APPROVED', 'CHANGES_REQUESTED', 'REJECTED'] })
      .notNull()
      .default('NONE'),
    publishedAt: instant('published_at'),
    reachedAt: reachedAt(),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex('shops_slug').on(t.slug),
    index('shops_seller').on(t.sellerProfileId, t.createdAt),
    index('shops_public').on(t.createdAt, t.id).where(sql`status = 'PUBLISHED'`),
    index('shops_city').on(t.foldedCity, t.createdAt, t.id).where(sql`status = 'PUBLISHED'`),
  ],
)

/** Where a seller's or a rider's money goes. The balances themselves are ledger accounts. */
export const wallets = sqliteTable(
  'wallets',
  {
    /** The seller profile's or the rider's id. */
    ownerId: text('owner_id').primaryKey(),
    ownerKind: text('owner_kind', { enum: ['seller', 'rider'] }).notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    payoutPhone: text('payout_phone'),
    payoutNetwork: text('payout_network'),
    payoutCountry: text('payout_country', { enum: countryCodes }),
    payoutVerifiedAt: instant('payout_verified_at'),
    frozenAt: instant('frozen_at'),
    freezeReason: text('freeze_reason'),
    createdAt: createdAt(),
  },
  () => [check('wallets_number', sql`payout_verified_at IS NULL OR payout_phone IS NOT NULL`)],
)
