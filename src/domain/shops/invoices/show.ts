import type { Ctx } from '../../core/context.ts'
import { getInvoice } from './queries.ts'
import { type InvoiceView, viewInvoice } from './view.ts'

/** An invoice, for its seller and for finance (docs/money.md, Invoices). 404 for everybody else. */
export const showInvoice = async (ctx: Ctx, id: string): Promise<InvoiceView> => viewInvoice(await getInvoice(ctx, id))
