import type { Ctx } from '#domain/core/context.ts'
import { getInvoice } from './queries.ts'
import { type InvoiceView, viewInvoice } from './view.ts'

/**
 * Shows an invoice to its seller and to finance (docs/money.md, Invoices).
 * @throws 404 also for everybody else
 */
export const showInvoice = async (ctx: Ctx, id: string): Promise<InvoiceView> => viewInvoice(await getInvoice(ctx, id))
