import { getTableColumns, sql } from 'drizzle-orm'
import { transfers } from '#db/schema/money/ledger.ts'
import type { Ctx } from '#domain/core/context.ts'

/** Transfers, each with the order that it pays, if it pays one: payments are keyed by their payin's share. */
export const selectTransfers = (ctx: Ctx) =>
  ctx.db
    .select({
      ...getTableColumns(transfers),
      orderId: sql<string | null>`(SELECT w.order_id FROM payin_shares w WHERE w.ref = transfers.ref)`.as('order_id'),
    })
    .from(transfers)
    .$dynamic()

export type TransferRow = Awaited<ReturnType<typeof selectTransfers>>[number]
