import * as z from 'zod'
import { ORDER_STATUSES } from '../../../db/schema/orders/orders.ts'
import * as f from '../../../kernel/fields.ts'
import { actorOf, type Ctx, sellerOf } from '../../core/context.ts'
import { readPageOfOrders, toOrderFile } from './queries.ts'
import { viewOrder } from './view.ts'

export const ListOrders = z.strictObject({ ...f.pageQuery, status: z.enum(ORDER_STATUSES).optional() })
type ListOrders = z.output<typeof ListOrders>

/** The orders somebody made, newest first (docs/states.md, Who sees an order). */
export const listMyOrders = (ctx: Ctx, query: ListOrders) => page(ctx, 'buyer', actorOf(ctx).id, query)

/** The orders of the seller's shops, newest first. */
export const listSellerOrders = (ctx: Ctx, query: ListOrders) =>
  page(ctx, 'seller', sellerOf(ctx).sellerProfileId, query)

async function page(ctx: Ctx, side: 'buyer' | 'seller', ownerId: string, query: ListOrders) {
  const { rows, pagination } = await readPageOfOrders(ctx, side, ownerId, query)
  return {
    orders: rows.map((row) => viewOrder(toOrderFile(row))),
    pagination,
  }
}
