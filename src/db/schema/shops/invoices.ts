import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { amountMinor, createdAt, id, instant, json, reachedAt, updatedAt, version } from '#db/columns.ts'
import { priceCurrency } from './plans.ts'
import { type Address, sellerProfiles } from './profiles.ts'
import { subscriptionPayments } from './subscriptions.ts'

export const INVOICE_STATUSES = ['ISSUED', 'PAID', 'VOID'] as const

/** A party of an invoice, as it was when the invoice was issued. */
export type InvoiceParty = {
  name: string
  rccm: string | null
  idNat: string | null
  taxNumber: string | null
  address: Address | string | null
}

/** A line of an invoice; amounts without tax. */
export type InvoiceLine = { description: string; quantity: number; unitMinor: number; amountMinor: number }

/** Invoices, one for each subscription payment above zero; their numbers are consecutive within a year. */
export const invoices = sqliteTable(
  'invoices',
  {
    id: id(),
    /** FAC-2026-000123 */
    number: text('number').notNull(),
    sellerProfileId: text('seller_profile_id')
      .notNull()
      .references(() => sellerProfiles.id),
    subscriptionPaymentId: text('subscription_payment_id')
      .notNull()
      .references(() => subscriptionPayments.id),
    issuer: json<InvoiceParty>('issuer').notNull(),
    buyer: json<InvoiceParty>('buyer').notNull(),
    lines: json<InvoiceLine[]>('lines').notNull(),
    subtotalMinor: amountMinor('subtotal_minor'),
    /** In hundredths of a per cent. */
    taxBps: integer('tax_bps').notNull(),
    taxMinor: amountMinor('tax_minor'),
    totalMinor: amountMinor('total_minor'),
    currency: priceCurrency(),
    status: text('status', { enum: INVOICE_STATUSES }).notNull(),
    issuedAt: integer('issued_at').notNull(),
    paidAt: instant('paid_at'),
    reachedAt: reachedAt(),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex('invoices_number').on(t.number),
    uniqueIndex('invoices_payment').on(t.subscriptionPaymentId),
    index('invoices_newest').on(t.issuedAt, t.id),
    index('invoices_status').on(t.status, t.issuedAt, t.id),
    index('invoices_seller').on(t.sellerProfileId, t.issuedAt, t.id),
    index('invoices_seller_status').on(t.sellerProfileId, t.status, t.issuedAt, t.id),
    check('invoices_amounts', sql`total_minor > 0 AND tax_minor >= 0 AND subtotal_minor >= 0`),
  ],
)
