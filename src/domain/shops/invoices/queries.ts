import { eq } from 'drizzle-orm'
import { invoices } from '#db/schema/shops/invoices.ts'
import { actorOf, type Ctx, sellerOf } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'
import type { Invoice } from './view.ts'

export const selectInvoice = (ctx: Ctx, id: string) => ctx.db.select().from(invoices).where(eq(invoices.id, id))

/**
 * Reads an invoice: a seller reads their own, finance any.
 * @throws 404
 */
export async function getInvoice(ctx: Ctx, id: string): Promise<Invoice> {
  const [invoice] = await selectInvoice(ctx, id)
  const isOwn = actorOf(ctx).role !== 'SELLER' || invoice?.sellerProfileId === sellerOf(ctx).sellerProfileId
  return invoice && isOwn ? invoice : fail('NOT_FOUND')
}
