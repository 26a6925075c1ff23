import type { Ctx } from '#domain/core/context.ts'
import { getInvoice } from './queries.ts'

/**
 * Prints an invoice on A4, for its seller and for finance (docs/money.md, Invoices).
 * @throws 404 also for everybody else
 */
export async function printInvoice(ctx: Ctx, id: string) {
  const invoice = await getInvoice(ctx, id)
  const { invoicePage } = await import('./page.ts')
  return { name: `${invoice.number}.pdf`, bytes: invoicePage(invoice) }
}
