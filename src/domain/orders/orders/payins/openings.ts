import { eq, type SQL, sql } from 'drizzle-orm'
import { orders } from '#db/schema/orders/orders.ts'
import { shops } from '#db/schema/shops/shops.ts'
import type { Ctx } from '#domain/core/context.ts'
import { nextOpening } from '#domain/core/opening-hours.ts'

/** The hours of the shop of each of these orders: for `readTogether`. */
export const selectHours = (ctx: Ctx, orderIds: SQL) =>
  ctx.db
    .select({ id: orders.id, openingHours: shops.openingHours })
    .from(orders)
    .innerJoin(shops, eq(shops.id, orders.shopId))
    .where(sql`orders.id IN ${orderIds}`)

/** When the shop of an order next answers, by its hours: a closure that came since the order changes nothing of that. */
export const openingOf = ({ now }: Ctx, hours: Awaited<ReturnType<typeof selectHours>>, orderId: string): number =>
  nextOpening(hours.find(({ id }) => id === orderId)?.openingHours ?? [], now)
