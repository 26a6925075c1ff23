import * as z from 'zod'
import { retryOnStale } from '#db/commit.ts'
import { recordAct } from '#domain/core/audit.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { transition } from '#domain/core/machine.ts'
import { refuseOwnThing } from '#domain/core/own-thing.ts'
import { fail } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { invoiceMachine } from './machine.ts'
import { selectInvoice } from './queries.ts'
import { type InvoiceView, viewInvoice } from './view.ts'

export const VoidInvoice = z.strictObject({ reason: f.reason })

/**
 * Makes an invoice void: it keeps its number, and no money moves (docs/money.md, Invoices).
 * @throws 404; 409 INVALID_TRANSITION if it is void
 */
export async function voidInvoice(
  ctx: Ctx,
  id: string,
  { reason }: z.output<typeof VoidInvoice>,
): Promise<InvoiceView> {
  const [rows] = await retryOnStale(async () => {
    const [invoice] = await selectInvoice(ctx, id)
    refuseOwnThing(ctx, invoice?.sellerProfileId)
    return commit(
      ctx,
      [
        ...transition(ctx, invoiceMachine, invoice ?? fail('NOT_FOUND'), 'void', { reason }),
        recordAct(ctx, 'invoice.void', id, { reason }),
      ],
      selectInvoice(ctx, id),
    )
  })
  return viewInvoice(rows[0] ?? fail('NOT_FOUND'))
}
