import { eq, sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { stockHolds, stockMovements } from '#db/schema/catalogue/stock.ts'
import { type Ctx, personOf } from '#domain/core/context.ts'

type Line = { variantId: string; quantity: number }
type Goods = { id: string; items: Line[] }

/** Reserves goods for orders until they are paid; the CHECK refuses more than there is. */
export function reserveStock(ctx: Ctx, ...orders: Goods[]): Write[] {
  const lines = orders.flatMap(({ id: orderId, items }) =>
    items.map(({ variantId, quantity }) => ({ orderId, variantId, quantity })),
  )
  return [
    ctx.db.run(sql`
      INSERT INTO stock_holds (order_id, variant_id, quantity)
      SELECT l.value ->> 'orderId', l.value ->> 'variantId', l.value ->> 'quantity' FROM json_each(${JSON.stringify(lines)}) l`),
  ]
}

export const releaseStock = (ctx: Ctx, orderId: string): Write =>
  ctx.db.delete(stockHolds).where(eq(stockHolds.orderId, orderId))

/** Takes the goods of a paid order out of the stock; its reservation, if it still has one, ends first. */
export const sellStock = (ctx: Ctx, order: Goods): Write[] => [
  releaseStock(ctx, order.id),
  ...move(ctx, order, 'SALE', -1),
]

/** Returns the goods of an order that ended unsold to the stock. The unique key lets each return once. */
export const returnStock = (ctx: Ctx, order: Goods): Write[] => move(ctx, order, 'RETURN', 1)

const move = (ctx: Ctx, order: Goods, type: 'SALE' | 'RETURN', sign: 1 | -1): Write[] =>
  order.items.map(({ variantId, quantity }) =>
    ctx.db.insert(stockMovements).values({
      id: ctx.ids.v7(),
      variantId,
      type,
      amount: sign * quantity,
      orderId: order.id,
      actorId: personOf(ctx)?.id ?? null,
      createdAt: ctx.now,
    }),
  )
