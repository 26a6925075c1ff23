import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { createdAt, id, keyedTable } from '#db/columns.ts'
import { users } from './users.ts'

/** Stored files that nothing shows any more: written in the commit that drops them, and here until they are removed. */
export const removedFiles = sqliteTable('removed_files', {
  key: text('key').primaryKey(),
  createdAt: createdAt(),
})

/** Files of persons in R2, each with its bytes, of a picture with those of its smaller sizes. */
export const storedFiles = keyedTable(
  'stored_files',
  {
    key: text('key').primaryKey(),
    ownerId: text('owner_id').notNull(),
    bytes: integer('bytes').notNull(),
  },
  (t) => [index('stored_files_owner').on(t.ownerId)],
)

/** The bytes of all files of a person, which triggers add up. */
export const heldBytes = keyedTable('held_bytes', {
  ownerId: text('owner_id').primaryKey(),
  bytes: integer('bytes').notNull(),
})

/** The papers of a seller's identity. */
export const KYC_KINDS = [
  'ID_FRONT',
  'ID_BACK',
  'SELFIE',
  'BUSINESS_REGISTRATION',
  'TAX_CERTIFICATE',
  'PROOF_OF_ADDRESS',
] as const

/** Condition on a column for papers of sellers, spelled out as the index has it. */
export const isKycKind = (column = 'kind') =>
  sql.raw(`${column} IN (${KYC_KINDS.map((kind) => `'${kind}'`).join(', ')})`)

/** The papers of a rider. */
export const RIDER_KINDS = ['NATIONAL_ID', 'DRIVER_LICENSE', 'VEHICLE', 'PHOTO'] as const

/** Condition on a column for papers of riders, spelled out as the index has it. */
export const isRiderKind = (column = 'kind') =>
  sql.raw(`${column} IN (${RIDER_KINDS.map((kind) => `'${kind}'`).join(', ')})`)

/** Kinds of private files: papers of sellers and riders, proofs of deliveries, attachments of messages, papers of bookings. */
const DOCUMENT_KINDS = [...KYC_KINDS, ...RIDER_KINDS, 'PROOF', 'ATTACHMENT', 'BOOKING'] as const

/** Private files, erased with their owner: papers and proofs that only their owner and staff may read, and attachments. */
export const documents = sqliteTable(
  'documents',
  {
    id: id(),
    ownerId: text('owner_id')
      .notNull()
      .references(() => users.id),
    kind: text('kind', { enum: DOCUMENT_KINDS }).notNull(),
    key: text('key').notNull().unique('documents_key'),
    contentType: text('content_type').notNull(),
    size: integer('size').notNull(),
    createdAt: createdAt(),
    /** The delivery of a proof; the order, incident or ticket of an attachment. */
    subjectId: text('subject_id'),
    /** The message of an attachment, in an order or a ticket, or its update in an incident. */
    messageId: text('message_id'),
  },
  (t) => [
    index('documents_owner').on(t.ownerId, t.createdAt),
    // These find the few papers of an account with a thousand attachments at once.
    index('documents_kyc').on(t.ownerId, t.kind).where(isKycKind()),
    index('documents_rider').on(t.ownerId, t.kind).where(isRiderKind()),
    index('documents_message').on(t.messageId, t.id).where(sql`message_id IS NOT NULL`),
    index('documents_unused').on(t.createdAt).where(sql`kind = 'ATTACHMENT' AND message_id IS NULL`),
    index('documents_attachments').on(t.subjectId, t.ownerId).where(sql`kind = 'ATTACHMENT'`),
    index('documents_proofs').on(t.subjectId).where(sql`kind = 'PROOF'`),
  ],
)
