import { asc, desc, eq, sql } from 'drizzle-orm'
import { readTogether } from '#db/client.ts'
import { gatewayTransactions } from '#db/schema/money/gateways.ts'
import { TRANSFER_KINDS, transfers } from '#db/schema/money/ledger.ts'
import { orderNotes } from '#db/schema/orders/order-notes.ts'
import { refunds } from '#db/schema/orders/refunds.ts'
import type { Ctx } from '#domain/core/context.ts'
import { escrowOf } from '#domain/money/ledger/accounts.ts'
import { selectTransfers } from '#domain/money/ledger/queries.ts'
import { viewTransfer } from '#domain/money/ledger/view.ts'
import { viewPayin } from '#domain/money/payins/view.ts'
import { fail } from '#kernel/failure.ts'
import { selectEvents, viewEvent } from '../orders/events.ts'
import { selectOrder, toOrderFile } from '../orders/queries.ts'
import { selectRefundRows } from '../refunds/queries.ts'
import { viewRefund } from '../refunds/view.ts'
import { viewNote, viewStaffOrder } from './view.ts'

/** Most rows of each list of an order's file. */
const MOST = 200

/** Shows an order to staff with its whole file: payins, refunds, transfers, history, notes; no hand-over code. @throws 404 */
export async function showOrderForStaff(ctx: Ctx, id: string) {
  const [rows, payins, refundRows, transferRows, events, notes] = await readTogether(
    ctx.db,
    selectOrder(ctx.db, id),
    selectPayins(ctx, id),
    selectRefundRows(ctx).where(eq(refunds.orderId, id)).orderBy(asc(refunds.createdAt)).limit(MOST),
    selectBooked(ctx, id),
    selectEvents(ctx, id),
    ctx.db
      .select()
      .from(orderNotes)
      .where(eq(orderNotes.orderId, id))
      .orderBy(desc(orderNotes.createdAt), desc(orderNotes.id))
      .limit(MOST),
  )
  const order = toOrderFile(rows[0] ?? fail('NOT_FOUND'))
  return {
    ...viewStaffOrder(ctx, order),
    payins: payins.map(viewPayin),
    refunds: refundRows.map((row) => viewRefund(ctx, row)),
    transfers: transferRows.map(viewTransfer),
    history: events.map((row) => viewEvent(order, row)),
    notes: notes.map(viewNote),
  }
}

const selectPayins = (ctx: Ctx, id: string) =>
  ctx.db
    .select()
    .from(gatewayTransactions)
    .where(sql`gateway_transactions.id IN (SELECT s.payin_id FROM payin_shares s WHERE s.order_id = ${id})`)
    .orderBy(asc(gatewayTransactions.createdAt), asc(gatewayTransactions.id))
    .limit(MOST)

/** Transfers through the account of the order, and those booked for it, its payins and its refunds. */
function selectBooked(ctx: Ctx, id: string) {
  const escrow = escrowOf(id)
  const through = sql`SELECT f.id FROM transfers f WHERE f.from_account = ${escrow} UNION SELECT t.id FROM transfers t WHERE t.to_account = ${escrow}`
  // Cash that covered a rounding is keyed by the same name, with `:in` or `:out`.
  const bookedFor = sql`SELECT x.id FROM (
      SELECT ${id} AS ref UNION SELECT r.id FROM refunds r WHERE r.order_id = ${id}
      UNION SELECT s.ref FROM payin_shares s WHERE s.order_id = ${id}
      UNION SELECT b.id FROM refunds r JOIN gateway_transactions b ON b.subject_id = r.id WHERE r.order_id = ${id}) w
    CROSS JOIN json_each('["", ":in", ":out"]') e
    CROSS JOIN json_each(${JSON.stringify(TRANSFER_KINDS)}) k CROSS JOIN transfers x ON x.kind = k.value AND x.ref = w.ref || e.value`
  return selectTransfers(ctx)
    .where(sql`transfers.id IN (${through}) OR transfers.id IN (${bookedFor})`)
    .orderBy(asc(transfers.createdAt), asc(transfers.id))
    .limit(MOST)
}
