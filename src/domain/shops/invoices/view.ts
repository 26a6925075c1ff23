import * as z from 'zod'
import { INVOICE_STATUSES, type invoices } from '#db/schema/shops/invoices.ts'
import * as f from '#kernel/fields.ts'
import { formatAmount } from '#kernel/money.ts'
import { iso, isoOrNull } from '#kernel/time.ts'

export type Invoice = typeof invoices.$inferSelect

/** An invoice (docs/money.md, Invoices). Its lines are without tax, and add up to `subtotal`. */
export const InvoiceView = z
  .object({
    id: f.id,
    number: z.string(),
    sellerProfileId: f.id,
    subscriptionPaymentId: f.id,
    lines: z.array(z.object({ description: z.string(), quantity: z.int(), unitPrice: f.decimal, amount: f.decimal })),
    subtotal: f.decimal,
    taxRate: f.decimal.meta({ description: 'En pour cent.' }),
    taxAmount: f.decimal,
    total: f.decimal,
    currency: f.priceCurrency,
    status: z
      .enum(INVOICE_STATUSES)
      .meta({ id: 'InvoiceStatus', description: 'VOID : annulée, ou son paiement a été rendu.' }),
    issuedAt: f.isoTime,
    paidAt: f.isoTime.nullable(),
  })
  .meta({ id: 'Invoice' })
export type InvoiceView = z.output<typeof InvoiceView>

export const viewInvoice = (invoice: Invoice): InvoiceView => {
  const amount = (minor: number) => formatAmount(minor, invoice.currency)
  return {
    id: invoice.id,
    number: invoice.number,
    sellerProfileId: invoice.sellerProfileId,
    subscriptionPaymentId: invoice.subscriptionPaymentId,
    lines: invoice.lines.map(({ description, quantity, unitMinor, amountMinor }) => ({
      description,
      quantity,
      unitPrice: amount(unitMinor),
      amount: amount(amountMinor),
    })),
    subtotal: amount(invoice.subtotalMinor),
    taxRate: formatAmount(invoice.taxBps, 'USD'),
    taxAmount: amount(invoice.taxMinor),
    total: amount(invoice.totalMinor),
    currency: invoice.currency,
    status: invoice.status,
    issuedAt: iso(invoice.issuedAt),
    paidAt: isoOrNull(invoice.paidAt),
  }
}
