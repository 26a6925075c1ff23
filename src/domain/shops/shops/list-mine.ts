import { desc, eq, sql } from 'drizzle-orm'
import { readTogether } from '#db/client.ts'
import { sellerProfiles } from '#db/schema/shops/profiles.ts'
import { shops } from '#db/schema/shops/shops.ts'
import { SUBSCRIPTION_STATES } from '#db/schema/shops/subscriptions.ts'
import { type Ctx, sellerOf } from '#domain/core/context.ts'
import { type ShopView, viewShop } from './view.ts'

const maxShops = sql<number>`coalesce((
  SELECT pl.max_shops FROM subscriptions su JOIN plans pl ON pl.id = su.plan_id
  WHERE su.seller_profile_id = seller_profiles.id AND ${SUBSCRIPTION_STATES.current.in('su.status')}), 0)`

/** Lists the signed-in seller's shops, the newest first, with the number used and allowed by the plan; a closed shop does not count. */
export async function listMyShops(ctx: Ctx): Promise<{ shops: ShopView[]; quota: { used: number; max: number } }> {
  const { sellerProfileId } = sellerOf(ctx)
  const [rows, [quota]] = await readTogether(
    ctx.db,
    ctx.db.select().from(shops).where(eq(shops.sellerProfileId, sellerProfileId)).orderBy(desc(shops.createdAt)),
    ctx.db
      .select({ used: sellerProfiles.shopCount, max: maxShops })
      .from(sellerProfiles)
      .where(eq(sellerProfiles.id, sellerProfileId)),
  )
  return { shops: rows.map((shop) => viewShop(ctx, shop)), quota: quota ?? { used: 0, max: 0 } }
}
