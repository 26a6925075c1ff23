import { sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { abortWhen, guard } from '#db/guard.ts'
import type { Ctx } from '#domain/core/context.ts'

export const SHOP_CLOSED = guard('SHOP_CLOSED', 'CONFLICT', {
  reason: 'INVALID_TRANSITION',
  message: 'Cette boutique est fermée.',
})

/** Refuses a commit if the product's shop is closed: nothing is added to a closed shop. 409 INVALID_TRANSITION */
export const requireOpenShop = (ctx: Ctx, productId: string): Write =>
  abortWhen(
    ctx.db,
    SHOP_CLOSED,
    sql`EXISTS (SELECT 1 FROM products p JOIN shops s ON s.id = p.shop_id WHERE p.id = ${productId} AND s.status = 'CLOSED')`,
  )
