import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { ORDER_STATUSES } from '#db/schema/orders/orders.ts'
import { amongNewest } from '#db/search.ts'
import type { Ctx } from '#domain/core/context.ts'
import * as f from '#kernel/fields.ts'
import { periodOf, periodQuery } from '#kernel/period.ts'
import { findOrders, type Walk } from './search.ts'

/** Filters of staff for orders, in their list and in its file. */
export const filters = {
  status: z.enum(ORDER_STATUSES).optional(),
  buyerId: f.idIn.optional(),
  sellerProfileId: f.idIn.optional(),
  search: f.search.optional(),
  ...periodQuery,
}
const Filters = z.object(filters)
export type Filters = z.output<typeof Filters>

/** Most hits of a search that are looked at, the newest first, if another filter applies too. */
export const MOST_LOOKED_AT = 1000

/** The orders that staff chose. A search is walked from its newest hit, other filters along an index of their own. */
export function walkOf(ctx: Ctx, input: Filters): Walk & { isNarrowed: boolean; where: SQL } {
  const narrowing = conditions(input)
  const where = narrowing.length === 0 ? sql`true` : sql.join(narrowing, sql` AND `)
  const isNarrowed = narrowing.length > 0
  if (input.search !== undefined) return { ...findOrders(ctx, input.search), isNarrowed, where }
  return {
    from: sql`orders t WHERE ${where}`,
    order: sql`t.created_at DESC, t.rowid DESC`,
    after: (id) => sql`(t.created_at, t.rowid) < (SELECT l.created_at, l.rowid FROM orders l WHERE l.id = ${id})`,
    isNarrowed: false,
    where: sql`true`,
  }
}

function conditions(input: Filters): SQL[] {
  const { status, buyerId, sellerProfileId } = input
  const { since, before } = periodOf(input)
  return [
    ...(status === undefined ? [] : [sql`t.status = ${status}`]),
    ...(buyerId === undefined ? [] : [sql`t.buyer_id = ${buyerId}`]),
    ...(sellerProfileId === undefined ? [] : [sql`t.seller_profile_id = ${sellerProfileId}`]),
    ...(since === undefined ? [] : [sql`t.created_at >= ${since}`]),
    ...(before === undefined ? [] : [sql`t.created_at < ${before}`]),
  ]
}

/** Ids of the orders, the newest first, behind `head` if there is one; a search with another filter looks at a limited number. */
export function idsOf({ from, order, after, isNarrowed, where }: ReturnType<typeof walkOf>, head?: string): SQL {
  const found = sql`SELECT t.id FROM ${from}${head === undefined ? sql`` : sql` AND ${after(head)}`} ORDER BY ${order}`
  return isNarrowed ? amongNewest(sql`orders`, found, where) : found
}
