import { and, eq } from 'drizzle-orm'
import { shops } from '#db/schema/shops/shops.ts'
import { type Ctx, sellerOf } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'
import type { Shop } from './view.ts'

/** Selects one shop: for `readTogether`, or behind the writes of a commit. */
export const selectShop = (ctx: Ctx, id: string) => ctx.db.select().from(shops).where(eq(shops.id, id))

/**
 * Reads a shop of the signed-in seller.
 * @throws 404 also for another seller's
 */
export async function getOwnShop(ctx: Ctx, id: string): Promise<Shop> {
  const [shop] = await selectOwnShop(ctx, id)
  return shop ?? fail('NOT_FOUND')
}

/** Selects a shop of the signed-in seller, for one trip with other reads. */
export const selectOwnShop = (ctx: Ctx, id: string) =>
  ctx.db
    .select()
    .from(shops)
    .where(and(eq(shops.id, id), eq(shops.sellerProfileId, sellerOf(ctx).sellerProfileId)))
