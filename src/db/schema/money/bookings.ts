import { sql } from 'drizzle-orm'
import { check, index, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { amountMinor, createdAt, currency, id, instant, reachedAt, updatedAt, version } from '#db/columns.ts'
import { uniqueKey } from '#db/constraint.ts'
import { stateSets } from '#db/state-sets.ts'
import { currencies } from '#kernel/money.ts'
import { GATEWAY_IDS } from '#providers/gateways.ts'
import { documents } from '../core/files.ts'

/** Movements of our money at the bank and the gateways outside of any order. */
export const BOOKING_KINDS = ['GATEWAY_FEE', 'SETTLEMENT', 'TOP_UP', 'EXCHANGE', 'ROUNDING'] as const
export const BOOKING_STATUSES = ['REQUESTED', 'BOOKED', 'EXPIRED', 'REVERSED'] as const

/** `standing`: no other booking may have its reference. `confirmed`: it moved money, even if it was reversed since. */
export const BOOKING_STATES = stateSets(BOOKING_STATUSES, {
  REQUESTED: ['standing'],
  BOOKED: ['standing', 'confirmed'],
  EXPIRED: [],
  REVERSED: ['confirmed'],
})

/** Bookings of finance, by a statement of the bank or of a gateway, which an administrator confirms. */
export const bookings = sqliteTable(
  'bookings',
  {
    id: id(),
    kind: text('kind', { enum: BOOKING_KINDS }).notNull(),
    status: text('status', { enum: BOOKING_STATUSES }).notNull(),
    /** The gateway of its statement; null if it is between accounts of ours. */
    gateway: text('gateway', { enum: GATEWAY_IDS }),
    amountMinor: amountMinor(),
    currency: currency(),
    /** The amount that an exchange brought; null for other kinds. */
    toAmountMinor: instant('to_amount_minor'),
    toCurrency: text('to_currency', { enum: currencies }),
    /** The name on the statement; folded, it is unique among bookings that wait or stand. */
    reference: text('reference').notNull(),
    foldedReference: text('folded_reference').notNull(),
    note: text('note').notNull(),
    documentId: text('document_id').references(() => documents.id),
    requestedBy: text('requested_by').notNull(),
    confirmedBy: text('confirmed_by'),
    expiresAt: instant('expires_at'),
    reachedAt: reachedAt(),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex('bookings_reference').on(t.foldedReference).where(BOOKING_STATES.standing.in('status')),
    index('bookings_newest').on(t.createdAt, t.id),
    index('bookings_status').on(t.status, t.createdAt, t.id),
    index('bookings_kind').on(t.kind, t.createdAt, t.id),
    index('bookings_status_kind').on(t.status, t.kind, t.createdAt, t.id),
    index('bookings_waiting').on(t.expiresAt).where(sql`status = 'REQUESTED'`),
    // SQLite looks up the bookings of a document that is deleted.
    index('bookings_document').on(t.documentId).where(sql`document_id IS NOT NULL`),
    check('bookings_amount', sql`amount_minor > 0`),
    check('bookings_to_amount', sql`to_amount_minor > 0`),
  ],
)

uniqueKey([bookings.foldedReference], 'Une écriture porte déjà cette référence.')
