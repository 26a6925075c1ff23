import { and, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { type CounterName, counterName, totalOf } from '#db/counters.ts'
import { countUpTo1000, readPage } from '#db/read-page.ts'
import { INVOICE_STATUSES, invoices } from '#db/schema/shops/invoices.ts'
import { type Ctx, sellerOf } from '#domain/core/context.ts'
import * as f from '#kernel/fields.ts'
import { periodOf, periodQuery } from '#kernel/period.ts'
import { viewInvoice } from './view.ts'

export const ListInvoices = z.strictObject({
  ...f.pageQuery,
  status: z.enum(INVOICE_STATUSES).optional(),
  ...periodQuery,
})
type ListInvoices = z.output<typeof ListInvoices>

/** Lists all sellers' invoices for finance, the newest first (docs/money.md, Invoices). */
export const listInvoices = (ctx: Ctx, input: ListInvoices) =>
  pageOf(ctx, input, undefined, counterName('invoices', { status: input.status }))

/** Lists the seller's own invoices, the newest first (docs/money.md, Invoices). */
export function listMyInvoices(ctx: Ctx, input: ListInvoices) {
  const { sellerProfileId } = sellerOf(ctx)
  const total = counterName('invoicesOfSeller', { sellerProfileId, status: input.status })
  return pageOf(ctx, input, eq(invoices.sellerProfileId, sellerProfileId), total)
}

/** A page of invoices. Counters keep the totals of all and of each status; the total of a period stops at 1000. */
async function pageOf(
  ctx: Ctx,
  { status, from, to, ...page }: ListInvoices,
  whose: SQL | undefined,
  kept: CounterName,
) {
  const { since, before } = periodOf({ from, to })
  const wanted = and(
    whose,
    status && eq(invoices.status, status),
    since === undefined ? undefined : gte(invoices.issuedAt, since),
    before === undefined ? undefined : lt(invoices.issuedAt, before),
  )
  const isWhole = since === undefined && before === undefined
  const { rows, pagination } = await readPage(
    ctx.db,
    page,
    ctx.db.select().from(invoices).where(wanted).orderBy(desc(invoices.issuedAt), desc(invoices.id)),
    isWhole ? totalOf(ctx.db, kept) : countUpTo1000(ctx.db, sql`SELECT 1 FROM invoices WHERE ${wanted ?? sql`1`}`),
  )
  return { invoices: rows.map(viewInvoice), pagination }
}
