import type { Ctx } from '../../core/context.ts'
import { getInvoice } from './queries.ts'

/** An invoice as a page of A4, for its seller and for finance (docs/money.md, Invoices). 404 for everybody else. */
export async function printInvoice(ctx: Ctx, id: string) {
  const invoice = await getInvoice(ctx, id)
  const { invoicePage } = await import('./page.ts')
  return { name: `${invoice.number}.pdf`, bytes: invoicePage(invoice) }
}
