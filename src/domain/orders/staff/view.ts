import * as z from 'zod'
import type { orderNotes } from '#db/schema/orders/order-notes.ts'
import type { Ctx } from '#domain/core/context.ts'
import { TransferView } from '#domain/money/ledger/view.ts'
import { PayinView } from '#domain/money/payins/view.ts'
import * as f from '#kernel/fields.ts'
import { iso } from '#kernel/time.ts'
import { OrderEventView } from '../orders/events.ts'
import type { OrderCard } from '../orders/queries.ts'
import { OrderView, viewOrder } from '../orders/view.ts'
import { RefundView } from '../refunds/view.ts'

/** An order for staff: with who bought it. */
export const StaffOrderView = OrderView.extend({
  buyer: z.object({ name: z.string(), email: z.string(), phone: z.string().nullable() }),
}).meta({ id: 'StaffOrder' })

export const StaffOrderList = f
  .listOf('orders', StaffOrderView)
  .extend({ totals: z.array(z.object({ currency: f.priceCurrency, orders: z.int(), amount: f.decimal })) })
  .meta({ id: 'StaffOrderList' })

export const OrderNoteView = z
  .object({ id: f.id, authorId: f.id, body: z.string(), createdAt: f.isoTime })
  .meta({ id: 'OrderNote' })

export const StaffOrderFileView = StaffOrderView.extend({
  payins: z.array(PayinView),
  refunds: z.array(RefundView),
  transfers: z.array(TransferView),
  history: z.array(OrderEventView),
  notes: z.array(OrderNoteView),
}).meta({ id: 'StaffOrderFile' })

export const viewStaffOrder = (ctx: Ctx, order: OrderCard): z.output<typeof StaffOrderView> => ({
  ...viewOrder(ctx, order),
  buyer: order.buyer,
})

export const viewNote = ({ id, authorId, body, createdAt }: typeof orderNotes.$inferSelect) => ({
  id,
  authorId,
  body,
  createdAt: iso(createdAt),
})
