import { sql } from 'drizzle-orm'
import type { Ctx } from '#domain/core/context.ts'
import type { FieldError } from '#kernel/failure.ts'
import { iso } from '#kernel/time.ts'
import type { OrderRow } from '../queries.ts'

/** The end of the time to pay the first of these orders, in ms. */
export const firstEnd = (orders: Pick<OrderRow, 'holdEndsAt'>[]): number | null => {
  const ends = orders.flatMap(({ holdEndsAt }) => holdEndsAt ?? [])
  return ends.length > 0 ? Math.min(...ends) : null
}

/** The detail of a refusal that names the end of the time to pay. */
export const namesEnd = (endsAt: number | null): FieldError[] =>
  endsAt === null ? [] : [{ field: 'expiresAt', message: iso(endsAt) }]

/** The end of the time to pay the orders of a payin, in ms. */
export async function endOfPayin(ctx: Ctx, payinId: string): Promise<number | null> {
  const [row] = await ctx.db.all<{ endsAt: number | null }>(sql`
    SELECT min(o.hold_ends_at) AS endsAt FROM payin_shares w CROSS JOIN orders o ON o.id = w.order_id WHERE w.payin_id = ${payinId}`)
  return row?.endsAt ?? null
}
