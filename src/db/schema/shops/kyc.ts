import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { createdAt, id, instant, updatedAt, version } from '#db/columns.ts'
import { constraint } from '#db/constraint.ts'
import { stateSets } from '#db/state-sets.ts'
import { sellerProfiles } from './profiles.ts'

/** Statuses of an identity file. */
export const KYC_STATUSES = ['DRAFT', 'SUBMITTED', 'APPROVED', 'REJECTED', 'CHANGES_REQUESTED', 'REVOKED'] as const

/** `locked`: staff review it or have approved it, so its owner cannot change it. `refused`: staff did not accept it. */
export const KYC_STATES = stateSets(KYC_STATUSES, {
  DRAFT: [],
  SUBMITTED: ['locked'],
  APPROVED: ['locked'],
  REJECTED: ['refused'],
  CHANGES_REQUESTED: [],
  REVOKED: ['refused'],
})
export const ID_TYPES = ['NATIONAL_ID', 'VOTER_CARD', 'PASSPORT', 'DRIVER_LICENSE'] as const

/** The identity of a seller, and the decision of staff. Its papers are documents of the seller's account. */
export const kyc = sqliteTable(
  'kyc',
  {
    id: id(),
    sellerProfileId: text('seller_profile_id')
      .notNull()
      .unique('kyc_seller')
      .references(() => sellerProfiles.id),
    status: text('status', { enum: KYC_STATUSES }).notNull().default('DRAFT'),
    legalName: text('legal_name'),
    /** The birth date, as it stands on the paper. */
    birthDate: text('birth_date'),
    idType: text('id_type', { enum: ID_TYPES }),
    /** The number, sealed with the key of `keyVersion` for this file alone. */
    sealedIdNumber: text('sealed_id_number'),
    keyVersion: integer('key_version'),
    idExpiresAt: text('id_expires_at'),
    submittedAt: instant('submitted_at'),
    reviewedAt: instant('reviewed_at'),
    reason: text('reason'),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index('kyc_newest').on(t.createdAt, t.id), index('kyc_status').on(t.status, t.createdAt, t.id)],
)

constraint([kyc.sellerProfileId], 'stale')
