import { eq } from 'drizzle-orm'
import type { Write } from '../../../db/client.ts'
import { stockHolds, stockMovements } from '../../../db/schema/catalogue/stock.ts'
import { type Ctx, personOf } from '../../core/context.ts'

type Line = { variantId: string; quantity: number }
type Goods = { id: string; items: Line[] }

/** Promises the goods to an order until it is paid; the CHECK refuses more than there is. */
export const holdStock = (ctx: Ctx, { id, items }: Goods): Write[] =>
  items.map(({ variantId, quantity }) => ctx.db.insert(stockHolds).values({ orderId: id, variantId, quantity }))

export const releaseHold = (ctx: Ctx, orderId: string): Write =>
  ctx.db.delete(stockHolds).where(eq(stockHolds.orderId, orderId))

/** Takes the goods of a paid order out of the stock; its hold, if it still has one, is let go first. */
export const sellStock = (ctx: Ctx, order: Goods): Write[] => [
  releaseHold(ctx, order.id),
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
