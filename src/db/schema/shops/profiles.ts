import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { createdAt, id, json, updatedAt, version } from '#db/columns.ts'
import { uniqueKey } from '#db/constraint.ts'
import { users } from '../core/users.ts'

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

export const KYC_STATUSES = [
  'NOT_STARTED',
  'DRAFT',
  'SUBMITTED',
  'APPROVED',
  'REJECTED',
  'CHANGES_REQUESTED',
  'REVOKED',
] as const

export const sellerProfiles = sqliteTable(
  'seller_profiles',
  {
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
    kycStatus: text('kyc_status', { enum: KYC_STATUSES }).notNull().default('NOT_STARTED'),
    /** Kept by triggers; a plan's limits are held against them. */
    shopCount: integer('shop_count').notNull().default(0),
    productCount: integer('product_count').notNull().default(0),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('seller_profiles_newest').on(t.createdAt, t.id),
    index('seller_profiles_kyc_newest').on(t.kycStatus, t.createdAt, t.id),
  ],
)

uniqueKey([sellerProfiles.userId], 'Vous avez déjà un profil vendeur.')
